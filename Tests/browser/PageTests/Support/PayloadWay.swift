import Testing

/// A way that foreign content takes through stages, from the field `payload` into `markdown` or, for pages, `html`.
struct PayloadWay: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The stages in JSON.
    let stages: String

    init(_ name: String, _ stages: String) { (testDescription, self.stages) = (name, stages) }

    static let toMarkdown = [
        PayloadWay(
            "HTML, raw_html never",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "html", "raw_html": "never"}]
            """#),
        PayloadWay(
            "Markdown, raw_html never",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "markdown", "raw_html": "never"}]
            """#),
        PayloadWay(
            "HTML, raw_html when_needed",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "Markdown, raw_html when_needed",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "markdown", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "paragraphs",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "paragraphs", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "text",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "text", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "all options that write HTML",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "html", "raw_html": "when_needed", "tables": "html", "heading_ids": "html", "sup_sub": "html", "math": "tex", "links": "reference"}]
            """#),
        PayloadWay(
            "rules: keep",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "html", "rules": [{"select": "*", "do": "keep"}]}]
            """#),
        PayloadWay(
            "rules: replace, with values of the element",
            #"""
            [{"type": "set", "fields": {"html": "\"<x-y data-p=\\\"\" + (.payload | @html) + \"\\\">\" + (.payload | @html) + \"</x-y>\""}},
              {"type": "html_to_markdown", "field": "html", "format": "html", "rules": [{"select": "x-y", "do": "replace", "with": "<p title=\"{{.text}}\"><a href=\"{{.attributes[\"data-p\"]}}\" title=\"{{.text}}\">{{.html}}</a><img src=\"{{.text}}\" alt=\"{{.text}}\">{{.text}}</p>"}, {"select": "p", "do": "keep"}]}]
            """#),
        PayloadWay(
            "rules: replace, with a slot",
            #"""
            [{"type": "html_to_markdown", "field": "payload", "format": "html", "rules": [{"select": "*", "do": "replace", "with": "<div><slot></slot></div>"}, {"select": "div, div *", "do": "keep"}]}]
            """#),
        PayloadWay(
            "Markdown: the address of a link",
            #"""
            [{"type": "set", "fields": {"text": "\"[a](<\" + (.payload | gsub(\"[\\r\\n<>]\"; \"\")) + \">)\""}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "Markdown: the title of a link",
            #"""
            [{"type": "set", "fields": {"text": "\"[a](/b \\\"\" + (.payload | gsub(\"[\\r\\n\\\"]\"; \"\")) + \"\\\")\""}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "Markdown: an image",
            #"""
            [{"type": "set", "fields": {"text": "\"![\" + .payload + \"](<\" + (.payload | gsub(\"[\\r\\n<>]\"; \"\")) + \">)\""}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "Markdown: a definition",
            #"""
            [{"type": "set", "fields": {"text": "\"[a]\\n\\n[a]: <\" + (.payload | gsub(\"[\\r\\n<>]\"; \"\")) + \">\""}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "Markdown: a code block",
            #"""
            [{"type": "set", "fields": {"text": "\"~~~ \" + (.payload | gsub(\"[\\r\\n]\"; \"\")) + \"\\n\" + .payload"}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "Markdown: a heading",
            #"""
            [{"type": "set", "fields": {"text": "\"# \" + (.payload | gsub(\"[\\r\\n]\"; \"\"))"}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "Markdown: a cell",
            #"""
            [{"type": "set", "fields": {"text": "\"| a | b |\\n| - | - |\\n| \" + (.payload | gsub(\"[\\r\\n]\"; \"\")) + \" | c |\""}},
              {"type": "html_to_markdown", "field": "text", "format": "markdown", "raw_html": "when_needed", "heading_ids": "html"}]
            """#),
        PayloadWay(
            "rich text: contentful",
            #"""
            [{"type": "set", "fields": {"body": "{nodeType: \"document\", content: [{nodeType: \"paragraph\", content: [{nodeType: \"text\", value: .payload, marks: [{type: \"code\"}]}, {nodeType: \"hyperlink\", data: {uri: .payload}, content: [{nodeType: \"text\", value: .payload, marks: []}]}]}]}"}},
              {"type": "rich_text", "dialect": "contentful"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: portable_text",
            #"""
            [{"type": "set", "fields": {"body": "[{_type: \"block\", style: \"normal\", markDefs: [{_key: \"m\", _type: \"link\", href: .payload}], children: [{_type: \"span\", text: .payload, marks: [\"m\"]}]}, {_type: \"image\", url: .payload, alt: .payload}, {_type: \"code\", language: .payload, code: .payload}]"}},
              {"type": "rich_text", "dialect": "portable_text"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: notion",
            #"""
            [{"type": "set", "fields": {"body": "[{object: \"block\", type: \"paragraph\", paragraph: {rich_text: [{type: \"text\", plain_text: .payload, href: .payload, text: {content: .payload, link: {url: .payload}}}]}}, {object: \"block\", type: \"image\", image: {type: \"external\", external: {url: .payload}, caption: []}}]"}},
              {"type": "rich_text", "dialect": "notion"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: strapi",
            #"""
            [{"type": "set", "fields": {"body": "[{type: \"paragraph\", children: [{type: \"text\", text: .payload}, {type: \"link\", url: .payload, children: [{type: \"text\", text: .payload}]}]}, {type: \"image\", image: {url: .payload, alternativeText: .payload}, children: []}]"}},
              {"type": "rich_text", "dialect": "strapi"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: prosemirror",
            #"""
            [{"type": "set", "fields": {"body": "{type: \"doc\", content: [{type: \"paragraph\", content: [{type: \"text\", text: .payload, marks: [{type: \"link\", attrs: {href: .payload, title: .payload}}]}, {type: \"image\", attrs: {src: .payload, alt: .payload}}]}, {type: \"codeBlock\", attrs: {language: .payload}, content: [{type: \"text\", text: .payload}]}]}"}},
              {"type": "rich_text", "dialect": "prosemirror"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: lexical",
            #"""
            [{"type": "set", "fields": {"body": "{root: {type: \"root\", children: [{type: \"paragraph\", children: [{type: \"text\", text: .payload}, {type: \"link\", fields: {url: .payload}, children: [{type: \"text\", text: .payload}]}]}]}}"}},
              {"type": "rich_text", "dialect": "lexical"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: editorjs",
            #"""
            [{"type": "set", "fields": {"body": "{blocks: [{type: \"paragraph\", data: {text: .payload}}, {type: \"image\", data: {file: {url: .payload}, caption: .payload}}, {type: \"raw\", data: {html: .payload}}, {type: \"code\", data: {code: .payload}}]}"}},
              {"type": "rich_text", "dialect": "editorjs"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
        PayloadWay(
            "rich text: adf",
            #"""
            [{"type": "set", "fields": {"body": "{version: 1, type: \"doc\", content: [{type: \"paragraph\", content: [{type: \"text\", text: .payload, marks: [{type: \"link\", attrs: {href: .payload}}]}, {type: \"mention\", attrs: {id: \"1\", text: .payload}}]}]}"}},
              {"type": "rich_text", "dialect": "adf"},
              {"type": "html_to_markdown", "field": "html", "raw_html": "when_needed"}]
            """#),
    ]

    static let toPages = [
        PayloadWay(
            "rich text: contentful",
            #"""
            [{"type": "set", "fields": {"body": "{nodeType: \"document\", content: [{nodeType: \"paragraph\", content: [{nodeType: \"text\", value: .payload, marks: [{type: \"code\"}]}, {nodeType: \"hyperlink\", data: {uri: .payload}, content: [{nodeType: \"text\", value: .payload, marks: []}]}]}]}"}},
              {"type": "rich_text", "dialect": "contentful"}]
            """#),
        PayloadWay(
            "rich text: portable_text",
            #"""
            [{"type": "set", "fields": {"body": "[{_type: \"block\", style: \"normal\", markDefs: [{_key: \"m\", _type: \"link\", href: .payload}], children: [{_type: \"span\", text: .payload, marks: [\"m\"]}]}, {_type: \"image\", url: .payload, alt: .payload}, {_type: \"code\", language: .payload, code: .payload}]"}},
              {"type": "rich_text", "dialect": "portable_text"}]
            """#),
        PayloadWay(
            "rich text: notion",
            #"""
            [{"type": "set", "fields": {"body": "[{object: \"block\", type: \"paragraph\", paragraph: {rich_text: [{type: \"text\", plain_text: .payload, href: .payload, text: {content: .payload, link: {url: .payload}}}]}}, {object: \"block\", type: \"image\", image: {type: \"external\", external: {url: .payload}, caption: []}}]"}},
              {"type": "rich_text", "dialect": "notion"}]
            """#),
        PayloadWay(
            "rich text: strapi",
            #"""
            [{"type": "set", "fields": {"body": "[{type: \"paragraph\", children: [{type: \"text\", text: .payload}, {type: \"link\", url: .payload, children: [{type: \"text\", text: .payload}]}]}, {type: \"image\", image: {url: .payload, alternativeText: .payload}, children: []}]"}},
              {"type": "rich_text", "dialect": "strapi"}]
            """#),
        PayloadWay(
            "rich text: prosemirror",
            #"""
            [{"type": "set", "fields": {"body": "{type: \"doc\", content: [{type: \"paragraph\", content: [{type: \"text\", text: .payload, marks: [{type: \"link\", attrs: {href: .payload, title: .payload}}]}, {type: \"image\", attrs: {src: .payload, alt: .payload}}]}, {type: \"codeBlock\", attrs: {language: .payload}, content: [{type: \"text\", text: .payload}]}]}"}},
              {"type": "rich_text", "dialect": "prosemirror"}]
            """#),
        PayloadWay(
            "rich text: lexical",
            #"""
            [{"type": "set", "fields": {"body": "{root: {type: \"root\", children: [{type: \"paragraph\", children: [{type: \"text\", text: .payload}, {type: \"link\", fields: {url: .payload}, children: [{type: \"text\", text: .payload}]}]}]}}"}},
              {"type": "rich_text", "dialect": "lexical"}]
            """#),
        PayloadWay(
            "rich text: editorjs",
            #"""
            [{"type": "set", "fields": {"body": "{blocks: [{type: \"paragraph\", data: {text: .payload}}, {type: \"image\", data: {file: {url: .payload}, caption: .payload}}, {type: \"raw\", data: {html: .payload}}, {type: \"code\", data: {code: .payload}}]}"}},
              {"type": "rich_text", "dialect": "editorjs"}]
            """#),
        PayloadWay(
            "rich text: adf",
            #"""
            [{"type": "set", "fields": {"body": "{version: 1, type: \"doc\", content: [{type: \"paragraph\", content: [{type: \"text\", text: .payload, marks: [{type: \"link\", attrs: {href: .payload}}]}, {type: \"mention\", attrs: {id: \"1\", text: .payload}}]}]}"}},
              {"type": "rich_text", "dialect": "adf"}]
            """#),
        PayloadWay(
            "HTML",
            #"""
            [{"type": "set", "fields": {"html": ".payload"}}]
            """#),
        PayloadWay(
            "Markdown",
            #"""
            [{"type": "sanitize_html", "field": "payload", "into": "html", "format": "markdown", "profile": "article"}]
            """#),
        PayloadWay(
            "sanitised for articles",
            #"""
            [{"type": "set", "fields": {"html": ".payload"}},
              {"type": "sanitize_html", "format": "html", "profile": "article"}]
            """#),
        PayloadWay(
            "rules: replace",
            #"""
            [{"type": "set", "fields": {"html": "\"<x-y data-p=\\\"\" + (.payload | @html) + \"\\\">\" + (.payload | @html) + \"</x-y>\""}},
              {"type": "sanitize_html", "format": "html", "profile": "article", "rules": [{"select": "x-y", "do": "replace", "with": "<p title=\"{{.text}}\"><a href=\"{{.attributes[\"data-p\"]}}\">{{.html}}</a><img src=\"{{.text}}\" alt=\"{{.text}}\">{{.text}}</p>"}]}]
            """#),
    ]
}
