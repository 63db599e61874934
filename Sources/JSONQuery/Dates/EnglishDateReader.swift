internal import CivilCalendar

/// Reads dates with the English name of a month: those of mail, of HTTP and of `asctime`, and `January 31st, 2024 at 2:05 PM`.
///
/// - SeeAlso: [RFC 5322, sections 3.3 and 4.3](https://www.rfc-editor.org/rfc/rfc5322#section-3.3);
///   [RFC 9110, section 5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7)
struct EnglishDateReader {
    private var scanner: DateScanner
    private var fields = DateFields()
    private var hasWeekday = false
    private var month: Int?
    private var numbers: [(value: Int, digits: Int, isBehindMonth: Bool)] = []

    private static let fillers: Set<String> = ["at", "on", "of"]
    private static let ordinals: Set<String> = ["st", "nd", "rd", "th"]

    /// Reads a date; nil if the text has another form.
    static func fields(_ bytes: [UInt8]) throws(DateFields.Fault) -> DateFields? {
        var reader = EnglishDateReader(scanner: DateScanner(bytes))
        while reader.skipSeparators() {
            if reader.scanner.isAtEnd { return try reader.result() }
            guard reader.readPart() else { return nil }
        }
        return nil
    }

    /// Skips blanks, commas, comments, and hyphens that are no sign of an offset. Returns false if a comment has no end, or before the
    /// minus sign of a negative number, as in `30 Nov -0001`.
    private mutating func skipSeparators() -> Bool {
        while true {
            let start = scanner.place
            guard scanner.skipComments() else { return false }
            if scanner.skip(",") { continue }
            let isBehindBlank = scanner.place > start
            if isBehindBlank, !fields.hasTime, scanner.next == UInt8(ascii: "-"), scanner.hasDigitBehind { return false }
            let isSign = fields.hasTime && scanner.hasDigitBehind
            guard scanner.next == UInt8(ascii: "-"), !isSign, scanner.skip("-") else { return true }
        }
    }

    private mutating func readPart() -> Bool {
        let count = scanner.digitCount
        if count > 0 { return count <= 4 && readNumber(count) }
        if fields.hasTime, fields.offset == nil, let offset = scanner.offset() {
            fields.offset = offset
            return true
        }
        let word = scanner.word()
        return !word.isEmpty && readWord(word)
    }

    /// A time, a day or a year.
    private mutating func readNumber(_ count: Int) -> Bool {
        let start = scanner
        if count <= 2, !fields.hasTime {
            _ = scanner.number(count)
            var probe = scanner
            probe.halfDay(into: &fields)
            let isTime = scanner.next == UInt8(ascii: ":") || fields.isAfternoon != nil
            scanner = start
            if isTime {
                if fields.isAfternoon != nil, let hour = scanner.number(count) {
                    (fields.hour, fields.hasTime) = (hour, true)
                } else {
                    guard scanner.time(into: &fields) else { return false }
                }
                scanner.halfDay(into: &fields)
                return true
            }
        }
        guard numbers.count < 2, let value = scanner.number(count) else { return false }
        numbers.append((value, count, month != nil))
        var probe = scanner
        if count <= 2, Self.ordinals.contains(probe.word()) { scanner = probe }
        return true
    }

    private mutating func readWord(_ word: String) -> Bool {
        if Self.fillers.contains(word) { return true }
        if let found = Self.place(of: word, in: DateNames.months) {
            guard month == nil else { return false }
            month = found + 1
            _ = scanner.skip(".")
            return true
        }
        if Self.place(of: word, in: DateNames.days) != nil {
            guard !hasWeekday else { return false }
            hasWeekday = true
            _ = scanner.skip(".")
            return true
        }
        guard fields.hasTime, let offset = TimeZoneNames.offset(of: word) else { return false }
        if fields.offset == nil { fields.offset = TimeZoneNames.isUTC(word) ? scanner.offset() ?? offset : offset }
        return true
    }

    /// The index of the name that begins with a word of at least three letters.
    private static func place(of word: String, in names: [String]) -> Int? {
        guard word.utf8.count >= 3 else { return nil }
        return names.firstIndex { $0.lowercased().hasPrefix(word) }
    }

    private func result() throws(DateFields.Fault) -> DateFields? {
        guard let month, numbers.count == 2 else { return nil }
        var fields = fields
        fields.month = month
        let (first, second) = (numbers[0], numbers[1])
        // A year of two digits must follow day and month; otherwise it could be the day.
        guard first.digits > 2 || second.digits > 2 || (!first.isBehindMonth && second.isBehindMonth) else { throw .ambiguous }
        let (year, day) = first.digits > 2 ? (first, second) : (second, first)
        guard day.digits <= 2 else { return nil }
        fields.day = day.value
        fields.year = Self.year(year.value, digits: year.digits)
        return fields
    }

    /// RFC 5322: two digits are 2000 to 2049 or 1950 to 1999, and three count from 1900.
    private static func year(_ value: Int, digits: Int) -> Int {
        switch digits {
        case 1, 2: value < 50 ? value + 2000 : value + 1900
        case 3: value + 1900
        default: value
        }
    }
}
