internal import CivilCalendar
import JSONParsing

/// Reads the dates of feeds, content management systems, databases and mail.
package enum DateTextReader {
    /// Longer texts are no dates.
    private static let maxBytes = 200
    /// A text of this many digits is read as seconds since 1970.
    private static let secondDigits = 9...11
    /// A text of this many digits is read as milliseconds since 1970.
    private static let millisecondDigits = 12...13

    /// The moment that a value of JSON names.
    static func moment(_ value: JSONValue) throws -> Moment {
        if let number = value.number?.double {
            guard number.isFinite, let moment = Moment(epoch: number) else { throw failure(value, "its year has not four digits") }
            return moment
        }
        guard let text = value.string else {
            throw QueryRuntimeError("to_iso input must be a string or a number, not \(ValueText.described(value))")
        }
        do {
            let moment = try moment(text)
            guard moment.text != nil else { throw DateFields.Fault.impossible("its year has not four digits") }
            return moment
        } catch DateFields.Fault.impossible(let reason) {
            throw failure(value, reason)
        } catch DateFields.Fault.ambiguous {
            throw failure(value, "the order of day, month and year is unknown; write the year first, as in 2024-01-31")
        } catch DateFields.Fault.unreadable {
            throw QueryRuntimeError("\(ValueText.described(value)) is no date that to_iso reads")
        }
    }

    private static func failure(_ value: JSONValue, _ reason: String) -> QueryRuntimeError {
        QueryRuntimeError("\(ValueText.described(value)) is no date: \(reason)")
    }

    /// The moment that a text names.
    static func moment(_ text: String) throws(DateFields.Fault) -> Moment {
        guard text.utf8.count <= maxBytes else { throw .unreadable }
        let bytes = trimmed(text)
        if let epoch = epoch(bytes) { return epoch }
        if let fields = ISODateReader.fields(bytes) { return try fields.moment() }
        if let fields = try EnglishDateReader.fields(bytes) { return try fields.moment() }
        throw isNumeric(bytes) ? .ambiguous : .unreadable
    }

    /// The moment of a complete date and time with its zone in ISO 8601, such as `2024-01-31T12:00:00.5+01:00`; nil for other texts.
    static func complete(_ text: String) -> Moment? {
        guard text.utf8.count <= maxBytes, text.utf8.first.map(Lexer.isDigit) == true, let fields = ISODateReader.fields(Array(text.utf8)),
            fields.hasTime, fields.offset != nil
        else { return nil }
        return try? fields.moment()
    }

    /// Converts a date of any form to ISO 8601, for sources that read documents. Moments are converted to UTC. Days, and ISO 8601 times
    /// without a zone, stay without a zone. Other times without a zone count as UTC.
    ///
    /// - Returns: nil for a text that is no date.
    package static func iso(_ text: String) -> String? {
        if let date = ISODate(String(decoding: trimmed(text), as: UTF8.self)), !date.hasTime || date.lacksZone { return date.machine }
        return (try? moment(text))?.text
    }

    private static func trimmed(_ text: String) -> [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        var bytes = Array(text.utf8.drop(while: isBlank))
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        return bytes
    }

    /// Seconds or milliseconds since 1970 in digits; seconds may have a fraction.
    private static func epoch(_ bytes: [UInt8]) -> Moment? {
        let isNegative = bytes.first == UInt8(ascii: "-")
        let digits = bytes.dropFirst(isNegative ? 1 : 0)
        let whole = digits.prefix(while: Lexer.isDigit)
        let rest = digits[whole.endIndex...]
        guard let value = Int(String(decoding: whole, as: UTF8.self)) else { return nil }
        if rest.isEmpty, millisecondDigits.contains(whole.count) { return Moment(epoch: Double(isNegative ? -value : value)) }
        guard secondDigits.contains(whole.count) else { return nil }
        if rest.isEmpty { return Moment(seconds: isNegative ? -value : value) }
        guard !isNegative, rest.first == UInt8(ascii: "."), rest.count > 1, rest.dropFirst().allSatisfy(Lexer.isDigit) else { return nil }
        return Moment(seconds: value, fraction: Substring(String(decoding: rest.dropFirst(), as: UTF8.self)))
    }

    /// Whether a text is a date in numbers with an unclear order, such as `1/2/2024`, `31.1.24` or `01-02-2024`.
    private static func isNumeric(_ bytes: [UInt8]) -> Bool {
        var scanner = DateScanner(bytes)
        guard (1...2).contains(scanner.digitCount), scanner.number(scanner.digitCount) != nil, let separator = scanner.skipAny(of: "/.-"),
            (1...2).contains(scanner.digitCount), scanner.number(scanner.digitCount) != nil
        else { return false }
        return scanner.skipAny(of: "/.-") == separator && [2, 4].contains(scanner.digitCount)
    }
}

extension Moment {
    /// Years that ISO 8601 writes with four digits.
    private static let years = 0...9999

    /// - Parameter number: Seconds since 1970, or milliseconds from 100 billion on. The value is rounded to microseconds.
    /// - Returns: nil for moments before the year 0 or after the year 9999.
    init?(epoch number: Double) {
        let maxSeconds = 1e11
        guard number.magnitude < 1e15 else { return nil }
        let microseconds = Int((number * (number.magnitude < maxSeconds ? 1e6 : 1e3)).rounded())
        let seconds = CivilDay.floorDivide(microseconds, 1_000_000)
        let digits = String(microseconds - seconds * 1_000_000)
        self.init(seconds: seconds, fraction: Substring(String(repeating: "0", count: 6 - digits.utf8.count) + digits))
        guard text != nil else { return nil }
    }

    /// The moment in UTC, such as `2024-01-31T11:00:00.5Z`; nil if its year has not four digits.
    var text: String? {
        guard let time = CivilTime(secondsSince1970: Double(seconds)), Self.years.contains(time.year) else { return nil }
        guard let whole = StrftimeFormatter(time: time, zone: "UTC").text("%m-%dT%H:%M:%S") else { return nil }
        let year = String(time.year)
        let zeros = String(repeating: "0", count: 4 - year.utf8.count)
        return "\(zeros)\(year)-\(whole)\(fraction.isEmpty ? "" : ".\(fraction)")Z"
    }
}
