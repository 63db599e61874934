/// Reads the lengths and shares of styles in a buffer of UTF-8.
extension [UInt8] {
    /// The number of CSS pixels of a letter's size, and of a hundredth of the window, where only a browser knows them.
    private static let usualSize = 16.0
    private static let windowShare = 20.0
    /// The longest number, in bytes.
    private static let maximumDigits = 20

    /// Returns the length in CSS pixels, rounded up; nil if it depends on the element around it, or if it is none.
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

    /// Returns a number, or a percentage as a share of one; nil for anything else.
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

    /// The arguments of a function. Those that are formulas of several arguments are unknown.
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
