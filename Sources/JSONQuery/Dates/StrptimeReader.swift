/// Reads a moment by a format of `strptime`, as the GNU C library does. Fields that the format does not name keep their initial values.
struct StrptimeReader {
    private let bytes: [UInt8]
    private var place = 0
    /// Years since 1900, as the rules for centuries need them.
    private var year = 0
    private var month = 0
    private var day = 0
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var weekday = unknownWeekday
    private var dayOfYear = unknownDayOfYear
    private var isHour12 = false
    private var isAfternoon = false
    private var century: Int?
    private var joinsCentury = false
    private var week: (number: Int, firstDay: Int)?
    private var hasMonth = false
    private var hasDay = false
    private var hasDayOfYear = false
    private var hasWeekday = false
    /// Whether a part of a date was read, so that weekday and day of the year can be computed.
    private var wantsDays = false

    /// The values that jq gives for a weekday and a day of the year that do not follow from the text.
    private static let unknownWeekday = 8
    private static let unknownDayOfYear = 367

    private init(_ text: String) { bytes = Array(text.utf8.prefix { $0 != 0 }) }

    /// Parses a text.
    ///
    /// - Returns: Year, month from 0, day, hour, minute, second, weekday from 0, day of the year from 0, and the text after them, which is
    ///   empty or begins with white space; nil if the text does not match the format.
    static func fields(_ text: String, _ format: String) -> (fields: [Int], rest: String)? {
        var reader = StrptimeReader(text)
        guard reader.read(Array(format.utf8.prefix { $0 != 0 })[...]) else { return nil }
        if let next = reader.peek, !isBlank(next) { return nil }
        reader.complete()
        let fields = [
            reader.year + 1900, reader.month, reader.day, reader.hour, reader.minute, reader.second, reader.weekday, reader.dayOfYear,
        ]
        return (fields, String(decoding: reader.bytes[reader.place...], as: UTF8.self))
    }

    private var peek: UInt8? { place < bytes.count ? bytes[place] : nil }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    private mutating func skipBlanks() { while let byte = peek, Self.isBlank(byte) { place += 1 } }

    // MARK: Computed fields

    private mutating func complete() {
        if isHour12, isAfternoon { hour += 12 }
        if let century { year = (century - 19) * 100 + (joinsCentury ? year % 100 : 0) }
        if wantsDays, !hasWeekday {
            if !(hasMonth && hasDay), hasDayOfYear { setDate(fromDayOfYear: dayOfYear) }
            weekday = time(month, day).weekday
        }
        if wantsDays, !hasDayOfYear { dayOfYear = time(month, day).dayOfYear }
        guard let week, hasWeekday else { return }
        let newYear = time(0, 1).weekday
        if !hasDayOfYear {
            dayOfYear = (7 - (newYear - week.firstDay)) % 7 + (week.number - 1) * 7 + (weekday - week.firstDay + 7) % 7
        }
        setDate(fromDayOfYear: dayOfYear)
    }

    private func time(_ month: Int, _ day: Int) -> CivilTime { CivilTime(year: year + 1900, month: month, day: day) }

    /// Sets month and day, unless they were read.
    private mutating func setDate(fromDayOfYear days: Int) {
        let date = CivilTime.date(daysSince1970: CivilTime.days(year: year + 1900, month: 0, day: 1) + days)
        if !hasMonth { month = date.month }
        if !hasDay { day = date.day }
    }

    // MARK: Reading

    private mutating func read(_ format: ArraySlice<UInt8>) -> Bool {
        var format = format
        while let byte = format.popFirst() {
            if Self.isBlank(byte) {
                skipBlanks()
            } else if byte != UInt8(ascii: "%") {
                guard peek == byte else { return false }
                place += 1
            } else {
                // Flags and widths mean nothing here.
                format = format.drop { "-_^#".utf8.contains($0) || Lexer.isDigit($0) }
                var modifier: UInt8?
                if let next = format.first, next == UInt8(ascii: "E") || next == UInt8(ascii: "O") { modifier = format.popFirst() }
                guard let code = format.popFirst() else { return false }
                if let modifier {
                    guard (modifier == UInt8(ascii: "E") ? "cCxXY" : "deHImMSUVWwy").utf8.contains(code) else { return false }
                }
                guard readField(Unicode.Scalar(code)) else { return false }
            }
        }
        return true
    }

    private mutating func read(_ format: String) -> Bool { read(Array(format.utf8)[...]) }

