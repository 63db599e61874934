/// Reads attribute values and white space in a buffer of UTF-8 without creating strings.
extension [UInt8] {
    /// Returns the range without ASCII white space at its ends.
    package func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, self[start].isHTMLWhitespace { start += 1 }
        while end > start, self[end - 1].isHTMLWhitespace { end -= 1 }
        return start..<end
    }

    /// Whether the range equals the lower-case word, ignoring ASCII case.
    package func matches(_ word: StaticString, _ range: Range<Int>) -> Bool {
        range.count == word.utf8CodeUnitCount && begins(with: word, range)
    }

    /// Whether the range begins with the lower-case word, ignoring ASCII case.
    package func begins(with word: StaticString, _ range: Range<Int>) -> Bool {
        guard range.count >= word.utf8CodeUnitCount else { return false }
        return word.withUTF8Buffer { letters in
            for offset in 0..<letters.count {
                if unsafe self[range.lowerBound + offset].asciiLowercased != letters[offset] { return false }
            }
            return true
        }
    }

    /// Whether the range begins with a number equal to zero: `0`, `0px`, `0.0`, `.0`.
    package func isZero(_ range: Range<Int>) -> Bool {
        var index = range.lowerBound
        while index < range.upperBound, self[index] == 0x30 || self[index] == 0x2E { index += 1 }
        return self[range.lowerBound..<index].contains(0x30) && (index == range.upperBound || !self[index].isASCIIDigit)
    }

    /// Returns the integer at the start of the range, or nil if there is none or its unit is `%`, `em` or `ex`.
    package func pixels(_ range: Range<Int>) -> Int? {
        var index = range.lowerBound
        var value = 0
        while index < range.upperBound, self[index].isASCIIDigit, index - range.lowerBound < 9 {
            value = value * 10 + Int(self[index] - 0x30)
            index += 1
        }
        guard index > range.lowerBound else { return nil }
        return index == range.upperBound || !(self[index] == 0x25 || self[index] | 0x20 == 0x65) ? value : nil
    }

    /// Returns the range of a property's value in the declarations of a style attribute, or nil if it is not declared.
    package func declaration(_ name: StaticString, in range: Range<Int>) -> Range<Int>? {
        for part in self[range].split(separator: 0x3B) {
            guard let colon = part.firstIndex(of: 0x3A), matches(name, trimmed(part.startIndex..<colon)) else { continue }
            return trimmed(colon + 1..<part.endIndex)
        }
        return nil
    }

    /// Whether the range holds only ASCII white space.
    package func isBlank(_ range: Range<Int>) -> Bool { self[range].allSatisfy { $0.isHTMLWhitespace } }
}
