internal import HTMLParsing

/// White space and numbers in a text. ASCII is read byte by byte, because reading characters takes about twenty times as long.
extension Substring {
    /// The parts between white space.
    var words: [Substring] { split(.max) }

    /// Returns the first `count` words.
    func firstWords(_ count: Int) -> ArraySlice<Substring> { split(count).prefix(count) }

    private func split(_ maxSplits: Int) -> [Substring] {
        guard isASCII else { return split(maxSplits: maxSplits, whereSeparator: \.isWhitespace) }
        return utf8.split(maxSplits: maxSplits, whereSeparator: \.isFoldedSpace).map(Substring.init)
    }

    /// Whether the text contains a digit or another numeric character.
    var hasNumber: Bool { isASCII ? utf8.contains(where: \.isASCIIDigit) : contains(where: \.isNumber) }

    /// Whether the text has only white space.
    var isBlank: Bool { isASCII ? utf8.allSatisfy(\.isFoldedSpace) : allSatisfy(\.isWhitespace) }

    private var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
