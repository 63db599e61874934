extension HTMLDocument {
    /// Returns plain text as HTML, with character references for `&`, `<` and `>`. Unlike the text of a serialized document, a no-break space
    /// stays as it is.
    ///
    /// - Parameters:
    ///   - text: Plain text.
    ///   - inAttribute: Whether the text becomes the value of an attribute in double quotes, so that `"` needs a reference, too.
    public static func escaped(_ text: String, inAttribute: Bool = false) -> String {
        var bytes: [UInt8] = []
        var plain = text.utf8[...]
        while let index = plain.firstIndex(where: { reference(for: $0, inAttribute: inAttribute) != nil }) {
            bytes += plain[..<index]
            bytes += (reference(for: plain[index], inAttribute: inAttribute) ?? "").utf8
            plain = plain[plain.index(after: index)...]
        }
        if bytes.isEmpty { return text }
        bytes += plain
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func reference(for byte: UInt8, inAttribute: Bool) -> String? {
        switch byte {
        case UInt8(ascii: "&"): "&amp;"
        case UInt8(ascii: "<"): "&lt;"
        case UInt8(ascii: ">"): "&gt;"
        case UInt8(ascii: "\"") where inAttribute: "&quot;"
        default: nil
        }
    }
}
