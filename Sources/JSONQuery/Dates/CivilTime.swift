internal import CivilCalendar

/// A moment as calendar and clock show it in UTC, by the rules of the Gregorian calendar at all times.
struct CivilTime: Equatable {
    var year: Int
    /// 0 to 11.
    var month: Int
    /// 1 to 31.
    var day: Int
    var hour: Int
    var minute: Int
    /// Seconds with their fraction.
    var second: Double

    /// Seconds of a day.
    static let daySeconds = 86_400
    /// Moments further away are refused: about 2,000 million years, as far as the C library goes.
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
        let days = CivilDay.floorDivide(whole, Self.daySeconds)
        let rest = whole - days * Self.daySeconds
        (year, month, day) = Self.date(daysSince1970: days)
        hour = rest / 3600
        minute = rest / 60 % 60
        second = Double(rest % 60) + (seconds - seconds.rounded(.down))
    }

    /// Seconds since 1970-01-01T00:00:00Z, fractions cut off. Fields beyond their ranges carry over.
    var secondsSince1970: Int {
        let years = CivilDay.floorDivide(month, 12)
        let days = Self.days(year: year + years, month: month - 12 * years, day: 1) + day - 1
        return days * Self.daySeconds + hour * 3600 + minute * 60 + Int(second.rounded(.down))
    }

    /// The same moment with all fields in their ranges, or nil if it is too far away.
    var normalized: CivilTime? {
        let fraction = second - second.rounded(.down)
        return CivilTime(secondsSince1970: Double(secondsSince1970) + fraction)
    }

    /// Days since Sunday, 0 to 6.
    var weekday: Int { Self.modulo(Self.days(year: year, month: month, day: day) + 4, 7) }

    /// Days since the first of January, 0 to 365.
    var dayOfYear: Int { Self.days(year: year, month: month, day: day) - Self.days(year: year, month: 0, day: 1) }

    /// The year and the number of the week by ISO 8601: weeks begin on Monday, and the first has the first Thursday.
    var isoWeek: (year: Int, week: Int) {
        let fromMonday = Self.modulo(weekday + 6, 7)
        let thursday = Self.days(year: year, month: month, day: day) - fromMonday + 3
        let (year, _, _) = Self.date(daysSince1970: thursday)
        return (year, (thursday - Self.days(year: year, month: 0, day: 1)) / 7 + 1)
    }

    static func modulo(_ value: Int, _ divisor: Int) -> Int { value - CivilDay.floorDivide(value, divisor) * divisor }

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

/// The parts of a date as they were read, to be checked as a whole.
struct DateFields {
    var year = 0
    /// 1 to 12.
    var month = 1
    var day = 1
    /// The day of the year from 1 on; nil if month and day say it.
    var dayOfYear: Int?
    /// A week of the year and its day from Monday, 1, on; nil if month and day say it.
    var week: (number: Int, day: Int)?
    var hour = 0
    var minute = 0
    var second = 0
    var fraction: Substring = ""
    var isAfternoon: Bool?
    /// Seconds east of UTC; nil if the text does not say it.
    var offset: Int?
    var hasTime = false

    /// What is wrong with a date.
    enum Fault: Error {
        /// The text has no form that is known.
        case unreadable
        /// Day and month are numbers in an unknown order.
        case ambiguous
        /// The calendar or the clock has no such moment.
        case impossible(String)
    }

    /// The moment, in UTC unless the text says its zone.
    func moment() throws(Fault) -> Moment {
        let days = try days()
        guard hour < 24 || hour == 24 && minute == 0 && second == 0 && fraction.allSatisfy({ $0 == "0" }), minute < 60, second <= 60 else {
            throw .impossible("there is no such time")
        }
        var hour = hour
        if let isAfternoon {
            guard (1...12).contains(hour) else { throw .impossible("there is no such time") }
            hour = hour % 12 + (isAfternoon ? 12 : 0)
        }
        let seconds = days * CivilTime.daySeconds + hour * 3600 + minute * 60 + second - (offset ?? 0)
        // A leap second is the last one of a day in UTC.
        if second == 60, CivilTime.modulo(seconds, CivilTime.daySeconds) != 0 { throw .impossible("there is no such time") }
        return Moment(seconds: seconds, fraction: fraction)
    }

    /// Days since 1970-01-01.
    private func days() throws(Fault) -> Int {
        let newYear = CivilTime.days(year: year, month: 0, day: 1)
        let nextYear = CivilTime.days(year: year + 1, month: 0, day: 1)
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
        let first = CivilTime.days(year: year, month: month - 1, day: 1)
        let next = month == 12 ? nextYear : CivilTime.days(year: year, month: month, day: 1)
        guard day >= 1, day <= next - first else { throw .impossible("there is no such day") }
        return first + day - 1
    }

    /// The Monday of the week that has January 4.
    private func firstMonday(of year: Int) -> Int {
        let fourth = CivilTime.days(year: year, month: 0, day: 4)
        return fourth - CivilTime.modulo(fourth + 3, 7)
    }

    private var lastWeek: Int { (firstMonday(of: year + 1) - firstMonday(of: year)) / 7 }
}
