// The API of Notion returns the blocks of a page in a request of its own, and the children of each block in another one.
extension PipelineTemplate {
    static let notionContent = Content(
        text: #"""
            {
              "name": "notion",
              "description": "The pages of a Notion database to a static site: each page a folder with Markdown and its images, as Hugo reads it.",
              "parameters": {
                "url": { "default": "https://api.notion.com/v1/databases/DATABASE/query", "help": "put in the ID of the database, which must be shared with the integration of the token" },
            \#(parameters(of: .posts))
              },
              "definitions": [
                "def has_inner: .has_children and (.type | IN(\"child_page\", \"child_database\") | not);",
                "def opened: map(if .children then .children |= opened else .children = [] | .is_open = has_inner end);"
              ],
              "source": {
                "type": "http",
                "url": { "$param": "url" },
                "method": "POST",
                "idempotent": true,
                "headers": { "Notion-Version": "2022-06-28" },
                "body": { "json": { "page_size": 100 } },
                "auth": { "type": "bearer", "token": { "$env": "NOTION_TOKEN" } },
                "items": ".results[]",
                "id": ".id",
                "paging": { "type": "cursor", "at": ".next_cursor", "send_as": { "json": ".start_cursor" }, "has_more": ".has_more" },
                "rate": { "requests_per_minute": 180 },
                "responses": [
                  { "status": 529, "action": "retry" },
                  { "when": ".request_status.type == \"incomplete\"", "action": "fail", "message": ".request_status.incomplete_reason" }
                ]
              },
              "stages": [
            \#(notionChildren(nil, into: "blocks")),
                { "type": "set", "description": "The blocks inside of blocks. A warning counts what is deeper than these stages go.", "fields": { "blocks": ".blocks | opened" } },
            \#(notionChildren(".blocks[]", into: "children")),
                { "type": "set", "fields": { "blocks": ".blocks | opened" } },
            \#(notionChildren(".blocks[].children[]", into: "children")),
                { "type": "set", "fields": { "blocks": ".blocks | opened" } },
            \#(notionChildren(".blocks[].children[].children[]", into: "children")),
                {
                  "type": "set",
                  "description": "The properties of the database. Change the names here.",
                  "fields": {
                    "title": "[.properties[] | select(.type == \"title\") | .title[].plain_text] | add",
                    "slug": "(([.properties.Slug.rich_text[]?.plain_text] | add) // .title // \"\") | slug({fallback: \"post\"})",
                    "date": ".properties.Date.date.start // .created_time",
                    "lastmod": ".last_edited_time",
                    "draft": ".properties.Published.checkbox == false",
                    "author": "[.properties.Author.people[]?.name | values] | first",
                    "tags": "[.properties.Tags.multi_select[]?.name]",
                    "description": "[.properties.Description.rich_text[]?.plain_text] | add",
                    "image": ".cover | .external.url? // .file.url?"
                  }
                },
                {
                  "type": "rich_text",
                  "description": "A page that a text mentions has its identifier as its address.",
                  "field": "blocks",
                  "into": "html",
                  "dialect": "notion",
                  "addresses": "[.blocks | .. | strings | select(test(\"^(/?[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$\"))] | map(ltrimstr(\"/\") | {(.): (\"https://www.notion.so/\" + gsub(\"-\"; \"\"))}) | add // {}"
                },
            \#(rest(id: ".id", addresses: #"[.url, (\"https://www.notion.so/\" + (.id | gsub(\"-\"; \"\")))]"#, aliases: nil))
            """#,
        note:
            "Change DATABASE in its URL and the names of the properties; NOTION_TOKEN is the token of an integration; it writes \(postFiles)"
    )

    /// A stage that fetches the blocks of a page, or the children of a block, into the field `into`.
    private static func notionChildren(_ each: String?, into: String) -> String {
        let each = each.map { "\n      \"each\": \"\($0)\",\n      \"when\": \".is_open\"," } ?? ""
        return #"""
                {
                  "type": "hydrate",\#(each)
                  "url": "https://api.notion.com/v1/blocks/{{.id}}/children",
                  "query": { "page_size": 100 },
                  "items": ".results[]",
                  "into": "\#(into)",
                  "paging": { "type": "cursor", "at": ".next_cursor", "send_as": "start_cursor", "has_more": ".has_more" }
                }
            """#
    }
}
