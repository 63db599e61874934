internal import CivilCalendar

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A time in a cursor, with all digits of its fraction.
///
/// - SeeAlso: RFC 3339, section 5.6. An offset without a colon, such as `+0100`, is read, too, and so is a date alone.
package struct CursorTime: Sendable, Equatable {
    /// The longest text that can be a time, in bytes.
    private static let maxBytes = 64
    /// The first day of the Gregorian calendar, 1582-10-15, in seconds since 1970. A lag does not go back before that day.
    private static let earliest = -12_219_292_800

    /// Whole seconds since 1970, in UTC.
    package let seconds: Int
    /// The digits of the fraction of a second, without zeros at the end.
    let fraction: String
    /// Whether the text is a date alone, which means its start in UTC.
    let isDate: Bool

    private init(seconds: Int, fraction: String, isDate: Bool) {
        self.seconds = seconds
        self.fraction = fraction
        self.isDate = isDate
    }

    /// Parses a time.
    ///
    /// - Parameter text: A text such as `2024-01-31T08:49:37.25+01:00` or `2024-01-31`.
    /// - Returns: nil if the text is no time, or one without an offset.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.maxBytes, let fields = ISODateReader.fields(Array(text.utf8)),
            fields.departures.isSubset(of: [.blankForT, .offsetWithoutColon]), fields.hour < 24, fields.minute < 60, fields.second <= 60
        else { return nil }
        let day = CivilDay(year: fields.year, month: fields.month, day: fields.day)
        guard day.exists else { return nil }
        let midnight = day.daysSince1970 * CivilDay.secondsPerDay
        guard fields.hasTime else {
            self.init(seconds: midnight, fraction: "", isDate: true)
            return
        }
        guard let offset = fields.offset else { return nil }
        let seconds = midnight + fields.hour * 3600 + fields.minute * 60 + fields.second - offset
        self.init(seconds: seconds, fraction: fields.digitsOfFraction, isDate: false)
    }

    package static func == (left: CursorTime, right: CursorTime) -> Bool {
        left.seconds == right.seconds && left.fraction == right.fraction
    }

    /// Compares two times, whatever their offsets and numbers of digits.
    ///
    /// - Returns: -1, 0 or 1 if this time is earlier than, equal to or later than `other`.
    package func compared(to other: CursorTime) -> Int {
        if seconds != other.seconds { return seconds < other.seconds ? -1 : 1 }
        return fraction == other.fraction ? 0 : fraction < other.fraction ? -1 : 1
    }

    /// Returns the text of a time some seconds earlier: in UTC, with the same fraction. The text of a date is a date.
    package func text(earlierBy lag: Int) -> String {
        let time = Date(timeIntervalSince1970: Double(max(seconds - lag, min(seconds, Self.earliest))))
        let text = time.formatted(.iso8601)  // 2024-01-31T08:49:37Z
        if isDate { return String(text.prefix { $0 != "T" }) }
        return fraction.isEmpty ? text : "\(text.dropLast()).\(fraction)Z"
    }
}