    private mutating func readField(_ code: Unicode.Scalar) -> Bool {
        switch code {
        case "Y":
            joinsCentury = false
            wantsDays = true
            return set(\.year, 4, 0...9999, from: 1900)
        case "y":
            guard let value = number(2, 0...99) else { return false }
            year = value < 69 ? 100 + value : value
            joinsCentury = true
            wantsDays = true
            return true
        case "C":
            century = number(2, 0...99)
            wantsDays = true
            return century != nil
        case "m":
            (hasMonth, wantsDays) = (true, true)
            return set(\.month, 2, 1...12, from: 1)
        case "b", "B", "h":
            (hasMonth, wantsDays) = (true, true)
            return setName(\.month, DateNames.months)
        case "d", "e":
            (hasDay, wantsDays) = (true, true)
            return set(\.day, 2, 1...31)
        case "j":
            hasDayOfYear = true
            return set(\.dayOfYear, 3, 1...366, from: 1)
        case "a", "A":
            hasWeekday = true
            return setName(\.weekday, DateNames.days)
        case "u", "w":
            hasWeekday = true
            guard set(\.weekday, 1, code == "u" ? 1...7 : 0...6) else { return false }
            weekday %= 7
            return true
        case "U", "W":
            guard let value = number(2, 0...53) else { return false }
            week = (value, code == "U" ? 0 : 1)
            return true
        case "V": return number(2, 0...53) != nil
        case "g": return number(2, 0...99) != nil
        case "G": return digits() != nil
        default: return readTime(code)
        }
    }

    private mutating func readTime(_ code: Unicode.Scalar) -> Bool {
        switch code {
        case "H", "k":
            isHour12 = false
            return set(\.hour, 2, 0...23)
        case "I", "l":
            isHour12 = true
            guard set(\.hour, 2, 1...12) else { return false }
            hour %= 12
            return true
        case "M": return set(\.minute, 2, 0...59)
        case "S": return set(\.second, 2, 0...61)
        case "p":
            guard let value = name(["AM", "PM"]) else { return false }
            isAfternoon = value == 1
            return true
        case "s":
            guard let value = digits(), let time = CivilTime(secondsSince1970: Double(value)) else { return false }
            (year, month, day) = (time.year - 1900, time.month, time.day)
            (hour, minute, second) = (time.hour, time.minute, Int(time.second))
            (weekday, dayOfYear) = (time.weekday, time.dayOfYear)
            return true
        case "z": return readZone()
        case "Z":
            skipBlanks()
            while let byte = peek, !Self.isBlank(byte) { place += 1 }
            return true
        case "T", "X": return read("%H:%M:%S")
        case "R": return read("%H:%M")
        case "r": return read("%I:%M:%S %p")
        case "D", "x": return read("%m/%d/%y")
        case "F": return read("%Y-%m-%d")
        case "c": return read("%a %b %e %H:%M:%S %Y")
        case "n", "t":
            skipBlanks()
            return true
        case "%":
            guard peek == UInt8(ascii: "%") else { return false }
            place += 1
            return true
        default: return false
        }
    }

    /// Reads a UTC offset of two or four digits, and ignores it, as jq does.
    private mutating func readZone() -> Bool {
        skipBlanks()
        guard let sign = peek else { return false }
        place += 1
        if sign == UInt8(ascii: "Z") { return true }
        guard sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return false }
        var value = 0
        var count = 0
        while count < 4, let byte = peek, Lexer.isDigit(byte) {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            place += 1
            count += 1
            if count == 2, peek == UInt8(ascii: ":"), place + 1 < bytes.count, Lexer.isDigit(bytes[place + 1]) { place += 1 }
        }
        return count == 2 || (count == 4 && value % 100 < 60)
    }

    /// All digits at the current position, without blanks before them.
    private mutating func digits() -> Int? {
        let start = place
        var value = 0
        while let byte = peek, Lexer.isDigit(byte) {
            value = min(value, Int.max / 100) * 10 + Int(byte - UInt8(ascii: "0"))
            place += 1
        }
        return place > start ? value : nil
    }

    /// A number that ends before it exceeds its range.
    private mutating func number(_ digits: Int, _ range: ClosedRange<Int>) -> Int? {
        skipBlanks()
        var value = 0
        var count = 0
        while count < digits, value * 10 <= range.upperBound, let byte = peek, Lexer.isDigit(byte) {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
            place += 1
            count += 1
        }
        return count > 0 && range.contains(value) ? value : nil
    }

    private mutating func set(
        _ field: WritableKeyPath<StrptimeReader, Int>, _ digits: Int, _ range: ClosedRange<Int>, from first: Int = 0
    ) -> Bool {
        guard let value = number(digits, range) else { return false }
        self[keyPath: field] = value - first
        return true
    }

    private mutating func setName(_ field: WritableKeyPath<StrptimeReader, Int>, _ names: [String]) -> Bool {
        guard let value = name(names) else { return false }
        self[keyPath: field] = value
        return true
    }

    /// The index of a name, whole or its first three letters, in upper or lower case.
    private mutating func name(_ names: [String]) -> Int? {
        for (index, name) in names.enumerated() {
            for length in [name.utf8.count, 3] where length <= name.utf8.count {
                let end = place + length
                guard end <= bytes.count, zip(bytes[place..<end], name.utf8).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) else { continue }
                place = end
                return index
            }
        }
        return nil
    }
}
