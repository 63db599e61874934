import JSONParsing
@testable import Pipeline
import Synchronization
import TestSupport
import Testing

/// Counts how many callers are at work at the same time.
private final class WorkMeter: Sendable {
    private let state = Mutex((now: 0, most: 0))

    /// The greatest number so far.
    var most: Int { state.withLock { $0.most } }

    func begin() {
        state.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
    }

    func end() { state.withLock { $0.now -= 1 } }
}

/// Compares the written records of a run with those that it has received, each time that it receives a batch.
private struct WrittenCheckingSink: Sink {
    static let name = "written_checking"
    static let summary = "Compares counts."
    static let example = ""

    /// What the sink shares with the test.
    final class Findings: Sendable {
        let run = Mutex<PipelineRun?>(nil)
        let differences = Mutex<[String]>([])
    }

    let findings: Findings

    init(options: inout OptionReader) { findings = Findings() }
    init(_ findings: Findings) { self.findings = findings }

    var hooks: Hooks { .none }
    var admission: Admission<Int> { .all }
    var traits: SinkTraits { SinkTraits() }

    func render(_ record: Record, in context: RunContext) throws -> Int { 1 }

    func write(_ documents: Batches<Int>) async throws {
        var received = 0
        for try await batch in documents {
            let written = findings.run.withLock { $0?.counts.written }
            if written != received { findings.differences.withLock { $0.append("\(received): \(String(describing: written))") } }
            received += batch.count
        }
    }
}

@Suite("What a run does at the same time", .startsOnIdlePool, .timeLimit(.minutes(5))) struct ConcurrencyTests {
    @Test("is one thing with one job: source, stages, stream stages and sinks take turns", arguments: [1, 4])
    func oneJob(jobs: Int) async {
        let meter = WorkMeter()
        @Sendable func work() {
            meter.begin()
            // Long enough for another thread to come in between.
            var sum = 0
            for number in 0..<2000 { sum &+= number }
            precondition(sum > 0)
            meter.end()
        }
        let source = ClosureSource { output in
            for number in 0..<3000 {
                work()
                try await output.send(["n": .number(JSONNumber(number))])
            }
        }
        let stage = ClosureStage { _ in
            work()
            return .keep
        }
        let stream = StreamClosureStage { input, output in
            for try await batch in input {
                work()
                try await output.send(contentsOf: batch)
            }
        }
        let sink = MemorySink(refuses: { _ in
            work()
            return false
        })
        let report = await run(plan(source, [.stage(stage), .streamStage(stream), .stage(stage)], [sink]), jobs: jobs)
        #expect(report.counts.written == 3000)
        if jobs == 1 { #expect(meter.most == 1) }
    }

    @Test("counts the records of a batch as written once the sink asks for the next batch") func written() async {
        let findings = WrittenCheckingSink.Findings()
        let run = PipelineRun(
            plan(NumberSource(count: 5000), [], [WrittenCheckingSink(findings)]), options: .init(), observer: MemoryObserver())
        findings.run.withLock { $0 = run }
        let report = await run.run()
        findings.run.withLock { $0 = nil }
        #expect(report.counts.written == 5000)
        #expect(findings.differences.withLock { $0 } == [])
    }
}
