import FoundationEssentials
import JSONParsing
import Stages
import TestSupport
import Testing
@testable import Pipeline

@Suite("Rejects of a stage that hides them") struct HiddenRejectsTests {
    /// Removes the field `private`, and rejects records without it.
    private struct Hide: Stage {
        static let name = "hide"
        static let summary = "Removes a field."
        static let example = ""

        init(options: inout OptionReader) {}
        init() {}

        var hooks: Hooks { Hooks(hidesRejects: true) }

        func process(_ record: inout Record) throws -> Verdict {
            guard try record.get("private") != nil else { throw RecordError("missing") }
            try record.set("private", to: nil)
            return .keep
        }
    }

    private static let source = ClosureSource { output in
        try await output.send(["id": 1, "private": "secret"])
        try await output.send(["id": 2, "secret": true])
        try await output.send(["id": 3, "private": "secret"])
    }

    private static func rejecting(_ id: Int64) -> PipelinePlan.StageComponent {
        .stage(
            ClosureStage { record in
                if try record.get("id")?.number?.int64 == id { throw RecordError("no") }
                return .keep
            })
    }

    private static func rejects(_ stages: [PipelinePlan.StageComponent]) async throws -> (lines: [JSONValue], warnings: [String]) {
        let folder = try ScratchFolder()
        let report = await run(plan(source, stages, [MemorySink()]), rejects: folder.file("r.jsonl").path)
        #expect(report.counts.addUp)
        return (try folder.read("r.jsonl").split(separator: "\n").map { try JSONValue(parsing: String($0)) }, report.warnings)
    }

    @Test("come without their records, and later ones with what the stage has left") func hides() async throws {
        let (lines, warnings) = try await Self.rejects([.stage(Hide()), Self.rejecting(3)])
        #expect(try lines.map { try $0.member("record")?.compactText } == ["null", #"{"id":3}"#])
        #expect(try lines.map { try $0.member("reason")?.string } == ["missing", "no"])
        #expect(warnings.isEmpty)
    }

    @Test("follow rejects of earlier stages, of which the run warns") func warns() async throws {
        let (lines, warnings) = try await Self.rejects([Self.rejecting(1), .stage(Hide())])
        #expect(try lines.map { try $0.member("record")?.compactText } == [#"{"id":1,"private":"secret"}"#, "null"])
        #expect(warnings == ["stages[1]: the rejects hold 1 record from before hide, with all that it would have replaced"])
    }
}
