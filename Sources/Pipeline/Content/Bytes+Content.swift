/// Characters in a buffer of UTF-8.
extension [UInt8] {
    /// The character that begins at `index` of well-formed UTF-8, and how many bytes it has.
    func scalar(at index: Int) -> (scalar: Unicode.Scalar, count: Int) {
        let first = UInt32(self[index])
        if first < 0x80 { return (Unicode.Scalar(UInt8(first)), 1) }
        let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
        guard first >= 0xC0, index + count <= self.count else { return ("\u{FFFD}", 1) }
        var value = first & (0xFF >> (UInt32(count) + 1))
        for next in self[index + 1..<index + count] { value = value << 6 | UInt32(next & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
    }

    /// Where the character begins that ends right before `index`.
    func startOfScalar(endingAt index: Int) -> Int {
        var start = index - 1
        while start > 0, index - start < 4, self[start] & 0xC0 == 0x80 { start -= 1 }
        return start
    }

    /// The class of the character that begins at `index`.
    func classAfter(_ index: Int) -> CharacterClass {
        let byte = self[index]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: index).scalar)
    }

    /// The class of the character that ends right before `index`.
    func classBefore(_ index: Int) -> CharacterClass {
        let byte = self[index - 1]
        return byte < 0x80 ? .ofASCII(byte) : .of(scalar(at: startOfScalar(endingAt: index)).scalar)
    }

    /// How many characters (scalars) the bytes hold.
    func characterCount(_ range: Range<Int>) -> Int {
        var count = 0
        for index in range where self[index] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}

/// Pieces of a buffer that are looked at without making strings of them: values of attributes, white space.
extension [UInt8] {
    /// The range without white space at its ends.
    func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isWhiteSpace { start += 1 }
        while end > start, self[end - 1].isWhiteSpace { end -= 1 }
        return start..<end
    }

    /// Whether the bytes of the range are the word, in any case.
    func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount && begins(with: word, range)
    }

    /// Whether the bytes of the range begin with the lower-case word, in any case.
    func begins(with word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count >= word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<letters.count {
                let byte = self[range.lowerBound + offset]
                if unsafe (byte &- 0x41 < 26 ? byte | 0x20 : byte) != letters[offset] { return false }
            }
            return true
        }
    }

    /// Whether the range begins with the number zero: `0`, `0px`, `0.0`.
    func isZero(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        guard index < range.upperBound, self[index] == 0x30 else { return false }
        while index < range.upperBound, self[index] == 0x30 || self[index] == 0x2E { index += 1 }
        return index == range.upperBound || !self[index].isDigit
    }

    /// The whole number that the range begins with, if it is in pixels or has no unit.
    func pixels(_ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        var value = 0
        while index < range.upperBound, self[index].isDigit, index - range.lowerBound < 9 {
            value = value * 10 + Int(self[index] - 0x30)
            index += 1
        }
        guard index > range.lowerBound else { return nil }
        return index == range.upperBound || !(self[index] == 0x25 || self[index] | 0x20 == 0x65) ? value : nil
    }

    /// The value of a declaration of a style attribute, or nil.
    func declaration(_ name: StaticString, in range: Range<Int>) -> Range<Int>? {
        for part in self[range].split(separator: 0x3B) {
            guard let colon = part.firstIndex(of: 0x3A), matches(name, trimmed(part.startIndex..<colon)) else { continue }
            return trimmed(colon + 1..<part.endIndex)
        }
        return nil
    }

    /// Whether the range is white space only.
    func isBlank(_ range: Range<Int>) -> Bool { self[range].allSatisfy { $0.isWhiteSpace } }
}

extension UInt8 {
    /// Space, tab, line feed, vertical tab, form feed or carriage return: what is folded into one space.
    var isWhiteSpace: Bool { self == 0x20 || (self >= 0x09 && self <= 0x0D) }

    var isDigit: Bool { self &- 0x30 < 10 }

    var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }

    var isASCIIPunctuation: Bool { CharacterClass.ofASCII(self) == .punctuation }

    /// The digit for a value from 0 to 15.
    static func hexDigit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x37 + value }
}
