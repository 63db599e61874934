extension HTMLEncoding {
    /// The number of bytes at the start of a document in which the prescan looks for a declaration.
    public static let sniffedBytes = 1024

    /// Determines the encoding of a document from its byte order mark, its `Content-Type` header, or a `meta` element or XML declaration in
    /// its first 1,024 bytes.
    ///
    /// - Parameters:
    ///   - bytes: The document, or its start.
    ///   - contentType: The value of the `Content-Type` header, if known.
    /// - Returns: The encoding, or nil if none is declared.
    /// - SeeAlso: [HTML 13.2.3.2, Determining the character encoding](https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding)
    public static func sniff(_ bytes: Span<UInt8>, contentType: String? = nil) -> HTMLEncoding? {
        if let wide = byteOrderMark(bytes) ?? wideMarkup(bytes) { return wide }
        if let contentType, let declared = declared(inContentType: contentType) { return declared }
        var scan = HTMLEncodingPrescan(bytes: Array(bytes.extracting(first: min(bytes.count, sniffedBytes))))
        return scan.run()
    }

    /// <https://encoding.spec.whatwg.org/#bom-sniff>
    static func byteOrderMark(_ bytes: Span<UInt8>) -> HTMLEncoding? {
        guard bytes.count >= 2 else { return nil }
        switch (bytes[0], bytes[1]) {
        case (0xFE, 0xFF): return .utf16BE
        case (0xFF, 0xFE): return .utf16LE
        case (0xEF, 0xBB): return byteOrderMarkLength(bytes) > 0 ? .utf8 : nil
        default: return nil
        }
    }

    /// UTF-16 without a byte order mark: the `<` of the first tag and the character after it have a zero byte each. The standard leaves
    /// this out.
    private static func wideMarkup(_ bytes: Span<UInt8>) -> HTMLEncoding? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0x3C, 0, 0x21..., 0): return .utf16LE
        case (0, 0x3C, 0, 0x21...): return .utf16BE
        default: return nil
        }
    }

    /// Returns the length in bytes of a UTF-8 byte order mark at the start: 3 or 0.
    package static func byteOrderMarkLength(_ bytes: Span<UInt8>) -> Int {
        bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
    }

    /// The encoding to use where a `meta` element declares this one. A document whose declaration is readable as ASCII is not in UTF-16, so
    /// that UTF-8 is used; `x-user-defined` means windows-1252.
    var inDeclaration: HTMLEncoding {
        switch self {
        case .utf16BE, .utf16LE: .utf8
        case .xUserDefined: .windows1252
        default: self
        }
    }

    /// Returns the encoding that the value of a `Content-Type` header names; nil if it names none.
    public static func declared(inContentType value: String) -> HTMLEncoding? { declared(inContentType: Array(value.utf8)) }

    /// <https://html.spec.whatwg.org/multipage/urls-and-fetching.html#algorithm-for-extracting-a-character-encoding-from-a-meta-element>
    static func declared(inContentType value: [UInt8]) -> HTMLEncoding? {
        let lowered = value.map(\.asciiLowercased)
        let word = Array("charset".utf8)
        var position = 0
        while position + word.count <= lowered.count {
            guard lowered[position..<position + word.count].elementsEqual(word) else {
                position += 1
                continue
            }
            position += word.count
            let rest = lowered[position...].drop(while: \.isHTMLWhitespace)
            guard rest.first == UInt8(ascii: "=") else { continue }
            let label = rest.dropFirst().drop(while: \.isHTMLWhitespace)
            if let quote = label.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
                let quoted = label.dropFirst()
                return quoted.firstIndex(of: quote).flatMap { HTMLEncoding(label: String(decoding: quoted[..<$0], as: UTF8.self)) }
            }
            return HTMLEncoding(label: String(decoding: label.prefix { !$0.isHTMLWhitespace && $0 != UInt8(ascii: ";") }, as: UTF8.self))
        }
        return nil
    }
}

extension Array where Element == UInt8 {
    init(_ span: Span<UInt8>) {
        self = []
        append(span: span)
    }
}

/// Looks for an encoding declaration at the start of a document, before parsing.
///
/// - SeeAlso: [HTML 13.2.3.2, prescan a byte stream to determine its encoding](https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding)
private struct HTMLEncodingPrescan {
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
