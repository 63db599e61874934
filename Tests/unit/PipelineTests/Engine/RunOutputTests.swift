import Foundation
import JSONParsing
import Synchronization
import TestSupport
import Testing
@testable import Pipeline

@Suite("The output of a source or a stage") struct RunOutputTests {
    @Test("appears at the commit point: that of a stage before those of the sinks, that of the source after them", arguments: [1, 4])
    func order(jobs: Int) async {
        let log = CallLog()
        let report = await run(log, jobs: jobs)
        #expect(report.exitCode == 0)
        #expect(
            log.calls == [
                "stage opens", "source opens", "sink is ready", "sink is ready", "stage prepares", "source prepares", "stage commits",
                "sink renames", "sink renames", "source commits", "stage closes", "source closes",
            ])
    }

    @Test(
        "stays as it was, and so do the outputs of the sinks, if one of them",
        arguments: ["stage opens", "source opens", "sink is ready", "stage prepares", "source prepares", "stage commits"])
    func failure(call: String) async {
        let log = CallLog(failsAt: call)
        let report = await run(log)
        #expect(report.exitCode != 0)
        #expect(!log.calls.contains("sink renames"))
        #expect(!log.calls.contains("source commits"))
        #expect(log.calls.contains("stage commits") == (call == "stage commits"))
        let opened = log.calls.filter { $0.hasSuffix("opens") }.count
        #expect(log.calls.filter { $0.hasSuffix("closes") }.count == opened)
    }

    @Test("of the source does not appear if a sink cannot rename its own") func sinkFailure() async {
        let log = CallLog(failsAt: "sink renames")
        let report = await run(log)
        #expect(report.exitCode != 0)
        #expect(!log.calls.contains("source commits"))
    }

    @Test("is left alone by a dry run, and by a run whose source fails") func noOutput() async {
        let dry = CallLog()
        #expect(await run(dry) { $0.writes = false }.exitCode == 0)
        #expect(dry.calls == [])
        let planned = CallLog()
        let outputs = PlannedChanges(keepsContent: false, folder: "/tmp")
        let report = await run(planned) {
            $0.writes = false
            $0.plan = outputs
        }
        #expect(report.exitCode == 0)
        #expect(planned.calls == [])
        for step in ["source", "stages[0]", "sinks[0]", "sinks[1]"] {
            #expect(outputs.outputs(of: step).map(\.kind) == [.unknown], "\(step)")
        }
        let preview = CallLog()
        #expect(await run(preview) { $0.hasRunOutputs = false }.exitCode == 0)
        #expect(!preview.calls.contains { $0.hasPrefix("stage") || $0.hasPrefix("source") })
        let broken = CallLog()
        #expect(await run(broken, failsAt: 2).exitCode == 69)
        #expect(broken.calls == ["stage opens", "source opens", "stage closes", "source closes"])
    }

    @Test(
        "of the source learns why it stays",
        arguments: [(2, nil, "the run has a limit"), (nil, 2, "a stage needed no more records")] as [(Int?, Int?, String)])
    func part(limit: Int?, head: Int?, reason: String) async {
        let log = CallLog()
        let report = await run(log, head: head) { $0.limit = limit }
        #expect(report.exitCode == 0)
        #expect(!log.calls.contains("source commits"))
        #expect(log.calls.contains("source stays because \(reason)"))
    }

    @Test("is not locked by a preview") func preview() async throws {
        let folder = try ScratchFolder()
        let log = CallLog()
        var plan = plan(LoggedSource(log: log, failsAt: nil), [.stage(LoggedStage(log: log))], [LoggedSink(log: log)])
        plan.files = ["source.state", "stages[0].folder"].map { FileUse(.output, folder.file($0).path, place: $0, range: nil) }
        let locks = try ["source.state", "stages[0].folder"].map { name in
            try #require(OutputLockPath(file: folder.file(name).path, shown: name))
        }
        let held = try await OutputLocks(locks, patience: .zero) { false }
        for (hasRunOutputs, code) in [(false, 0), (true, 75)] as [(Bool, Int32)] {
            var options = PipelineRun.Options()
            options.hasRunOutputs = hasRunOutputs
            #expect(await PipelineRun(plan, options: options, observer: SilentObserver()).run().exitCode == code)
        }
        _ = consume held
    }

    private func run(
        _ log: CallLog, jobs: Int = 1, failsAt: Int? = nil, head: Int? = nil, _ change: (inout PipelineRun.Options) -> Void = { _ in }
    ) async -> RunReport {
        let source = LoggedSource(log: log, failsAt: failsAt)
        var stages: [PipelinePlan.StageComponent] = [.stage(LoggedStage(log: log))]
        if let head { stages.append(.streamStage(HeadStage(head))) }
        let plan = plan(source, stages, [LoggedSink(log: log), LoggedSink(log: log)])
        var options = PipelineRun.Options()
        options.jobs = jobs
        change(&options)
        return await PipelineRun(plan, options: options, observer: SilentObserver()).run()
    }
}

/// The calls of one run, in order. A class, because all parts of the run share it.
private final class CallLog: Sendable {
    private let list = Mutex<[String]>([])
    private let failing: String?

    init(failsAt call: String? = nil) { failing = call }

    var calls: [String] { list.withLock { $0 } }

    func note(_ call: String) throws {
        list.withLock { $0.append(call) }
        if call == failing { throw PipelineFailure(.cannotWrite, "\(call): no") }
    }
}

private struct LoggedOutput: RunOutput {
    let log: CallLog
    let owner: String

    func open(in context: RunContext) throws { try log.note("\(owner) opens") }
    func prepare() throws { try log.note("\(owner) prepares") }
    func commit() throws { try log.note("\(owner) commits") }
    func keep(because reason: String) { try? log.note("\(owner) stays because \(reason)") }
    func close() { try? log.note("\(owner) closes") }
    var passesRecords: Bool { false }
    var supportsPlan: Bool { false }
    func stagedHead(of path: String, upTo limit: Int) -> [UInt8]? { nil }
}

private struct LoggedSource: Source {
    static let name = "logged_source"
    static let summary = "Notes what the engine calls."
    static let example = ""

    let log: CallLog
    var failsAt: Int?

    init(options: inout OptionReader) { log = CallLog() }
    init(log: CallLog, failsAt: Int?) {
        self.log = log
        self.failsAt = failsAt
    }

    var hooks: Hooks { Hooks(output: LoggedOutput(log: log, owner: "source")) }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {
        try await NumberSource(count: 4, failsAt: failsAt).run(into: &output)
    }
}

private struct LoggedStage: Stage {
    static let name = "logged_stage"
    static let summary = "Notes what the engine calls."
    static let example = ""

    let log: CallLog

    init(options: inout OptionReader) { log = CallLog() }
    init(log: CallLog) { self.log = log }

    var hooks: Hooks { Hooks(output: LoggedOutput(log: log, owner: "stage")) }
    func process(_ record: inout Record) throws -> Verdict { .keep }
}

private struct LoggedSink: Sink {
    static let name = "logged_sink"
    static let summary = "Notes what the engine calls."
    static let example = ""

    let log: CallLog

    init(options: inout OptionReader) { log = CallLog() }
    init(log: CallLog) { self.log = log }

    var traits: SinkTraits { SinkTraits(appearsWhole: true) }
    var hooks: Hooks { .none }
    var admission: Admission<Int> { .all }

    func render(_ record: Record, in context: RunContext) throws -> Int { 1 }
    func write(_ documents: Batches<Int>) async throws {
        for try await _ in documents {}
        try log.note("sink is ready")
        try await documents.commitPoint()
        try log.note("sink renames")
    }
}
