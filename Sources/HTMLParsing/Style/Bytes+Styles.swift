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

/// Comments and `!important` in the declarations of a style attribute.
extension [UInt8] {
    /// Returns the declarations with each comment replaced by a space, or nil if there is no comment. `/*` inside a string or an unquoted
    /// `url()` starts no comment.
    ///
    /// - SeeAlso: [CSS Syntax 4.3.2, Consume comments](https://www.w3.org/TR/css-syntax-3/#consume-comment)
    func withoutComments(_ range: Range<Int>) -> [UInt8]? {
        guard commentStart(range.lowerBound, range.upperBound) != nil else { return nil }
        var plain: [UInt8] = []
        var index = range.lowerBound
        var quote: UInt8?
        while index < range.upperBound {
            let byte = self[index]
            if quote == nil, byte == 0x2F, index + 1 < range.upperBound, self[index + 1] == 0x2A {
                plain.append(0x20)
                index += 2
                while index < range.upperBound, !(self[index] == 0x2A && index + 1 < range.upperBound && self[index + 1] == 0x2F) {
                    index += 1
                }
                index = Swift.min(index + 2, range.upperBound)
                continue
            }
            if quote == nil, begins(with: "url(", index..<range.upperBound) {
                let end = self[index..<range.upperBound].firstIndex { $0 == 0x29 || $0 == 0x22 || $0 == 0x27 } ?? range.upperBound
                plain.append(contentsOf: self[index..<end])
                index = end
                continue
            }
            if byte == quote {
                quote = nil
            } else if quote == nil, byte == 0x22 || byte == 0x27 {
                quote = byte
            }
            plain.append(byte)
            index += 1
        }
        return plain
    }

    private func commentStart(_ start: Int, _ end: Int) -> Int? {
        var index = start
        while index + 1 < end {
            if self[index] == 0x2F, self[index + 1] == 0x2A { return index }
            index += 1
        }
        return nil
    }

    /// Returns the part of the value before `!important`, or nil if the value does not end with it.
    func withoutImportance(_ value: Range<Int>) -> Range<Int>? {
        let word = "important".utf8.count
        guard value.count > word, matches("important", value.upperBound - word..<value.upperBound) else { return nil }
        let rest = trimmed(value.lowerBound..<value.upperBound - word)
        guard !rest.isEmpty, self[rest.upperBound - 1] == 0x21 else { return nil }
        return trimmed(rest.lowerBound..<rest.upperBound - 1)
    }
}

/// Reads lengths, numbers and percentages of styles in a buffer of UTF-8.
extension [UInt8] {
    /// The assumed lengths of `1em` and `1vw`, in CSS pixels. Only a browser knows the real ones.
    private static let usualSize = 16.0
    private static let windowShare = 20.0
    /// The longest number, in bytes.
    private static let maximumDigits = 20

    /// Returns the length in CSS pixels, rounded up; nil if it depends on the parent element, or if the value is no length.
    ///
    /// A formula counts only if it compares lengths: `calc(1px)`, `min(1px, 5vw)`, `clamp(1px, 2px, 3px)`.
    func length(_ range: Range<Int>) -> Int? {
        if begins(with: "calc(", range) { return length(argument(range.dropFirst(5))) }
        if begins(with: "min(", range) { return lengths(range.dropFirst(4)).compactMap { $0 }.min() }
        if begins(with: "max(", range) { return lengths(range.dropFirst(4)).reduce(0) { greater($0, $1) } }
        if begins(with: "clamp(", range) {
            let limits = lengths(range.dropFirst(6))
            return limits.count == 3 ? greater(limits[0], limits.dropFirst().compactMap { $0 }.min()) : nil
        }
        guard let (number, unit) = measure(range) else { return nil }
        let factor: Double
        switch unit.count {
        case 0: factor = 1
        case 1 where matches("q", unit): factor = 96 / 101.6
        case 2 where matches("px", unit): factor = 1
        case 2 where matches("pt", unit): factor = 96 / 72
        case 2 where matches("pc", unit): factor = 16
        case 2 where matches("in", unit): factor = 96
        case 2 where matches("cm", unit): factor = 96 / 2.54
        case 2 where matches("mm", unit): factor = 96 / 25.4
        case 2 where matches("em", unit) || matches("ex", unit) || matches("ch", unit), 3 where matches("rem", unit):
            factor = Self.usualSize
        case 2 where matches("vw", unit) || matches("vh", unit), 4 where matches("vmin", unit) || matches("vmax", unit):
            factor = Self.windowShare
        default: return nil
        }
        return Int(Swift.min(number * factor, 1_000_000).rounded(.up))
    }

    /// Returns a number, or a percentage as a fraction; nil for anything else.
    func share(_ range: Range<Int>) -> Double? {
        guard let (number, unit) = measure(range) else { return nil }
        return unit.isEmpty ? number : matches("%", unit) ? number / 100 : nil
    }

    /// Whether the range is a length that depends on the size of the text.
    func isOfText(_ range: Range<Int>) -> Bool {
        guard let (_, unit) = measure(range), unit.count == 2 else { return false }
        return matches("em", unit) || matches("ex", unit) || matches("ch", unit)
    }

    private func greater(_ first: Int?, _ second: Int?) -> Int? {
        guard let first, let second else { return nil }
        return Swift.max(first, second)
    }

    /// The lengths of a function's arguments; nil for an argument that is a function of several arguments itself.
    private func lengths(_ range: Range<Int>) -> [Int?] {
        self[argument(range)].split(separator: UInt8(ascii: ",")).map { length(trimmed($0.indices)) }
    }

    /// The content of parentheses that end the range.
    private func argument(_ range: Range<Int>) -> Range<Int> {
        guard let last = range.last, self[last] == UInt8(ascii: ")") else { return range.lowerBound..<range.lowerBound }
        return trimmed(range.lowerBound..<last)
    }

    private func measure(_ range: Range<Int>) -> (number: Double, unit: Range<Int>)? {
        let start = begins(with: "+", range) ? range.lowerBound + 1 : range.lowerBound
        let end = (start..<range.upperBound).first { !self[$0].isASCIIDigit && self[$0] != UInt8(ascii: ".") } ?? range.upperBound
        guard end - start <= Self.maximumDigits, let number = Double("0" + String(decoding: self[start..<end], as: UTF8.self)), end > start
        else { return nil }
        return (number, end..<range.upperBound)
    }
}
