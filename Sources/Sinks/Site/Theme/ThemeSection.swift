internal import HTMLParsing

/// The header or footer of a theme: HTML of the owner, sanitised like an article.
struct ThemeSection: Sendable {
    private let document: HTMLDocument
    /// The links and images with URLs relative to the sink's folder.
    private let relative: [(node: HTMLNode, attribute: String, address: String)]

    /// - Parameter bytes: HTML in UTF-8.
    init(_ bytes: [UInt8]) {
        var document = HTMLSanitizer(profile: .article, innerLinks: .leave).sanitized(HTMLDocument(parsing: bytes.span))
        // The page has these elements once, around its own content.
        for tag in [HTMLTag.main, .header, .footer, .h1] {
            for node in document.elements(tag: tag) { document.replaceWithBlock(node) }
        }
        let nodes = document.elements(tag: .a).map { ($0, "href") } + document.elements(tag: .img).map { ($0, "src") }
        relative = nodes.compactMap { node, attribute in
            guard let address = document.attribute(attribute, of: node), SiteAddress.isRelative(address) else { return nil }
            return (node, attribute, address)
        }
        self.document = document
    }

    /// Returns the HTML for a page.
    ///
    /// - Parameter start: The URL of the sink's folder relative to the page, or the absolute one; empty for a page in the folder itself.
    func document(linkedFrom start: String) -> HTMLDocument {
        if start.isEmpty { return document }
        var copy = document
        for link in relative { copy.setAttribute(link.attribute, to: start + link.address, of: link.node) }
        return copy
    }
}
