import JSONParsing
import Testing

@testable import Pipeline

@Suite("The depth of a record behind a stage") struct RecordDepthTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The value that reaches the stage.
        let input: String
        /// The levels that the stage builds around it.
        let levels: Int
        /// The levels of the record, if that is too deep.
        var rejected: Int?
    }

    /// The stage as the engine runs it.
    enum Kind: CaseIterable, Sendable {
        case keeps, replaces, suspends
    }

    private static func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    private static let examples = [
        Example(testDescription: "is kept up to the limit", input: nested(500), levels: 11),
        Example(testDescription: "is refused above the limit", input: nested(500), levels: 12, rejected: 512),
        Example(testDescription: "counts objects", input: #"{"a": {"b": \#(nested(498))}}"#, levels: 20, rejected: 520),
        Example(testDescription: "counts levels that a stage builds alone", input: "1", levels: 511),
        Example(testDescription: "is refused for levels that a stage builds alone", input: "1", levels: 600, rejected: 600),
        Example(
            testDescription: "does not count brackets in texts", input: #"["\#(String(repeating: "[", count: 5000))"]"#, levels: 300),
        Example(
            testDescription: "is that of the deepest value", input: "[1, [\(nested(300))], {}, \(nested(510)), 2]", levels: 5,
            rejected: 516),
    ]

    private static func stage(_ kind: Kind, _ levels: Int) -> PipelinePlan.StageComponent {
        @Sendable func nest(_ record: Record) -> JSONValue {
            (0..<levels).reduce(record.value) { value, level in level.isMultiple(of: 2) ? ["x", value] : ["k": value] }
        }
        switch kind {
        case .keeps:
            return .stage(
                ClosureStage {
                    $0.value = nest($0)
                    return .keep
                })
        case .replaces: return .stage(ClosureStage { .replace(with: [Record(1), Record(nest($0))]) })
        case .suspends:
            return .asyncStage(
                AsyncClosureStage(2) { record, _ in
                    record.value = nest(record)
                    return .keep
                })
        }
    }

    @Test("is at most what readers accept", arguments: examples, Kind.allCases)
    func limit(_ example: Example, _ kind: Kind) async throws {
        let sink = MemorySink()
        let observer = MemoryObserver()
        let source = TextSource("2, \(example.input)")
        let report = await run(plan(source, [Self.stage(kind, example.levels)], [sink]), observer: observer)
        #expect(report.counts.addUp)
        let reasons = [example.rejected].compactMap(\.self).map {
            "the stage makes a record of \($0) levels; the limit is 511, so that its output can be read again"
        }
        #expect(observer.rejects.map(\.reason).last == reasons.last)
        if let reject = observer.rejects.last { #expect(try reject.record.compactText == JSONValue(parsing: example.input).compactText) }
        // A list of the records can be read again.
        #expect(throws: Never.self) { try JSONValue(parsing: "[\(sink.documents.joined(separator: ","))]") }
    }

    @Test("may stay above the limit, but not grow") func deepSource() async throws {
        let source = ClosureSource { output in
            let limits = JSONLimits(maxDepth: 1000)
            for _ in 0..<2 { try await output.send(JSONValue(parsing: #"{"a": \#(Self.nested(800))}"#, limits: limits)) }
        }
        let stage = ClosureStage { record in
            let value = try record.get("a")
            if record.origin.item == 1 { try record.set("b", to: 1) } else { try record.set("a", to: ["c": value ?? .null]) }
            return .keep
        }
        let sink = MemorySink()
        let observer = MemoryObserver()
        let report = await run(plan(source, [.stage(stage)], [sink]), observer: observer)
        #expect(report.counts.line == "read 2 = written 1 + filtered 0 + rejected 1")
        #expect(observer.rejects.first?.reason.hasPrefix("the stage makes a record of 802 levels; the limit is 511") == true)
    }
}
