/// Recognises documents that are not HTML by their first bytes. The HTML parser accepts any bytes and would turn them into meaningless
/// text.
///
/// - SeeAlso: [MIME Sniffing 7, Determining the computed MIME type](https://mimesniff.spec.whatwg.org/#determining-the-computed-mime-type-of-a-resource)
package enum NonHTMLFormat {
    /// The length in bytes of the start of a document in which the root element must begin.
    private static let maximumProlog = 64 << 10
    private static let inspectedBytes = 1024

    /// The magic numbers of formats, with a description for messages.
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        (Array("%PDF-".utf8), "a PDF document"), ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], "a PNG image"),
        ([0xFF, 0xD8, 0xFF], "a JPEG image"),
        (Array("GIF87a".utf8), "a GIF image"), (Array("GIF89a".utf8), "a GIF image"), (Array("II*\0".utf8), "a TIFF image"),
        (Array("MM\0*".utf8), "a TIFF image"), (Array("PK\u{3}\u{4}".utf8), "a zip archive, or a document that is one (.docx, .epub)"),
        ([0x1F, 0x8B], "gzip data"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz data"),
        ([0x28, 0xB5, 0x2F, 0xFD], "zstd data"), ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7z archive"),
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1], "an old office document"), (Array("{\\rtf".utf8), "an RTF document"),
        (Array("%!PS".utf8), "a PostScript document"), ([0x7F, 0x45, 0x4C, 0x46], "a program"),
        (Array("SQLite format 3\0".utf8), "an SQLite database"), (Array("OggS".utf8), "Ogg media"), (Array("ID3\u{2}".utf8), "MP3 audio"),
        (Array("ID3\u{3}".utf8), "MP3 audio"), (Array("ID3\u{4}".utf8), "MP3 audio"),
    ]

    /// Describes the format of the bytes with its article, such as "a PNG image"; nil if they may be HTML.
    package static func name(of bytes: Span<UInt8>) -> String? {
        signature(of: bytes) ?? markup(of: bytes) ?? (isBinary(bytes) ? "binary data" : nil)
    }

    /// Describes the format of the bytes with its article; nil if they may be text, such as that of XML.
    package static func nameIfBinary(_ bytes: Span<UInt8>) -> String? {
        signature(of: bytes) ?? (isBinary(bytes) ? "binary data" : nil)
    }

    /// Describes the format by the bytes with which it begins.
    private static func signature(of bytes: Span<UInt8>) -> String? {
        for (signature, name) in signatures where begins(bytes, with: signature) { return name }
        // The size of blocks stands between both parts of the magic number.
        if bytes.count > 9, begins(bytes, with: Array("BZh".utf8)), begins(bytes.extracting(4..<10), with: Array("1AY&SY".utf8)) {
            return "bzip2 data"
        }
        if begins(bytes, with: Array("RIFF".utf8)), bytes.count > 12, bytes[8] == 0x57, bytes[9] == 0x45 { return "a WebP image" }
        if bytes.count > 8, begins(bytes.extracting(4..<8), with: Array("ftyp".utf8)) { return "a video, or an image in its format" }
        return nil
    }

    private static func begins(_ bytes: Span<UInt8>, with signature: [UInt8]) -> Bool {
        guard bytes.count >= signature.count else { return false }
        for (index, byte) in signature.enumerated() where bytes[index] != byte { return false }
        return true
    }

    /// Whether more than 5 % of the bytes are zero, which occurs in no text except UTF-16.
    private static func isBinary(_ bytes: Span<UInt8>) -> Bool {
        let count = min(bytes.count, inspectedBytes)
        guard count > 1, !hasUTF16ByteOrderMark(bytes), bytes[0] != 0, bytes[1] != 0 else { return false }
        var zeros = 0
        for index in 0..<count where bytes[index] == 0 { zeros += 1 }
        return zeros * 20 > count
    }

    /// Whether the bytes begin with a UTF-16 byte order mark.
    private static func hasUTF16ByteOrderMark(_ bytes: Span<UInt8>) -> Bool {
        bytes.count > 1 && (bytes[0] == 0xFF && bytes[1] == 0xFE || bytes[0] == 0xFE && bytes[1] == 0xFF)
    }

    /// Describes an XML document: one with an XML declaration whose root element is not HTML, or with the root element of a feed.
    private static func markup(of bytes: Span<UInt8>) -> String? {
        var prolog: [UInt8] = []
        let isUTF16 = hasUTF16ByteOrderMark(bytes) || bytes.count > 1 && (bytes[0] == 0 || bytes[1] == 0)
        let start = bytes.extracting(first: min(bytes.count, maximumProlog))
        if isUTF16 {
            for index in start.indices where start[index] != 0 && start[index] < 0x80 { prolog.append(start[index]) }
        } else {
            prolog.append(span: start)
        }
        var reader = HTMLPrologReader(prolog)
        guard let root = reader.root() else { return reader.isXML ? "XML" : nil }
        switch root.name {
        case "rss": return "an RSS feed"
        case "feed" where reader.isXML || root.tag.contains("http://www.w3.org/2005/Atom"): return "an Atom feed"
        case "rdf" where reader.isXML: return "an RDF document or RSS feed"
        default: break
        }
        if !reader.isXML || root.name == "html" || root.tag.contains("http://www.w3.org/1999/xhtml") { return nil }
        return root.name == "svg" ? "an SVG image" : "XML with the root element <\(root.name)>"
    }
}

/// Finds the root element after the prolog of a document that may be XML.
private struct HTMLPrologReader {
    private let bytes: [UInt8]
    private var index = 0
    /// Whether the document begins with an XML declaration.
    private(set) var isXML = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

    /// Reads the root element: its local name in lower case and its whole start tag. Nil if there is something else after the prolog.
    mutating func root() -> (name: String, tag: String)? {
        while true {
            while index < bytes.count, bytes[index].isHTMLWhitespace { index += 1 }
            if isAt("<?") {
                isXML = isXML || isAt("<?xml") && index + 5 < bytes.count && bytes[index + 5].isHTMLWhitespace
                skip(to: "?>")
            } else if isAt("<!--") {
                skip(to: "-->")
            } else if isAt("<!") {
                skipDocumentType()
            } else {
                break
            }
        }
        guard index + 1 < bytes.count, bytes[index] == 0x3C, bytes[index + 1].isASCIILetter else { return nil }
        let start = index
        skip(to: ">")
        let tag = String(decoding: bytes[start..<index], as: UTF8.self)
        let name = bytes[(start + 1)...].prefix { !$0.isHTMLWhitespace && $0 != 0x2F && $0 != 0x3E }
        let local = name.split(separator: UInt8(ascii: ":")).last ?? name
        return (String(decoding: local.prefix(60).map(\.asciiLowercased), as: UTF8.self), tag)
    }

    private func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    /// Moves past the next occurrence of a text, or to the end.
    private mutating func skip(to text: String) {
        let wanted = Array(text.utf8)
        while index < bytes.count {
            if bytes[index] == wanted[0], bytes[index...].starts(with: wanted) {
                index += wanted.count
                return
            }
            index += 1
        }
    }

    /// Skips a document type, including its internal subset in square brackets.
    private mutating func skipDocumentType() {
        var depth = 0
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "[") { depth += 1 }
            if byte == UInt8(ascii: "]") { depth -= 1 }
            if byte == UInt8(ascii: ">"), depth <= 0 { return }
        }
    }
}
