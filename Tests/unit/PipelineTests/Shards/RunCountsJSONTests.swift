import JSONParsing
import Testing

@testable import Pipeline

@Suite("Counts of an end record") struct RunCountsJSONTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let change: (key: String, value: JSONValue?)
        let reason: String
        var testDescription: String { name }
    }

    static let examples = [
        Example(name: "a missing one", change: ("written", nil), reason: "it has no \"written\""),
        Example(name: "a negative one", change: ("made", -1), reason: "\"made\" is not a whole number from 0: -1"),
        Example(name: "a fraction", change: ("read", 1.5), reason: "\"read\" is not a whole number from 0: 1.5"),
        Example(name: "a text", change: ("skipped", "0"), reason: "\"skipped\" is not a whole number from 0: \"0\""),
        Example(
            name: "one above the largest integer", change: ("read", .number(JSONNumber(9.3e18))),
            reason: "\"read\" is not a whole number from 0: 9.3e+18"),
        Example(
            name: "a sum above it", change: ("rejected", .number(JSONNumber(Int.max))), reason: "its numbers are too large"),
        Example(
            name: "another sum", change: ("filtered", 7),
            reason: "its records do not add up: read 3 + made 1 ≠ written 2 + filtered 7 + rejected 1 + skipped 1"),
    ]

    private static var good: RunCounts {
        var counts = RunCounts()
        (counts.read, counts.made, counts.written, counts.rejected, counts.skipped) = (3, 1, 2, 1, 1)
        return counts
    }

    @Test("are read as they were written") func round() throws {
        #expect(try RunCounts(json: Self.good.json) == Self.good)
        #expect(Self.good.json.keys == ["read", "made", "written", "filtered", "rejected", "skipped"])
    }

    @Test("are refused", arguments: examples) func refused(_ example: Example) throws {
        var json = Self.good.json
        json[example.change.key] = example.change.value
        #expect(throws: EndRecordFault(example.reason)) { try RunCounts(json: json) }
    }

    @Test("have sums, unless these are too large") func sums() {
        var large = RunCounts()
        (large.read, large.written) = (Int.max, Int.max)
        #expect(RunCounts.sum(of: [Self.good, Self.good])?.written == 4)
        #expect(RunCounts.sum(of: [large]) == large)
        #expect(RunCounts.sum(of: [large, Self.good]) == nil)
        // Each sum is small enough, and the two together are not.
        var made = RunCounts()
        (made.made, made.filtered) = (1, 1)
        #expect(RunCounts.sum(of: [large, made]) == nil)
    }
}
