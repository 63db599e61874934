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
    /// The fraction of the second, in nanoseconds.
    private var nanoseconds = 0
    /// Whether the date has the form of RFC 3339, with the exception that seconds and the zone may be missing.
    public private(set) var isStrict = true

    /// Whether the date has a time and no zone.
    public var lacksZone: Bool {
        if case .local = zone { return time != nil }
        return false
    }

    /// The value of the HTML attribute `datetime`, without fractions of seconds.
    public var machine: String {
        let zone =
            switch zone {
            case .local: ""
            case .utc: "Z"
            case .offset(let minutes): Self.offset(minutes)
            }
        return day(separator: "T", seconds: true) + zone
    }

    /// The date in digits, for people: without seconds, and with the zone if it has one.
    public var text: String {
        let zone =
            switch zone {
            case .local: ""
            case .utc: " UTC"
            case .offset(let minutes): " " + Self.offset(minutes)
            }
        return day(separator: " ", seconds: false) + zone
    }

    /// Converted to UTC; nil outside of the years 1 to 9999. Days and times without a zone are unchanged.
    public var inUTC: ISODate? {
        guard case .offset(let minutes) = zone, let time else { return self }
        let seconds = (time.hour * 60 + time.minute - minutes) * 60 + time.second
        var date = ISODate(secondsSince1970: Double(daysSince1970 * 86_400 + seconds))
        date?.nanoseconds = nanoseconds
        return date
    }

    private static let nanosecondsPerSecond = 1e9

    /// Whether the date has a time.
    public var hasTime: Bool { time != nil }

    /// A sort key of the day.
    public var dayOrder: Order { Order(seconds: daysSince1970 * 86_400, nanoseconds: 0) }

    /// A sort key of the moment. A day counts as its first moment, and a time without a zone as one in UTC.
    public var order: Order {
        let minutes = if case .offset(let minutes) = zone { minutes } else { 0 }
        let (hour, minute, second) = time ?? (0, 0, 0)
        return Order(
            seconds: daysSince1970 * 86_400 + (hour * 60 + minute - minutes) * 60 + second, nanoseconds: nanoseconds)
    }

    /// A sort key of days and moments.
    public struct Order: Comparable, Sendable {
        let seconds: Int
        let nanoseconds: Int

        /// The microseconds since 1970, rounded down: a sort key as one number.
        public var microseconds: Int { seconds * 1_000_000 + nanoseconds / 1000 }

        /// Whether one moment is before another.
        public static func < (one: Order, other: Order) -> Bool {
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
        guard text.utf8.count <= Self.maxBytes, let fields = ISODateReader.fields(Array(text.utf8)),
            !fields.departures.contains(.otherForm), fields.hour < 24, fields.minute < 60, fields.second <= 60
        else { return nil }
        day = CivilDay(year: fields.year, month: fields.month, day: fields.day)
        guard day.exists else { return nil }
        isStrict = fields.departures.isSubset(of: .noSeconds)
        guard fields.hasTime else { return }
        // A leap second counts as the second before.
        time = (fields.hour, fields.minute, min(fields.second, 59))
        let digits = fields.fraction.prefix(9)
        nanoseconds = Int("\(digits)\(String(repeating: "0", count: 9 - digits.utf8.count))") ?? 0
        zone = fields.isZulu ? .utc : fields.offset.map { .offset($0 / 60) } ?? .local
    }
}
