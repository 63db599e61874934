import Testing

@testable import Pipeline
@testable import HTTPReading
@testable import SourcesRemote

@Suite("Three incremental runs of a list with odd cursors") struct CursorKindTests {
    /// What three runs of a list with an odd cursor do.
    enum Outcome: Sendable {
        /// Each item comes once, and no run warns.
        case silent
        /// Each item comes once, and each run warns of the future.
        case warned
        /// The first run ends with 65 and this message.
        case refused(String)
        /// All other items come once, and each run warns of the item, which comes each time.
        case everyTime
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        /// The cursor of an item by its number.
        let cursor: @Sendable (Int) -> String
        /// The cursors of the odd items.
        let odd: [String]
        let outcome: Outcome
        var testDescription: String { name }

        init(_ name: String, _ cursor: @escaping @Sendable (Int) -> String, _ odd: String..., is outcome: Outcome) {
            self.name = name
            self.cursor = cursor
            self.odd = odd
            self.outcome = outcome
        }
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    private static let seconds: @Sendable (Int) -> String = { "\(1_717_200_000 + 3600 * $0)" }
    private static let fractions: @Sendable (Int) -> String = { "\(1_717_200_000 + 3600 * $0).25" }
    private static let milliseconds: @Sendable (Int) -> String = { "\(1_717_200_000_000 + 3_600_000 * $0)" }
    private static let nanoseconds: @Sendable (Int) -> String = { "\(1_717_200_000_000_000_000 + 3_600_000_000_000 * $0)" }
    private static let times: @Sendable (Int) -> String = { "\"2024-06-01T\(two($0)):00:00Z\"" }
    private static let zones: @Sendable (Int) -> String = {
        "\"2024-06-02T\(two($0 % 2 == 0 ? $0 + 9 : $0 - 1)):00:00.5\($0 % 2 == 0 ? "+09:00" : "-01:00")\""
    }
    private static let local: @Sendable (Int) -> String = { "\"2024-06-01T\(two($0)):00:00\"" }
    private static let spaces: @Sendable (Int) -> String = { "\"2024-06-01 \(two($0)):00:00\"" }
    private static let dates: @Sendable (Int) -> String = { "\"2024-05-\(two($0 + 1))\"" }
    private static let days: @Sendable (Int) -> String = { "202405\(two($0 + 1))" }
    private static let dayTexts: @Sendable (Int) -> String = { "\"202405\(two($0 + 1))\"" }
    private static let dayTimes: @Sendable (Int) -> String = { "20240501\(two($0))0000" }
    private static let basic: @Sendable (Int) -> String = { "\"20240501T\(two($0))0000Z\"" }
    private static let digits: @Sendable (Int) -> String = { "\"\(1_717_200_000 + 3600 * $0)\"" }
    private static let decimals: @Sendable (Int) -> String = { "\"\(1_717_200_000 + 3600 * $0).000247\"" }
    private static let ids: @Sendable (Int) -> String = { "\(17 + $0)" }
    private static let largeIDs: @Sendable (Int) -> String = { "\(2_600_000_000 + 1000 * $0)" }
    private static let hugeIDs: @Sendable (Int) -> String = { "\(1_250_000_000_000_000_000 + $0)" }
    private static let versions: @Sendable (Int) -> String = { "\"v1.\(two($0))\"" }
    private static let hashes: @Sendable (Int) -> String = { "\"01HQ\(two($0))ZX\"" }
    private static let sequence: @Sendable (Int) -> String = { "\"\(99_990 + $0)\"" }

