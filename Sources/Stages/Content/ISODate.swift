internal import Pipeline

/// A date with an optional time and zone, as ISO 8601 writes it.
///
/// - SeeAlso: [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339), which is a profile of ISO 8601
public struct ISODate: Sendable {
    /// The zone of a time.
    private enum Zone: Sendable {
        case local, utc
        /// A distance from UTC in minutes.
        case offset(Int)
    }

    private let year: Int
    private let month: Int
    private let day: Int
    /// Hours, minutes and seconds; nil for a date without a time.
    private var time: (hour: Int, minute: Int, second: Int)?
    private var zone = Zone.local
    /// The fraction of the second, in thousand millionths.
    private var nanoseconds = 0
    /// Whether the date has the form of RFC 3339, with the exception that seconds and the zone may be missing.
    public private(set) var isStrict = true

    /// Whether the date has a time, whose zone is unknown.
    public var lacksZone: Bool {
        if case .local = zone { return time != nil }
        return false
    }

    /// The value of the attribute `datetime`.
    public var machine: String {
        let zone =
            switch zone {
            case .local: ""
            case .utc: "Z"
            case .offset(let minutes): Self.offset(minutes)
            }
        return day(separator: "T", seconds: true) + zone
    }

    /// The date in digits, for readers.
    public var text: String {
        let zone =
            switch zone {
            case .local: ""
            case .utc: " UTC"
            case .offset(let minutes): " " + Self.offset(minutes)
            }
        return day(separator: " ", seconds: false) + zone
    }

    /// The same moment in UTC, and a day or a local time as it is; nil outside of the years 1 to 9999.
    public var inUTC: ISODate? {
        guard case .offset(let minutes) = zone, let time else { return self }
        let seconds = (time.hour * 60 + time.minute - minutes) * 60 + time.second
        return ISODate(secondsSince1970: Double(daysSince1970 * 86_400 + seconds))
    }

    private static let nanosecondsPerSecond = 1e9

    /// Whether the date has a time.
    var hasTime: Bool { time != nil }

    /// The day as a number that grows with it.
    var dayOrder: Order { Order(seconds: daysSince1970 * 86_400, nanoseconds: 0) }

    /// The moment as a pair of numbers that grows with it. A day counts as its first moment, and a time without a zone as one in UTC.
    var order: Order {
        let minutes = if case .offset(let minutes) = zone { minutes } else { 0 }
        let (hour, minute, second) = time ?? (0, 0, 0)
        return Order(
            seconds: daysSince1970 * 86_400 + (hour * 60 + minute - minutes) * 60 + second, nanoseconds: nanoseconds)
    }

    /// A place in the order of time.
    struct Order: Comparable {
        let seconds: Int
        let nanoseconds: Int

        static func < (one: Order, other: Order) -> Bool {
            (one.seconds, one.nanoseconds) < (other.seconds, other.nanoseconds)
        }
    }

    private func day(separator: String, seconds: Bool) -> String {
        let date = Self.digits(year, 4) + "-" + Self.digits(month, 2) + "-" + Self.digits(day, 2)
        guard let time else { return date }
        let minutes = Self.digits(time.hour, 2) + ":" + Self.digits(time.minute, 2)
        return date + separator + minutes + (seconds ? ":" + Self.digits(time.second, 2) : "")
    }

