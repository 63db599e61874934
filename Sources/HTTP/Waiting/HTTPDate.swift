internal import CivilCalendar

/// A date in a header field, in any of the three formats that a recipient must accept.
///
/// - SeeAlso: RFC 9110, section 5.6.7
enum HTTPDate {
    private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
    /// The longest text that can be a date, in bytes.
    private static let maxBytes = 64
    /// The mean length of a year of the Gregorian calendar.
    private static let secondsOfYear = 31_556_952.0

    /// Parses a date.
    ///
    /// - Parameters:
    ///   - text: The value of a header field, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    ///   - now: The time in seconds since 1970. It decides the century of a year with two digits.
    /// - Returns: Seconds since 1970; nil if the text is no date.
    static func seconds(_ text: String, now: Double) -> Double? {
        guard text.utf8.count <= maxBytes else { return nil }
        let words = text.split { $0 == " " || $0 == "," || $0 == "-" }.dropFirst().map(String.init)
        switch words.count {
        // Sun, 06 Nov 1994 08:49:37 GMT, or Sunday, 06-Nov-94 08:49:37 GMT
        case 5 where words[4] == "GMT" || words[4] == "UTC":
            guard let year = year(words[2], now: now) else { return nil }
            return seconds(year: year, month: words[1], day: words[0], time: words[3])
        // Sun Nov  6 08:49:37 1994
        case 4:
            guard let year = number(words[3], digits: 4...4) else { return nil }
            return seconds(year: year, month: words[0], day: words[1], time: words[2])
        default: return nil
        }
    }

    private static func seconds(year: Int, month: String, day: String, time: String) -> Double? {
        let clock = time.split(separator: ":", omittingEmptySubsequences: false).map { number(String($0), digits: 2...2) }
        guard let month = months.firstIndex(of: month.lowercased()).map({ $0 + 1 }), let day = number(day, digits: 1...2),
            clock.count == 3, let hour = clock[0], let minute = clock[1], let second = clock[2],
            hour < 24, minute < 60, second <= 60, (1...CivilDay.length(ofMonth: month, in: year)).contains(day)
        else { return nil }
        let days = CivilDay(year: year, month: month, day: day).daysSince1970
        return Double(((days * 24 + hour) * 60 + minute) * 60 + second)
    }

    /// A year of four digits, or of two: the latest one that is at most 50 years in the future.
    private static func year(_ text: String, now: Double) -> Int? {
        guard let value = number(text, digits: 2...4) else { return nil }
        switch text.utf8.count {
        case 4: return value
        case 2:
            let latest = 1970 + Int(max(0, min(now, 1e11)) / secondsOfYear) + 50
            return latest - (latest - value) % 100
        default: return nil
        }
    }

    private static func number(_ text: String, digits: ClosedRange<Int>) -> Int? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text)
    }
}
