/// Reads dates that begin with the year: ISO 8601, RFC 3339, SQL, and digits alone. ``DateFields/departures`` tell how a text is written.
///
/// - SeeAlso: ISO 8601-1:2019, sections 5.2 and 5.3; [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339)
package struct ISODateReader {
    private var scanner: DateScanner
    private var fields = DateFields()

    /// The number of bytes after the year in a date as RFC 3339 writes it, such as `-01-31`.
    private static let restBytes = 6

    /// Reads a date; nil if the text has another form.
    package static func fields(_ bytes: [UInt8]) -> DateFields? {
        var reader = ISODateReader(scanner: DateScanner(bytes))
        guard reader.readDate(), reader.readTime(), reader.scanner.isAtEnd else { return nil }
        return reader.fields
    }

    private mutating func readDate() -> Bool {
        if let sign = scanner.skipAny(of: "+-") {
            // Years beyond four digits have a sign and six.
            guard scanner.digitCount == 6, let year = scanner.number(6), scanner.next == UInt8(ascii: "-") else { return false }
            fields.year = sign == UInt8(ascii: "-") ? -year : year
            fields.departures.insert(.otherForm)
            return readRest()
        }
        let count = scanner.digitCount
        guard [4, 7, 8, 14].contains(count), let year = scanner.number(4) else { return false }
        fields.year = year
        if count != 4 { fields.departures.insert(.otherForm) }
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

    /// Reads month and day, week, or day of the year, after the year. Returns false for a text that is no date.
    private mutating func readRest() -> Bool {
        let start = scanner.place
        defer {
            let isMonthAndDay = scanner.place == start + Self.restBytes && fields.week == nil
            if !isMonthAndDay { fields.departures.insert(.otherForm) }
        }
        guard let separator = scanner.skipAny(of: "-/.W") else { return scanner.isAtEnd }
        if separator == UInt8(ascii: "W") { return readWeek(hasHyphens: false) }
        let isHyphen = separator == UInt8(ascii: "-")
        if !isHyphen { fields.departures.insert(.otherForm) }
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
        let isBlank = scanner.next == 0x20
        scanner.skipBlanks()
        let blanks = scanner.place - mark
        if isMarked || scanner.digitCount > 0 {
            guard !isMarked || blanks == 0, scanner.time(into: &fields) else { return false }
            if !isMarked { fields.departures.insert(isBlank && blanks == 1 ? .blankForT : .otherForm) }
            scanner.halfDay(into: &fields)
        } else if !scanner.isAtEnd || blanks > 0 {
            fields.departures.insert(.otherForm)
        }
        return readZone()
    }

    private mutating func readZone() -> Bool {
        let mark = scanner.place
        let isBlank = scanner.next == 0x20
        scanner.skipBlanks()
        if scanner.place > mark { fields.departures.insert(isBlank && scanner.place == mark + 1 ? .blankBeforeZone : .otherForm) }
        let start = scanner.place
        fields.offset = scanner.offset()
        if fields.offset != nil, scanner.place != start + Self.offsetBytes { fields.departures.insert(.offsetWithoutColon) }
        let end = scanner.place
        scanner.skipBlanks()
        let hasBlank = scanner.place > mark
        let name = scanner.word()
        if !name.isEmpty {
            let isName = name == "z" || name.utf8.count > 1 && (hasBlank || TimeZoneNames.isUTC(name))
            guard isName, let offset = TimeZoneNames.offset(of: name) else { return false }
            if fields.offset == nil { fields.offset = TimeZoneNames.isUTC(name) ? scanner.offset() ?? offset : offset }
            fields.isZulu = name == "z" && scanner.place == start + 1
        }
        // RFC 9557 adds the name of the zone in brackets.
        if fields.offset != nil, scanner.skip("[") {
            while let byte = scanner.next, byte != UInt8(ascii: "]"), byte > 0x20 { _ = scanner.skip(Unicode.Scalar(byte)) }
            guard scanner.skip("]") else { return false }
        }
        let isRead = scanner.skipComments()
        if scanner.place != (fields.isZulu ? start + 1 : end) { fields.departures.insert(.otherForm) }
        return isRead
    }

    /// The length of a UTC offset in RFC 3339, such as `+01:00`, in bytes.
    private static let offsetBytes = 6
}

/// The zones that mail and feeds name. Names with several meanings, such as IST, are missing.
///
/// - SeeAlso: [RFC 5322, section 4.3, Obsolete Date and Time](https://www.rfc-editor.org/rfc/rfc5322#section-4.3)
package enum TimeZoneNames {
    private static let hours: [String: Int] = [
        "ut": 0, "utc": 0, "gmt": 0, "z": 0, "wet": 0, "est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8,
        "pdt": -7, "akst": -9, "akdt": -8, "hst": -10, "west": 1, "cet": 1, "cest": 2, "met": 1, "mest": 2, "mez": 1, "mesz": 2, "eet": 2,
        "eest": 3, "msk": 3,
        "hkt": 8,
        "sgt": 8, "awst": 8, "jst": 9, "kst": 9, "aest": 10, "aedt": 11, "nzst": 12, "nzdt": 13,
    ]

    /// Seconds east of UTC. Single letters are UTC, because mail programs have used them with both signs.
    ///
    /// - Parameter name: The name in lower case.
    package static func offset(of name: String) -> Int? {
        if let hours = hours[name] { return hours * 3600 }
        return name.utf8.count == 1 && name != "j" ? 0 : nil
    }

    /// Whether an offset may follow the name, as in `GMT+0100`.
    package static func isUTC(_ name: String) -> Bool { ["utc", "gmt", "ut"].contains(name) }
}
