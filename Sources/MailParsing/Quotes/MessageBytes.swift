internal import HTMLParsing

/// The bytes of a message as the rules about quotes read them: lines and white space of all scripts.
extension [UInt8] {
    /// How many bytes the white space has that begins here; 0 if something else does.
    func whiteSpaceCount(at index: Int, end: Int) -> Int {
        let byte = self[index]
        if byte < 0x80 { return byte.isFoldedSpace ? 1 : 0 }
        let rest = end - index
        switch byte {
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

    /// How many bytes the white space has that ends here; 0 if something else does.
    func whiteSpaceCount(before end: Int, start: Int) -> Int {
        let byte = self[end - 1]
        if byte < 0x80 { return byte.isFoldedSpace ? 1 : 0 }
        for count in 2...3 where end - count >= start && whiteSpaceCount(at: end - count, end: end) == count { return count }
        return 0
    }

    /// Whether the range is white space of any script.
    func showsNothing(_ range: Range<Int>) -> Bool { skippingWhiteSpace(range.lowerBound, range.upperBound) == range.upperBound }

    /// Where the white space ends that begins here.
    ///
    /// - Parameter isMark: Whether a byte of ASCII counts as white space, too.
    @inline(__always)
    func skippingWhiteSpace(_ start: Int, _ end: Int, and isMark: (UInt8) -> Bool = { _ in false }) -> Int {
        var index = start
        while index < end {
            let count = isMark(self[index]) ? 1 : whiteSpaceCount(at: index, end: end)
            if count == 0 { break }
            index += count
        }
        return index
    }

    /// Where the white space begins that ends here.
    ///
    /// - Parameter isMark: Whether a byte of ASCII counts as white space, too.
    @inline(__always)
    func droppingWhiteSpace(_ start: Int, _ end: Int, and isMark: (UInt8) -> Bool = { _ in false }) -> Int {
        var index = end
        while index > start {
            let count = isMark(self[index - 1]) ? 1 : whiteSpaceCount(before: index, start: start)
            if count == 0 { break }
            index -= count
        }
        return index
    }

    /// The lines, without their ends.
    func lines() -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var start = 0
        var index = 0
        while index < count {
            let length = lineEndCount(at: index)
            if length > 0 {
                lines.append(start..<index)
                start = index + length
            }
            index += Swift.max(length, 1)
        }
        lines.append(start..<count)
        return lines
    }

    /// How many bytes the line end has that stands here.
    private func lineEndCount(at index: Int) -> Int {
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