    static let kinds: [Kind] = [
        Kind("seconds and one far ahead", seconds, "9999999999", is: .warned),
        Kind("seconds and the largest of 32 bits", seconds, "2147483647", is: .warned),
        Kind("seconds and the last one of year 9999", seconds, "253402300799", is: .warned),
        Kind("seconds and the largest integer", seconds, "9223372036854775807", is: .warned),
        Kind("seconds and several ahead", seconds, "1799999999", "4102444800", "9999999999", is: .warned),
        Kind("seconds and a clock that is a day ahead", seconds, "1718280000", is: .silent),
        Kind("seconds and 0", seconds, "0", is: .silent),
        Kind("seconds and a negative one", seconds, "-62135596800", is: .silent),
        Kind("seconds with a fraction and one far ahead", fractions, "9999999999.5", is: .warned),
        Kind("seconds and milliseconds", seconds, "1717203600000", is: .refused("milliseconds since 1970")),
        Kind("seconds and microseconds", seconds, "1717203600000000", is: .refused("microseconds since 1970")),
        Kind("seconds and digits of a day", seconds, "20240601", is: .refused("a day")),
        Kind("seconds and a text of digits", seconds, #""1717203600""#, is: .refused("cannot be compared with the number")),
        Kind("seconds and a time", seconds, #""2024-06-01T01:00:00Z""#, is: .refused("cannot be compared with the number")),
        Kind("seconds and null", seconds, "null", is: .everyTime),
        Kind("milliseconds and one far ahead", milliseconds, "32503680000000", is: .warned),
        Kind("milliseconds and seconds", milliseconds, "1717203600", is: .refused("seconds since 1970")),
        Kind("milliseconds and seconds far ahead, which are early milliseconds", milliseconds, "9999999999", is: .silent),
        Kind("nanoseconds and one far ahead", nanoseconds, "9223372036854775807", is: .warned),
        Kind("times and one far ahead", times, #""2099-01-01T00:00:00Z""#, is: .warned),
        Kind("times and the end of time", times, #""9999-12-31T23:59:59.999Z""#, is: .warned),
        Kind("times and a date far ahead", times, #""2099-01-01""#, is: .warned),
        Kind("times and a clock that is a day ahead", times, #""2024-06-13T10:00:00Z""#, is: .silent),
        Kind("times and one of year 1", times, #""0001-01-01T00:00:00Z""#, is: .silent),
        Kind("times and an empty text", times, #""""#, is: .everyTime),
        Kind("times and a word", times, #""never""#, is: .refused("cannot be compared with the t")),
        Kind("times and a day that does not exist", times, #""2024-02-30T00:00:00Z""#, is: .refused("cannot be compared with the t")),
        Kind("times and a time without an offset", times, #""2024-06-01T01:00:00""#, is: .refused("cannot be compared with the t")),
        Kind("times in zones", zones, is: .silent),
        Kind("times in zones and one far ahead", zones, #""2099-01-01T00:00:00+14:00""#, is: .warned),
        Kind("times without an offset and one far ahead", local, #""2099-01-01T00:00:00""#, is: .warned),
        Kind("times with a space and one far ahead", spaces, #""9999-12-31 23:59:59""#, is: .warned),
        Kind("dates and one far ahead", dates, #""2099-01-01""#, is: .warned),
        Kind("dates and tomorrow", dates, #""2024-06-13""#, is: .silent),
        Kind("digits of days and one far ahead", days, "99991231", is: .warned),
        Kind("texts of digits of days and one far ahead", dayTexts, #""99991231""#, is: .warned),
        Kind("digits of days and times and one far ahead", dayTimes, "99991231235959", is: .warned),
        Kind("times in the basic format and one far ahead", basic, #""20990101T000000Z""#, is: .warned),
        Kind("texts of digits and one far ahead", digits, #""9999999999""#, is: .warned),
        Kind("texts of digits and milliseconds", digits, #""1717203600000""#, is: .refused("milliseconds since 1970")),
        Kind("texts of digits and a word", digits, #""unknown""#, is: .refused("cannot be compared with the text")),
        Kind("texts of digits with a fraction and one far ahead", decimals, #""9999999999.000000""#, is: .warned),
        Kind("ids that count up", ids, is: .silent),
        Kind("large ids", largeIDs, is: .silent),
        Kind("huge ids", hugeIDs, is: .silent),
        Kind("versions", versions, is: .silent),
        Kind("ids in letters and digits", hashes, is: .silent),
        Kind("texts of digits that become longer", sequence, is: .silent),
    ]

    @Test("reads each item once in three runs, or every run says what", arguments: kinds, [true, false])
    func threeRuns(_ kind: Kind, _ isSent: Bool) async throws {
        let server = try ChangingServer()
        let source = try server.source(isSent ? #""send_as": "since""# : #""lag_seconds": 0"#)
        var found: [Int] = []
        for run in 0..<3 {
            server.items += (run * 5..<run * 5 + 5).map { ($0, kind.cursor($0)) }
            // The odd items stand in the middle of the first page.
            if run == 0 { server.items.insert(contentsOf: kind.odd.enumerated().map { (100 + $0, $1) }, at: 1) }
            let result = try await server.run(source)
            found += result.ids
            let report = result.run.report
            switch kind.outcome {
            case .refused(let message):
                #expect(report.exitCode == 65)
                let text = report.failure.map { "\($0)" } ?? ""
                #expect(text.contains(message) && text.contains("page 1, item "), "\(text)")
                return
            case .silent:
                #expect(report.exitCode == 0 && result.run.warnings.isEmpty, "\(run): \(report.failure as Any) \(result.run.warnings)")
            case .warned:
                #expect(report.exitCode == 0, "\(report.failure as Any)")
                let warning = result.run.warnings.first ?? ""
                let count = kind.odd.count == 1 ? "1 item has a cursor" : "\(kind.odd.count) items have cursors"
                #expect(warning.hasPrefix("\(count) in the future"), "\(run): \(warning)")
                #expect(
                    warning.contains(#/ at https://example.org/list: page 1, item [12]: the state does not move/#), "\(run): \(warning)")
                #expect(warning.contains(#""future": "expected""#))
            case .everyTime:
                #expect(result.run.warnings.contains { $0.hasPrefix("1 item has no value at .at") }, "\(result.run.warnings)")
                #expect(result.ids.contains(100))
            }
        }
        let once = found.filter { if case .everyTime = kind.outcome { $0 != 100 } else { true } }
        let odd = if case .everyTime = kind.outcome { [Int]() } else { Array(100..<100 + kind.odd.count) }
        #expect(once.sorted() == Array(0..<15) + odd)
    }
}
