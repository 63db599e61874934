/// What the head of a page says about the page to search engines and social networks.
struct PageHead: Sendable {
    let title: String
    /// The path components relative to the sink's folder; nil for a page that is shown at any URL.
    let path: [String]?
    /// What the page is about.
    var description = ""
    /// The URL of the image that stands for the page; empty if there is none.
    var image = ""
    /// Whether the page is an article.
    var isArticle = false
    /// The date of an article.
    var date: SiteDate?
    /// Whether search engines may list the page.
    var isListed = true
    /// Whether the feeds of the site have entries, as far as the page knows.
    var hasFeeds = false

    /// The largest number of characters that search engines show.
    private static let maxDescription = 160

    /// The description as one line, cut behind a word.
    var shortDescription: String { Self.shortened(description, to: Self.maxDescription) }

    /// Returns a text as one line, cut behind a word.
    static func shortened(_ text: String, to limit: Int) -> String {
        var line = ""
        var count = 0
        let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:))
        for word in text.split(whereSeparator: \.isWhitespace) {
            let length = word.count + (line.isEmpty ? 0 : 1)
            // One character is for the ellipsis, unless the word is the last one.
            guard count + length < limit || count + length == limit && word.endIndex == end else {
                return line.isEmpty ? String(word.prefix(limit - 1)) + "…" : line + "…"
            }
            line += line.isEmpty ? word : " " + word
            count += length
        }
        return line
    }
}
