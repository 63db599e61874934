/// Reads digits, words and signs of a date.
package struct DateScanner {
    private let bytes: [UInt8]
    /// The offset of the next byte.
    package private(set) var place = 0

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether nothing is left.
    package var isAtEnd: Bool { place >= bytes.count }
    /// The next byte; nil at the end.
    package var next: UInt8? { place < bytes.count ? bytes[place] : nil }
    /// The number of digits that come next.
    package var digitCount: Int { bytes[place...].prefix(while: Self.isDigit).count }

    /// Whether a digit follows the next byte.
    package var hasDigitBehind: Bool { place + 1 < bytes.count && Self.isDigit(bytes[place + 1]) }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Skips white space.
    package mutating func skipBlanks() {
        while let byte = next, byte == 0x20 || (0x09...0x0D).contains(byte) { place += 1 }
    }

    /// Skips a character. Returns whether it came next.
    package mutating func skip(_ scalar: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: scalar) else { return false }
        place += 1
        return true
    }

    /// Skips the next character if it is one of a set, and returns it; nil otherwise.
    package mutating func skipAny(of characters: String) -> UInt8? {
        guard let byte = next, characters.utf8.contains(byte) else { return nil }
        place += 1
        return byte
    }

    /// The next digits as a number; nil if there are fewer.
    package mutating func number(_ count: Int) -> Int? {
        guard count > 0, digitCount >= count else { return nil }
        let value = bytes[place..<place + count].reduce(0) { $0 * 10 + Int($1 & 15) }
        place += count
        return value
    }

    /// All digits that come next.
    package mutating func digits() -> Substring {
        let start = place
        place += digitCount
        return Substring(String(decoding: bytes[start..<place], as: UTF8.self))
    }

    /// The next letters in lower case; empty if there are none.
    package mutating func word() -> String {
        let start = place
        while let byte = next, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) { place += 1 }
        return String(decoding: bytes[start..<place].map { $0 | 0x20 }, as: UTF8.self)
    }

    /// Skips blanks and comments in parentheses, which may be nested. Returns false if one has no end.
    package mutating func skipComments() -> Bool {
        skipBlanks()
        while skip("(") {
            var depth = 1
            while depth > 0 {
                guard let byte = next else { return false }
                place += byte == UInt8(ascii: "\\") ? 2 : 1
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
            }
            skipBlanks()
        }
        return true
    }

    /// A time of the day, such as `9:05`, `14:05:00.25` or `140500`, into fields; false if there is none.
    package mutating func time(into fields: inout DateFields) -> Bool {
        let count = digitCount
        let isBasic = count == 4 || count == 6
        guard count == 1 || count == 2 || isBasic, let hour = number(isBasic ? 2 : count) else { return false }
        (fields.hour, fields.minute, fields.second, fields.hasTime) = (hour, 0, 0, true)
        var unit = 3600
        if count != 2 { fields.departures.insert(.otherForm) }
        if isBasic || skip(":") {
            guard let minute = number(2) else { return false }
            fields.minute = minute
            unit = 60
            if isBasic ? count == 6 : skip(":") {
                guard let second = number(2) else { return false }
                fields.second = second
                unit = 1
            }
        } else {
            if count == 1 { return false }
            fields.departures.insert(.otherForm)
        }
        if unit > 1 { fields.departures.insert(.noSeconds) }
        if let sign = next, sign == UInt8(ascii: ".") || sign == UInt8(ascii: ","), hasDigitBehind {
            place += 1
            if sign == UInt8(ascii: ",") { fields.departures.insert(.commaFraction) }
            if unit > 1 { fields.departures.insert(.otherForm) }
            add(fraction: digits(), of: unit, to: &fields)
        }
        return digitCount == 0
    }

    /// Adds the fraction of a second; converts that of an hour or a minute to minutes and seconds.
    private func add(fraction: Substring, of unit: Int, to fields: inout DateFields) {
        guard unit > 1 else { return fields.fraction = fraction }
        let scale = 1_000_000_000
        let digits = fraction.prefix(9)
        let value = (Int(digits) ?? 0) * [1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000][9 - digits.utf8.count]
        let nanoseconds = value * unit
        fields.minute += nanoseconds / scale / 60
        fields.second = nanoseconds / scale % 60
        let rest = String(nanoseconds % scale)
        fields.fraction = Substring(String(repeating: "0", count: 9 - rest.utf8.count) + rest)
    }

    /// Reads `am` or `pm` after a time.
    package mutating func halfDay(into fields: inout DateFields) {
        let start = place
        skipBlanks()
        var word = word()
        if word.utf8.count == 1, skip(".") { word += self.word() }
        if word == "am" || word == "pm" {
            _ = skip(".")
            fields.isAfternoon = word == "pm"
            fields.departures.insert(.otherForm)
        } else {
            place = start
        }
    }

    /// A UTC offset, such as `+01:00`, `-0500` or `+01`; nil if there is none or it is impossible.
    package mutating func offset() -> Int? {
        let start = place
        if let sign = skipAny(of: "+-"), [2, 4].contains(digitCount), let hours = number(2), hours < 24 {
            var minutes: Int? = 0
            if digitCount == 2 || next == UInt8(ascii: ":") {
                _ = skip(":")
                minutes = number(2)
            }
            if let minutes, minutes < 60, digitCount == 0, next != UInt8(ascii: ":") {
                return (sign == UInt8(ascii: "-") ? -60 : 60) * (hours * 60 + minutes)
            }
        }
        place = start
        return nil
    }
}
