/// A web page or a document in XML that was received where JSON or a table was expected.
package struct UnexpectedMarkup {
    /// The number of bytes that are enough to recognize markup, unless white space precedes it.
    package static let startBytes = 15

    /// The beginnings of common XML documents without a declaration.
    private static let roots = ["<rss", "<feed", "<urlset", "<sitemapindex", "<soap:", "<soapenv:", "<error", "<response"]

    /// The page's title; nil if the first 16 KiB contain none.
    package let title: String?
    /// Whether it is HTML, and not XML.
    package let isHTML: Bool
    private var language: String { isHTML ? "HTML" : "XML" }

    /// Recognizes HTML and XML by the first bytes of an input; nil for other content.
    ///
    /// - Parameters:
    ///   - bytes: The first bytes.
    ///   - secrets: The secrets to mask in the title.
    package init?(_ bytes: ArraySlice<UInt8>, secrets: LearnedSecrets) {
        let page = String(decoding: bytes.prefix(16 << 10), as: UTF8.self).trimmingSpaces
        let start = page.prefix(Self.startBytes).lowercased()
        if ["<!doctype html", "<html", "<head", "<body", "<!--"].contains(where: start.hasPrefix) {
            isHTML = true
        } else if start.hasPrefix("<?xml") || Self.roots.contains(where: start.hasPrefix) {
            isHTML = false
        } else {
            return nil
        }
        // Masks before the title is cut, because a part of a secret would not be found.
        let text = secrets.snapshot.maskedQuotation(page)
        let found = text.firstMatch(of: /<title[^>]*>([^<]*)/.ignoresCase()).map { String($0.1) }
        let words = found?.split { $0.isWhitespace }.joined(separator: " ").prefix(80) ?? ""
        title = words.isEmpty ? nil : String(words)
    }

    /// Returns the description for a message.
    ///
    /// - Parameters:
    ///   - isResponse: Whether a server sent the page.
    ///   - expected: The format that was expected.
    package func phrase(isResponse: Bool, expected: String = "JSON") -> String {
        (isResponse ? "the server sent \(language)" : "this is \(language)") + (title.map { ": \($0.printable)" } ?? "")
            + "; \(expected) was expected" + (isHTML ? "" : "; the sources xml and feed read XML")
    }
}
