import JSONParsing
import Stages
import Synchronization
import TestSupport
import Testing
@testable import Pipeline

@Suite("A stream stage") struct StreamStageTests {
    static let refusing = StreamClosureStage { input, output in
        for try await batch in input {
            for record in batch {
                if try record.get("n")?.number?.int64 == 3 {
                    try await output.refuse(record, because: RecordError("no threes", at: ".n"))
                } else {
                    try await output.send(record)
                }
            }
        }
    }

    @Test(
        "can refuse a record, and its on_error says what happens then",
        arguments: [
            (OnError.reject, "read 6 = written 5 + filtered 0 + rejected 1", 1),
            (.skip, "read 6 = written 5 + filtered 0 + rejected 0 + skipped 1", 0),
            (.fail, "read 6 = written 3 + filtered 0 + rejected 0 + unfinished 3", 65),
        ])
    func refuses(_ onError: OnError, _ line: String, _ code: Int32) async {
        let observer = MemoryObserver()
        let report = await run(
            plan(NumberSource(count: 6), [.streamStage(Self.refusing)], [MemorySink()], onError: onError), observer: observer)
        #expect(report.counts.line == line)
        #expect(report.exitCode == code)
        switch onError {
        case .reject:
            #expect(observer.rejects.map(\.reason) == [".n: no threes"])
            #expect(observer.rejects.map(\.stage) == ["stream_closure"])
            #expect(observer.rejects.map(\.step) == ["stages[0]"])
            #expect(observer.rejects.map(\.record) == [["n": 3]])
        case .skip: #expect(observer.warnings == ["stream_closure: .n: no threes"])
        case .fail:
            #expect((report.failure as? PipelineFailure)?.message == "numbers, item 4: stream_closure: .n: no threes")
        }
    }

    @Test(
        "that has enough makes nothing of a source that fails behind it, whatever the timing",
        arguments: [(1, 0), (50, 0), (99, 0), (100, 0), (101, 69)], [1, 3])
    func enough(_ example: (count: Int, code: Int32), _ jobs: Int) async {
        let passing = StreamClosureStage { input, output in for try await batch in input { try await output.send(contentsOf: batch) } }
        for _ in 0..<20 {
            let sink = MemorySink()
            let source = NumberSource(count: 1000, failsAt: 100)
            let stages: [PipelinePlan.StageComponent] = [
                .stage(ClosureStage { _ in .keep }), .streamStage(passing), .streamStage(HeadStage(example.count)),
            ]
            let report = await run(plan(source, stages, [sink]), jobs: jobs)
            #expect(report.exitCode == example.code)
            #expect(sink.documents.count == min(100, example.count))
        }
    }

    @Test("that hides a source's failure does not hide it from the run") func hiding() async {
        let hiding = StreamClosureStage { input, output in
            do {
                for try await batch in input { try await output.send(contentsOf: batch) }
            } catch {}
        }
        let report = await run(plan(NumberSource(count: 1000, failsAt: 100), [.streamStage(hiding)], [MemorySink()]))
        #expect(report.exitCode == 69)
    }

    @Test(
        "of this library rejects a record whose program fails, and goes on",
        arguments: [
            (#"{"type":"sort","by":".k.x"}"#, #"{"k":{"x":2}},{"k":[]},{"k":{"x":1}}"#, #"{"k":{"x":1}}{"k":{"x":2}}"#),
            (#"{"type":"dedupe","by":".k.x"}"#, #"{"k":{"x":2}},{"k":[]},{"k":{"x":2}}"#, #"{"k":{"x":2}}"#),
            (#"{"type":"sort","by":".k"}"#, #"{"k":{"x":2}},{"k":{"a":1,"a":2}},{"k":1}"#, #"{"k":1}{"k":{"x":2}}"#),
            (#"{"type":"dedupe","by":".k"}"#, #"{"k":1},{"k":"\ud800"},{"k":1}"#, #"{"k":1}"#),
        ])
    func rejects(_ stage: String, _ input: String, _ output: String) async throws {
        let text = #"{"source":{"type":"numbers"},"stages":["# + stage + #"],"sinks":[{"type":"memory"}]}"#
        let file = try PipelineReader.read(
            text: Array(text.utf8), file: "p.json", registry: PipelineFileTests.registry, settings: PipelineSettings())
        #expect(file.stages.map(\.common.onError) == [.reject])
        let observer = MemoryObserver()
        let sink = MemorySink()
        let report = await run(plan(TextSource(input), file.stages.map(\.component), [sink]), observer: observer)
        #expect(sink.documents.joined() == output)
        #expect(observer.rejects.map(\.origin.item) == [2])
        #expect(report.exitCode == 1)
    }

    @Test("may be cancelled when the next one has enough", .startsOnIdlePool, .timeLimit(.minutes(5))) func satisfied() async {
        // All records are read before the next stage has enough, so that their number does not depend on the timing.
        let waiting = StreamClosureStage { input, output in
            var all: [Record] = []
            for try await batch in input { all += batch }
            try await output.send(contentsOf: all)
            try await Task.sleep(for: .seconds(3600))
        }
        let sink = MemorySink(appearsWhole: true)
        let report = await run(plan(NumberSource(count: 300), [.streamStage(waiting), .streamStage(HeadStage(5))], [sink]))
        #expect(report.exitCode == 0)
        #expect(report.counts.line == "read 300 = written 5 + filtered 295 + rejected 0")
        #expect(sink.hasCommitted)
    }

    @Test("in front of one that has enough ends before outputs appear, so that the counts are final") func ends() async {
        let hasEnded = Mutex(false)
        let wasFirst = Mutex(false)
        let slow = StreamClosureStage { input, output in
            defer { hasEnded.withLock { $0 = true } }
            do {
                for try await batch in input { try await output.send(contentsOf: batch) }
            } catch {
                // Goes on for a while after it was cancelled.
                await Task.detached { try? await Task.sleep(for: .milliseconds(200)) }.value
                throw error
            }
        }
        let sink = MemorySink(appearsWhole: true, onCommit: { wasFirst.withLock { $0 = hasEnded.withLock { $0 } } })
        let report = await run(plan(NumberSource(count: 100_000), [.streamStage(slow), .streamStage(HeadStage(5))], [sink]))
        #expect(report.exitCode == 0)
        #expect(sink.hasCommitted && wasFirst.withLock { $0 })
    }

    @Test("that hides a failure in front of it does not make the run a good one") func swallowing() async {
        let careless = StreamClosureStage { input, output in
            var all: [Record] = []
            do { for try await batch in input { all += batch } } catch {}
            try await output.send(contentsOf: all)
        }
        let sink = MemorySink(appearsWhole: true)
        let report = await run(plan(NumberSource(count: 10, failsAt: 5), [.streamStage(careless)], [sink]))
        #expect(report.exitCode == 69)
        #expect(!sink.hasCommitted)
    }
}

@Suite("Warnings on records") struct WarningTests {
    @Test("are reported for records of every origin") func everywhere() async {
        @Sendable func record(_ warning: String) -> Record {
            var record = Record(["w": .string(warning)])
            record.warnings = [warning]
            return record
        }
        let source = ClosureSource { try await $0.send(record("source")) }
        let stage = ClosureStage { _ in .replace(with: [record("first"), record("second")]) }
        let stream = StreamClosureStage { input, output in
            for try await _ in input { try await output.send(record("stream")) }
        }
        let observer = MemoryObserver()
        _ = await run(plan(source, [.stage(stage), .streamStage(stream)], [MemorySink()]), observer: observer)
        #expect(observer.warnings == ["source", "first", "second", "stream"])
    }
}
