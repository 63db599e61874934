internal import HTMLParsing

/// Writes HTML: constant elements, and content only as escaped text or as a serialized document. It has no way to insert content as markup.
struct HTMLMarkup {
    /// The HTML in UTF-8.
    private(set) var bytes: [UInt8] = []
    /// The offsets in ``bytes`` of the addresses that get the suffix of an index page.
    private var indexPageOffsets: [Int] = []

    /// Starts a page with its document type.
    ///
    /// - Parameter remark: The text of a comment after the document type.
    static func page(remark: String) -> HTMLMarkup {
        var markup = HTMLMarkup()
        markup.bytes += "<!DOCTYPE html>\n<!-- \(remark) -->\n".utf8
        return markup
    }

    /// Writes an element with its content.
    ///
    /// - Parameters:
    ///   - attributes: Names and values. The value nil omits the attribute; "" writes only its name.
    mutating func element(
        _ name: StaticString, _ attributes: KeyValuePairs<String, String?> = [:], _ content: (inout HTMLMarkup) throws -> Void
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
        append("<")
        append(name)
        for case (let key, let value?) in attributes {
            append(" ")
            bytes.append(contentsOf: key.utf8)
            guard !value.isEmpty else { continue }
            append("=\"")
            append(value, escapes: true)
            bytes.append(UInt8(ascii: "\""))
        }
        bytes.append(UInt8(ascii: ">"))
    }

    /// Writes the start tag of a link to the index, which can have several pages.
    ///
    /// - Parameters:
    ///   - address: The address of the first page, in two parts: ``bytes(indexPage:)`` puts the suffix of another page between them.
    mutating func openIndexLink(_ address: (stem: String, rest: String), _ attributes: KeyValuePairs<String, String?> = [:]) {
        open("a", attributes)
        bytes.removeLast()
        bytes += " href=\"".utf8
        append(address.stem, escapes: true)
        indexPageOffsets.append(bytes.count)
        append(address.rest, escapes: true)
        bytes += "\">".utf8
    }

    /// Returns the HTML with links to a page of the index.
    ///
    /// - Parameter suffix: The suffix that ``SiteList`` adds to the name of the index; empty for the first page.
    func bytes(indexPage suffix: String) -> [UInt8] {
        if suffix.isEmpty || indexPageOffsets.isEmpty { return bytes }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + indexPageOffsets.count * suffix.utf8.count)
        var start = 0
        for offset in indexPageOffsets {
            result += bytes[start..<offset]
            result += suffix.utf8
            start = offset
        }
        return result + bytes[start...]
    }

    /// Writes an end tag.
    mutating func close(_ name: StaticString) {
        append("</")
        append(name)
        append(">")
    }

    /// Writes content as text.
    mutating func text(_ text: String) { append(text, escapes: true) }

    /// Writes a line feed, which makes the source readable.
    mutating func newline() { bytes.append(UInt8(ascii: "\n")) }

    /// Writes a document as HTML.
    mutating func document(_ document: HTMLDocument) { append(document.serialized(), escapes: false) }

    /// Writes HTML that the sanitiser has made.
    mutating func sanitized(_ html: String) { append(html, escapes: false) }

    /// Writes a constant style sheet or script. It must not contain any content of records.
    mutating func raw(_ constant: String, in name: StaticString) {
        open(name)
        bytes += constant.utf8
        close(name)
    }

    /// Appends the HTML of another value.
    mutating func append(_ other: HTMLMarkup) {
        indexPageOffsets += other.indexPageOffsets.map { $0 + bytes.count }
        bytes += other.bytes
    }

    /// Writes a text. Copies the bytes between two replaced characters in one piece.
    private mutating func append(_ text: String, escapes: Bool) {
        let source = Array(text.utf8)
        let kinds = Self.kinds
        var start = 0
        var index = 0
        while index < source.count {
            let kind = kinds[Int(source[index])]
            if kind == .plain || kind == .markup && !escapes {
                index += 1
                continue
            }
            if kind == .carriageReturn {
                // HTML parsers turn every line end into a line feed, so only line feeds are written.
                bytes += source[start..<index]
                index += 1
                start = index
                if index == source.count || source[index] != 0x0A { newline() }
                continue
            }
            let length = kind == .markup ? 1 : Self.forbiddenLength(at: index, in: source)
            if length > 0 {
                bytes += source[start..<index]
                append(kind == .markup ? Self.reference(for: source[index]) : "\u{FFFD}")
                start = index + length
            }
            index += max(length, 1)
        }
        bytes += source[start...]
    }

    private mutating func append(_ constant: StaticString) {
        constant.withUTF8Buffer { unsafe bytes.append(contentsOf: $0) }
    }

    private enum ByteKind { case plain, markup, carriageReturn, mayBeForbidden }

    /// The kind of each byte value.
    private static let kinds: [ByteKind] = (0...UInt8.max).map { byte in
        switch byte {
        case 0x09, 0x0A, 0x0C: .plain
        case 0x0D: .carriageReturn
        case 0x22, 0x26, 0x27, 0x3C, 0x3E: .markup
        case 0x00...0x1F, 0x7F, 0xC2, 0xEF, 0xF0...0xF4: .mayBeForbidden
        default: .plain
        }
    }

    private static func reference(for byte: UInt8) -> StaticString {
        switch byte {
        case 0x22: "&quot;"
        case 0x26: "&amp;"
        case 0x27: "&#39;"
        case 0x3C: "&lt;"
        default: "&gt;"
        }
    }

    /// Returns the length in bytes of a character that HTML does not allow; 0 for other characters. These are control characters,
    /// U+FDD0 to U+FDEF, and the last two characters of each plane.
    ///
    /// - SeeAlso: [HTML 13.1.4, Character references](https://html.spec.whatwg.org/multipage/syntax.html#text-content)
    private static func forbiddenLength(at index: Int, in text: [UInt8]) -> Int {
        // A string is valid UTF-8, so the bytes of the character follow.
        switch text[index] {
        case 0x00...0x7F: return 1
        case 0xC2: return text[index + 1] < 0xA0 ? 2 : 0
        case 0xEF:
            let last = text[index + 2]
            return text[index + 1] == 0xB7 && last >= 0x90 && last <= 0xAF || text[index + 1] == 0xBF && last >= 0xBE ? 3 : 0
        default:
            return text[index + 1] & 0xF == 0xF && text[index + 2] == 0xBF && text[index + 3] >= 0xBE ? 4 : 0
        }
    }
}
