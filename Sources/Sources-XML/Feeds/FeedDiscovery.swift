internal import HTMLParsing
internal import Pipeline

/// Finds the feed that a web page names, for the message about a page in the place of a feed.
///
/// - SeeAlso: [HTML 4.6.7.1, Link type "alternate"](https://html.spec.whatwg.org/multipage/links.html#rel-alternate)
enum FeedDiscovery {
    /// How much of a page is looked at, in bytes. Links to feeds stand in its head.
    static let maxBytes = 256 << 10
    /// The characters at the start of a page among which its document type or its element `html` stands. A faulty feed has neither.
    private static let startCharacters = 1000
    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
    ]

    /// Whether a document begins like a page.
    static func isPage(_ bytes: [UInt8]) -> Bool {
        // A character has at most four bytes.
        let start = String(decoding: bytes.prefix(4 * startCharacters), as: UTF8.self).prefix(startCharacters).lowercased()
        return start.contains("<html") || start.contains("<!doctype html")
    }

    /// The address of the first feed that a page names.
    ///
    /// - Returns: nil if it names none, or is no page.
    static func address(in bytes: [UInt8], base: FeedBase) -> String? {
        guard isPage(bytes) else { return nil }
        let page = String(decoding: bytes.prefix(maxBytes), as: UTF8.self)
        let document = HTMLDocument(parsing: page)
        for link in document.elements(tag: .link) {
            let relations = document.attribute("rel", of: link)?.lowercased().split(whereSeparator: \.isWhitespace) ?? []
            guard relations.contains("alternate"), let type = document.attribute("type", of: link)?.trimmingSpaces.lowercased(),
                types.contains(type), let address = base.resolved(document.attribute("href", of: link))
            else { continue }
            return address
        }
        return nil
    }
}
