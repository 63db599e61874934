package import HTMLParsing

/// Bodies of messages come as HTML or as plain text, and nothing says which.
extension HTMLDocument {
    /// Makes a document of a body that is HTML or plain text.
    package init(textOrHTML body: String) {
        let fragment = HTMLDocument(parsingFragment: body)
        self = fragment.isHTML(body) ? fragment : HTMLDocument(plainText: body)
    }

    /// Makes a document that shows a plain text, its lines as they are.
    package init(plainText text: String) {
        self.init()
        let block = makeElement(.div, attributes: [HTMLAttribute(name: "style", value: "white-space:pre-wrap")])
        append(makeText(text), to: block)
        append(block, to: root)
    }

    /// Whether a text is HTML: any element is one that HTML knows, or it begins as a page does. `a <b@example.com>` is plain text.
    ///
    /// - Parameter text: What this document was parsed from, as a page or as a fragment: in a page stand `html`, `head` and `body` even if
    ///   the text has none, and in a fragment never.
    package func isHTML(_ text: @autoclosure () throws -> String) rethrows -> Bool {
        let holdsElements = descendants(of: root).contains { node in
            guard kind(of: node) == .element else { return false }
            switch tag(of: node) {
            case .other, .html, .head, .body: return false
            default: return true
            }
        }
        return try holdsElements || Self.beginsAsPage(text())
    }

    private static func beginsAsPage(_ text: String) -> Bool {
        // A byte order mark may stand before it.
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace || $0 == "\u{FEFF}" }.prefix(10)
        let word = String(start).lowercased()
        if word.hasPrefix("<!doctype") { return true }
        return ["<html", "<head", "<body"].contains { tag in
            guard word.hasPrefix(tag), let end = word.utf8.dropFirst(tag.utf8.count).first else { return false }
            // `<body@example.com>` is none.
            return end == UInt8(ascii: ">") || end == UInt8(ascii: "/") || end.isWhiteSpace
        }
    }
}
