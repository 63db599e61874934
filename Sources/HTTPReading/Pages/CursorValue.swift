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

    /// - Parameter value: The output of the query `cursor`.
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

    /// Whether the cursor is a time as a text.
    package var isTime: Bool { if case .time = self { true } else { false } }

    /// Whether the cursor is a text that begins with a day, such as `31.01.2024` or `Wed, 31 Jan 2024`, or
    /// with the name of a month. Its order is not that of time.
    package var beginsWithDay: Bool {
        guard case .text(let text) = self else { return false }
        return text.prefixMatch(
            of: #/[0-9]{1,2}[./ -]([0-9]{1,2}|[A-Za-z]{3,9})[./ -][0-9]{2,4}|(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*[, ]/#) != nil
            || text.prefixMatch(of: #/(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\.? [0-9]/#) != nil
    }

    /// Compares two cursors: numbers as numbers, also in texts of digits alone, times as times, other texts byte by byte.
    ///
    /// - Returns: -1, 0 or 1 if this cursor is smaller than, equal to or greater than `other`.
    /// - Throws: ``IncrementalFault/mixed(_:_:)`` for cursors of different kinds.
    package func compared(to other: CursorValue) throws(IncrementalFault) -> Int {
        switch (self, other) {
        case (.number(let one), .number(let two)): return one == two ? 0 : one < two ? -1 : 1
        case (.time(let one, _), .time(let two, _)): return one.compared(to: two)
        case (.text(let one), .text(let two)):
            if let order = Self.compare(one, two) { return order }
            throw .mixed(phrase, other.phrase)
        default: throw .mixed(phrase, other.phrase)
        }
    }

    /// Compares two texts.
    ///
    /// - Returns: nil for a number and another text: one such as `unknown` would be greater than every number. Ids of one length, such as
    ///   hashes, may be digits by chance.
    private static func compare(_ one: String, _ two: String) -> Int? {
        switch (DecimalText(one), DecimalText(two)) {
        case (let left?, let right?): return left.compared(to: right)
        case (nil, nil): break
        default: if one.utf8.count != two.utf8.count { return nil }
        }
        if one.utf8.elementsEqual(two.utf8) { return 0 }
        return one.utf8.lexicographicallyPrecedes(two.utf8) ? -1 : 1
    }

    /// Returns the cursor some seconds earlier.
    ///
    /// - Throws: ``IncrementalFault/lagWithoutSeconds(_:)`` for a text, and for a number too large for seconds or milliseconds.
    func earlier(by seconds: Int) throws(IncrementalFault) -> CursorValue {
        if seconds == 0 { return self }
        switch self {
        case .text: throw .lagWithoutSeconds(phrase)
        case .time(let time, _):
            let text = time.text(earlierBy: seconds)
            return CursorTime(text).map { .time($0, text: text) } ?? self
        case .number(let number):
            // Times in seconds and milliseconds are smaller; those in microseconds and nanoseconds are not.
            guard number.double.magnitude < 1e14 else { throw .lagWithoutSeconds(phrase) }
            let lag = number.double.magnitude < Self.firstMilliseconds ? seconds : seconds * 1000
            if let whole = number.int64 {
                let (difference, overflow) = whole.subtractingReportingOverflow(Int64(lag))
                if !overflow { return .number(JSONNumber(difference)) }
            }
            // Doubles of this size are so far apart that the difference could be rounded up.
            guard number.double.magnitude < 0x1p53 else { return self }
            return .number(JSONNumber(number.double - Double(lag)))
        }
    }

    /// The value with its kind, such as `the text "a"`.
    var phrase: String {
        switch self {
        case .number: "the number \(shown)"
        case .time: "the time \"\(shown)\""
        case .text: "the text \"\(shown)\""
        }
    }
}

/// A text that is a number without a sign, such as `17` or `1503435956.000247`. It may have more digits than a double.
private struct DecimalText {
    private let whole: Substring.UTF8View
    private let fraction: Substring.UTF8View

    /// - Returns: nil for a text with other characters than digits and one point between them.
    init?(_ text: String) {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let bytes = Substring(text).utf8
        let point = bytes.firstIndex { !digits.contains($0) } ?? bytes.endIndex
        guard point > bytes.startIndex else { return nil }
        whole = bytes[..<point].drop { $0 == UInt8(ascii: "0") }
        guard point < bytes.endIndex else {
            fraction = bytes[point...]
            return
        }
        var end = bytes[bytes.index(after: point)...]
        guard bytes[point] == UInt8(ascii: "."), !end.isEmpty, end.allSatisfy(digits.contains) else { return nil }
        while end.last == UInt8(ascii: "0") { end.removeLast() }
        fraction = end
    }

    /// Returns -1, 0 or 1 if this number is smaller than, equal to or greater than `other`.
    func compared(to other: DecimalText) -> Int {
        if whole.count != other.whole.count { return whole.count < other.whole.count ? -1 : 1 }
        for (left, right) in [(whole, other.whole), (fraction, other.fraction)] where !left.elementsEqual(right) {
            return left.lexicographicallyPrecedes(right) ? -1 : 1
        }
        return 0
    }
}
