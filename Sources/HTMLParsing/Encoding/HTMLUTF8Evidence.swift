/// Whether bytes are UTF-8, and not text of a multi-byte encoding that is UTF-8 by chance.
public enum HTMLUTF8Evidence: Sendable {
    /// Not well-formed.
    case none
    /// All bytes are ASCII.
    case ascii
    /// The first character that is not ASCII is unfinished.
    case unfinished
    /// One or two characters of two bytes, none of them between letters of ASCII. One of six Chinese characters in GBK looks like that.
    case weak
    /// More than chance gives: a character of three bytes, three characters, or one between letters of ASCII, as in `Fähre`.
    case strong

    private static let convincingCount = 3

    /// Looks at bytes.
    ///
    /// - Parameters:
    ///   - bytes: The document, or its start.
    ///   - isWhole: Whether it ends here. Otherwise a character at the end may be unfinished.
    public init(in bytes: Span<UInt8>, isWhole: Bool) {
        let end = HTMLUTF8Repair.wellFormedPrefix(bytes, from: 0)
        guard end == bytes.count || !isWhole && HTMLUTF8Repair.isUnfinished(bytes, from: end) else {
            self = .none
            return
        }
        var count = 0
        for index in 0..<end where bytes[index] >= 0xC0 {
            count += 1
            let length = bytes[index] >= 0xE0 ? 3 : 2
            let isInWord = index > 0 && bytes[index - 1].isASCIILetter && index + length < end && bytes[index + length].isASCIILetter
            if length == 3 || count == Self.convincingCount || isInWord {
                self = .strong
                return
            }
        }
        self = count > 0 ? .weak : end < bytes.count ? .unfinished : .ascii
    }
}
