import Foundation
import JSONParsing
import Stages
import TestSupport
import Testing
@testable import Pipeline

@Suite("The rejects file of an incremental source") struct IncrementalRejectsTests: ~Copyable {
    private let folder: ScratchFolder
    private var path: String { folder.file("r.jsonl").path }

    init() throws { folder = try ScratchFolder() }

    /// Sends the numbers below 4, and says that later runs do not send them again.
    private struct PassingSource: Source {
        static let name = "passing"
        static let summary = "Sends numbers once."
        static let example = ""

        init(options: inout OptionReader) {}
        init() {}

        var continuation: SourceContinuation {
            SourceContinuation {
                self
            } resetState: {
                nil
            }
        }
        var hooks: Hooks { Hooks(output: Output()) }
        func run(into output: inout RecordWriter) async throws { try await NumberSource(count: 4).run(into: &output) }

        private struct Output: RunOutput {
            var passesRecords: Bool { true }
            var supportsPlan: Bool { false }
            func keep(because reason: String) {}
            func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }
            func open(in context: RunContext) {}
            func prepare() {}
            func commit() {}
            func close() {}
        }
    }

    /// Runs the pipeline.
    ///
    /// - Parameters:
    ///   - rejected: The numbers that a stage rejects.
    ///   - error: The reason.
    ///   - readsAll: Whether the run is a full refresh.
    ///   - head: The number of records after which a stage needs no more.
    private func run(
        rejecting rejected: Set<Int>, because error: any Error = RecordError("no"), readsAll: Bool = false, limit: Int? = nil,
        head: Int? = nil, sink: MemorySink = MemorySink(appearsWhole: true)
    ) async -> RunReport {
        let stage = ClosureStage { record in
            if let number = try record.value.member("n"), rejected.contains(Int(number.compactText) ?? -1) { throw error }
            return .keep
        }
        var stages: [PipelinePlan.StageComponent] = [.stage(stage)]
        if let head { stages.append(.streamStage(HeadStage(head))) }
        var plan = plan(PassingSource(), stages, [sink])
        if readsAll { plan = plan.readingAll() }
        var options = PipelineRun.Options()
        options.limit = limit
        options.rejects = .file(path)
        return await PipelineRun(plan, options: options, observer: MemoryObserver()).run()
    }

    /// The numbers of the rejected records in the file.
    private func numbers() throws -> [Int] {
        try folder.read("r.jsonl").split(separator: "\n").map { line in
            let number = try JSONValue(parsing: Array(line.utf8)).member("record")?.member("n")
            return try #require(number.flatMap { Int($0.compactText) })
        }
    }

    @Test("grows from run to run, and stays if nothing is rejected") func growing() async throws {
        let first = await run(rejecting: [1, 3])
        #expect(first.rejects == .written(path: path))
        #expect(first.hasPassedRecords)
        #expect(first.exitCode == 1)
        #expect(await run(rejecting: [2]).rejects == .appended(path: path))
        #expect(try numbers() == [1, 3, 2])
        #expect(await run(rejecting: []).rejects == .kept(path: path))
        #expect(try numbers() == [1, 3, 2])
        #expect(try folder.names() == ["r.jsonl"])
    }

    @Test("gets a line end first if an editor has removed it") func unended() async throws {
        _ = await run(rejecting: [1])
        try folder.write(String(try folder.read("r.jsonl").dropLast()), to: "r.jsonl")
        _ = await run(rejecting: [2])
        #expect(try numbers() == [1, 2])
    }

    @Test("is replaced by a full refresh, which finds all rejects again") func fullRefresh() async throws {
        _ = await run(rejecting: [1, 3])
        #expect(await run(rejecting: [2], readsAll: true).rejects == .written(path: path))
        #expect(try numbers() == [2])
        #expect(await run(rejecting: [], readsAll: true).rejects == .removed(path: path))
    }

    @Test("keeps earlier rejects if a full refresh reads a part", arguments: [(2, nil), (nil, 1)] as [(Int?, Int?)])
    func partialRefresh(limit: Int?, head: Int?) async throws {
        _ = await run(rejecting: [3])
        let part = await run(rejecting: [0], readsAll: true, limit: limit, head: head)
        #expect(part.rejects == .appended(path: path))
        #expect(!part.hasPassedRecords)
        #expect(try numbers() == [3, 0])
    }

    @Test(
        "stays if nothing is written, and the exit code names the cause",
        arguments: [
            (RecordError("no"), 65), (RecordError(PipelineFailure(.remoteUnavailable, "no")), 69),
            (PipelineFailure(.remoteUnavailable, "no"), 69),
        ] as [(any Error, Int32)])
    func allRejected(error: any Error, code: Int32) async throws {
        _ = await run(rejecting: [3])
        for appearsWhole in [true, false] {
            let all = await run(rejecting: [0, 1, 2, 3], because: error, sink: MemorySink(appearsWhole: appearsWhole))
            #expect(all.exitCode == code)
            #expect(!all.hasPassedRecords)
            let stay = appearsWhole ? "output files and the state stay as they were" : "the state stays as it was"
            #expect(
                all.failure.map { "\($0)" } == "4 records were rejected and none was written; \(stay); first reason: passing, item 1: no")
        }
        #expect(try numbers() == [3])
        let failed = try String(contentsOfFile: path.replacing("r.jsonl", with: "r.failed.jsonl"), encoding: .utf8)
        #expect(failed.split(separator: "\n").count == 4)
    }
}
