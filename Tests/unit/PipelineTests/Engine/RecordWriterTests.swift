import JSONParsing
import Stages
import Synchronization
import Testing
@testable import Pipeline

@Suite("Records that are sent together") struct RecordWriterTests {
    /// Records with an origin, like those of a source that numbers its records.
    private static func records(_ numbers: Range<Int>, of size: Int = 0) -> [Record] {
        let text = String(repeating: "x", count: size)
        return numbers.map { Record(["n": .number(JSONNumber($0)), "text": .string(text)], origin: Origin(source: "test", item: $0)) }
    }

    /// Sends groups of records, and returns the batches in which they reach the next stage.
    private static func batches(
        _ groups: [[Record]], limit: Int? = nil
    ) async -> (batches: [[Int]], observer: MemoryObserver, report: RunReport) {
        let seen = Mutex<[[Int]]>([])
        let watching = StreamClosureStage { input, output in
            for try await batch in input {
                seen.withLock { $0.append(batch.map(\.origin.item)) }
                try await output.send(contentsOf: batch)
            }
        }
        let source = ClosureSource { output in
            for group in groups { try await output.send(contentsOf: group) }
        }
        let observer = MemoryObserver()
        let report = await run(plan(source, [.streamStage(watching)], [MemorySink()]), limit: limit, observer: observer)
        return (seen.withLock { $0 }, observer, report)
    }

    @Test("stay together if there are enough of them", arguments: [(64, 0), (256, 0), (4, 100_000)])
    func together(_ count: Int, _ size: Int) async {
        let groups = (0..<5).map { Self.records(1 + $0 * count..<1 + ($0 + 1) * count, of: size) }
        let (batches, _, report) = await Self.batches(groups)
        #expect(batches == groups.map { $0.map(\.origin.item) })
        #expect(report.counts.read == 5 * count)
        #expect(report.counts.written == 5 * count)
    }

    @Test("are divided if they are too many for a batch", arguments: [(257, 0), (12, 100_000)])
    func parted(_ count: Int, _ size: Int) async {
        let (batches, _, report) = await Self.batches([Self.records(1..<1 + count, of: size)])
        #expect(batches.count > 1)
        #expect(batches.joined().elementsEqual(1...count))
        #expect(report.counts.written == count)
    }

    @Test("come after those that were sent one by one before") func order() async {
        let (batches, _, _) = await Self.batches([Self.records(1..<4), Self.records(4..<100), Self.records(100..<102)])
        #expect(batches.joined().elementsEqual(1..<102))
    }

    @Test("are cut off at the limit", arguments: [1, 99, 100, 101, 200]) func limit(_ limit: Int) async {
        let (batches, _, report) = await Self.batches([Self.records(1..<101), Self.records(101..<201)], limit: limit)
        #expect(batches.joined().elementsEqual(1...limit))
        #expect(report.counts.read == limit)
        #expect(report.exitCode == 0)
    }

    @Test("get a number if they have none, and their warnings are reported and removed") func unfinished() async {
        var records = Self.records(1..<101)
        records[7].origin.item = 0
        records[9].warnings = ["odd"]
        let (batches, observer, _) = await Self.batches([records])
        #expect(batches.joined().elementsEqual(1...100))
        #expect(observer.warnings.count == 1)
        #expect(observer.warnings.first?.contains("odd") == true)
    }
}
