internal import HTMLParsing

/// Writes HTML: constant elements, and content only as escaped text or as a serialized document. It has no way to insert content as markup.
struct Markup {
    /// The HTML in UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Starts a page with its document type.
    ///
    /// - Parameter remark: The text of a comment after the document type.
    static func page(remark: String) -> Markup {
        var markup = Markup()
        markup.bytes += "<!DOCTYPE html>\n<!-- \(remark) -->\n".utf8
        return markup
    }

    /// Writes an element with its content.
    ///
    /// - Parameters:
    ///   - attributes: Names and values. The value nil omits the attribute; "" writes only its name.
    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], _ content: (inout Markup) throws -> Void
    )
        rethrows
    {
        open(name, attributes)
        try content(&self)
        close(name)
    }

    /// Writes an element with a text.
    mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes a start tag, or a void element.
    mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:]) {
        bytes += "<\(name)".utf8
        for case (let key, let value?) in attributes {
            bytes += " \(key)".utf8
            guard !value.isEmpty else { continue }
            bytes += "=\"".utf8
            append(value, escapes: true)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an end tag.
    mutating func close(_ name: StaticString) { bytes += "</\(name)>".utf8 }

    /// Writes content as text.
    mutating func text(_ text: String) { append(text, escapes: true) }

    /// Writes a line feed, which makes the source readable.
    mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

    /// Writes a document as HTML.
    mutating func document(_ document: HTMLDocument) { append(document.serialized(), escapes: false) }

    /// Writes a constant style sheet or script. It must not contain any content of records.
    mutating func raw(_ constant: String, in name: StaticString) {
        open(name)
        bytes += constant.utf8
        close(name)
    }

    mutating func append(_ other: Markup) { bytes += other.bytes }

    /// Writes a text. Copies the characters between two replaced ones in one piece.
    private mutating func append(_ text: String, escapes: Bool) {
        let scalars = text.unicodeScalars
        var start = scalars.startIndex
        var index = start
        while index < scalars.endIndex {
            let next = scalars.index(after: index)
            if let replacement = Self.replacement(for: scalars[index], escapes: escapes) {
                bytes += text.utf8[start..<index]
                bytes += replacement.utf8
                start = next
            }
            index = next
        }
        bytes += text.utf8[start...]
    }

    /// Returns the replacement for a character, or nil to write it as it is. Characters that HTML does not allow become U+FFFD.
    ///
    /// - SeeAlso: [HTML 13.1.4, Character references](https://html.spec.whatwg.org/multipage/syntax.html#text-content)
    private static func replacement(for scalar: Unicode.Scalar, escapes: Bool) -> String? {
        switch scalar {
        case "&": escapes ? "&amp;" : nil
        case "<": escapes ? "&lt;" : nil
        case ">": escapes ? "&gt;" : nil
        case "\"": escapes ? "&quot;" : nil
        case "'": escapes ? "&#39;" : nil
        default: isForbidden(scalar.value) ? "\u{FFFD}" : nil
        }
    }

    private static func isForbidden(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x09, 0x0A, 0x0C: false
        case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: scalar & 0xFFFE == 0xFFFE
        }
    }
}
