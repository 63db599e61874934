/// Looks for an encoding declaration at the start of a document, before parsing.
///
/// - SeeAlso: [HTML 13.2.3.2, prescan a byte stream to determine its encoding](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding)
struct HTMLEncodingPrescan {
    /// The bytes in lower case: names and labels are case-insensitive.
    private let bytes: [UInt8]
    private var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes.map(\.asciiLowercased)
    }

    mutating func run() -> HTMLEncoding? {
        if bytes.starts(with: [0x3C, 0, 0x3F, 0, 0x78, 0]) { return .utf16LE }
        if bytes.starts(with: [0, 0x3C, 0, 0x3F, 0, 0x78]) { return .utf16BE }
        while position < bytes.count {
            if isAt("<!--") {
                position += 2
                skip(behind: "-->")
            } else if isAt("<meta"), position + 5 < bytes.count, bytes[position + 5].isHTMLWhitespace || bytes[position + 5] == 0x2F {
                position += 5
                if let encoding = meta() { return encoding }
            } else if isTag {
                while position < bytes.count, !bytes[position].isHTMLWhitespace, bytes[position] != 0x3E { position += 1 }
                while attribute() != nil {}
            } else if isAt("<!") || isAt("</") || isAt("<?") {
                skip(behind: ">")
            } else {
                position += 1
            }
        }
        return xmlDeclaration()
    }

    /// Whether a start tag or an end tag begins at the position.
    private var isTag: Bool {
        guard position < bytes.count, bytes[position] == 0x3C else { return false }
        let name = position + 1 < bytes.count && bytes[position + 1] == 0x2F ? position + 2 : position + 1
        return name < bytes.count && bytes[name].isASCIILetter
    }

    private mutating func meta() -> HTMLEncoding? {
        var seen: Set<[UInt8]> = []
        var hasPragma = false
        var needsPragma = false
        var encoding: HTMLEncoding?
        var isDecided = false
        while let (name, value) = attribute() {
            guard seen.insert(name).inserted else { continue }
            switch name {
            case Array("http-equiv".utf8): hasPragma = hasPragma || value == Array("content-type".utf8)
            case Array("content".utf8):
                guard !isDecided, let found = HTMLEncoding.declared(inContentType: value) else { continue }
                (encoding, isDecided, needsPragma) = (found, true, true)
            case Array("charset".utf8):
                (encoding, isDecided, needsPragma) = (HTMLEncoding(label: String(decoding: value, as: UTF8.self)), true, false)
            default: continue
            }
        }
        if needsPragma && !hasPragma { return nil }
        return encoding?.inDeclaration
    }

    /// Reads the next attribute of the tag; nil at its end.
    ///
    /// - SeeAlso: <https://html.spec.whatwg.org/multipage/parsing.html#concept-get-attributes-when-sniffing>
    private mutating func attribute() -> (name: [UInt8], value: [UInt8])? {
        skip { $0.isHTMLWhitespace || $0 == 0x2F }
        guard position < bytes.count else { return nil }
        if bytes[position] == 0x3E {
            position += 1
            return nil
        }
        let nameStart = position
        skip { $0 != 0x2F && $0 != 0x3E && !$0.isHTMLWhitespace && $0 != 0x3D }
        // An equals sign at the start is part of the name.
        if position == nameStart {
            position += 1
            skip { $0 != 0x2F && $0 != 0x3E && !$0.isHTMLWhitespace && $0 != 0x3D }
        }
        let name = Array(bytes[nameStart..<position])
        skip(while: \.isHTMLWhitespace)
        guard position < bytes.count, bytes[position] == 0x3D else { return (name, []) }
        position += 1
        skip(while: \.isHTMLWhitespace)
        guard position < bytes.count else { return nil }
        let quote = bytes[position]
        if quote == 0x22 || quote == 0x27 {
            let start = position + 1
            guard let end = bytes[start...].firstIndex(of: quote) else {
                position = bytes.count
                return nil
            }
            position = end + 1
            return (name, Array(bytes[start..<end]))
        }
        let start = position
        skip { !$0.isHTMLWhitespace && $0 != 0x3E }
        // An unquoted value at the end of the bytes may be incomplete and does not count.
        return position < bytes.count ? (name, Array(bytes[start..<position])) : nil
    }

    /// <https://html.spec.whatwg.org/multipage/parsing.html#concept-get-xml-encoding-when-sniffing>
    private func xmlDeclaration() -> HTMLEncoding? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: 0x3E) else { return nil }
        let declaration = String(decoding: bytes[..<end], as: UTF8.self)
        guard let word = declaration.firstRange(of: "encoding") else { return nil }
        let rest = declaration[word.upperBound...].drop { $0.isWhitespace }
        guard rest.first == "=" else { return nil }
        let value = rest.dropFirst().drop { $0.isWhitespace }
        guard let quote = value.first, quote == "\"" || quote == "'", let last = value.dropFirst().firstIndex(of: quote) else { return nil }
        return HTMLEncoding(label: value.dropFirst()[..<last])?.inDeclaration
    }

    private mutating func skip(while isSkipped: (UInt8) -> Bool) {
        while position < bytes.count, isSkipped(bytes[position]) { position += 1 }
    }

    private func isAt(_ word: StaticString) -> Bool {
        bytes[position...].starts(with: word.description.utf8)
    }

    private mutating func skip(behind word: StaticString) {
        while position < bytes.count, !isAt(word) { position += 1 }
        position = min(bytes.count, position + word.utf8CodeUnitCount)
    }
}
