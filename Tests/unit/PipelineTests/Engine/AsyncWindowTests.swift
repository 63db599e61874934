import JSONParsing
import Testing

@testable import Pipeline

@Suite("The records of an asynchronous stage") struct AsyncWindowTests {
    private static func window(concurrency: Int, records: Int) -> AsyncWindow {
        var window = AsyncWindow(concurrency: concurrency)
        window.add(RecordBatch(records: (0..<records).map { Record(.number(JSONNumber($0))) }, refused: []))
        return window
    }

    private static func result(_ record: Record) -> AsyncWindow.Outcome { .success((.keep, record)) }

    @Test("start up to four times the concurrency behind one that waits", arguments: [1, 4, 32]) func bounded(concurrency: Int) {
        var window = Self.window(concurrency: concurrency, records: 1000)
        var started: [Int] = []
        while let (number, record) = window.start() {
            started.append(number)
            if number > 0 { window.finish(number, Self.result(record)) }
        }
        // One at a time waits for itself.
        #expect(started == Array(0..<(concurrency == 1 ? 1 : 4 * concurrency)))
        #expect(!window.needsInput)
        #expect(window.takeReady().isEmpty)
        window.finish(0, Self.result(Record(0)))
        #expect(window.takeReady().count == started.count)
        #expect(window.start()?.number == started.count)
    }

    @Test("start no more once the window is closed") func closed() {
        var window = Self.window(concurrency: 4, records: 10)
        #expect(window.start()?.number == 0)
        window.close()
        #expect(window.start() == nil)
        #expect(!window.needsInput)
        window.finish(0, Self.result(Record(0)))
        #expect(window.takeReady().count == 1)
        #expect(window.left.records == 9)
    }
}
