internal import Pipeline

/// A web page that was received where JSON or a table was expected.
package struct UnexpectedHTML {
    /// The number of bytes that are enough to recognize HTML, unless white space stands in front.
    package static let startBytes = 15

    /// The page's title; nil if the first 16 KiB contain none.
    let title: String?

    /// Recognizes HTML by the first bytes of an input; nil for other content.
    package init?(_ bytes: ArraySlice<UInt8>) {
        let page = String(decoding: bytes.prefix(16 << 10), as: UTF8.self).trimmingSpaces
        let start = page.prefix(Self.startBytes).lowercased()
        guard ["<!doctype html", "<html", "<head", "<body", "<!--"].contains(where: start.hasPrefix) else { return nil }
        // Masks before the title is cut, because a part of a secret would not be found.
        let text = LearnedSecrets.current.snapshot.maskedQuotation(page)
        let found = text.firstMatch(of: /<title[^>]*>([^<]*)/.ignoresCase()).map { String($0.1) }
        let words = found?.split { $0.isWhitespace }.joined(separator: " ").prefix(80) ?? ""
        title = words.isEmpty ? nil : String(words)
    }

    /// Returns the description for a message.
    ///
    /// - Parameters:
    ///   - isResponse: Whether a server sent the page.
    ///   - expected: What should have been there.
    package func phrase(isResponse: Bool, expected: String = "JSON") -> String {
        (isResponse ? "the server sent HTML" : "this is HTML") + (title.map { ": \($0.printable)" } ?? "") + "; \(expected) was expected"
    }
}
