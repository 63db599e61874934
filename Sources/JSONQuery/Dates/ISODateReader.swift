/// Reads dates that begin with the year: ISO 8601, RFC 3339, SQL, and digits alone.
///
/// - SeeAlso: ISO 8601-1:2019, sections 5.2 and 5.3; [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339)
struct ISODateReader {
    private var scanner: DateScanner
    private var fields = DateFields()

    /// Reads a date; nil if the text has another form.
    static func fields(_ bytes: [UInt8]) -> DateFields? {
        var reader = ISODateReader(scanner: DateScanner(bytes))
        guard reader.readDate(), reader.readTime(), reader.scanner.isAtEnd else { return nil }
        return reader.fields
    }

    private mutating func readDate() -> Bool {
        if let sign = scanner.skipAny(of: "+-") {
            // Years beyond four digits have a sign and six.
            guard scanner.digitCount == 6, let year = scanner.number(6), scanner.next == UInt8(ascii: "-") else { return false }
            fields.year = sign == UInt8(ascii: "-") ? -year : year
            return readRest()
        }
        let count = scanner.digitCount
        guard [4, 7, 8, 14].contains(count), let year = scanner.number(4) else { return false }
        fields.year = year
        switch count {
        case 4: return readRest()
        case 7:
            fields.dayOfYear = scanner.number(3)
            return true
        default: return readMonthAndDay(2, 2)
        }
    }

    private mutating func readMonthAndDay(_ monthDigits: Int, _ dayDigits: Int) -> Bool {
        guard let month = scanner.number(monthDigits), let day = scanner.number(dayDigits) else { return false }
        (fields.month, fields.day) = (month, day)
        return true
    }

    /// What follows the year.
    private mutating func readRest() -> Bool {
        guard let separator = scanner.skipAny(of: "-/.W") else { return scanner.isAtEnd }
        if separator == UInt8(ascii: "W") { return readWeek(hasHyphens: false) }
        let isHyphen = separator == UInt8(ascii: "-")
        if isHyphen, scanner.skip("W") { return readWeek(hasHyphens: true) }
        if isHyphen, scanner.digitCount == 3 {
            fields.dayOfYear = scanner.number(3)
            return true
        }
        guard scanner.digitCount <= 2, let month = scanner.number(scanner.digitCount) else { return false }
        fields.month = month
        if isHyphen, scanner.isAtEnd { return true }
        guard scanner.skipAny(of: "-/.") == separator, scanner.digitCount <= 2, let day = scanner.number(scanner.digitCount) else {
            return false
        }
        fields.day = day
        return true
    }

    private mutating func readWeek(hasHyphens: Bool) -> Bool {
        guard let number = scanner.number(2) else { return false }
        fields.week = (number, 1)
        let hasDay = hasHyphens ? scanner.next == UInt8(ascii: "-") && scanner.hasDigitBehind : scanner.digitCount > 0
        guard hasDay else { return true }
        _ = scanner.skip("-")
        guard let day = scanner.number(1) else { return false }
        fields.week = (number, day)
        return true
    }

    private mutating func readTime() -> Bool {
        let isMarked = scanner.skipAny(of: "Tt") != nil
        let mark = scanner.place
        scanner.skipBlanks()
        if isMarked || scanner.digitCount > 0 {
            guard !isMarked || scanner.place == mark, scanner.time(into: &fields) else { return false }
            scanner.halfDay(into: &fields)
        }
        return readZone()
    }

    private mutating func readZone() -> Bool {
        let mark = scanner.place
        scanner.skipBlanks()
        fields.offset = scanner.offset()
        scanner.skipBlanks()
        let hasBlank = scanner.place > mark
        let name = scanner.word()
        if !name.isEmpty {
            let isName = name == "z" || name.utf8.count > 1 && (hasBlank || TimeZoneNames.isUTC(name))
            guard isName, let offset = TimeZoneNames.offset(of: name) else { return false }
            if fields.offset == nil { fields.offset = TimeZoneNames.isUTC(name) ? scanner.offset() ?? offset : offset }
        }
        // RFC 9557 adds the name of the zone in brackets.
        if fields.offset != nil, scanner.skip("[") {
            while let byte = scanner.next, byte != UInt8(ascii: "]"), byte > 0x20 { _ = scanner.skip(Unicode.Scalar(byte)) }
            guard scanner.skip("]") else { return false }
        }
        return scanner.skipComments()
    }
}
