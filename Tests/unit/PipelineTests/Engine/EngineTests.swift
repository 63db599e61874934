import JSONParsing
import Stages
import Synchronization
import TestSupport
import Testing
@testable import Pipeline

@Suite("A run") struct EngineTests {
    @Test("gives the same output in the same order for every number of workers", arguments: [1, 2, 7])
    func order(jobs: Int) async {
        let sink = MemorySink()
        let stages: [PipelinePlan.StageComponent] = [
            .asyncStage(SleepyStage(longest: .microseconds(30))),
            .stage(ClosureStage { record in try record.get("n")?.number?.int64.map { $0 % 3 == 0 } ?? false ? .drop : .keep }),
            .streamStage(HeadStage(1_000_000)), .stage(ClosureStage { _ in .keep }),
        ]
        let report = await run(plan(NumberSource(count: 20_000), stages, [sink]), jobs: jobs)
        #expect(sink.documents == (0..<20_000).filter { $0 % 3 != 0 }.map { "{\"n\":\($0)}" })
        #expect(report.counts.line == "read 20000 = written 13333 + filtered 6667 + rejected 0")
        #expect(report.exitCode == 0)
    }

    @Test("gives the same records and remarks when each worker has its own copy of a stage", arguments: [1, 4])
    func copies(jobs: Int) async throws {
        let text = #"""
            {"source":{"type":"numbers"},"sinks":[{"type":"memory"}],"stages":[
              {"type":"set","fields":{"a":".n * 2","b":"\"a text that is longer than fifteen bytes\""}},
              {"type":"map","to":"select(.n % 2 == 0) | {n, a, b}"},{"type":"filter","where":".aa or true"},{"type":"filter","where":".bb"}]}
            """#
        let file = try PipelineReader.read(
            text: Array(text.utf8), file: "p.json", registry: PipelineFileTests.registry, settings: PipelineSettings())
        let seen = Mutex<[Int: String]>([:])
        let watching = ClosureStage { record in
            let number = try record.get("n")?.number?.int64
            seen.withLock { $0[Int(number ?? -1)] = record.value.compactText }
            return .keep
        }
        var stages = file.stages.map(\.component)
        stages.insert(.stage(watching), at: 3)
        let watches = file.stages.flatMap(\.common.watches)
        let report = await run(plan(NumberSource(count: 1900), stages, [MemorySink()]), jobs: jobs)
        #expect(report.counts.line == "read 1900 = written 0 + filtered 1900 + rejected 0")
        #expect(
            watches.compactMap(\.warning) == [
                #"stages[2].where: no record had a field "aa"; did you mean "a"?"#,
                #"stages[3].where: no record had a field "bb"; did you mean "b"?"#,
            ])
        #expect(report.notes == ["map: the program gave nothing for 950 records"])
        let expected = stride(from: 0, to: 1900, by: 2).map {
            ($0, #"{"n":\#($0),"a":\#(2 * $0),"b":"a text that is longer than fifteen bytes"}"#)
        }
        #expect(seen.withLock { $0 } == Dictionary(uniqueKeysWithValues: expected))
    }

    @Test("has several records of a batch waiting in an asynchronous stage", .startsOnIdlePool, .timeLimit(.minutes(5)))
    func waitsTogether() async {
        let sink = MemorySink()
        let eight = ClosureStage { _ in .replace(with: (0..<8).map { Record(["n": .number(JSONNumber($0))]) }) }
        let report = await run(plan(NumberSource(count: 1), [.stage(eight), .asyncStage(MeetingStage())], [sink]), jobs: 1)
        #expect(sink.documents == (0..<8).map { "{\"n\":\($0)}" })
        #expect(report.exitCode == 0)
    }

    @Test("counts records that a stage makes, drops and fails") func conservation() async throws {
        let sink = MemorySink()
        let observer = MemoryObserver()
        let stage = ClosureStage { record in
            switch try record.get("n")?.number?.int64 ?? 0 {
            case 0: .replace(with: [Record(["a": 1]), Record(["a": 2]), Record(["a": 3])])
            case 1: .drop
            case 2: .replace(with: [])
            case 3: throw RecordError("no threes", at: ".n")
            default: .keep
            }
        }
        let report = await run(plan(NumberSource(count: 6), [.stage(stage)], [sink]), observer: observer)
        #expect(report.counts.line == "read 6 + made 2 = written 5 + filtered 2 + rejected 1")
        #expect(report.exitCode == 1)
        let reject = try #require(observer.rejects.first)
        #expect(reject.reason == ".n: no threes")
        #expect(reject.record == ["n": 3])
        #expect(reject.origin.item == 4)
    }

    @Test("rejects a record as it was when it reached the stage") func rejectsWhole() async {
        let observer = MemoryObserver()
        let spoil = ClosureStage { record in
            try record.set("n", to: "spoilt")
            throw RecordError("always")
        }
        _ = await run(plan(NumberSource(count: 1), [.stage(spoil)], [MemorySink()]), observer: observer)
        #expect(observer.rejects.map(\.record) == [["n": 0]])
    }

    @Test("writes to every sink, and counts a record as written only if all took it") func severalSinks() async {
        let sinks = [MemorySink(), MemorySink(refuses: { $0.hasSuffix("5}") }), MemorySink()]
        let observer = MemoryObserver()
        let report = await run(plan(NumberSource(count: 600), [], sinks), observer: observer)
        let expected = (0..<600).map { "{\"n\":\($0)}" }.filter { !$0.hasSuffix("5}") }
        for sink in sinks { #expect(sink.documents == expected) }
        #expect(report.counts.line == "read 600 = written 540 + filtered 0 + rejected 60")
        #expect(sinks[0].withdrawn.count == 60, "what the second sink refused, the first one need not hold")
        #expect(sinks[0].withdrawn.first == "{\"n\":5}")
        #expect(sinks[2].withdrawn == [])
    }

    @Test("comes to a good end in every sink", .startsOnIdlePool, .timeLimit(.minutes(5))) func endOfSeveralSinks() async {
        for round in 0..<2000 {
            let sinks = (0..<2 + round % 3).map { _ in MemorySink(appearsWhole: true) }
            let report = await run(plan(NumberSource(count: 3), [], sinks), jobs: 1)
            let committed = sinks.count { $0.hasCommitted && $0.documents.count == 3 }
            guard report.exitCode == 0, committed == sinks.count else {
                Issue.record("round \(round): exit code \(report.exitCode), \(committed) of \(sinks.count) sinks")
                return
            }
        }
    }

    @Test("ends quickly, in order and without a hang when a source fails", .startsOnIdlePool, .timeLimit(.minutes(5))) func failingSource()
        async
    {
        for _ in 0..<50 {
            let sink = MemorySink()
            let report = await run(
                plan(NumberSource(count: 500, failsAt: 300), [.asyncStage(SleepyStage(longest: .microseconds(20)))], [sink]))
            #expect(sink.documents.count == 300)
            #expect(sink.sawEnd == false)
            #expect(report.exitCode == 69)
            #expect(report.counts.line == "read 300 = written 300 + filtered 0 + rejected 0")
        }
    }

    @Test("ends quickly and without a hang when a sink fails", .startsOnIdlePool, .timeLimit(.minutes(5))) func failingSink() async {
        for _ in 0..<50 {
            let other = MemorySink()
            let source = NumberSource(count: 100_000, waitsAtEnd: true)
            let report = await run(plan(source, [], [MemorySink(.after(300)), other]))
            #expect(report.exitCode == 74)
            #expect(other.sawEnd == false, "the other sink must not take this for the good end")
            #expect(report.counts.addUp)
            #expect(report.counts.written <= 300)
            #expect(report.counts.unfinished > 0)
        }
    }

    @Test("ends quickly and without a hang when a stage fails the run", .startsOnIdlePool, .timeLimit(.minutes(5))) func failingStage()
        async
    {
        for _ in 0..<50 {
            let sink = MemorySink()
            let stage = ClosureStage { record in
                if try record.get("n") == 400 { throw RecordError("enough") }
                return .keep
            }
            let source = NumberSource(count: 100_000, waitsAtEnd: true)
            let report = await run(
                plan(source, [.asyncStage(SleepyStage(longest: .microseconds(5))), .stage(stage)], [sink], onError: .fail), jobs: 3)
            #expect(sink.documents.count == 400, "the records before the failure are delivered")
            #expect(report.exitCode == 65)
            #expect(report.counts.written == 400)
            #expect(report.counts.unfinished == report.counts.read - 400)
        }
    }

    @Test("ends with the right code for an error that says nothing of itself") func foreignErrors() async {
        let source = ClosureSource { _ in throw ForeignError() }
        #expect(await run(plan(source, [], [MemorySink()])).exitCode == 66)
        let stream = StreamClosureStage { _, _ in throw ForeignError() }
        #expect(await run(plan(NumberSource(count: 10), [.streamStage(stream)], [MemorySink()])).exitCode == 65)
        let report = await run(plan(NumberSource(count: 10), [], [MemorySink(.atEnd(ForeignError()))]))
        #expect(report.failure as? PipelineFailure == PipelineFailure(.cannotWrite, "memory: ForeignError()"))
    }

    @Test("is no good one if a sink ends without its output and without a reason") func lostSink() async {
        let sinks = [MemorySink(.atEnd(ReadingStopped()), appearsWhole: true), MemorySink(appearsWhole: true)]
        let report = await run(plan(NumberSource(count: 10), [], sinks))
        #expect(report.exitCode == 70)
        #expect(sinks.count { $0.hasCommitted } == 0)
    }

    @Test("puts no output in place if one of them cannot be") func commitsTogether() async {
        for fault in [MemorySink.Fault.atEnd(PipelineFailure(.cannotWrite, "full")), .after(0)] {
            let sinks = [MemorySink(appearsWhole: true), MemorySink(fault, appearsWhole: true), MemorySink(appearsWhole: true)]
            let report = await run(plan(NumberSource(count: 10), [], sinks))
            #expect(report.exitCode == 74)
            #expect(sinks.count { $0.hasCommitted } == 0)
            #expect(report.counts.line == "read 10 = written 0 + filtered 0 + rejected 0 + unfinished 10")
        }
    }

    @Test("stops reading when a stage has enough", .startsOnIdlePool, .timeLimit(.minutes(5))) func satisfied() async {
        let sink = MemorySink()
        let source = NumberSource(count: .max)
        let report = await run(plan(source, [.stage(ClosureStage { _ in .keep }), .streamStage(HeadStage(5))], [sink]))
        #expect(sink.documents.count == 5)
        #expect(report.exitCode == 0)
        #expect(report.counts.written == 5)
        #expect(report.counts.filtered == report.counts.read - 5)
    }

    @Test("reads at most as many records as it is told to", arguments: [0, 1, 5, 300]) func limit(limit: Int) async {
        let sink = MemorySink()
        let report = await run(plan(NumberSource(count: 1000), [], [sink]), limit: limit)
        #expect(sink.documents.count == limit)
        #expect(report.counts.read == limit)
        #expect(report.exitCode == 0)
    }

    @Test("keeps the source from running ahead of a slow sink") func backPressure() async {
        let sent = Mutex(0)
        let seen = Mutex(0)
        struct Slow: Sink {
            static let name = "slow"
            static let summary = "Waits."
            static let example = ""
            let onBatch: @Sendable (Int) -> Void
            init(options: inout OptionReader) { onBatch = { _ in } }
            init(_ onBatch: @escaping @Sendable (Int) -> Void) { self.onBatch = onBatch }
            var hooks: Hooks { .none }
            var admission: Admission<Int> { .all }
            var traits: SinkTraits { SinkTraits() }

            func render(_ record: Record, in context: RunContext) throws -> Int { 1 }
            func write(_ documents: Batches<Int>) async throws {
                for try await batch in documents {
                    try await Task.sleep(for: .milliseconds(2))
                    onBatch(batch.count)
                }
            }
        }
        let ahead = Mutex(0)
        let sink = Slow { count in
            let total = seen.withLock { seen in
                seen += count
                return seen
            }
            let distance = sent.withLock { $0 } - total
            ahead.withLock { $0 = max($0, distance) }
        }
        let count = ClosureStage { _ in
            sent.withLock { $0 += 1 }
            return .keep
        }
        _ = await run(plan(NumberSource(count: 20_000), [.stage(count)], [sink]), jobs: 2)
        // One batch in each of two workers, one in each of two channels, one in the sink: at most five batches.
        #expect(ahead.withLock { $0 } <= 5 * 256)
    }
}
