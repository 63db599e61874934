// The texts of the templates that import a blog into a static site. Each description says what one may want to change.
extension PipelineTemplate {
    static let wordpressFile = #"""
        {
          "name": "wordpress",
          "description": "An export of WordPress to a static site: each post a folder with Markdown and its images, as Hugo reads it.",
          "parameters": {
            "from": { "default": "export.xml", "help": "the file of WordPress's Tools > Export" },
            "to": { "default": "out/content/{{.type}}/{{.slug}}/index.md", "help": "the path of each page" },
            "images": { "default": "out/content/{{.type}}/{{.slug}}", "help": "the folder of its images" },
            "escape": { "default": "hugo", "help": "the templates that content must not run: hugo, liquid (Jekyll, Eleventy), mdx or none" }
          },
          "source": { "type": "wordpress", "from": { "$param": "from" }, "types": ["post", "page"], "statuses": ["publish", "draft"] },
          "stages": [
            { "type": "html_to_text", "description": "Titles may have character references.", "field": "title", "into": "title", "format": "html" },
            { "type": "html_to_text", "description": "The excerpt becomes plain text for front matter.", "field": "excerpt", "into": "excerpt", "format": "html" },
            {
              "type": "set",
              "description": "The name of the folder, where a draft may have no slug, and the main image.",
              "fields": {
                "slug": "{type, id, title, slug: (.slug // \"\" | @urid)} | (if .slug == \"\" then .title else .slug end) as $name | . as $item | $name | slug({fallback: \"\\($item.type)-\\($item.id)\"})",
                "image": ".featured_image.url"
              }
            },
            {
              "type": "assets",
              "description": "Images go beside the page. Remove this stage to leave them where they are.",
              "html": ["content"],
              "fields": ["image"],
              "base": "{{[.url, \"https://unknown.invalid/\"] | map(strings | select(test(\"^https?://[^/ ]\"))) | first}}",
              "folder": { "$param": "images" },
              "link_as": "../../{{.folder}}/{{.name}}"
            }
          ],
          "sinks": [
            {
              "type": "markdown",
              "to": { "$param": "to" },
              "on_clash": "number",
              "key": ".id",
              "front_matter": "{title, date: .published, lastmod: .updated, draft: (.status != \"publish\"), author: .author.name, categories: [.categories[].name], tags: [.tags[].name], description: .excerpt, image} | with_entries(select(.value != null))",
              "front_matter_format": "yaml",
              "escape_templates": { "$param": "escape" },
              "body": "content",
              "format": "html"
            }
          ]
        }

        """#

    static let feedFile = #"""
        {
          "name": "feed",
          "description": "A feed to a static site: each item a folder with Markdown and its images, as Hugo reads it.",
          "parameters": {
            "from": { "default": "feed.xml", "help": "a file or an http(s) URL: RSS, Atom or JSON Feed" },
            "to": { "default": "out/content/posts/{{.slug}}/index.md", "help": "the path of each page" },
            "images": { "default": "out/content/posts/{{.slug}}", "help": "the folder of its images" },
            "escape": { "default": "hugo", "help": "the templates that content must not run: hugo, liquid (Jekyll, Eleventy), mdx or none" }
          },
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
            {
              "type": "assets",
              "description": "Images go beside the page. Remove this stage to leave them where they are.",
              "html": ["content"],
              "fields": ["image"],
              "base": "{{[.url, .feed.url, \"https://unknown.invalid/\"] | map(strings | select(test(\"^https?://[^/ ]\"))) | first}}",
              "folder": { "$param": "images" },
              "link_as": "../{{.folder}}/{{.name}}"
            }
          ],
          "sinks": [
            {
              "type": "markdown",
              "to": { "$param": "to" },
              "on_clash": "number",
              "key": ".id // .url",
              "front_matter": "{title, date: (.published // .updated), lastmod: .updated, draft: false, authors: [.authors[].name | values], tags, link: .url, image} | with_entries(select(.value != null))",
              "front_matter_format": "yaml",
              "escape_templates": { "$param": "escape" },
              "body": "content",
              "format": "html"
            }
          ]
        }

        """#
}
