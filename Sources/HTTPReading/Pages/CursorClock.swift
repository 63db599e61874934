internal import HTTP
internal import JSONParsing

/// The option `future`: how to treat cursors that are later than the clock.
package enum FutureCursors: String, CaseIterable, Sendable {
    /// Their items wait for a run after that time, and each run warns of them.
    case warn
    /// Their items wait as with ``warn``, but no run warns.
    case expected
    /// They count like all other cursors, because they are no times.
    case counts
}

/// Finds cursors that are later than the clock. If the state moved to such a cursor, later runs would read nothing until its time has come.
///
/// A text states its time. A number is read in the unit of its list. The first number that is a time from the year 2000 to now decides the
/// unit. So ids that count up are no times, even large ones.
package struct CursorClock: Sendable {
    /// The effect of a cursor on the state.
    enum Verdict: Equatable {
        /// The state may move to the cursor.
        case counts
        /// It is ahead of the clock by less than two days. Clocks of servers differ, and dates have no offset.
        case early
        case future
        /// A number that is greater than now, in a list of numbers none of which is a time so far.
        case undecided
    }

    /// What a numeric timestamp counts: a unit of time since 1970, or the digits of a date.
    private enum Unit: Double, CaseIterable {
        case seconds = 1
        case milliseconds = 1e3
        case microseconds = 1e6
        case nanoseconds = 1e9
        /// Digits such as 20240131.
        case days = -1
        /// Digits such as 20240131084937.
        case dayTimes = -1e6

        /// The time of a number in seconds since 1970; infinity for one that is greater than all times of the unit, nil for one that is no time.
        func seconds(of number: Double) -> Double? {
            if rawValue > 0 { return number / rawValue }
            let scale = -rawValue
            let day = (number / scale).rounded(.down)
            if day < 1 { return -.infinity }
            if day >= 1e8 { return .infinity }
            let rest = Int(number - day * scale)
            guard rest / 10_000 < 24, rest / 100 % 100 < 60, rest % 100 < 60,
                let midnight = CursorClock.midnight(year: Int(day) / 10_000, month: Int(day) / 100 % 100, day: Int(day) % 100)
            else { return nil }
            return midnight + Double(rest / 10_000 * 3600 + rest / 100 % 100 * 60 + rest % 100)
        }

        var phrase: String {
            switch self {
            case .seconds, .milliseconds, .microseconds, .nanoseconds: "\(self) since 1970"
            case .days: "a day"
            case .dayTimes: "a day and time"
            }
        }
    }

    /// The start of the year 2000 in seconds since 1970. Smaller numbers are ids or counts rather than times.
    private static let firstSeconds = 946_684_800.0
    /// How far a clock of a server may be ahead, in seconds: two days, because dates have no offset.
    private static let maxSecondsAhead = 172_800.0

    /// How far ahead coming events may be, in seconds: ten years.
    private static let secondsOfEvents = 315_576_000.0

    /// The time in seconds since 1970.
    private let now: Double
    /// The unit of the numbers; nil if none is a time so far.
    private var unit: Unit?
    /// The first number in the unit, for messages.
    private var sample: CursorValue?
    /// Whether a number looked like a day and was none, so that no number of the list is a day.
    private var excludesDays = false
    /// Whether no cursor is a time.
    private(set) var countsAll: Bool

    /// - Parameters:
    ///   - now: The time in seconds since 1970.
    ///   - countsAll: Whether no cursor is a time.
    package init(now: Double, countsAll: Bool) {
        self.now = now
        self.countsAll = countsAll
    }

    /// Whether the numbers of the list are times.
    var hasUnit: Bool { unit != nil }

    /// Decides that numbers are no times.
    mutating func excludeNumbers() {
        countsAll = true
        unit = nil
    }

    /// Looks at the next cursor.
    ///
    /// - Throws: ``IncrementalFault/mixedUnits(_:_:)``.
    mutating func verdict(on cursor: CursorValue) throws(IncrementalFault) -> Verdict {
        if countsAll { return .counts }
        switch cursor {
        case .time(let time, _): return verdict(onSeconds: Double(time.seconds))
        case .number(let number): return try verdict(on: number.double, cursor)
        case .text(let text):
            if let number = Self.number(in: text) { return try verdict(on: number, cursor) }
            return Self.day(in: text).map { verdict(onSeconds: $0) } ?? .counts
        }
    }

    /// Whether a cursor tells a time in the future by itself.
    package func isInFuture(_ cursor: CursorValue) -> Bool {
        var clock = self
        return (try? clock.verdict(on: cursor)) == .future
    }

    /// Whether a number is a time from the year 2000 to now.
    func isTime(_ cursor: CursorValue) -> Bool { Self.number(of: cursor).map { plausibleUnit(of: $0) != nil } ?? false }

    /// Whether a number is greater than now.
    func isLaterNumber(_ cursor: CursorValue) -> Bool { Self.number(of: cursor).map { $0 > now } ?? false }

    /// Whether a number is a time of the next years, in seconds or milliseconds.
    func isNear(_ cursor: CursorValue) -> Bool {
        guard let number = Self.number(of: cursor) else { return false }
        return [1, 1e3].contains { number / $0 >= now && number / $0 <= now + Self.secondsOfEvents }
    }

    private static func number(of cursor: CursorValue) -> Double? {
        switch cursor {
        case .number(let number): number.double
        case .time: nil
        case .text(let text): number(in: text)
        }
    }

    private func verdict(onSeconds seconds: Double) -> Verdict {
        seconds <= now ? .counts : seconds <= now + Self.maxSecondsAhead ? .early : .future
    }

    private mutating func verdict(on number: Double, _ cursor: CursorValue) throws(IncrementalFault) -> Verdict {
        if let found = plausibleUnit(of: number) {
            if let unit, unit != found, let sample {
                throw .mixedUnits("\(cursor.phrase) (\(found.phrase))", "\(sample.phrase) (\(unit.phrase))")
            }
            unit = found
            sample = sample ?? cursor
            return found.seconds(of: number).map { verdict(onSeconds: $0) } ?? .counts
        }
        if let unit {
            if let seconds = unit.seconds(of: number) { return verdict(onSeconds: seconds) }
            // A number such as 20240199 is no day, so that an earlier one such as 20240101 was none either.
            excludesDays = true
            self.unit = nil
            sample = nil
        }
        if number > now { return .undecided }
        let isLaterDay = !excludesDays && (Unit.days.seconds(of: number) ?? 0).isFinite && (Unit.days.seconds(of: number) ?? 0) > now
        return isLaterDay ? .undecided : .counts
    }

    /// The unit in which a number is a time from the year 2000 to now. There is at most one.
    private func plausibleUnit(of number: Double) -> Unit? {
        guard number >= 1e7 else { return nil }
        for unit in Unit.allCases where unit.rawValue > 0 || !excludesDays {
            if let seconds = unit.seconds(of: number), seconds >= Self.firstSeconds, seconds <= now + Self.maxSecondsAhead { return unit }
        }
        return nil
    }

    /// The number that a text of digits is, such as `1714550401` or `1503435956.000247`.
    private static func number(in text: String) -> Double? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        guard let first = text.utf8.first, digits.contains(first),
            text.utf8.allSatisfy({ digits.contains($0) || $0 == UInt8(ascii: ".") })
        else { return nil }
        return Double(text)
    }

    /// The start of the day with which a text begins, such as `2024-01-31 08:49`, `2024/01/31` or `20240131T084937Z`.
    private static func day(in text: String) -> Double? {
        var numbers: [Int] = []
        var rest = text.utf8[...]
        for count in [4, 2, 2] {
            var number = 0
            for _ in 0..<count {
                guard let byte = rest.popFirst(), byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            numbers.append(number)
            if numbers.count < 3, let next = rest.first, "-/.".utf8.contains(next) { rest.removeFirst() }
        }
        if let next = rest.first, next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") { return nil }
        return midnight(year: numbers[0], month: numbers[1], day: numbers[2])
    }

    /// The start of a day in seconds since 1970; nil if there is no such day.
    private static func midnight(year: Int, month: Int, day: Int) -> Double? {
        guard (1000...9999).contains(year), (1...12).contains(month), (1...31).contains(day) else { return nil }
        let names = [String(month), String(day)].map { $0.count < 2 ? "0\($0)" : $0 }
        return CursorTime("\(year)-\(names[0])-\(names[1])").map { Double($0.seconds) }
    }
}
