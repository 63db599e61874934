import JSONParsing
import Synchronization
import TestSupport
import Testing
@testable import Pipeline

/// A stream stage that reads a second source with a closure.
private struct ReadingStage: StreamStage {
    static let name = "reading"
    static let summary = "Reads a second source."
    static let example = ""

    let second: SecondSource
    let body: @Sendable (SecondRecords) async throws -> Void

    init(_ source: any Source, _ body: @escaping @Sendable (SecondRecords) async throws -> Void) {
        second = SecondSource(StepProperties(type: type(of: source).name, path: "stages[0].with", onError: .fail, options: [:]), source)
        self.body = body
    }

    init(options: inout OptionReader) { self.init(NumberSource(count: 0)) { _ in } }

    var hooks: Hooks { Hooks(sources: [second]) }
    var partition: StagePartition { .eachRecord }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        try await second.read(in: input.context, body)
        for try await batch in input { try await output.send(contentsOf: batch) }
    }
}

/// A source that starts a program, as far as it declares.
private struct StartingSource: Source {
    static let name = "starting"
    static let summary = "Starts a program."
    static let example = ""

    init() {}
    init(options: inout OptionReader) {}

    var hooks: Hooks { Hooks(programs: [ForeignProgram(arguments: [MaskedText("true")])]) }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws {}
}

@Suite("A second source") struct SecondSourceTests {
    @Test("gives all its records, which do not count as read") func counts() async {
        let seen = Mutex<[Int]>([])
        let stage = ReadingStage(NumberSource(count: 1000)) { records in
            for try await batch in records { seen.withLock { $0 += batch.map(\.origin.item) } }
        }
        let report = await run(plan(NumberSource(count: 3), [.streamStage(stage)], [MemorySink()]))
        #expect(seen.withLock { $0 } == Array(1...1000))
        #expect(report.counts.line == "read 3 = written 3 + filtered 0 + rejected 0")
    }

    @Test("puts what it refuses into the rejects, and the counts add up") func refused() async {
        let source = ClosureSource { output in
            try await output.send(["n": 1])
            try await output.refuse(RefusedInput("x", because: "no number", origin: Origin(source: "prices")))
        }
        let observer = MemoryObserver()
        let stage = ReadingStage(source) { records in
            for try await batch in records { for record in batch { try await records.refuse(record, because: RecordError("unwanted")) } }
        }
        let report = await run(plan(NumberSource(count: 3), [.streamStage(stage)], [MemorySink()]), observer: observer)
        #expect(report.counts.line == "read 3 + made 2 = written 3 + filtered 0 + rejected 2")
        #expect(
            Set(observer.rejects.map { "\($0.step) \($0.origin): \($0.reason)" }) == [
                "stages[0].with prices, item 2: no number", "stages[0] closure, item 1: unwanted",
            ])
        #expect(report.steps.allSatisfy(\.addUp) && report.exitCode == 1)
    }

    @Test("is stopped if its stage needs no more records", .startsOnIdlePool, .timeLimit(.minutes(5))) func stopped() async {
        let stage = ReadingStage(NumberSource(count: 10, waitsAtEnd: true)) { records in
            for try await _ in records { return }
        }
        let report = await run(plan(NumberSource(count: 3), [.streamStage(stage)], [MemorySink()]))
        #expect(report.exitCode == 0)
    }

    @Test("fails the run, even if its stage catches that") func failure() async {
        let stage = ReadingStage(NumberSource(count: 10, failsAt: 5)) { records in
            do { for try await _ in records {} } catch {}
        }
        let report = await run(plan(NumberSource(count: 3), [.streamStage(stage)], [MemorySink()]))
        #expect(report.exitCode == 69)
    }

    @Test("ends with a run that is stopped", .startsOnIdlePool, .timeLimit(.minutes(5)), arguments: [1, 3])
    func interrupted(_ jobs: Int) async {
        let stage = ReadingStage(NumberSource(count: 10, waitsAtEnd: true)) { records in for try await _ in records {} }
        var options = PipelineRun.Options()
        options.jobs = jobs
        let run = PipelineRun(
            plan(NumberSource(count: 3), [.streamStage(stage)], [MemorySink(appearsWhole: true)]), options: options,
            observer: MemoryObserver())
        async let running = run.run()
        try? await Task.sleep(for: .milliseconds(50))
        run.stop(signal: 15)
        let report = await running
        #expect(report.exitCode == 143)
    }

    @Test("starts programs only with permission", arguments: [false, true]) func programs(_ isAllowed: Bool) async {
        let stage = ReadingStage(StartingSource()) { records in for try await _ in records {} }
        var plan = plan(NumberSource(count: 3), [.streamStage(stage)], [MemorySink()])
        plan.allowsPrograms = isAllowed
        let report = await run(plan)
        #expect(report.exitCode == (isAllowed ? 0 : 78))
        if !isAllowed {
            let message = (report.failure as? PipelineFailure)?.message ?? ""
            #expect(message.hasPrefix(#"stages[0].with starts ["true"]: a run may start programs of this machine only with --allow-exec"#))
        }
    }
}
