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
        return (inBrackets(Array(bytes)) ?? []).map { String(decoding: $0, as: UTF8.self) }
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

    /// Returns the identifiers in the value of a header.
    ///
    /// - Parameters:
    ///   - bytes: The value on one line.
    ///   - isLenient: Whether a word without brackets is an identifier. Otherwise words without brackets need an `@`.
    static func inHeader(_ bytes: [UInt8], isLenient: Bool) -> [String] {
        if let found = inBrackets(bytes) { return found.map { MailCharset.guessed($0) } }
        let words = bytes.split { $0 <= 0x20 || $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "<") }
        // An old `In-Reply-To` may have a sentence with an address.
        guard isLenient ? words.count == 1 : words.allSatisfy({ $0.contains(UInt8(ascii: "@")) }) else { return [] }
        return words.map { MailCharset.guessed(Array($0)) }
    }

    /// What stands between brackets, without white space, which a header has where it was folded; nil if there are no brackets.
    private static func inBrackets(_ bytes: [UInt8]) -> [[UInt8]]? {
        var ids: [[UInt8]] = []
        var start: Int?
        var hasBrackets = false
        for (index, byte) in bytes.enumerated() {
            if byte == UInt8(ascii: "<") {
                start = index + 1
            } else if byte == UInt8(ascii: ">"), let begin = start {
                hasBrackets = true
                let id = bytes[begin..<index].filter { $0 > 0x20 }
                if !id.isEmpty { ids.append(id) }
                start = nil
            }
        }
        return hasBrackets ? ids : nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
