// The templates for content of any source. Each description says what one may want to change.
extension PipelineTemplate {
    static let markdownContent = Content(
        text: """
            {
              "name": "articles",
              "description": "Articles in HTML to one Markdown file each, with an index.",
              "parameters": {
                "from": { "default": "input.json", "help": "a file, '-' or an http(s) URL" },
                "items": { "default": ".articles[]", "help": "where the articles are in it" },
                "to": { "default": "out/{{.slug}}.md", "help": "the path of each file" }
              },
              "source": { "type": "json", "from": { "$param": "from" }, "items": { "$param": "items" } },
              "stages": [
                { "type": "filter", "description": "Drafts have no title yet.", "where": ".title != null" },
                { "type": "set", "description": "The name of the file.", "fields": { "slug": ".title | slug" } },
                {
                  "type": "html_to_markdown",
                  "description": "Change the field if the HTML is elsewhere, such as .content.rendered.",
                  "field": "body",
                  "into": "markdown"
                }
              ],
              "sinks": [
                {
                  "type": "markdown",
                  "to": { "$param": "to" },
                  "front_matter": "{title, date}",
                  "body": "markdown",
                  "format": "markdown",
                  "index": { "to": "README.md", "title": "Articles", "text": ".date" }
                }
              ]
            }

            """,
        note:
            #"It reads \#(input) beside it: {"articles": [{"title": "A First Article", "date": "2026-05-01", "body": "<p>Text</p>"}]}; it writes out/*.md"#
    )

    static let threadsContent = Content(
        text: """
            {
              "name": "messages",
              "description": "Threads of mail to JSON Lines: one line a message, as Markdown without what it quotes.",
              "parameters": {
                "from": { "default": "input.json", "help": "a file, '-' or an http(s) URL" },
                "items": { "default": ".conversations[]", "help": "where the threads are; '.' for a document that is one thread" },
                "to": { "default": "out/messages.jsonl", "help": "the file, or '-' for standard output" }
              },
              "source": { "type": "json", "from": { "$param": "from" }, "items": { "$param": "items" } },
              "stages": [
                { "type": "messages", "description": "Each message of a thread becomes a record." },
                { "type": "filter", "description": "A body may not be loaded.", "where": ".body | type == \\"string\\"" },
                { "type": "strip_quotes", "field": "body", "into": "light_body" },
                { "type": "html_to_markdown", "field": "light_body", "into": "markdown" },
                {
                  "type": "map",
                  "description": "The fields of a line.",
                  "to": "{subject: .thread.subject, index, from, date, markdown}"
                }
              ],
              "sinks": [ { "type": "jsonl", "to": { "$param": "to" } } ]
            }

            """,
        note:
            #"It reads \#(input) beside it: {"conversations": [{"id": "c1", "subject": "Hello", "messages": [{"from": "Ada", "date": "2026-05-01", "body": "Hi"}]}]}; "#
            + "it writes out/messages.jsonl")

    static let siteContent = Content(
        text: """
            {
              "name": "site",
              "description": "Pages that people read: an index of articles, and each article.",
              "parameters": {
                "from": { "default": "input.json", "help": "a file, '-' or an http(s) URL" },
                "items": { "default": ".articles[]", "help": "where the articles are in it" },
                "title": { "default": "Articles", "help": "the heading of the index" },
                "to": { "default": "out/site/{{.slug}}.html", "help": "the path of each page; the index stands beside them" }
              },
              "source": { "type": "json", "from": { "$param": "from" }, "items": { "$param": "items" } },
              "stages": [
                { "type": "filter", "description": "Drafts have no title yet.", "where": ".title != null" },
                { "type": "set", "description": "The name of the page.", "fields": { "slug": ".title | slug" } },
                { "type": "sanitize_html", "description": "Nothing in the content can act on a page.", "field": "body", "into": "html" }
              ],
              "sinks": [ { "type": "site", "to": { "$param": "to" }, "title": { "$param": "title" } } ]
            }

            """,
        note: #"It reads \#(input) beside it: {"articles": [{"title": "A First Article", "teaser": "Short", "body": "<p>Text</p>"}]}; "#
            + "it writes pages to out/site")

    static let apiContent = Content(
        text: """
            {
              "name": "api-items",
              "description": "All items of a web API to JSON Lines.",
              "parameters": {
                "url": { "default": "https://api.example.com/items", "help": "the URL of the first page" },
                "items": { "default": ".items[]", "help": "where the items are on a page; .[] for a page that is an array" },
                "to": { "default": "out/items.jsonl", "help": "the file, or '-' for standard output" }
              },
              "source": {
                "type": "http",
                "description": "Without credentials, remove auth. `tabpipe describe http` lists the kinds of paging.",
                "url": { "$param": "url" },
                "auth": { "type": "bearer", "token": { "$env": "API_TOKEN" } },
                "items": { "$param": "items" },
                "id": ".id",
                "paging": { "type": "link_header" },
                "limits": { "max_pages": 1000 }
              },
              "stages": [
                { "type": "filter", "description": "The condition is a jq program.", "where": ".id != null" }
              ],
              "sinks": [ { "type": "jsonl", "to": { "$param": "to" } } ]
            }

            """,
        note: "Change its URL, items and paging: tabpipe infer URL guesses them; API_TOKEN in the environment is the token")
}
