/// A pipeline file to start from: one for each main job.
enum PipelineTemplate: String, CaseIterable {
    // For content of any source.
    case markdown, threads, site, api
    // For a static site from files and feeds.
    case wordpress, feed
    case markdownSite = "markdown-site"
    // For a static site from the API of a content management system.
    case contentful, notion, sanity, strapi, ghost

    /// The pipeline file of a template, and a note for its user.
    struct Content {
        /// The text of the file.
        let text: String
        /// What the file reads and writes, in a sentence.
        let note: String
    }

    var content: Content {
        switch self {
        case .markdown: Self.markdownContent
        case .threads: Self.threadsContent
        case .site: Self.siteContent
        case .api: Self.apiContent
        case .wordpress: Self.wordpressContent
        case .feed: Self.feedContent
        case .markdownSite: Self.markdownSiteContent
        case .contentful: Self.contentfulContent
        case .notion: Self.notionContent
        case .sanity: Self.sanityContent
        case .strapi: Self.strapiContent
        case .ghost: Self.ghostContent
        }
    }

    /// The file that `tabpipe new` writes where no template is named.
    static let plain = Content(
        text: """
            {
              "name": "my-pipeline",
              "description": "What it is for.",
              "parameters": { "from": { "default": "input.json", "help": "a file, '-' or an http(s) URL" } },
              "source": { "type": "json", "from": { "$param": "from" }, "items": ".items[]" },
              "stages": [
                { "type": "filter", "where": ".title != null" },
                { "type": "set", "fields": { "slug": ".title | slug" } }
              ],
              "sinks": [ { "type": "jsonl", "to": "-" } ]
            }

            """,
        note:
            #"It reads \#(input) beside it, which you supply: {"items": [{"title": "A First Item"}]}; or give another one with --set from=…"#
    )

    /// The default input of most templates. `tabpipe new` writes no pipeline file of this name.
    static let input = "input.json"
}
