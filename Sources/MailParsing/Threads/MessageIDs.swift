/// The identifiers of messages in the headers Message-ID, References and In-Reply-To.
public enum MessageIDs {
    /// Returns the identifiers in a text, without their brackets.
    ///
    /// A text with `<` is read as a header: what stands outside of the brackets, such as names and comments, is left out. Any other text is
    /// a list of identifiers with spaces between them.
    ///
    /// - SeeAlso: [RFC 5322 3.6.4, Identification Fields](https://www.rfc-editor.org/rfc/rfc5322#section-3.6.4)
    public static func read(_ text: String) -> [String] {
        let bytes = text.utf8
        guard bytes.contains(UInt8(ascii: "<")) else {
            return bytes.split(whereSeparator: isSpace).map { String(Substring($0)) }
        }
        var ids: [String] = []
        var start: String.Index?
        for (index, byte) in zip(bytes.indices, bytes) {
            if byte == UInt8(ascii: "<") {
                start = bytes.index(after: index)
            } else if byte == UInt8(ascii: ">"), let begin = start {
                // A header that was folded inside an identifier has white space there.
                let id = String(decoding: bytes[begin..<index].filter { !isSpace($0) }, as: UTF8.self)
                if !id.isEmpty { ids.append(id) }
                start = nil
            }
        }
        return ids
    }

    /// Returns one identifier without its brackets; nil for a text without any.
    ///
    /// - Parameter text: The identifier. Without brackets, it may have spaces inside.
    public static func readOne(_ text: String) -> String? {
        if text.utf8.contains(UInt8(ascii: "<")) { return read(text).first }
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) }) else { return nil }
        return String(text[first...last])
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
