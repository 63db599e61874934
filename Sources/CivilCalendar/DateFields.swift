/// The parts of a date as they were read, to be checked as a whole.
package struct DateFields {
    package var year = 0
    /// The month from 1 to 12.
    package var month = 1
    package var day = 1
    /// The day of the year from 1 on; nil if the text has none.
    package var dayOfYear: Int?
    /// The week of the year and its day, 1 for Monday; nil if the text has no week.
    package var week: (number: Int, day: Int)?
    package var hour = 0
    package var minute = 0
    package var second = 0
    package var fraction: Substring = ""
    package var isAfternoon: Bool?
    /// Seconds east of UTC; nil if the text has no zone.
    package var offset: Int?
    /// Whether the zone is the letter Z.
    package var isZulu = false
    package var hasTime = false
    /// How the text departs from RFC 3339.
    package var departures: RFC3339Deviations = []

    package init() {}

    /// The reasons why a text is no date.
    package enum Fault: Error {
        /// The text has no known form.
        case unreadable
        /// Day and month are numbers in an unknown order.
        case ambiguous
        /// The calendar or the clock has no such moment.
        case impossible(String)
    }

    /// All digits of the fraction, without zeros at the end.
    package var digitsOfFraction: String { String(fraction.withoutLastZeros) }

    /// The moment. A time without a zone counts as UTC.
    package func moment() throws(Fault) -> Moment {
        let days = try days()
        guard hour < 24 || hour == 24 && minute == 0 && second == 0 && fraction.allSatisfy({ $0 == "0" }), minute < 60, second <= 60 else {
            throw .impossible("there is no such time")
        }
        var hour = hour
        if let isAfternoon {
            guard (1...12).contains(hour) else { throw .impossible("there is no such time") }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        let seconds = days * CivilDay.secondsPerDay + hour * 3600 + minute * 60 + second - (offset ?? 0)
        // A leap second is the last one of a day in UTC.
        if second == 60, CivilDay.modulo(seconds, CivilDay.secondsPerDay) != 0 { throw .impossible("there is no such time") }
        return Moment(seconds: seconds, fraction: fraction)
    }

    /// The days from 1970-01-01 to the date.
    private func days() throws(Fault) -> Int {
        let newYear = CivilDay(year: year, month: 1, day: 1).daysSince1970
        let nextYear = CivilDay(year: year + 1, month: 1, day: 1).daysSince1970
        if let dayOfYear {
            guard dayOfYear >= 1, dayOfYear <= nextYear - newYear else { throw .impossible("there is no such day") }
            return newYear + dayOfYear - 1
        }
        if let week {
            guard week.number >= 1, week.number <= lastWeek, (1...7).contains(week.day) else {
                throw .impossible("there is no such week or day")
            }
            return firstMonday(of: year) + 7 * (week.number - 1) + week.day - 1
        }
        guard (1...12).contains(month) else { throw .impossible("there is no such month") }
        let first = CivilDay(year: year, month: month, day: 1).daysSince1970
        let next = month == 12 ? nextYear : CivilDay(year: year, month: month + 1, day: 1).daysSince1970
        guard day >= 1, day <= next - first else { throw .impossible("there is no such day") }
        return first + day - 1
    }

    /// The Monday of the week that has January 4.
    private func firstMonday(of year: Int) -> Int {
        let fourth = CivilDay(year: year, month: 1, day: 4).daysSince1970
        return fourth - CivilDay.modulo(fourth + 3, 7)
    }

    private var lastWeek: Int { (firstMonday(of: year + 1) - firstMonday(of: year)) / 7 }
}

/// The ways in which a date departs from RFC 3339.
package struct RFC3339Deviations: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A blank stands for the `T` in front of the time.
    package static let blankForT = RFC3339Deviations(rawValue: 1)
    /// The time has hours and minutes alone.
    package static let noSeconds = RFC3339Deviations(rawValue: 2)
    /// A comma stands in front of the fraction.
    package static let commaFraction = RFC3339Deviations(rawValue: 4)
    /// A blank stands in front of the zone.
    package static let blankBeforeZone = RFC3339Deviations(rawValue: 8)
    /// The UTC offset is written as +0100, where RFC 3339 requires +01:00.
    package static let offsetWithoutColon = RFC3339Deviations(rawValue: 16)
    /// A form that only ``ISODateReader`` reads, such as `2024-W05` and `2024/1/31 9 am`.
    package static let otherForm = RFC3339Deviations(rawValue: 32)
}

/// A moment with the digits of its fraction, so that none is lost.
package struct Moment: Sendable, Equatable {
    /// Seconds since 1970-01-01T00:00:00Z.
    package var seconds: Int
    /// The digits behind the decimal point of the seconds, without zeros at the end.
    package var fraction: Substring

    /// Limit of the digits of a fraction. More are cut off.
    private static let maxFractionDigits = 9

    package init(seconds: Int, fraction: Substring = "") {
        self.seconds = seconds
        self.fraction = fraction.prefix(Self.maxFractionDigits).withoutLastZeros
    }

    /// Seconds since 1970 with their fraction.
    package var value: Double { fraction.isEmpty ? Double(seconds) : Double(seconds) + (Double("0.\(fraction)") ?? 0) }
}

extension Substring {
    fileprivate var withoutLastZeros: Substring {
        var digits = self
        while digits.last == "0" { digits.removeLast() }
        return digits
    }
}
