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
