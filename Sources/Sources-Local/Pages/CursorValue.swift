package import HTTP
package import JSONParsing
internal import Pipeline

/// The cursor of an item: a value that is greater for an item that changed later.
package enum CursorValue: Sendable {
    case number(JSONNumber)
    /// A time. The text is that of the server.
    case time(CursorTime, text: String)
    case text(String)

    /// The longest text of a cursor, in bytes.
    static let maxBytes = 256
    /// From this magnitude on, a number counts milliseconds, otherwise seconds.
    private static let firstMilliseconds = 1e11
    /// The start of the year 2000 in seconds since 1970. Smaller numbers are ids or counts rather than times.
    private static let firstSeconds = 946_684_800.0

    /// - Parameter value: The output of the program `cursor`.
    /// - Returns: nil if the item has no cursor: null, or an empty text.
    /// - Throws: ``IncrementalFault`` for another value than a number or a text, and for one that is too long.
    package init?(_ value: JSONValue) throws(IncrementalFault) {
        guard let decoded = try? value.decoded() else { throw .wrongKind(value.kind.phrase) }
        switch decoded {
        case .null: return nil
        case .number(let number):
            let text = number.text
            guard text.utf8.count <= Self.maxBytes else { throw .tooLong(limit: Self.maxBytes) }
            guard let stored = JSONNumber(literal: text) else { throw .wrongKind("NaN") }
            self = .number(stored)
        case .string(let text):
            if text.isEmpty { return nil }
            guard text.utf8.count <= Self.maxBytes else { throw .tooLong(limit: Self.maxBytes) }
            self = CursorTime(text).map { .time($0, text: text) } ?? .text(text)
        default: throw .wrongKind(decoded.kind.phrase)
        }
    }

    /// The value as the server gave it.
    package var json: JSONValue {
        switch self {
        case .number(let number): .number(number)
        case .time(_, let text), .text(let text): .string(text)
        }
    }

    /// The value in messages.
    package var shown: String { PageToken(json)?.shown ?? "" }

    /// The time in seconds since 1970; nil for a text, and for a number that is too small for a time.
    package var seconds: Double? {
        switch self {
        case .time(let time, _): return Double(time.seconds)
        case .text: return nil
        case .number(let number):
            let seconds = number.double < Self.firstMilliseconds ? number.double : number.double / 1000
            return seconds >= Self.firstSeconds ? seconds : nil
        }
    }

    /// Whether the cursor is a time as a text.
    package var isTime: Bool { if case .time = self { true } else { false } }

    /// Whether the cursor is a text that begins with a day, such as `31.01.2024` or `Wed, 31 Jan 2024`. Its order is not that of time.
    package var beginsWithDay: Bool {
        guard case .text(let text) = self else { return false }
        return text.prefixMatch(of: #/[0-9]{1,2}[./ -]([0-9]{1,2}|[A-Za-z]{3,9})[./ -][0-9]{2,4}|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*[, ]/#)
            != nil
    }

    /// Compares two cursors: numbers as numbers, also in texts of digits alone, times as times, other texts byte by byte.
    ///
    /// - Returns: -1, 0 or 1 if this cursor is smaller than, equal to or greater than `other`.
    /// - Throws: ``IncrementalFault/mixed(_:_:)`` for cursors of different kinds.
    package func compared(to other: CursorValue) throws(IncrementalFault) -> Int {
        switch (self, other) {
        case (.number(let one), .number(let two)): return one == two ? 0 : one < two ? -1 : 1
        case (.time(let one, _), .time(let two, _)): return one.compared(to: two)
        case (.text(let one), .text(let two)): return Self.compare(one, two)
        default: throw .mixed(phrase, other.phrase)
        }
    }

    /// Compares two texts. A text of digits is smaller than any other text, so that there is one order for all of them.
    private static func compare(_ one: String, _ two: String) -> Int {
        let (left, right) = (digits(of: one), digits(of: two))
        if let left, let right, left.count != right.count { return left.count < right.count ? -1 : 1 }
        if (left == nil) != (right == nil) { return left == nil ? 1 : -1 }
        let (first, second) = (left ?? Substring(one).utf8, right ?? Substring(two).utf8)
        if first.elementsEqual(second) { return 0 }
        return first.lexicographicallyPrecedes(second) ? -1 : 1
    }

    /// The digits of a text without zeros in front; nil if it has other characters.
    private static func digits(of text: String) -> Substring.UTF8View? {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.utf8.allSatisfy(digits.contains) ? Substring(text).drop { $0 == "0" }.utf8 : nil
    }

    /// Returns the cursor some seconds earlier.
    ///
    /// - Throws: ``IncrementalFault/lagOfText(_:)`` for a text, which has no seconds.
    func earlier(by seconds: Int) throws(IncrementalFault) -> CursorValue {
        if seconds == 0 { return self }
        switch self {
        case .text(let text): throw .lagOfText(PageToken(text).shown)
        case .time(let time, _):
            let text = time.text(earlierBy: seconds)
            return CursorTime(text).map { .time($0, text: text) } ?? self
        case .number(let number):
            let lag = number.double.magnitude < Self.firstMilliseconds ? seconds : seconds * 1000
            if let whole = number.int64 {
                let (difference, overflow) = whole.subtractingReportingOverflow(Int64(lag))
                if !overflow { return .number(JSONNumber(difference)) }
            }
            // Such numbers are so far apart that a difference could be rounded up.
            guard number.double.magnitude < 0x1p53 else { return self }
            return .number(JSONNumber(number.double - Double(lag)))
        }
    }

    /// The value with its kind, such as `the text "a"`.
    private var phrase: String {
        switch self {
        case .number: "the number \(shown)"
        case .time: "the time \"\(shown)\""
        case .text: "the text \"\(shown)\""
        }
    }
}
