internal import CivilCalendar
internal import HTTP
internal import Pipeline

/// A time that is cut into windows of equal steps: `{"from": "2024-01-01", "to": "now", "step": "31d"}`. Windows are half-open, in UTC.
struct TimeWindows: Sendable, Equatable {
    /// The length of a window.
    enum Step: Sendable, Equatable {
        case seconds(Int)
        /// Months of the calendar. A day that a month lacks becomes its last day.
        case months(Int)

        /// Parses a step such as `31d`; nil for another text.
        init?(_ text: String) {
            guard let match = text.wholeMatch(of: #/([1-9][0-9]{0,5})(h|d|w|mo)/#), let count = Int(match.1) else { return nil }
            switch match.2 {
            case "h": self = .seconds(count * 3600)
            case "d": self = .seconds(count * CivilDay.secondsPerDay)
            case "w": self = .seconds(count * 7 * CivilDay.secondsPerDay)
            default: self = .months(count)
            }
        }

        /// The step as a pipeline file names it.
        var text: String {
            switch self {
            case .seconds(let seconds): "\(seconds / 3600)h"
            case .months(let months): "\(months)mo"
            }
        }
    }

    /// A window: times in seconds since 1970.
    struct Window: Sendable, Equatable {
        let from: Int
        /// The end, which does not belong to the window.
        let to: Int
        /// The end that the window would have if nothing cut it.
        let wholeTo: Int

        /// The name in messages: the day on which the window begins, or its first moment if that is not a midnight.
        var name: String {
            let text = TimeWindows.text(of: from)
            return text.hasSuffix("T00:00:00Z") ? String(text.prefix { $0 != "T" }) : text
        }
    }

    /// The first moment, in seconds since 1970.
    let from: Int
    /// The end, in seconds since 1970. It belongs to no window.
    let to: Int
    let step: Step

    /// Cuts the time into windows.
    ///
    /// - Parameter limit: The largest number of windows.
    /// - Returns: nil if there would be more.
    func windows(limit: Int) -> [Window]? {
        var windows: [Window] = []
        while true {
            let start = moment(behind: windows.count)
            guard start < to else { return windows }
            guard windows.count < limit else { return nil }
            let end = moment(behind: windows.count + 1)
            windows.append(Window(from: start, to: min(end, to), wholeTo: end))
        }
    }

    /// The moment some steps behind the first one. Months are counted from the first moment, so that they end on the same day again.
    private func moment(behind steps: Int) -> Int {
        switch step {
        case .seconds(let seconds): return from + steps * seconds
        case .months(let months):
            let first = CivilDay(daysSince1970: CivilDay.floorDivide(from, CivilDay.secondsPerDay))
            let month = first.year * 12 + first.month - 1 + steps * months
            let (year, number) = (CivilDay.floorDivide(month, 12), CivilDay.modulo(month, 12) + 1)
            let day = CivilDay(year: year, month: number, day: min(first.day, CivilDay.length(ofMonth: number, in: year)))
            return day.daysSince1970 * CivilDay.secondsPerDay + CivilDay.modulo(from, CivilDay.secondsPerDay)
        }
    }

    /// The text of a moment, such as `2024-01-31T08:00:00Z`.
    static func text(of seconds: Int) -> String {
        let day = CivilDay(daysSince1970: CivilDay.floorDivide(seconds, CivilDay.secondsPerDay))
        let time = CivilDay.modulo(seconds, CivilDay.secondsPerDay)
        return "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
            + "T\(digits(time / 3600, 2)):\(digits(time / 60 % 60, 2)):\(digits(time % 60, 2))Z"
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension TimeWindows {
    /// The end of the last window, as the option `to` names it.
    enum End: Sendable, Equatable {
        /// The time at which the pipeline file is read.
        case now
        /// Seconds since 1970.
        case moment(Int)

        init?(_ text: String) {
            if text == "now" {
                self = .now
            } else if let seconds = TimeWindows.seconds(text) {
                self = .moment(seconds)
            } else {
                return nil
            }
        }
    }

    private static let momentPhrase = "a day such as 2024-01-31, or a time with its zone such as 2024-01-31T08:00:00Z"

    /// Parses a moment in whole seconds; nil for another text.
    private static func seconds(_ text: String) -> Int? {
        guard let time = CursorTime(text), !time.text(earlierBy: 0).contains(".") else { return nil }
        return time.seconds
    }

    /// The type of the option `from`: seconds since 1970.
    static var start: OptionType<Int> {
        OptionType<String>.string.map(expecting: momentPhrase, placeholder: 0, written: { text(of: $0) }) { seconds($0) }
    }

    /// The type of the option `to`.
    static var end: OptionType<End> {
        OptionType<String>.string.map(
            expecting: "\"now\", or \(momentPhrase)", placeholder: .now,
            written: { if case .moment(let seconds) = $0 { text(of: seconds) } else { "now" } }
        ) { End($0) }
    }

    /// The type of the option `step`.
    static var stepLength: OptionType<Step> {
        OptionType<String>.string.map(
            expecting: "a number with h, d, w or mo behind it, such as 31d or 1mo", placeholder: .months(1), written: \.text
        ) { Step($0) }
    }
}
