/// A day of the proleptic Gregorian calendar.
public struct CivilDay: Sendable, Equatable {
    /// The year; 0 is the year before the year 1.
    public let year: Int
    /// The month from 1 to 12.
    public let month: Int
    /// The day of the month from 1 to 31.
    public let day: Int

    /// The days of an era of 400 years. The computation lets years begin in March, so that the leap day is the last day of a year.
    private static let daysOfEra = 146_097
    /// The number of days from 1 March of the year 0 to 1970-01-01.
    private static let daysBefore1970 = 719_468

    /// Creates a day without a check that the calendar has it (``exists``).
    public init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// The day that is a number of days after 1970-01-01.
    public init(daysSince1970 days: Int) {
        let shifted = days + Self.daysBefore1970
        let era = Self.floorDivide(shifted, Self.daysOfEra)
        let dayOfEra = shifted - era * Self.daysOfEra
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    }

    /// The number of days from 1970-01-01 to this day.
    public var daysSince1970: Int {
        let year = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let era = Self.floorDivide(year, 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * Self.daysOfEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - Self.daysBefore1970
    }

    /// The number of days of a month.
    public static func length(ofMonth month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Whether the calendar has this day. False for years before 1.
    public var exists: Bool {
        year >= 1 && (1...12).contains(month) && (1...Self.length(ofMonth: month, in: year)).contains(day)
    }

    /// Seconds of a day.
    public static let secondsPerDay = 86_400

    /// The remainder of ``floorDivide(_:_:)``, which is never negative for a positive divisor.
    package static func modulo(_ value: Int, _ divisor: Int) -> Int { value - floorDivide(value, divisor) * divisor }

    /// Divides by a positive number and rounds down, as dates before 1970 need it.
    public static func floorDivide(_ value: Int, _ divisor: Int) -> Int {
        let quotient = value / divisor
        return value % divisor < 0 ? quotient - 1 : quotient
    }
}
