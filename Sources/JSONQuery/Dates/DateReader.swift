/// Reads a moment by a format of `strptime`.
struct DateReader {
    private var rest: Substring.UnicodeScalarView
    private var year = 1900
    private var month = 0
    private var day: Int?
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var isAfternoon: Bool?
    private var dayOfYear: Int?
    private var century: Int?
    private var weekday: Int?
    private var week: (number: Int, firstDay: Int)?
    private var moment: CivilTime?

    private init(_ text: String) { rest = text[...].unicodeScalars }

    /// Parses a text. Returns nil if it does not match the format.
    static func time(_ text: String, _ format: String) -> CivilTime? {
        var reader = DateReader(text)
        guard reader.read(format), reader.rest.isEmpty else { return nil }
        return reader.time
    }

    private var time: CivilTime? {
        if let moment { return moment }
        var year = year
        if let century { year = century * 100 + CivilTime.modulo(year, 100) }
        var hour = hour
        if let isAfternoon { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        var time = CivilTime(year: year, month: month, day: day ?? 1, hour: hour, minute: minute, second: Double(second))
        if day == nil, let dayOfYear {
            (time.month, time.day) = (0, dayOfYear + 1)
        } else if day == nil, let week, let weekday {
            let newYear = CivilTime(year: year, month: 0, day: 1).weekday
            let first = CivilTime.modulo(week.firstDay - newYear, 7)
            (time.month, time.day) = (0, first + 7 * (week.number - 1) + CivilTime.modulo(weekday - week.firstDay, 7) + 1)
        }
        return time.normalized
    }

    private mutating func read(_ format: String) -> Bool {
        var format = format.unicodeScalars[...]
        while let scalar = format.popFirst() {
            if scalar.properties.isWhitespace {
                skipBlanks()
            } else if scalar != "%" {
                guard rest.popFirst() == scalar else { return false }
            } else {
                while let next = format.first, "-_0^#EO".unicodeScalars.contains(next) { format.removeFirst() }
                guard let code = format.popFirst(), readField(code) else { return false }
            }
        }
        return true
    }

    private mutating func readField(_ code: Unicode.Scalar) -> Bool {
        switch code {
        case "Y": return set(\.year, digits: 4, within: -9999...9999, isSigned: true)
        case "y":
            guard let value = number(2, 0...99) else { return false }
            year = value < 69 ? 2000 + value : 1900 + value
            return true
        case "C": return set(\.century, within: 0...99)
        case "m":
            guard let value = number(2, 1...12) else { return false }
            month = value - 1
            return true
        case "d", "e": return set(\.day, within: 1...31)
        case "H", "k": return set(\.hour, within: 0...23)
        case "I", "l": return set(\.hour, within: 1...12)
        case "M": return set(\.minute, within: 0...59)
        case "S": return set(\.second, within: 0...61)
        case "j":
            guard let value = number(3, 1...366) else { return false }
            dayOfYear = value - 1
            return true
        case "a", "A": return setName(\.weekday, DateNames.days)
        case "b", "B", "h":
            guard let value = name(DateNames.months) else { return false }
            month = value
            return true
        case "p", "P":
            guard let value = name(["AM", "PM"]) else { return false }
            isAfternoon = value == 1
            return true
        case "u":
            guard let value = number(1, 1...7) else { return false }
            weekday = value % 7
            return true
        case "w": return set(\.weekday, digits: 1, within: 0...6)
        case "U", "W":
            guard let value = number(2, 0...53) else { return false }
            week = (value, code == "U" ? 0 : 1)
            return true
        case "V", "g": return number(2, 0...99) != nil
        case "G": return number(4, 0...9999) != nil
        case "s":
            guard let value = number(15, -999_999_999_999_999...999_999_999_999_999, isSigned: true) else { return false }
            moment = CivilTime(secondsSince1970: Double(value))
            return true
        case "z": return readZone()
        case "Z":
            let word = rest.prefix { $0.properties.isAlphabetic }
            rest.removeFirst(word.count)
            return !word.isEmpty
        case "T": return read("%H:%M:%S")
        case "R": return read("%H:%M")
        case "r": return read("%I:%M:%S %p")
        case "D", "x": return read("%m/%d/%y")
        case "X": return read("%H:%M:%S")
        case "F": return read("%Y-%m-%d")
        case "c": return read("%a %b %e %H:%M:%S %Y")
        case "n", "t":
            skipBlanks()
            return true
        case "%": return rest.popFirst() == "%"
        default: return false
        }
    }

    private mutating func skipBlanks() { rest = rest.drop { $0.properties.isWhitespace } }

    /// The distance to UTC is read and, as in jq, not taken into account.
    private mutating func readZone() -> Bool {
        skipBlanks()
        if rest.first == "Z" {
            rest.removeFirst()
            return true
        }
        guard let sign = rest.popFirst(), sign == "+" || sign == "-", number(2, 0...24) != nil else { return false }
        if rest.first == ":" { rest.removeFirst() }
        _ = number(2, 0...59)
        return true
    }

    private mutating func number(_ digits: Int, _ range: ClosedRange<Int>, isSigned: Bool = false) -> Int? {
        skipBlanks()
        var isNegative = false
        if isSigned, let sign = rest.first, sign == "-" || sign == "+" {
            isNegative = sign == "-"
            rest.removeFirst()
        }
        var value: Int?
        for _ in 0..<digits {
            guard let scalar = rest.first, scalar >= "0", scalar <= "9" else { break }
            value = (value ?? 0) * 10 + Int(scalar.value - 0x30)
            rest.removeFirst()
        }
        guard let value else { return nil }
        let signed = isNegative ? -value : value
        return range.contains(signed) ? signed : nil
    }

    private mutating func set(
        _ field: WritableKeyPath<DateReader, Int>, digits: Int = 2, within range: ClosedRange<Int>, isSigned: Bool = false
    ) -> Bool {
        guard let value = number(digits, range, isSigned: isSigned) else { return false }
        self[keyPath: field] = value
        return true
    }

    private mutating func set(_ field: WritableKeyPath<DateReader, Int?>, digits: Int = 2, within range: ClosedRange<Int>) -> Bool {
        guard let value = number(digits, range) else { return false }
        self[keyPath: field] = value
        return true
    }

    /// The place of a name, written out or as its first three letters, in any case.
    private mutating func name(_ names: [String]) -> Int? {
        let text = String(rest.prefix(12)).lowercased()
        for candidates in [names, names.map { String($0.prefix(3)) }] {
            for (place, name) in candidates.enumerated() where text.hasPrefix(name.lowercased()) {
                rest.removeFirst(name.unicodeScalars.count)
                return place
            }
        }
        return nil
    }

    private mutating func setName(_ field: WritableKeyPath<DateReader, Int?>, _ names: [String]) -> Bool {
        guard let place = name(names) else { return false }
        self[keyPath: field] = place
        return true
    }
}
