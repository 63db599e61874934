import RichText
import Testing

@Suite("Rich text of Contentful") struct ContentfulTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.contentful) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.contentful) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.contentful) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"Hello","marks":[],"data":{}}]}]}
            """#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "text that looks like HTML",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"1 < 2 & <b>","marks":[],"data":{}}]}]}
            """#,
            #"<p>1 &lt; 2 &amp; &lt;b&gt;</p>"#),
        RichTextCase(
            "every mark",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"b",\#
            "marks":[{"type":"bold"}],"data":{}},{"nodeType":"text","value":"i","marks":[{"type":"italic"}],"data":{}},{\#
            "nodeType":"text","value":"u","marks":[{"type":"underline"}],"data":{}},{"nodeType":"text","value":"c","marks":[{\#
            "type":"code"}],"data":{}},{"nodeType":"text","value":"s","marks":[{"type":"strikethrough"}],"data":{}},{\#
            "nodeType":"text","value":"x","marks":[{"type":"superscript"}],"data":{}},{"nodeType":"text","value":"y","marks":[{\#
            "type":"subscript"}],"data":{}}]}]}
            """#,
            #"<p><strong>b</strong><em>i</em><u>u</u><code>c</code><s>s</s><sup>x</sup><sub>y</sub></p>"#),
        RichTextCase(
            "marks that overlap share elements",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"a",\#
            "marks":[{"type":"bold"}],"data":{}},{"nodeType":"text","value":"b","marks":[{"type":"italic"},{"type":"bold"}],"data":{\#
            }},{"nodeType":"text","value":"c","marks":[{"type":"bold"}],"data":{}},{"nodeType":"text","value":"d","marks":[],\#
            "data":{}}]}]}
            """#,
            #"<p><strong>a<em>b</em>c</strong>d</p>"#),
        RichTextCase(
            "a line break",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"one\ntwo","marks":[{"type":"bold"}],"data":{}}]}]}
            """#,
            #"<p><strong>one<br>two</strong></p>"#),
        RichTextCase(
            "headings of all levels",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"heading-1","data":{},"content":[{"nodeType":"text",\#
            "value":"H1","marks":[],"data":{}}]},{"nodeType":"heading-2","data":{},"content":[{"nodeType":"text","value":"H2",\#
            "marks":[],"data":{}}]},{"nodeType":"heading-3","data":{},"content":[{"nodeType":"text","value":"H3","marks":[],"data":{\#
            }}]},{"nodeType":"heading-4","data":{},"content":[{"nodeType":"text","value":"H4","marks":[],"data":{}}]},{\#
            "nodeType":"heading-5","data":{},"content":[{"nodeType":"text","value":"H5","marks":[],"data":{}}]},{\#
            "nodeType":"heading-6","data":{},"content":[{"nodeType":"text","value":"H6","marks":[],"data":{}}]}]}
            """#,
            #"<h1>H1</h1><h2>H2</h2><h3>H3</h3><h4>H4</h4><h5>H5</h5><h6>H6</h6>"#),
        RichTextCase(
            "a bullet list",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"unordered-list","data":{},"content":[{"nodeType":"list-item",\#
            "data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"One","marks":[],"data":{\#
            }}]}]},{"nodeType":"list-item","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"Two","marks":[],"data":{}}]}]}]}]}
            """#,
            #"<ul><li>One</li><li>Two</li></ul>"#),
        RichTextCase(
            "a numbered list",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"ordered-list","data":{},"content":[{"nodeType":"list-item",\#
            "data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"One","marks":[],"data":{\#
            }}]}]}]}]}
            """#,
            #"<ol><li>One</li></ol>"#),
        RichTextCase(
            "lists in lists",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"unordered-list","data":{},"content":[{"nodeType":"list-item",\#
            "data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"One","marks":[],"data":{\#
            }}]},{"nodeType":"ordered-list","data":{},"content":[{"nodeType":"list-item","data":{},"content":[{\#
            "nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"1a","marks":[],"data":{}}]}]}]}]}]}]}
            """#,
            #"<ul><li>One<ol><li>1a</li></ol></li></ul>"#),
        RichTextCase(
            "an item with two paragraphs",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"unordered-list","data":{},"content":[{"nodeType":"list-item",\#
            "data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"One","marks":[],"data":{\#
            }}]},{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"more","marks":[],"data":{}}]}]}]}]}
            """#,
            #"<ul><li><p>One</p><p>more</p></li></ul>"#),
        RichTextCase(
            "a quote",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"blockquote","data":{},"content":[{"nodeType":"paragraph",\#
            "data":{},"content":[{"nodeType":"text","value":"Q1","marks":[],"data":{}}]},{"nodeType":"paragraph","data":{},\#
            "content":[{"nodeType":"text","value":"Q2","marks":[],"data":{}}]}]}]}
            """#,
            #"<blockquote><p>Q1</p><p>Q2</p></blockquote>"#),
        RichTextCase(
            "a rule",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"a",\#
            "marks":[],"data":{}}]},{"nodeType":"hr","data":{},"content":[]},{"nodeType":"paragraph","data":{},"content":[{\#
            "nodeType":"text","value":"b","marks":[],"data":{}}]}]}
            """#,
            #"<p>a</p><hr><p>b</p>"#),
        RichTextCase(
            "a table",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"table","data":{},"content":[{"nodeType":"table-row","data":{},\#
            "content":[{"nodeType":"table-header-cell","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{\#
            "nodeType":"text","value":"Boat","marks":[],"data":{}}]}]},{"nodeType":"table-header-cell","data":{},"content":[{\#
            "nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"Seats","marks":[],"data":{}}]}]}]},{\#
            "nodeType":"table-row","data":{},"content":[{"nodeType":"table-cell","data":{},"content":[{"nodeType":"paragraph",\#
            "data":{},"content":[{"nodeType":"text","value":"Mira","marks":[],"data":{}}]}]},{"nodeType":"table-cell","data":{},\#
            "content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"40","marks":[],"data":{}}]}]}]}]}]}
            """#,
            #"<table><thead><tr><th>Boat</th><th>Seats</th></tr></thead><tbody><tr><td>Mira</td><td>40</td></tr></tbody></table>"#),
        RichTextCase(
            "a table with a header column and spans",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"table","data":{},"content":[{"nodeType":"table-row","data":{},\#
            "content":[{"nodeType":"table-header-cell","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{\#
            "nodeType":"text","value":"a","marks":[],"data":{}}]}]},{"nodeType":"table-cell","data":{"colspan":2},"content":[{\#
            "nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"1","marks":[],"data":{}}]}]}]},{\#
            "nodeType":"table-row","data":{},"content":[{"nodeType":"table-header-cell","data":{"rowspan":2},"content":[{\#
            "nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"b","marks":[],"data":{}}]}]},{\#
            "nodeType":"table-cell","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"2","marks":[],"data":{}}]}]}]}]}]}
            """#,
            #"<table><tbody><tr><th>a</th><td colspan="2">1</td></tr><tr><th rowspan="2">b</th><td>2</td></tr></tbody></table>"#),
        RichTextCase(
            "a link",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"see ","marks":[],"data":{}},{"nodeType":"hyperlink","data":{"uri":"https://example.org/?a=1&b=\"2\""},\#
            "content":[{"nodeType":"text","value":"the ","marks":[],"data":{}},{"nodeType":"text","value":"site","marks":[{\#
            "type":"bold"}],"data":{}}]},{"nodeType":"text","value":".","marks":[],"data":{}}]}]}
            """#,
            #"<p>see <a href="https://example.org/?a=1&amp;b=&quot;2&quot;">the <strong>site</strong></a>.</p>"#),
        RichTextCase(
            "an address that runs code is kept for the sanitiser",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"hyperlink",\#
            "data":{"uri":"javascript:alert(1)"},"content":[{"nodeType":"text","value":"x","marks":[],"data":{}}]}]}]}
            """#,
            #"<p><a href="javascript:alert(1)">x</a></p>"#),
        RichTextCase(
            "an entry that is known",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"entry-hyperlink",\#
            "data":{"target":{"sys":{"type":"Link","linkType":"Entry","id":"known1"}}},"content":[{"nodeType":"text","value":"x",\#
            "marks":[],"data":{}}]}]}]}
            """#,
            #"<p><a href="/entry/known1">x</a></p>"#),
        RichTextCase(
            "an entry that is not known",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"entry-hyperlink",\#
            "data":{"target":{"sys":{"type":"Link","linkType":"Entry","id":"e1"}}},"content":[{"nodeType":"text","value":"x",\#
            "marks":[],"data":{}}]}]}]}
            """#,
            #"<p>x</p>"#,
            unknown: "entry-hyperlink 1"),
        RichTextCase(
            "an asset that is known",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"asset-hyperlink",\#
            "data":{"target":{"sys":{"type":"Link","linkType":"Asset","id":"known2"}}},"content":[{"nodeType":"text","value":"x",\#
            "marks":[],"data":{}}]}]}]}
            """#,
            #"<p><a href="/asset/known2">x</a></p>"#),
        RichTextCase(
            "an image with its asset",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-asset-block","data":{"target":{"sys":{"type":"Asset",\#
            "id":"a1"},"fields":{"title":"Map","description":"A map of the pier","file":{"url":"//images.ctfassets.net/map.png",\#
            "contentType":"image/png","details":{"image":{"width":640,"height":480}}}}}},"content":[]}]}
            """#,
            #"<figure><img src="//images.ctfassets.net/map.png" alt="A map of the pier" width="640" height="480"></figure>"#),
        RichTextCase(
            "an image by its identifier",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-asset-block","data":{"target":{"sys":{"type":"Link",\#
            "linkType":"Asset","id":"known3"}}},"content":[]}]}
            """#,
            #"<figure><img src="/asset/known3" alt="Title of known3"></figure>"#),
        RichTextCase(
            "an image that is not known",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-asset-block","data":{"target":{"sys":{"type":"Link",\#
            "linkType":"Asset","id":"a9"}}},"content":[]},{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"x","marks":[],"data":{}}]}]}
            """#,
            #"<p>x</p>"#,
            unknown: "embedded-asset-block 1"),
        RichTextCase(
            "a film and a file",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-asset-block","data":{"target":{"fields":{\#
            "title":"The film.mp4","file":{"url":"//assets.ctfassets.net/film.mp4","contentType":"video/mp4"}}}},"content":[]},{\#
            "nodeType":"embedded-asset-block","data":{"target":{"fields":{"title":"The plan.pdf","file":{\#
            "url":"//assets.ctfassets.net/plan.pdf","contentType":"application/pdf"}}}},"content":[]}]}
            """#,
            #"""
            <figure><video src="//assets.ctfassets.net/film.mp4" title="The film.mp4" controls=""></video></figure><p>\#
            <a href="//assets.ctfassets.net/plan.pdf">The plan.pdf</a></p>
            """#),
        RichTextCase(
            "links without text",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"asset-hyperlink",\#
            "data":{"target":{"sys":{"type":"Link","linkType":"Asset","id":"known2"}}},"content":[{"nodeType":"text","value":"",\#
            "marks":[],"data":{}}]},{"nodeType":"hyperlink","data":{"uri":"https://example.org/"},"content":[]}]}]}
            """#,
            #"<p><a href="/asset/known2">Title of known2</a><a href="https://example.org/">https://example.org/</a></p>"#),
        RichTextCase(
            "files by the extension of their addresses",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-asset-block","data":{"target":{"sys":{"type":"Link",\#
            "linkType":"Asset","id":"known3.pdf"}}},"content":[]},{"nodeType":"embedded-asset-block","data":{"target":{"sys":{\#
            "type":"Link","linkType":"Asset","id":"known4.MP4"}}},"content":[]},{"nodeType":"embedded-asset-block","data":{"target":{\#
            "sys":{"type":"Link","linkType":"Asset","id":"known5.webp"}}},"content":[]}]}
            """#,
            #"""
            <p><a href="/asset/known3.pdf">Title of known3.pdf</a></p><figure>\#
            <video src="/asset/known4.MP4" title="Title of known4.MP4" controls=""></video></figure><figure>\#
            <img src="/asset/known5.webp" alt="Title of known5.webp"></figure>
            """#),
        RichTextCase(
            "an entry as a block",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-entry-block","data":{"target":{"sys":{"type":"Link",\#
            "linkType":"Entry","id":"known4"}}},"content":[]}]}
            """#,
            #"<p><a href="/entry/known4">Title of known4</a></p>"#),
        RichTextCase(
            "an entry in a line",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text",\#
            "value":"see ","marks":[],"data":{}},{"nodeType":"embedded-entry-inline","data":{"target":{"sys":{"type":"Link",\#
            "linkType":"Entry","id":"known5"}}},"content":[]}]}]}
            """#,
            #"<p>see <a href="/entry/known5">Title of known5</a></p>"#),
        RichTextCase(
            "an entry that is in the JSON and has no address",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"embedded-entry-block","data":{"target":{"sys":{"id":"e2"},\#
            "fields":{"title":"A box"}}},"content":[]}]}
            """#,
            #"<p>A box</p>"#,
            unknown: "embedded-entry-block 1"),
        RichTextCase(
            "the empty paragraph of the editor",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"a",\#
            "marks":[],"data":{}}]},{"nodeType":"paragraph","data":{},"content":[{"nodeType":"text","value":"","marks":[],"data":{\#
            }}]}]}
            """#,
            #"<p>a</p>"#),
        RichTextCase(
            "a node and a mark that are not known",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"callout","data":{},"content":[{"nodeType":"paragraph","data":{\#
            },"content":[{"nodeType":"text","value":"inside","marks":[],"data":{}}]}]},{"nodeType":"paragraph","data":{},"content":[\#
            {"nodeType":"text","value":"x","marks":[{"type":"blink"}],"data":{}}]}]}
            """#,
            #"<p>inside</p><p>x</p>"#,
            unknown: "callout 1, mark blink 1"),
        RichTextCase(
            "an empty document",
            #"{"nodeType":"document","data":{},"content":[]}"#,
            #""#),
        RichTextCase(
            "a link without an address",
            #"""
            {"nodeType":"document","data":{},"content":[{"nodeType":"paragraph","data":{},"content":[{"nodeType":"hyperlink",\#
            "data":{"uri":""},"content":[{"nodeType":"text","value":"words","marks":[],"data":{}}]}]}]}
            """#,
            #"<p>words</p>"#,
            unknown: "hyperlink 1"),
    ]
}
