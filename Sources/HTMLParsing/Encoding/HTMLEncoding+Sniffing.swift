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

    /// UTF-16 without a mark: the `<` of the first tag and the character behind it have a zero byte each. The standard leaves this out.
    private static func wideMarkup(_ bytes: Span<UInt8>) -> HTMLEncoding? {
        guard bytes.count >= 4 else { return nil }
        switch (bytes[0], bytes[1], bytes[2], bytes[3]) {
        case (0x3C, 0, 0x21..., 0): return .utf16LE
        case (0, 0x3C, 0, 0x21...): return .utf16BE
        default: return nil
        }
    }

    /// Returns the length in bytes of a UTF-8 byte order mark at the start: 3 or 0.
    static func byteOrderMarkLength(_ bytes: Span<UInt8>) -> Int {
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
