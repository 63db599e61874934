/// Reads numbers with fixed digits from the start of a text: dates of messages, articles and cursors, one for each item.
public struct DigitReader {
    private var rest: Substring.UTF8View

    /// - Parameter text: The text, which is read from its start.
    public init(_ text: String) { rest = text[...].utf8 }

    /// Whether nothing is left.
    public var isAtEnd: Bool { rest.isEmpty }

    /// Passes over one of some characters.
    ///
    /// - Returns: Whether one of them came next.
    public mutating func skip(_ characters: Unicode.Scalar...) -> Bool {
        guard let first = rest.first, characters.contains(Unicode.Scalar(first)) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Reads all digits that come next.
    public mutating func digits() -> String {
        let found = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        rest = rest.dropFirst(found.count)
        return String(decoding: found, as: UTF8.self)
    }

    /// Reads a number with exactly `count` digits; nil if fewer come next.
    public mutating func number(_ count: Int) -> Int? {
        let start = rest.prefix(count)
        guard start.count == count, start.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        rest = rest.dropFirst(count)
        return Int(String(decoding: start, as: UTF8.self))
    }

    /// Reads `Z` or an offset from UTC, in seconds.
    public mutating func offset() -> Int? {
        if skip("Z", "z") { return 0 }
        let sign: Int
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(2), hours < 24 else { return nil }
        if isAtEnd { return sign * hours * 3600 }
        _ = skip(":")
        guard let minutes = number(2), minutes < 60 else { return nil }
        return sign * (hours * 3600 + minutes * 60)
    }
}
