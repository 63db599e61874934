/// What the declarations of a style attribute mean for a reader of text.
struct InlineStyle {
    /// Nothing of the element is shown.
    private(set) var isHidden = false
    /// Whether text gets a size of zero (true) or an absolute size above it (false); nil if the size stays what it is.
    private(set) var hasNoTextSize: Bool?
    /// Bold is taken back, as word processors do on the element they put around everything.
    private(set) var isNotBold = false
    /// Width and height in pixels, as far as they are given so.
    private(set) var width: Int?
    private(set) var height: Int?
    /// Line ends of the source are shown.
    private(set) var keepsLineEnds = false

    /// Reads the declarations between semicolons; of what is not known here nothing is taken.
    ///
    /// - Parameters:
    ///   - bytes: A buffer that holds the attribute's value.
    ///   - range: Where the value stands in it.
    init(_ bytes: [UInt8], in range: Range<Int>) {
        var hasNoHeight = false
        var hidesOverflow = false
        var start = range.lowerBound
        while start < range.upperBound {
            var end = start
            var colon = -1
            while end < range.upperBound, bytes[end] != 0x3B {
                if bytes[end] == 0x3A, colon < 0 { colon = end }
                end += 1
            }
            if colon >= 0 {
                let name = bytes.trimmed(start..<colon)
                let value = bytes.trimmed(colon + 1..<end)
                switch name.count {
                case 5 where bytes.matches("width", name): width = bytes.pixels(value)
                case 6 where bytes.matches("height", name): height = bytes.pixels(value)
                case 7 where bytes.matches("display", name): isHidden = bytes.begins(with: "none", value)
                case 7 where bytes.matches("opacity", name): hidesOverflow = hidesOverflow || bytes.isZero(value)
                case 8 where bytes.matches("mso-hide", name): isHidden = isHidden || bytes.begins(with: "all", value)
                case 8 where bytes.matches("overflow", name): hidesOverflow = hidesOverflow || bytes.begins(with: "hidden", value)
                case 9 where bytes.matches("font-size", name): readTextSize(bytes, value)
                case 10 where bytes.matches("visibility", name): isHidden = isHidden || bytes.begins(with: "hidden", value)
                case 10 where bytes.matches("max-height", name): hasNoHeight = bytes.isZero(value)
                case 11 where bytes.matches("font-weight", name):
                    isNotBold = bytes.begins(with: "normal", value) || bytes.begins(with: "400", value)
                case 11 where bytes.matches("white-space", name): keepsLineEnds = bytes.begins(with: "pre", value)
                default: break
                }
            }
            start = end + 1
        }
        if hasNoHeight, hidesOverflow || hasNoTextSize == true { isHidden = true }
    }

    private mutating func readTextSize(_ bytes: [UInt8], _ value: Range<Int>) {
        if bytes.isZero(value) {
            hasNoTextSize = true
        } else if !value.isEmpty, bytes[value.upperBound - 1] != 0x25, bytes[value.upperBound - 1] | 0x20 != 0x6D {
            hasNoTextSize = false
        } else if value.count > 3, bytes[value.upperBound - 3] | 0x20 == 0x72 {
            // rem is absolute, em is not.
            hasNoTextSize = false
        }
    }
}

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
}