    private static func offset(_ minutes: Int) -> String {
        (minutes < 0 ? "-" : "+") + digits(abs(minutes) / 60, 2) + ":" + digits(abs(minutes) % 60, 2)
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    /// The number of days from 1 January 1970 to the date.
    private var daysSince1970: Int {
        // Counts from 1 March of the year 0, so that leap days end the years.
        let shiftedYear = month > 2 ? year : year - 1
        let shiftedMonth = month > 2 ? month - 3 : month + 9
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        return shiftedYear * 365 + leapDays + (153 * shiftedMonth + 2) / 5 + day - 1 - 719_468
    }

    /// Converts seconds since 1970 in UTC; nil outside of the years 1 to 9999.
    public init?(secondsSince1970 seconds: Double) {
        guard abs(seconds) < 3e11 else { return nil }
        let whole = Int(seconds.rounded(.down))
        nanoseconds = Int((seconds - Double(whole)) * Self.nanosecondsPerSecond)
        let days = whole >= 0 ? whole / 86_400 : (whole - 86_399) / 86_400
        let rest = whole - days * 86_400
        // Counts from 1 March of the year 0, so that leap days end the years.
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        time = (rest / 3600, rest / 60 % 60, rest % 60)
        zone = .utc
        guard (1...9999).contains(year) else { return nil }
    }

    /// Parses a date such as `2026-05-01`, `2026-05-01 10:00` or `2026-05-01T10:00:00.5+02:00`; nil for any other text.
    public init?(_ text: String) {
        var scanner = DigitScanner(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let day = scanner.number(2), year >= 1, (1...12).contains(month), (1...Self.days(of: month, in: year)).contains(day)
        else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        if scanner.isAtEnd { return }
        isStrict = scanner.skip("Tt")
        guard isStrict || scanner.skip(" "), let hour = scanner.number(2), scanner.skip(":"), let minute = scanner.number(2) else {
            return nil
        }
        var second = 0
        if scanner.skip(":") {
            guard let seconds = scanner.number(2) else { return nil }
            second = seconds
            readFraction(&scanner)
        }
        guard hour < 24, minute < 60, second <= 60 else { return nil }
        // A leap second counts as the second before.
        time = (hour, minute, min(second, 59))
        if !readZone(&scanner) || !scanner.isAtEnd { return nil }
    }

    private mutating func readFraction(_ scanner: inout DigitScanner) {
        let hasPoint = scanner.skip(".")
        guard hasPoint || scanner.skip(",") else { return }
        let digits = scanner.digits()
        nanoseconds = Int(digits.prefix(9) + String(repeating: "0", count: max(0, 9 - digits.utf8.count))) ?? 0
        if digits.isEmpty || !hasPoint { isStrict = false }
    }

    /// Reads the zone, which may be missing. Returns false for a wrong one.
    private mutating func readZone(_ scanner: inout DigitScanner) -> Bool {
        if scanner.skip(" ") { isStrict = false }
        if scanner.skip("Zz") {
            zone = .utc
            return true
        }
        guard let sign = scanner.sign() else { return true }
        guard let hours = scanner.number(2) else { return false }
        let hasColon = scanner.skip(":")
        let minutes = scanner.number(2)
        guard hours < 24, minutes ?? 0 < 60, minutes != nil || !hasColon else { return false }
        if !hasColon { isStrict = false }
        zone = .offset((hours * 60 + (minutes ?? 0)) * sign)
        return true
    }

    /// Larger numbers count milliseconds: in seconds, they would lie after the year 5138.
    private static let firstMilliseconds = 1e11

    /// Parses the date of a message: ISO 8601, such as `2026-05-01T10:00:00Z`, or the seconds or milliseconds since 1970 in digits.
    ///
    /// - Returns: nil for any other text.
    public init?(ofMessage text: String) {
        let text = text.trimmingSpaces
        if let date = ISODate(text) {
            self = date
            return
        }
        // A date without hyphens, such as `20260501`, would be a time of 1970 as seconds.
        let isBasicDate = text.utf8.count == 8 && text.allSatisfy(\.isWholeNumber)
        guard !isBasicDate, text.utf8.count <= Self.maxNumberBytes, let number = Double(text), number.isFinite,
            let date = ISODate(secondsSince1970: abs(number) < Self.firstMilliseconds ? number : number / 1000)
        else { return nil }
        self = date
    }

    /// Longer texts are no number of seconds.
    private static let maxNumberBytes = 40

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

/// Reads numbers with a fixed count of digits from a short text.
private struct DigitScanner {
    private let bytes: [UInt8]
    private var index = 0

    /// The longest text that is read, in bytes; longer ones are cut and thus never match.
    private static let maxBytes = 64

    init(_ text: String) { bytes = Array(text.utf8.prefix(Self.maxBytes + 1)) }

    var isAtEnd: Bool { index == bytes.count }

    /// Reads a number of exactly this many digits; nil, and nothing is read, if there are fewer.
    mutating func number(_ count: Int) -> Int? {
        guard index + count <= bytes.count else { return nil }
        var number = 0
        for byte in bytes[index..<index + count] {
            guard Self.isDigit(byte) else { return nil }
            number = number * 10 + Int(byte - UInt8(ascii: "0"))
        }
        index += count
        return number
    }

    /// Skips one of these characters. Returns whether one stood there.
    mutating func skip(_ characters: StaticString) -> Bool {
        guard index < bytes.count, characters.description.utf8.contains(bytes[index]) else { return false }
        index += 1
        return true
    }

    /// Reads digits, which may be none.
    mutating func digits() -> String {
        let start = index
        while index < bytes.count, Self.isDigit(bytes[index]) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Reads a plus or minus sign as 1 or -1.
    mutating func sign() -> Int? { skip("+") ? 1 : skip("-") ? -1 : nil }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
}
