import JSONParsing
import Pipeline
@testable import Stages
import Testing

@Suite("The stage split_set") struct SplitSetTests {
    private static func set(_ options: String, _ record: String) throws -> String {
        var record = Record(try JSONValue(parsing: record))
        _ = try SplitSetStage(json: options).process(&record)
        return try record.string("split")
    }

    /// Computed with Python: int.from_bytes(sha256(f"{seed}:{id}".encode()).digest()[:8], "big") >> 11, divided by 2**53.
    @Test(
        "takes the place of an id from its hash",
        arguments: [
            ("cnv_1", 0, 0.7739491526946666), ("cnv_1", 1, 0.23846432769253578), ("7", 0, 0.1716241826177346), ("", 0, 0.7283713340583248),
            ("ö 青", 42, 0.05209682441297003),
        ])
    func place(_ id: String, _ seed: Int, _ place: Double) {
        #expect(SplitSetStage.place(of: id, seed: seed) == place)
    }

    @Test("gives each set its share, and each id one set in every run") func shares() throws {
        let stage = try SplitSetStage(json: #"{"shares": {"a": 0.7, "b": 0.2, "none": 0, "c": 0.1}, "into": "set"}"#)
        var counts: [String: Int] = [:]
        for id in 0..<5_000 {
            var record = Record(["id": .number(JSONNumber(id))])
            _ = try stage.process(&record)
            counts[try record.string("set"), default: 0] += 1
        }
        #expect(counts.keys.sorted() == ["a", "b", "c"])
        // Five standard deviations.
        for (set, share) in [("a", 0.7), ("b", 0.2), ("c", 0.1)] { #expect(abs(Double(counts[set] ?? 0) - 5_000 * share) < 165) }
        #expect(stage.hooks.notes == ["a \(counts["a"] ?? 0), b \(counts["b"] ?? 0), none 0, c \(counts["c"] ?? 0)"])
    }

    @Test("a larger share takes ids from its neighbour alone") func growth() throws {
        let small = #"{"shares": {"train": 0.8, "test": 0.2}}"#
        let large = #"{"shares": {"train": 0.9, "test": 0.1}}"#
        for id in 0..<200 where try Self.set(large, #"{"id":\#(id)}"#) == "test" {
            #expect(try Self.set(small, #"{"id":\#(id)}"#) == "test")
        }
    }

    @Test(
        "knows ids by their value",
        arguments: [(#"{"id":7}"#, #"{"id":7.0}"#), (#"{"id":7}"#, #"{"id":"7"}"#), (#"{"id":{"a":1,"b":2}}"#, #"{"id":{"b":2,"a":1}}"#)])
    func values(_ first: String, _ second: String) throws {
        let halves = (0..<20).map { #"{"seed": \#($0), "shares": {"a": 0.5, "b": 0.5}}"# }
        #expect(try halves.map { try Self.set($0, first) } == halves.map { try Self.set($0, second) })
        #expect(Set(try halves.map { try Self.set($0, first) }).count == 2)
    }

    @Test("rejects a record without an id", arguments: ["{}", #"{"id":null}"#]) func missing(_ record: String) {
        #expect(throws: RecordError("by gives null or nothing, and a record without an id has no set")) { try Self.set("{}", record) }
    }

    @Test(
        "refuses shares that do not add up",
        arguments: [
            (#"{"a": 0.5, "b": 0.4}"#, "the shares add up to 0.9, and 1 was expected"),
            ("{}", "the shares add up to 0.0, and 1 was expected"),
            (#"{"a": 1.5}"#, "expected a number from 0 to 1"),
        ])
    func sums(_ shares: String, _ reason: String) {
        let error = #expect(throws: PipelineFileError.self) { try SplitSetStage(json: #"{"shares": \#(shares)}"#) }
        #expect("\(error.map { "\($0)" } ?? "")".contains(reason))
    }
}
