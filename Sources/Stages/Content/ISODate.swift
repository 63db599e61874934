internal import CivilCalendar
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

    private let day: CivilDay
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
        let date = Self.digits(day.year, 4) + "-" + Self.digits(day.month, 2) + "-" + Self.digits(day.day, 2)
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

    private var daysSince1970: Int { day.daysSince1970 }

    /// Converts seconds since 1970 in UTC; nil outside of the years 1 to 9999.
    public init?(secondsSince1970 seconds: Double) {
        guard abs(seconds) < 3e11 else { return nil }
        let whole = Int(seconds.rounded(.down))
        nanoseconds = Int((seconds - Double(whole)) * Self.nanosecondsPerSecond)
        let days = CivilDay.floorDivide(whole, 86_400)
        let rest = whole - days * 86_400
        day = CivilDay(daysSince1970: days)
        time = (rest / 3600, rest / 60 % 60, rest % 60)
        zone = .utc
        guard (1...9999).contains(day.year) else { return nil }
    }

    /// The longest text that is read, in bytes.
    private static let maxBytes = 64

    /// Parses a date such as `2026-05-01`, `2026-05-01 10:00` or `2026-05-01T10:00:00.5+02:00`; nil for any other text.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes else { return nil }
        var scanner = DigitReader(text)
        guard let year = scanner.number(4), scanner.skip("-"), let month = scanner.number(2), scanner.skip("-"),
            let number = scanner.number(2)
        else { return nil }
        day = CivilDay(year: year, month: month, day: number)
        guard day.exists else { return nil }
        if scanner.isAtEnd { return }
        isStrict = scanner.skip("T", "t")
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

    private mutating func readFraction(_ scanner: inout DigitReader) {
        let hasPoint = scanner.skip(".")
        guard hasPoint || scanner.skip(",") else { return }
        let digits = scanner.digits()
        nanoseconds = Int(digits.prefix(9) + String(repeating: "0", count: max(0, 9 - digits.utf8.count))) ?? 0
        if digits.isEmpty || !hasPoint { isStrict = false }
    }

    /// Reads the zone, which may be missing. Returns false for a wrong one.
    private mutating func readZone(_ scanner: inout DigitReader) -> Bool {
        if scanner.skip(" ") { isStrict = false }
        if scanner.skip("Z", "z") {
            zone = .utc
            return true
        }
        let sign: Int
        if scanner.skip("+") { sign = 1 } else if scanner.skip("-") { sign = -1 } else { return true }
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
}
