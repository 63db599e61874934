import JSONParsing
import Stages
import Synchronization
import TestSupport
import Testing
@testable import Pipeline

@Suite("A run that is interrupted", .startsOnIdlePool, .timeLimit(.minutes(5))) struct InterruptionTests {
    private func run(_ plan: PipelinePlan, stoppedWhen isTime: @escaping @Sendable (RunCounts) -> Bool) async -> RunReport {
        let run = PipelineRun(plan, options: .init(), observer: MemoryObserver())
        async let report = run.run()
        while !isTime(run.counts) { try? await Task.sleep(for: .milliseconds(1)) }
        run.stop(signal: 2)
        return await report
    }

    @Test("stops at a signal with its exit code") func source() async {
        let sink = MemorySink()
        let report = await run(plan(NumberSource(count: 10, waitsAtEnd: true), [], [sink])) { $0.written == 10 }
        #expect(report.exitCode == 130)
        #expect(sink.documents.count == 10)
        #expect(sink.sawEnd == false)
        #expect(report.counts.line == "read 10 = written 10 + filtered 0 + rejected 0")
    }

    @Test("stops behind the end of the source, too, and leaves the old output") func behindStreamStage() async {
        let collected = Atomic(false)
        let collect = StreamClosureStage { input, output in
            var all: [Record] = []
            for try await batch in input { all += batch }
            collected.store(true, ordering: .relaxed)
            // Like a long sort: it never waits, and checks for cancellation from time to time.
            while true { try Task.checkCancellation() }
        }
        let sink = MemorySink(appearsWhole: true)
        let stages: [PipelinePlan.StageComponent] = [
            .stage(ClosureStage { _ in .keep }), .streamStage(collect), .stage(ClosureStage { _ in .keep }), .streamStage(HeadStage(9)),
        ]
        let report = await run(plan(NumberSource(count: 500), stages, [sink])) { _ in collected.load(ordering: .relaxed) }
        #expect(report.exitCode == 130)
        #expect(sink.documents == [])
        #expect(!sink.hasCommitted)
        #expect(report.counts.line == "read 500 = written 0 + filtered 0 + rejected 0 + unfinished 500")
    }

    @Test("does not wait for a stage that waits for another program") func waitingStage() async {
        struct Forever: AsyncStage {
            static let name = "forever"
            static let summary = "Waits."
            static let example = ""
            let concurrency = 16
            init(options: inout OptionReader) {}
            init() {}
            var hooks: Hooks { .none }

            func copyForRun(in context: RunContext) -> Forever { self }

            func process(_ record: inout Record) async throws -> Verdict {
                try await Task.sleep(for: .seconds(3600))
                return .keep
            }
        }
        let report = await run(plan(NumberSource(count: 10), [.asyncStage(Forever())], [MemorySink()])) { $0.read == 10 }
        #expect(report.exitCode == 130)
        #expect(report.counts.line == "read 10 = written 0 + filtered 0 + rejected 0 + unfinished 10")
    }

    @Test("has ended well if its outputs are being put in place already") func tooLate() async {
        let current = Mutex<PipelineRun?>(nil)
        let sink = MemorySink(appearsWhole: true, onCommit: { current.withLock { $0 }?.stop(signal: 2) })
        let run = PipelineRun(plan(NumberSource(count: 10), [], [sink]), options: .init(), observer: MemoryObserver())
        current.withLock { $0 = run }
        let report = await run.run()
        #expect(report.exitCode == 0)
        #expect(sink.hasCommitted)
        current.withLock { $0 = nil }
    }
}
