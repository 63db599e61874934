internal import HTMLParsing

/// Lines and Unicode white space in a buffer of UTF-8.
extension [UInt8] {
    /// The length in bytes of the white-space character that begins at an offset; 0 for another character.
    @inline(__always)
    func whiteSpaceLength(at index: Int, end: Int) -> Int {
        let byte = self[index]
        if byte < 0x80 { return byte.isFoldedSpace ? 1 : 0 }
        return wideWhiteSpaceLength(at: index, end: end)
    }

    private func wideWhiteSpaceLength(at index: Int, end: Int) -> Int {
        let rest = end - index
        switch self[index] {
        case 0xC2 where rest > 1: return self[index + 1] == 0x85 || self[index + 1] == 0xA0 ? 2 : 0
        case 0xE1 where rest > 2: return self[index + 1] == 0x9A && self[index + 2] == 0x80 ? 3 : 0
        case 0xE2 where rest > 2:
            let last = self[index + 2]
            if self[index + 1] == 0x80 { return last <= 0x8A || last == 0xA8 || last == 0xA9 || last == 0xAF ? 3 : 0 }
            return self[index + 1] == 0x81 && last == 0x9F ? 3 : 0
        case 0xE3 where rest > 2: return self[index + 1] == 0x80 && self[index + 2] == 0x80 ? 3 : 0
        default: return 0
        }
    }

    /// The length in bytes of the white-space character that ends at an offset; 0 for another character.
    func whiteSpaceLength(before end: Int, start: Int) -> Int {
        let byte = self[end - 1]
        if byte < 0x80 { return byte.isFoldedSpace ? 1 : 0 }
        for count in 2...3 where end - count >= start && whiteSpaceLength(at: end - count, end: end) == count { return count }
        return 0
    }

    /// Whether a range has only Unicode white space.
    func isUnicodeBlank(_ range: Range<Int>) -> Bool { skippingWhiteSpace(range.lowerBound, range.upperBound) == range.upperBound }

    /// The offset after the white space that begins at `start`.
    ///
    /// - Parameters:
    ///   - start: The first offset.
    ///   - end: The end of the search.
    ///   - isMark: Whether to skip an ASCII byte like white space.
    @inline(__always)
    func skippingWhiteSpace(_ start: Int, _ end: Int, and isMark: (UInt8) -> Bool = { _ in false }) -> Int {
        var index = start
        while index < end {
            let count = isMark(self[index]) ? 1 : whiteSpaceLength(at: index, end: end)
            if count == 0 { break }
            index += count
        }
        return index
    }

    /// The start offset of the white space that ends at `end`.
    ///
    /// - Parameters:
    ///   - start: The limit of the search.
    ///   - end: The end of the text.
    ///   - isMark: Whether to drop an ASCII byte like white space.
    @inline(__always)
    func droppingWhiteSpace(_ start: Int, _ end: Int, and isMark: (UInt8) -> Bool = { _ in false }) -> Int {
        var index = end
        while index > start {
            let count = isMark(self[index - 1]) ? 1 : whiteSpaceLength(before: index, start: start)
            if count == 0 { break }
            index -= count
        }
        return index
    }

    /// The ranges of the lines, without line ends.
    func lines() -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < count {
            let length = lineEndLength(at: index)
            if length > 0 {
                lines.append(start..<index)
                start = index + length
            }
            index += Swift.max(length, 1)
        }
        lines.append(start..<count)
        return lines
    }

    /// The length in bytes of the line end at an offset; 0 for other bytes.
    private func lineEndLength(at index: Int) -> Int {
        switch self[index] {
        case 0x0D: return index + 1 < count && self[index + 1] == 0x0A ? 2 : 1
        case 0x0A...0x0C: return 1
        case 0xC2: return index + 1 < count && self[index + 1] == 0x85 ? 2 : 0
        case 0xE2:
            guard index + 2 < count, self[index + 1] == 0x80 else { return 0 }
            return self[index + 2] == 0xA8 || self[index + 2] == 0xA9 ? 3 : 0
        default: return 0
        }
    }
}

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

extension String {
    /// Whether the bytes of a phrase occur in the text. It takes much less time than a search for characters.
    func hasBytes(_ phrase: String) -> Bool {
        let (bytes, wanted) = (utf8Span.span, phrase.utf8Span.span)
        guard bytes.count >= wanted.count else { return false }
        for start in 0...(bytes.count - wanted.count) where bytes[start] == wanted[0] {
            var index = 1
            while index < wanted.count, bytes[start + index] == wanted[index] { index += 1 }
            if index == wanted.count { return true }
        }
        return false
    }
}
