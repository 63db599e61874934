import Testing

@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("Windows of time") struct TimeWindowsTests {
    struct Example: Sendable {
        let options: String
        /// The windows as `name: from to to`.
        let windows: [String]
    }

    /// 2024-03-10T12:30:00Z
    private static let now = 1_710_073_800.0

    private static func parts(_ options: String) throws -> (ListParts, problems: [String]) {
        var reader = try OptionReader(json: #"{"for_each": \#(options)}"#)
        let parts = ListParts.read(&reader, now: now)
        return (try #require(parts), reader.problems.map { "\($0.path): \($0.message)" })
    }

    private static func shown(_ part: ListPart) -> String {
        let value = part.value.value.object
        return "\(part.name): \(value?["from"]?.string ?? "") to \(value?["to"]?.string ?? "")"
    }

    @Test(
        "are half-open, in UTC, and the last one is cut",
        arguments: [
            Example(
                options: #"{"from": "2024-01-01", "to": "2024-03-01", "step": "31d"}"#,
                windows: [
                    "2024-01-01: 2024-01-01T00:00:00Z to 2024-02-01T00:00:00Z", "2024-02-01: 2024-02-01T00:00:00Z to 2024-03-01T00:00:00Z",
                ]),
            Example(
                options: #"{"from": "2024-03-03T23:00:00+01:00", "step": "1w"}"#,
                windows: ["2024-03-03T22:00:00Z: 2024-03-03T22:00:00Z to 2024-03-10T12:30:00Z"]),
            Example(
                options: #"{"from": "2024-03-10", "to": "now", "step": "12h"}"#,
                windows: [
                    "2024-03-10: 2024-03-10T00:00:00Z to 2024-03-10T12:00:00Z",
                    "2024-03-10T12:00:00Z: 2024-03-10T12:00:00Z to 2024-03-10T12:30:00Z",
                ]),
            Example(
                options: #"{"from": "2023-12-31", "to": "2024-04-15", "step": "1mo"}"#,
                windows: [
                    "2023-12-31: 2023-12-31T00:00:00Z to 2024-01-31T00:00:00Z", "2024-01-31: 2024-01-31T00:00:00Z to 2024-02-29T00:00:00Z",
                    "2024-02-29: 2024-02-29T00:00:00Z to 2024-03-31T00:00:00Z", "2024-03-31: 2024-03-31T00:00:00Z to 2024-04-15T00:00:00Z",
                ]),
        ])
    func windows(_ example: Example) throws {
        let (parts, problems) = try Self.parts(example.options)
        #expect(problems == [])
        #expect(parts.list.map(Self.shown) == example.windows)
    }

    @Test("have no gap and no overlap", arguments: ["1h", "7d", "3w", "1mo", "5mo"]) func seamless(_ step: String) throws {
        let step = try #require(TimeWindows.Step(step))
        let windows = try #require(TimeWindows(from: 1_600_000_000, to: 1_605_555_555, step: step).windows(limit: 10_000))
        #expect(windows.first?.from == 1_600_000_000 && windows.last?.to == 1_605_555_555)
        #expect(zip(windows, windows.dropFirst()).allSatisfy { $0.to == $1.from && $0.from < $0.to })
    }

    @Test("keep the whole end of a window that the present time cuts, and only of that")
    func whole() throws {
        let open = try Self.parts(#"{"from": "2024-03-01", "to": "now", "step": "1mo"}"#).0
        #expect(open.wholeLast.map(Self.shown) == "2024-03-01: 2024-03-01T00:00:00Z to 2024-04-01T00:00:00Z")
        #expect(try Self.parts(#"{"from": "2024-03-01", "to": "2024-03-05", "step": "1mo"}"#).0.wholeLast == nil)
    }

    @Test(
        "refuse what makes no windows",
        arguments: [
            (
                #"{"from": "2024-01-01", "step": "31"}"#,
                #"for_each.step: expected a number with h, d, w or mo behind it, such as 31d or 1mo, found "31""#
            ),
            (#"{"from": "2024-01-01"}"#, #"for_each.step: "step" is missing, the length of a window"#),
            (
                #"{"from": "2024-01-01T08:00:00", "step": "1d"}"#,
                "for_each.from: expected a day such as 2024-01-31, or a time with its zone such as 2024-01-31T08:00:00Z, found \"2024-01-01T08:00:00\""
            ),
            (
                #"{"from": "2025-01-01", "step": "1d"}"#,
                "for_each: \"from\" is 2025-01-01T00:00:00Z, and the end of the last window is not later: 2024-03-10T12:30:00Z"
            ),
            (#"{"from": "2000-01-01", "step": "1h"}"#, "for_each: these are more than 10000 windows; choose a longer \"step\""),
            (#"{"step": "1h"}"#, #"for_each: expected exactly one of "values", "from", found none"#),
            (
                #"{"values": ".[]", "from": "2024-01-01", "step": "1d"}"#,
                #"expected exactly one of "values", "from", found "values" and "from""#
            ),
        ])
    func refused(_ options: String, _ problem: String) throws {
        let (parts, problems) = try Self.parts(options)
        #expect(problems.contains { $0.contains(problem) }, "\(problems)")
        #expect(problems.count == 1 || options.contains("values"))
        #expect(parts.list.isEmpty || options.contains("values"))
    }
}
