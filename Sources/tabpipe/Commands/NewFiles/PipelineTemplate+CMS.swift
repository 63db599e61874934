// The templates that read the API of a content management system. One stage maps the fields of each system, so that all later steps are the
// same.
extension PipelineTemplate {
    /// The parameter for the URL of the old site, because the API gives only the slug of each page.
    private static let formerSite =
        #""site": { "default": "https://www.example.com/blog/", "help": "the address of the old pages without their slugs, with a slash at its end: links there lead to the new pages" }"#
    /// The fields that each file sets.
    private static let frontMatter = "title, date, lastmod, draft, author, tags, description, image"
    /// The jq program for the name of a page's folder.
    private static let slug = #"(.slug // .title // \"\") | slug({fallback: \"post\"})"#

    /// The last stage and the sink of each file.
    ///
    /// - Parameters:
    ///   - id: A jq program for the key that identifies an entry in later runs.
    ///   - addresses: A jq program: the old addresses of a page.
    ///   - aliases: A jq program: the old addresses from which Hugo redirects; nil for none.
    ///   - hasPrivateHosts: Whether the file has the parameter ``privateHosts``.
    static func rest(id: String, addresses: String, aliases: String?, hasPrivateHosts: Bool = false) -> String {
        let aliases = aliases.map { ", aliases: (\($0) | old_paths)" } ?? ""
        return #"""
            \#(assets(of: "html", in: .posts, hasPrivateHosts: hasPrivateHosts))
              ],
              "sinks": [
            \#(pages(of: "html", in: .posts, key: id, addresses: addresses, frontMatter: frontMatter + aliases))
              ]
            }

            """#
    }

    static let contentfulContent = Content(
        text: #"""
            {
              "name": "contentful",
              "description": "Entries of Contentful to a static site: each entry a folder with Markdown and its images, as Hugo reads it.",
              "parameters": {
                "url": { "default": "https://cdn.contentful.com/spaces/SPACE/environments/master/entries", "help": "put in the ID of your space; the host is cdn.eu.contentful.com for data in the EU" },
                "content_type": { "default": "blogPost", "help": "the ID of the content type" },
                \#(formerSite),
            \#(parameters(of: .posts))
              },
              "definitions": "\#(oldPaths)",
              "source": {
                "type": "http",
                "description": "What an entry links to comes beside the entries of a page. items gives each entry the addresses of its own links. errors names links to what is not published, which rich_text counts.",
                "url": { "$param": "url" },
                "query": { "content_type": { "$param": "content_type" }, "include": 2, "order": "sys.id" },
                "auth": { "type": "bearer", "token": { "$env": "CONTENTFUL_TOKEN" } },
                "items": ". as $page | ([$page.items[], $page.includes.Entry[]?, $page.includes.Asset[]?] | map({(.sys.id): (.fields | {title: (.title // .name), address: (if .file then .file.url elif .slug then $site + .slug else null end)})}) | add) as $known | .items[] | .links = ([.fields | .. | objects | .sys? | select(.type? == \"Link\") | .id] | map({(.): $known[.]}) | add // {})",
                "id": ".sys.id",
                "paging": { "type": "offset", "send_as": "skip", "size": 100, "total": ".total" },
                "responses": { "when": ".items and .errors", "action": "accept" }
              },
              "stages": [
                {
                  "type": "set",
                  "description": "The fields of the content type. Change the names here.",
                  "fields": {
                    "title": ".fields.title",
                    "old_slug": ".fields.slug",
                    "slug": "(.fields.slug // .fields.title // .sys.id) | slug({fallback: \"post\"})",
                    "date": ".fields.publishDate // .sys.createdAt",
                    "lastmod": ".sys.updatedAt",
                    "draft": "false",
                    "author": ".links[.fields.author.sys.id // \"\"].title",
                    "tags": ".fields.tags // [.metadata.tags[]?.sys.id]",
                    "description": ".fields.description",
                    "image": ".links[.fields.heroImage.sys.id // \"\"].address",
                    "body": ".fields.body // {nodeType: \"document\", content: []}"
                  }
                },
                {
                  "type": "rich_text",
                  "field": "body",
                  "into": "html",
                  "dialect": "contentful",
                  "addresses": ".links | with_entries(select(.value.address))"
                },
            \#(rest(id: ".sys.id", addresses: ".old_slug | values | $site + .", aliases: "[.old_slug | values | $site + .]"))
            """#,
        note:
            "Change SPACE in its URL and the names of the fields; CONTENTFUL_TOKEN is a token of the Content Delivery API; it writes \(postFiles)"
    )

    static let sanityContent = Content(
        text: #"""
            {
              "name": "sanity",
              "description": "Documents of Sanity to a static site: each document a folder with Markdown and its images, as Hugo reads it.",
              "parameters": {
                "url": { "default": "https://PROJECT.api.sanity.io/v2025-02-19/data/query/production", "help": "put in the ID of your project, and its dataset" },
                "document_type": { "default": "post", "help": "the type of the documents" },
                \#(formerSite),
            \#(parameters(of: .posts))
              },
              "definitions": "\#(oldPaths)",
              "source": {
                "type": "http",
                "description": "The query names the fields and follows references. Change it for your schema. A public dataset needs no auth.",
                "url": { "$param": "url" },
                "method": "POST",
                "idempotent": true,
                "body": {
                  "json": {
                    "query": "*[_type == $type && _id > $last] | order(_id) [0...100] { _id, title, \"slug\": slug.current, \"date\": coalesce(publishedAt, _createdAt), \"lastmod\": _updatedAt, \"description\": excerpt, \"tags\": categories[]->title, \"author\": author->name, \"image\": mainImage.asset->url, body[] { ..., _type == \"image\" => { ..., asset-> { url, altText } }, markDefs[] { ..., _type == \"internalLink\" => { \"href\": $site + reference->slug.current } } } }",
                    "params": { "type": { "$param": "document_type" }, "site": { "$param": "site" }, "last": "" }
                  }
                },
                "auth": { "type": "bearer", "token": { "$env": "SANITY_TOKEN" } },
                "items": ".result[]",
                "id": "._id",
                "paging": { "type": "keyset", "field": "._id", "send_as": { "json": ".params.last" } }
              },
              "stages": [
                {
                  "type": "set",
                  "fields": {
                    "old_slug": ".slug",
                    "slug": "\#(slug)",
                    "draft": "false",
                    "tags": ".tags // []",
                    "body": ".body // []"
                  }
                },
                { "type": "rich_text", "field": "body", "into": "html", "dialect": "portable_text" },
            \#(rest(id: "._id", addresses: ".old_slug | values | $site + .", aliases: "[.old_slug | values | $site + .]"))
            """#,
        note: "Change PROJECT in its URL and the query; SANITY_TOKEN is a token with read access; it writes \(postFiles)")

    static let strapiContent = Content(
        text: #"""
            {
              "name": "strapi",
              "description": "Entries of Strapi, version 4 or 5, to a static site: each entry a folder with Markdown and its images, as Hugo reads it.",
              "parameters": {
                "url": { "default": "http://localhost:1337/api/articles", "help": "the address of the content type in the API" },
                \#(formerSite),
                \#(privateHosts),
            \#(parameters(of: .posts))
              },
              "definitions": "\#(oldPaths)",
              "source": {
                "type": "http",
                "description": "Without a token, remove auth. For drafts, add the query item status=draft, in version 4 publicationState=preview.",
                "url": { "$param": "url" },
                "query": { "populate": "*", "sort": "id" },
                "auth": { "type": "bearer", "token": { "$env": "STRAPI_TOKEN" } },
                "items": ".data[]",
                "id": ".documentId // .id",
                "paging": { "type": "page", "send_as": "pagination[page]", "size_as": "pagination[pageSize]", "size": 100, "total_pages": ".meta.pagination.pageCount" }
              },
              "stages": [
                { "type": "map", "description": "Version 4 has the fields of an entry in attributes.", "to": "del(.attributes) + (.attributes // {})" },
                {
                  "type": "set",
                  "description": "The fields of the content type. Change the names here. A rich text of Markdown needs no rich_text: see the sink's format.",
                  "fields": {
                    "old_slug": ".slug",
                    "slug": "\#(slug)",
                    "date": ".publishedAt // .createdAt",
                    "lastmod": ".updatedAt",
                    "draft": ".publishedAt == null",
                    "author": ".author | (.data.attributes? // .).name?",
                    "tags": "[.tags | (.data? // .) | arrays[] | (.attributes // .).name]",
                    "image": ".cover | (.data.attributes? // .).url?",
                    "body": ".content // []"
                  }
                },
                { "type": "rich_text", "field": "body", "into": "html", "dialect": "strapi" },
            \#(rest(id: ".documentId // .id", addresses: ".old_slug | values | $site + .", aliases: "[.old_slug | values | $site + .]", hasPrivateHosts: true))
            """#,
        note: "Change its URL and the names of the fields; STRAPI_TOKEN is an API token with read access; it writes \(postFiles)")

    static let ghostContent = Content(
        text: #"""
            {
              "name": "ghost",
              "description": "Posts of Ghost to a static site: each post a folder with Markdown and its images, as Hugo reads it.",
              "parameters": {
                "url": { "default": "https://demo.ghost.io/ghost/api/content/posts/", "help": "https://SITE/ghost/api/content/posts/" },
                \#(privateHosts),
            \#(parameters(of: .posts))
              },
              "definitions": "\#(oldPaths)",
              "source": {
                "type": "http",
                "description": "The Content API gives what is published; for …/pages/, change items to .pages[]. The key is on Ghost's page Integrations.",
                "url": { "$param": "url" },
                "query": { "include": "tags,authors" },
                "headers": { "Accept-Version": "v5.0" },
                "auth": { "type": "api_key", "name": "key", "value": { "$env": "GHOST_KEY" }, "in": "query" },
                "items": ".posts[]",
                "id": ".id",
                "paging": { "type": "page", "size_as": "limit", "size": 100, "total_pages": ".meta.pagination.pages" }
              },
              "stages": [
                {
                  "type": "set",
                  "description": "The API leaves out what is for members alone: such a post becomes a draft. Tags with # are internal.",
                  "fields": {
                    "date": ".published_at",
                    "lastmod": ".updated_at",
                    "draft": ".access == false",
                    "author": "[.authors[]?.name] | first",
                    "tags": "[.tags[]? | select(.visibility != \"internal\") | .name]",
                    "description": ".custom_excerpt // .meta_description",
                    "image": ".feature_image",
                    "html": ".html // \"\""
                  }
                },
            \#(rest(id: ".id", addresses: ".url", aliases: "[.url]", hasPrivateHosts: true))
            """#,
        note: "Change the site in its URL; GHOST_KEY is a key of the Content API; it writes \(postFiles)")
}
