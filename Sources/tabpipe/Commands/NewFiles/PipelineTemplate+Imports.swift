// The templates for static sites that read files and feeds. Each description says what one may want to change.
extension PipelineTemplate {
    static let wordpressContent = Content(
        text: #"""
            {
              "name": "wordpress",
              "description": "An export of WordPress to a static site: each post a folder with Markdown and its images, as Hugo reads it. The records also have the comments.",
              "parameters": {
                "from": { "default": "export.xml", "help": "the file of WordPress's Tools > Export" },
                "statuses": { "default": ["publish", "draft"], "help": "also private, pending and future: --set 'statuses=[\"publish\", \"future\"]'; * for all" },
                \#(privateHosts),
            \#(parameters(of: .types))
              },
              "definitions": "\#(oldPaths)",
              "source": { "type": "wordpress", "from": { "$param": "from" }, "types": ["post", "page"], "statuses": { "$param": "statuses" } },
              "stages": [
                { "type": "html_to_text", "description": "Titles may have character references.", "field": "title", "into": "title", "format": "html" },
                { "type": "html_to_text", "description": "The excerpt becomes plain text for front matter.", "field": "excerpt", "into": "excerpt", "format": "html" },
                {
                  "type": "set",
                  "description": "The name of the folder, where a draft may have no slug, and the main image.",
                  "fields": {
                    "slug": "{type, id, title, slug: (.slug // \"\" | @urid? // .)} | (if .slug == \"\" then .title else .slug end) as $name | . as $item | $name | slug({fallback: \"\\($item.type)-\\($item.id)\"})",
                    "image": ".featured_image.url"
                  }
                },
            \#(assets(of: "content", in: .types, base: webBase(#"[.url, \"https://unknown.invalid/\"]"#), hasPrivateHosts: true))
              ],
              "sinks": [
            \#(pages(
                of: "content", in: .types, key: ".id", addresses: #"[.url, \"/?p=\\(.id)\", \"/?page_id=\\(.id)\"]"#,
                frontMatter: #"title, date: .published, lastmod: .updated, draft: (.status | IN(\"publish\", \"future\") | not), author: .author.name, categories: [.categories[].name], tags: [.tags[].name], description: .excerpt, image, aliases: ([.url] | old_paths)"#))
              ]
            }

            """#,
        note: "It reads export.xml beside it, from WordPress's Tools > Export; it writes out/content/TYPE/SLUG/index.md and images")

    static let feedContent = Content(
        text: #"""
            {
              "name": "feed",
              "description": "A feed to a static site: each item a folder with Markdown and its images, as Hugo reads it.",
              "parameters": {
                "from": { "default": "feed.xml", "help": "a file or an http(s) URL: RSS, Atom or JSON Feed" },
            \#(parameters(of: .posts))
              },
              "definitions": "\#(oldPaths)",
              "source": { "type": "feed", "from": { "$param": "from" } },
              "stages": [
                { "type": "dedupe", "description": "An item may stand on two pages of a feed.", "by": ".id // .url // .title" },
                {
                  "type": "set",
                  "description": "The name of the folder, and the summary where a feed has no more.",
                  "fields": {
                    "slug": "[(.published // .updated)[0:10], .title // .url // .id] | map(values) | join(\" \") | slug({fallback: \"item\"})",
                    "content": ".content // .summary // \"\""
                  }
                },
            \#(assets(of: "content", in: .posts, base: webBase(#"[.url, .feed.url, \"https://unknown.invalid/\"]"#)))
              ],
              "sinks": [
            \#(pages(
                of: "content", in: .posts, key: ".id // .url // .slug", addresses: ".url",
                frontMatter: "title, date: (.published // .updated), lastmod: .updated, draft: false, authors: [.authors[].name | values], tags, link: .url, image, aliases: ([.url] | old_paths)"))
              ]
            }

            """#,
        note: "It reads feed.xml beside it; or give a URL with --set from=…; it writes out/content/posts/SLUG/index.md and images")

    static let markdownSiteContent = Content(
        text: #"""
            {
              "name": "markdown-site",
              "description": "A folder of Markdown files to pages that people read, with an index. Links between the files lead to the pages.",
              "parameters": {
                "from": { "default": "content/**/*.md", "help": "the files" },
                "folder": { "default": "content", "help": "the folder in front of the first * of from, where relative images lie" },
                "title": { "default": "Pages", "help": "the heading of the index" },
                "to": { "default": "out/site/{{.page}}.html", "help": "the path of each page; images goes with it" },
                "images": { "default": "out/site/{{.page}}", "help": "the folder of the images of each page, beside it and with its name" }
              },
              "source": { "type": "files", "match": { "$param": "from" } },
              "stages": [
                { "type": "filter", "description": "Drafts stay out.", "where": ".front_matter | (.draft | tostring) != \"true\" and .published != false" },
                {
                  "type": "set",
                  "description": "The name of the page, which cannot be that of the index, and what the index shows.",
                  "fields": {
                    "page": ".relative_path | sub(\"[.](md|markdown|mdx)$\"; \"\") | if . == \"index\" then \"start\" else . end",
                    "title": ".title // .stem",
                    "teaser": ".front_matter | .description // .summary",
                    "date": ".front_matter.date"
                  }
                },
                {
                  "type": "assets",
                  "description": "Images from the web and from the folder of the files.",
                  "html": "text",
                  "format": "markdown",
                  "local": { "folder": { "$param": "folder" }, "document": "{{.relative_path}}" },
                  "folder": { "$param": "images" },
                  "link_as": "{{.folder | sub(\"^.*/\"; \"\")}}/{{.name}}"
                }
              ],
              "sinks": [
                {
                  "type": "site",
                  "to": { "$param": "to" },
                  "title": { "$param": "title" },
                  "body": "text",
                  "format": "markdown",
                  "heading_ids": "github",
                  "rewrite_links": { "addresses": ".relative_path" }
                }
              ]
            }

            """#,
        note: "It reads content/**/*.md beside it, and their images; it writes pages to out/site")

    /// A template that gives the first URL of a list, for relative addresses.
    private static func webBase(_ urls: String) -> String {
        #"{{\#(urls) | map(strings | select(test(\"^https?://[^/ ]\"))) | first}}"#
    }
}
