internal import HTMLParsing

/// Writes HTML: elements of our own, and content as escaped text or as a document that is written out. There is no way to put content
/// in as markup.
struct Markup {
    /// UTF-8.
    private(set) var bytes: [UInt8] = []

    /// Begins a page.
    ///
    /// - Parameter remark: What stands in a comment behind the document type.
    static func page(remark: String) -> Markup {
        var markup = Markup()
        markup.bytes += Array("<!DOCTYPE html>\n<!-- \(remark) -->\n".utf8)
        return markup
    }

    /// Writes an element with its content.
    ///
    /// - Parameters:
    ///   - attributes: Names and values; nil leaves the attribute out, "" writes the name alone.
    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], _ content: (inout Markup) throws -> Void
    )
        rethrows
    {
        open(name, attributes)
        try content(&self)
        close(name)
    }

    /// Writes an element that holds a text.
    mutating func element(_ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes a start tag, or a void element.
    mutating func open(_ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:]) {
        bytes += Array("<\(name)".utf8)
        for case (let key, let value?) in attributes {
            bytes += Array(" \(key)".utf8)
            guard !value.isEmpty || key == "alt" || key == "href" || key == "content" else { continue }
            bytes += Array("=\"".utf8)
            appendEscaped(value)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes an end tag.
    mutating func close(_ name: StaticString) { bytes += Array("</\(name)>".utf8) }

    /// Writes content as text.
    mutating func text(_ text: String) { appendEscaped(text) }

    /// Starts a new line, for people who read the source.
    mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

    /// Writes a document out.
    mutating func document(_ document: HTMLDocument) { bytes += Array(Self.withoutControls(document.serialized()).utf8) }

    /// Writes our own style sheet or script, which holds nothing of the content.
    mutating func raw(_ constant: String, in name: StaticString) {
        open(name)
        bytes += Array(constant.utf8)
        close(name)
    }

    mutating func append(_ other: Markup) { bytes += other.bytes }

    private mutating func appendEscaped(_ text: String) {
        for byte in Self.withoutControls(text).utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += Array("&amp;".utf8)
            case UInt8(ascii: "<"): bytes += Array("&lt;".utf8)
            case UInt8(ascii: ">"): bytes += Array("&gt;".utf8)
            case UInt8(ascii: "\""): bytes += Array("&quot;".utf8)
            case UInt8(ascii: "'"): bytes += Array("&#39;".utf8)
            default: bytes.append(byte)
            }
        }
    }

    /// The text with U+FFFD for what a page may not hold.
    ///
    /// - SeeAlso: [HTML 13.1.4, Character references](https://html.spec.whatwg.org/multipage/syntax.html#text-content)
    private static func withoutControls(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isForbidden) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isForbidden($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0C: false
        case 0x00...0x1F, 0x7F...0x9F, 0xFDD0...0xFDEF: true
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}
