import CivilCalendar
import Testing

@Suite("Days of the calendar") struct CivilDayTests {
    /// A day, and the number of days from 1970-01-01 to it, as Python's `date.toordinal` and the calendars of 400 years before give it.
    static let examples: [(year: Int, month: Int, day: Int, number: Int)] = [
        (1970, 1, 1, 0), (1969, 12, 31, -1), (1970, 3, 1, 59), (1972, 2, 29, 789), (1972, 3, 1, 790), (2000, 2, 29, 11_016),
        (2000, 3, 1, 11_017), (1900, 2, 28, -25_509), (1900, 3, 1, -25_508), (2100, 3, 1, 47_541), (1, 1, 1, -719_162),
        (0, 12, 31, -719_163), (0, 2, 29, -719_469), (0, 1, 1, -719_528), (-1, 12, 31, -719_529), (-400, 1, 1, -865_625),
        (1582, 10, 15, -141_427), (9999, 12, 31, 2_932_896),
    ]

    @Test("have a number, and the number gives the day", arguments: examples)
    func counts(_ example: (year: Int, month: Int, day: Int, number: Int)) {
        let day = CivilDay(year: example.year, month: example.month, day: example.day)
        #expect(day.daysSince1970 == example.number)
        #expect(CivilDay(daysSince1970: example.number) == day)
    }

    @Test("follow one another for 800 years around the year 0") func neighbours() {
        var last = CivilDay(year: -401, month: 12, day: 31)
        for number in CivilDay(year: -400, month: 1, day: 1).daysSince1970...CivilDay(year: 400, month: 12, day: 31).daysSince1970 {
            let day = CivilDay(daysSince1970: number)
            let isNext =
                day.day == last.day + 1 && day.month == last.month
                || day.day == 1 && last.day == CivilDay.length(ofMonth: last.month, in: last.year)
                    && (day.month == last.month + 1 && day.year == last.year || day.month == 1 && day.year == last.year + 1)
            #expect(isNext, "\(last) \(day)")
            last = day
        }
    }

    @Test(
        "exist, or not",
        arguments: [
            (2023, 2, 29, false), (2024, 2, 29, true), (1900, 2, 29, false), (2000, 2, 29, true), (2024, 4, 31, false),
            (2024, 13, 1, false),
            (2024, 0, 1, false), (2024, 1, 0, false), (0, 1, 1, false), (1, 1, 1, true),
        ])
    func exists(_ year: Int, _ month: Int, _ day: Int, _ exists: Bool) {
        #expect(CivilDay(year: year, month: month, day: day).exists == exists)
    }
}
