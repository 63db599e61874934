internal import CivilCalendar
internal import HTMLParsing

/// The date of a message: a day, a time and the zone that its sender had.
///
/// - SeeAlso: RFC 5322, sections 3.3 and 4.3
package struct MailDate: Sendable, Equatable {
    private let day: CivilDay
    private let (hour, minute, second): (Int, Int, Int)
    private let zone: Zone

    private enum Zone: Equatable, Sendable {
        /// No zone is given.
        case missing
        /// The time is in UTC, and the place of the sender is not known: `-0000`, and letters of the military.
        case unknown
        /// A distance from UTC in minutes.
        case offset(Int)
    }

    /// The date in ISO 8601, such as `2026-05-03T10:00:00+02:00`; without a zone where the header has none.
    package var text: String {
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let date = "\(digits(day.year, 4))-\(digits(day.month, 2))-\(digits(day.day, 2))"
        let time = "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2))"
        switch zone {
        case .missing: return "\(date)T\(time)"
        case .unknown: return "\(date)T\(time)Z"
        case .offset(let minutes):
            return "\(date)T\(time)\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60, 2)):\(digits(abs(minutes) % 60, 2))"
        }
    }

    /// The longest date that is read, in bytes.
    private static let maxBytes = 200

    /// Reads the value of the header `Date`, also in obsolete forms, in that of the C library and in ISO 8601; nil for other texts.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes else { return nil }
        let text = Self.withoutComments(bytes)
        if let date = Self.iso(text) {
            self = date
            return
        }
        var fields = DateWords()
        let words = text.split { $0.isFoldedSpace || $0 == UInt8(ascii: ",") }
        for word in words { guard fields.add(Array(word)) else { return nil } }
        guard let month = fields.month, let (dayNumber, year) = fields.dayAndYear, let time = fields.time else { return nil }
        self.init(CivilDay(year: year, month: month, day: dayNumber), time, fields.zone)
    }

    /// Whether words have the form of a date with its time, also of one that the calendar does not have.
    static func hasForm(_ words: ArraySlice<[UInt8]>) -> Bool {
        if iso(Array(words.joined(separator: [0x20]))) != nil { return true }
        var fields = DateWords()
        for word in words { guard fields.add(word) else { return false } }
        return fields.month != nil && fields.dayAndYear != nil && fields.time != nil
    }

    /// Whether a word is the short name of a day of the week.
    static func isWeekday(_ word: [UInt8]) -> Bool {
        DateWords.weekdays.contains(String(decoding: word.map(\.asciiLowercased), as: UTF8.self))
    }

    private init?(_ day: CivilDay, _ time: (Int, Int, Int), _ zone: Zone) {
        guard day.exists, (0...9999).contains(day.year), time.0 < 24, time.1 < 60, time.2 <= 60 else { return nil }
        self.day = day
        // A leap second counts as the second before.
        (hour, minute, second) = (time.0, time.1, min(time.2, 59))
        self.zone = zone
    }

    private static func withoutComments(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        var comments = HeaderComments()
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "("), let end = comments.end(in: bytes, at: index) {
                text.append(0x20)
                index = end
            } else {
                text.append(bytes[index])
                index += 1
            }
        }
        return text
    }

    /// Reads a date in ISO 8601 with a time.
    private static func iso(_ bytes: [UInt8]) -> MailDate? {
        let text = Array(String(decoding: bytes, as: UTF8.self).onOneLine.utf8)
        guard text.count >= 16, text.prefix(4).allSatisfy(\.isASCIIDigit), text[4] == UInt8(ascii: "-"),
            let fields = ISODateReader.fields(text), fields.hasTime
        else { return nil }
        let zone: Zone = fields.isZulu ? .offset(0) : fields.offset.map { .offset($0 / 60) } ?? .missing
        return MailDate(
            CivilDay(year: fields.year, month: fields.month, day: fields.day), (fields.hour, fields.minute, fields.second), zone)
    }

    /// The words of a date, by what they can be.
    private struct DateWords {
        var month: Int?
        /// The numbers beside the month: the day, then the year.
        private var numbers: [(value: Int, digits: Int)] = []
        private(set) var time: (Int, Int, Int)?
        private(set) var zone = Zone.missing

        private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        /// Takes a word; false for one that no date has.
        mutating func add(_ word: [UInt8]) -> Bool {
            let text = String(decoding: word.map(\.asciiLowercased), as: UTF8.self)
            if let first = word.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-"), time != nil { return addZone(word) }
            if word.contains(UInt8(ascii: ":")) { return addTime(word) }
            if time != nil, text == "am" || text == "pm" { return addHalf(text) }
            if word.allSatisfy(\.isASCIIDigit) { return addNumber(word) }
            if word.contains(UInt8(ascii: "-")), word.contains(where: \.isASCIIDigit) {
                // `03-May-2026`
                return word.split(separator: UInt8(ascii: "-")).allSatisfy { add(Array($0)) }
            }
            if word.contains(UInt8(ascii: ".")), time == nil, month != nil, word.allSatisfy({ $0.isASCIIDigit || $0 == UInt8(ascii: ".") })
            {
                return addTime(word.map { $0 == UInt8(ascii: ".") ? UInt8(ascii: ":") : $0 })
            }
            return addName(text)
        }

        private mutating func addName(_ text: String) -> Bool {
            let name = text.hasSuffix(".") ? String(text.dropLast()) : text
            if month == nil, name.utf8.count >= 3, let found = Self.months.firstIndex(where: { name.hasPrefix($0) }) {
                month = found + 1
                return true
            }
            if name.utf8.count >= 2, Self.weekdays.contains(where: { name.hasPrefix($0) || $0.hasPrefix(name) }) { return true }
            guard time != nil else { return false }
            if case .offset = zone { return true }
            if name.utf8.count > 1 || name == "z", let seconds = TimeZoneNames.offset(of: name) {
                zone = .offset(seconds / 60)
            } else if name.utf8.count <= 5 || zone != .missing {
                // The standard reads letters of the military and unknown names as -0000.
                zone = .unknown
            } else {
                return false
            }
            return true
        }

        private mutating func addNumber(_ word: [UInt8]) -> Bool {
            guard word.count <= 4, let value = Int(String(decoding: word, as: UTF8.self)) else { return false }
            if word.count == 4, time != nil, numbers.count == 2, zone == .missing {
                // A zone without its sign.
                zone = .unknown
                return true
            }
            numbers.append((value, word.count))
            return numbers.count <= 2
        }

        private mutating func addTime(_ word: [UInt8]) -> Bool {
            guard time == nil else { return false }
            var word = word[...]
            // Zones may lack the space in front.
            let stop = word.firstIndex { !$0.isASCIIDigit && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ".") } ?? word.endIndex
            let rest = Array(word[stop...])
            word = word[..<stop]
            let parts = word.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map { part in
                part.prefix { $0 != UInt8(ascii: ".") }
            }
            guard parts.count == 2 || parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.count <= 2 }) else { return false }
            let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
            time = (numbers[0], numbers[1], numbers.count == 3 ? numbers[2] : 0)
            return rest.isEmpty || add(rest)
        }

        private mutating func addHalf(_ half: String) -> Bool {
            guard let (hour, minute, second) = time, (1...12).contains(hour) else { return false }
            time = (hour % 12 + (half == "pm" ? 12 : 0), minute, second)
            return true
        }

        private mutating func addZone(_ word: [UInt8]) -> Bool {
            let digits = word.dropFirst().filter { $0 != UInt8(ascii: ":") }
            guard digits.allSatisfy(\.isASCIIDigit), let value = Int(String(decoding: digits, as: UTF8.self)) else { return true }
            let minutes = digits.count <= 2 ? value * 60 : value / 100 * 60 + value % 100
            guard minutes < 24 * 60, digits.count <= 4 else { return true }
            let isWest = word[0] == UInt8(ascii: "-")
            zone = isWest && minutes == 0 ? .unknown : .offset(isWest ? -minutes : minutes)
            return true
        }

        /// The day and the full year; nil without both. The C library writes the year last, too.
        var dayAndYear: (Int, Int)? {
            guard numbers.count == 2 else { return nil }
            let (first, second) = (numbers[0], numbers[1])
            if first.digits == 4 { return (second.value, first.value) }
            switch second.digits {
            case 2: return (first.value, second.value + (second.value < 50 ? 2000 : 1900))
            case 3: return (first.value, second.value + 1900)
            case 4: return (first.value, second.value)
            default: return nil
            }
        }
    }
}
