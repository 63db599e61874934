import JSONParsing
@testable import Pipeline
import Synchronization
import TestSupport
import Testing

@Suite("An asynchronous stage in a run", .startsOnIdlePool, .timeLimit(.minutes(5))) struct AsyncPartTests {
    private static func numbers(_ numbers: some Sequence<Int>) -> [String] { numbers.map { "{\"n\":\($0)}" } }

    /// Lets other tasks go first, at random.
    private static func giveWay() async { for _ in 0..<Int.random(in: 0...8) { await Task.yield() } }

    @Test("processes as many records at once as it says, and keeps their order", arguments: [1, 2, 16, 32, 100], [1, 4])
    func concurrency(_ concurrency: Int, jobs: Int) async {
        let areAllIn = Latch<Bool>()
        let stage = AsyncClosureStage(concurrency) { _, number in
            if number == concurrency - 1 { areAllIn.set(true) }
            _ = await areAllIn.wait()
            await Self.giveWay()
            return .keep
        }
        let sink = MemorySink()
        let report = await run(plan(NumberSource(count: 1000), [.asyncStage(stage)], [sink]), jobs: jobs)
        #expect(report.counts.line == "read 1000 = written 1000 + filtered 0 + rejected 0")
        #expect(sink.documents == Self.numbers(0..<1000))
        #expect(stage.meter.most == concurrency)
        #expect(stage.meter.copies == 1)
    }

    @Test("fills its places across batches of one record") func smallBatches() async {
        let areAllIn = Latch<Bool>()
        let count = Mutex(0)
        let stage = AsyncClosureStage(32) { _, _ in
            let number = count.withLock { count in
                count += 1
                return count
            }
            if number == 32 { areAllIn.set(true) }
            _ = await areAllIn.wait()
            return .keep
        }
        let source = ClosureSource { output in
            for number in 0..<100 {
                try await output.send(["n": .number(JSONNumber(number))])
                try await output.flush()
            }
        }
        let sink = MemorySink()
        let report = await run(plan(source, [.asyncStage(stage)], [sink]))
        #expect(report.exitCode == 0)
        #expect(sink.documents == Self.numbers(0..<100))
        #expect(stage.meter.most == 32)
    }

    @Test("takes no more records than it holds while the first one waits") func bounded() async throws {
        let held = 16
        let started = Mutex(0)
        let areAllIn = Latch<Bool>()
        let most = Latch<Int>()
        let stage = AsyncClosureStage(4) { _, number in
            let count = started.withLock { count in
                count += 1
                return count
            }
            if count == held { areAllIn.set(true) }
            if number == 0 {
                _ = await areAllIn.wait()
                for _ in 0..<1000 { await Task.yield() }
                most.set(started.withLock { $0 })
            }
            return .keep
        }
        let sink = MemorySink()
        let report = await run(plan(NumberSource(count: 5000), [.asyncStage(stage)], [sink]))
        #expect(report.counts.written == 5000)
        #expect(most.value == held)
        #expect(sink.documents == Self.numbers(0..<5000))
    }

    @Test("passes on, drops, replaces and rejects in order", arguments: [1, 8]) func verdicts(concurrency: Int) async {
        let stage = AsyncClosureStage(concurrency) { record, number in
            await Self.giveWay()
            switch number % 5 {
            case 0: return .drop
            case 1: throw RecordError("odd")
            case 2: return .replace(with: [Record(["n": .number(JSONNumber(number))]), Record(["n": "again"])])
            default: return .keep
            }
        }
        let sink = MemorySink()
        let observer = MemoryObserver()
        let report = await run(plan(NumberSource(count: 500), [.asyncStage(stage)], [sink]), observer: observer)
        #expect(report.counts.line == "read 500 + made 100 = written 400 + filtered 100 + rejected 100")
        let expected = (0..<500).flatMap { number in
            switch number % 5 {
            case 0, 1: [String]()
            case 2: ["{\"n\":\(number)}", "{\"n\":\"again\"}"]
            default: ["{\"n\":\(number)}"]
            }
        }
        #expect(sink.documents == expected)
        #expect(observer.rejects.map(\.origin.item) == (0..<100).map { 5 * $0 + 2 })
    }

    @Test("delivers the records in front of the one that fails the run, whatever the timing", arguments: [1, 4]) func failure(jobs: Int)
        async
    {
        for _ in 0..<10 {
            let stage = AsyncClosureStage(16) { _, number in
                await Self.giveWay()
                if number == 333 || number == 340 { throw RecordError("no \(number)") }
                return .keep
            }
            let sink = MemorySink()
            let report = await run(plan(NumberSource(count: 5000), [.asyncStage(stage)], [sink], onError: .fail), jobs: jobs)
            #expect(report.exitCode == 65)
            #expect("\(report.failure.map { "\($0)" } ?? "")".hasSuffix("no 333"))
            #expect(sink.documents == Self.numbers(0..<333))
            #expect(report.counts.addUp)
        }
    }

    @Test(
        "ends the run with a failure that concerns all records, whatever on_error says",
        arguments: [(PipelineFailure.Kind.credentialsRefused, 77), (.tryAgainLater, 75)])
    func runFailure(_ kind: PipelineFailure.Kind, _ code: Int) async {
        let stage = AsyncClosureStage(16) { _, number in
            if number == 5 { throw PipelineFailure(kind, "no more") }
            return .keep
        }
        let report = await run(plan(NumberSource(count: 5000), [.asyncStage(stage)], [MemorySink()]))
        #expect(report.exitCode == Int32(code))
        #expect(report.counts.rejected == 0)
        #expect(report.counts.addUp)
    }

    @Test("rejects a record with another failure") func recordFailure() async {
        let stage = AsyncClosureStage(16) { _, number in
            if number == 5 { throw PipelineFailure(.remoteUnavailable, "not there") }
            return .keep
        }
        let report = await run(plan(NumberSource(count: 10), [.asyncStage(stage)], [MemorySink()]))
        #expect(report.counts.line == "read 10 = written 9 + filtered 0 + rejected 1")
    }

    @Test("delivers all records in front of a fault of the source") func sourceFault() async {
        let stage = AsyncClosureStage(16) { _, _ in
            await Self.giveWay()
            return .keep
        }
        let sink = MemorySink()
        let report = await run(plan(NumberSource(count: 1000, failsAt: 700), [.asyncStage(stage)], [sink]))
        #expect(report.exitCode == 69)
        #expect(sink.documents == Self.numbers(0..<700))
    }

    @Test("stops soon after a stream stage has enough") func enough() async {
        let started = Atomic(0)
        let stage = AsyncClosureStage(8) { _, _ in
            started.add(1, ordering: .relaxed)
            await Self.giveWay()
            return .keep
        }
        let sink = MemorySink()
        let report = await run(
            plan(NumberSource(count: 100_000), [.asyncStage(stage), .streamStage(HeadStage(20))], [sink]))
        #expect(report.exitCode == 0)
        #expect(sink.documents == Self.numbers(0..<20))
        #expect(report.counts.addUp)
        #expect(started.load(ordering: .relaxed) < 10_000)
    }

    @Test("works between stages of all kinds, several times", arguments: [1, 4]) func several(jobs: Int) async {
        let yielding = AsyncClosureStage(8) { _, _ in
            await Self.giveWay()
            return .keep
        }
        let even = ClosureStage { record in
            let number = try record.get("n")?.decoded().number.flatMap { Int($0.text) } ?? 0
            return number.isMultiple(of: 2) ? .keep : .drop
        }
        let sink = MemorySink()
        let stages: [PipelinePlan.StageComponent] = [
            .asyncStage(yielding), .stage(even), .asyncStage(yielding), .asyncStage(yielding), .stage(even),
        ]
        let report = await run(plan(NumberSource(count: 1000), stages, [sink]), jobs: jobs)
        #expect(report.counts.line == "read 1000 = written 500 + filtered 500 + rejected 0")
        #expect(sink.documents == Self.numbers(stride(from: 0, to: 1000, by: 2)))
    }
}
