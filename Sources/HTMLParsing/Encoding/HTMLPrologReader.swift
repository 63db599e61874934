/// Finds the root element after the prolog of a document that may be XML.
struct HTMLPrologReader {
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
