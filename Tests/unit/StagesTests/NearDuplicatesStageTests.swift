import JSONParsing
import Pipeline
import Stages
import Synchronization
import Testing

@Suite("The stage near_duplicates") struct NearDuplicatesStageTests {
    private static func run(_ options: String, _ texts: [String]) async throws -> (ids: [String], notes: [String]) {
        var registry = Registry()
        registry.addStages()
        var plan = PipelinePlan(name: "test")
        try plan.append(stage: "near_duplicates", json: options, from: registry)
        let records = texts.enumerated().map { index, text in
            Record(["id": .number(JSONNumber(index)), "t": .string(text)], origin: Origin(source: "in", item: index + 1))
        }
        let ids = Mutex<[String]>([])
        let report = await plan.process(records) { result in
            guard case .kept(let record) = result else { return }
            let id = try record.get(FieldPath(name: "id"))?.compactText ?? ""
            ids.withLock { $0.append(id) }
        }
        #expect(report.failure == nil)
        return (ids.withLock { $0 }, report.notes)
    }

    @Test("names the first records that it drops, and counts all") func names() async throws {
        let one = try await Self.run(#"{"field": "t"}"#, ["a b c d", "x", "a, b c D"])
        #expect(one.ids == ["0", "1"])
        #expect(one.notes == ["near_duplicates: 1 near duplicate dropped; the first one is in, item 3 like 0, 1.00"])
        let many = try await Self.run(#"{"field": "t"}"#, Array(repeating: "a b c d", count: 8))
        #expect(many.ids == ["0"])
        let names = (2...6).map { "in, item \($0) like 0, 1.00" }.joined(separator: "; ")
        #expect(many.notes == ["near_duplicates: 7 near duplicates dropped; the first ones are \(names)"])
        #expect(try await Self.run(#"{"field": "t"}"#, ["a", "b"]).notes == [])
    }

    @Test("takes texts in all forms of Unicode for equal") func forms() async throws {
        let texts = ["caf\u{E9} 5 \u{212B}", "cafe\u{301} 5 \u{C5}", "cafe\u{301} 5 A\u{30A}", "cafe 5 A"]
        #expect(try await Self.run(#"{"field": "t"}"#, texts).ids == ["0", "3"])
    }
}
