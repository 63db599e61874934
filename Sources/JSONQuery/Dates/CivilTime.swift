internal import CivilCalendar

/// A moment in UTC as date and time of the proleptic Gregorian calendar.
struct CivilTime: Equatable {
    var year: Int
    /// The month from 0 to 11, as jq counts months.
    var month: Int
    /// The day of the month from 1 to 31.
    var day: Int
    var hour: Int
    var minute: Int
    /// Seconds with their fraction.
    var second: Double

    /// Limit of the distance from 1970 in seconds: about 2 billion years, as in the C library.
    static let maxSeconds = 6.7768e16

    init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Double = 0) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// - Parameter seconds: Seconds since 1970-01-01T00:00:00Z; nil is returned for moments too far away.
    init?(secondsSince1970 seconds: Double) {
        guard seconds.magnitude < Self.maxSeconds else { return nil }
        let whole = Int(seconds.rounded(.down))
        let days = CivilDay.floorDivide(whole, CivilDay.secondsPerDay)
        let rest = whole - days * CivilDay.secondsPerDay
        (year, month, day) = Self.date(daysSince1970: days)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = Double(rest % 60) + (seconds - seconds.rounded(.down))
    }

    /// Seconds since 1970-01-01T00:00:00Z, fractions cut off. Fields beyond their ranges carry over.
    var secondsSince1970: Int {
        let years = CivilDay.floorDivide(month, 12)
        let days = Self.days(year: year + years, month: month - 12 * years, day: 1) + day - 1
        return days * CivilDay.secondsPerDay + hour * 3600 + minute * 60 + Int(second.rounded(.down))
    }

    /// The same moment with all fields in their ranges, or nil if it is too far away.
    var normalized: CivilTime? {
        let fraction = second - second.rounded(.down)
        return CivilTime(secondsSince1970: Double(secondsSince1970) + fraction)
    }

    /// Days since Sunday, 0 to 6.
    var weekday: Int { CivilDay.modulo(Self.days(year: year, month: month, day: day) + 4, 7) }

    /// Days since the first of January, 0 to 365.
    var dayOfYear: Int { Self.days(year: year, month: month, day: day) - Self.days(year: year, month: 0, day: 1) }

    /// The year and the number of the week by ISO 8601: weeks begin on Monday, and week 1 has the first Thursday of the year.
    var isoWeek: (year: Int, week: Int) {
        let fromMonday = CivilDay.modulo(weekday + 6, 7)
        let thursday = Self.days(year: year, month: month, day: day) - fromMonday + 3
        let (year, _, _) = Self.date(daysSince1970: thursday)
        return (year, (thursday - Self.days(year: year, month: 0, day: 1)) / 7 + 1)
    }

    /// Days from 1970-01-01 to a date.
    ///
    /// - Parameter month: 0 to 11.
    static func days(year: Int, month: Int, day: Int) -> Int { CivilDay(year: year, month: month + 1, day: day).daysSince1970 }

    /// The date a number of days after 1970-01-01.
    static func date(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
        let day = CivilDay(daysSince1970: days)
        return (day.year, day.month - 1, day.day)
    }
}
