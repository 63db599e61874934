import Foundation
import JSONParsing
import Stages
import TestSupport
import Testing
@testable import Pipeline

@Suite("The order of rejects") struct RejectOrderTests {
    /// Refuses every eleventh piece of input, and sends the others.
    private static let source = ClosureSource { output in
        for number in 1...3000 {
            if number % 11 == 0 {
                try await output.refuse(
                    RefusedInput(.number(JSONNumber(number)), because: "source", origin: Origin(source: "s", item: number)))
            } else {
                try await output.send(["n": .number(JSONNumber(number))])
            }
        }
    }

    private static func number(_ record: Record) throws -> Int { Int(try record.get("n")?.number?.int64 ?? 0) }

    /// Rejects at every stage; splits records, reverses their order, and rejects after that.
    private static let stages: [PipelinePlan.StageComponent] = [
        .stage(
            ClosureStage {
                guard try number($0) % 7 == 0 else { return .keep }
                throw RecordError("first")
            }),
        .stage(
            ClosureStage { record in
                guard try number(record) % 5 == 0 else { return .keep }
                return .replace(
                    with: try (0..<3).map { Record(["n": .number(JSONNumber(try number(record))), "part": .number(JSONNumber($0))]) })
            }),
        .asyncStage(SleepyStage(longest: .microseconds(50))),
        .stage(
            ClosureStage {
                guard try $0.get("part")?.number?.int64 == 1 else { return .keep }
                throw RecordError("second")
            }),
        .streamStage(
            StreamClosureStage { input, output in
                var records: [Record] = []
                for try await batch in input { records += batch }
                for record in records.reversed() {
                    if try number(record) % 13 == 0 {
                        try await output.refuse(record, because: RecordError("stream"))
                    } else {
                        try await output.send(record)
                    }
                }
            }),
        .stage(
            ClosureStage {
                guard try number($0) % 17 == 0 else { return .keep }
                throw RecordError("third")
            }),
    ]

    private static func rejects(jobs: Int) async throws -> [String] {
        let folder = try ScratchFolder()
        let path = folder.file("r.jsonl").path
        let report = await run(plan(source, stages, [MemorySink()]), jobs: jobs, rejects: path)
        #expect(report.exitCode == 1)
        #expect(report.counts.addUp)
        return try folder.read("r.jsonl").split(separator: "\n").map(String.init)
    }

    @Test("is that of the input, for every number of workers") func jobs() async throws {
        let expected = try await Self.rejects(jobs: 1)
        let items = expected.compactMap { try? JSONValue(parsing: $0).member("origin")?.member("item")?.number?.int64 }
        #expect(items.count == expected.count && expected.count > 1000)
        for jobs in [2, 3, 8, 16] { #expect(try await Self.rejects(jobs: jobs) == expected) }
        #expect(items == items.sorted())
    }

    @Test("is that of the input in a stream of rejects, too, up to the first stream stage", arguments: [1, 2, 8])
    func stream(jobs: Int) async throws {
        let folder = try ScratchFolder()
        let path = folder.file("r.jsonl").path
        var options = PipelineRun.Options()
        options.jobs = jobs
        options.rejects = .appended(path)
        let stages = Array(Self.stages.prefix(4))
        let report = await PipelineRun(plan(Self.source, stages, [MemorySink()]), options: options, observer: MemoryObserver()).run()
        let items = try folder.read("r.jsonl").split(separator: "\n").compactMap {
            try JSONValue(parsing: String($0)).member("origin")?.member("item")?.number?.int64
        }
        #expect(items.count == report.counts.rejected && items.count > 1000)
        #expect(items == items.sorted())
    }
}
