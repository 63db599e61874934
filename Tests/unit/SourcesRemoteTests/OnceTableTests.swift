import Synchronization
import TestSupport
import Testing

@testable import Pipeline
@testable import HTTP

@Suite("A table that makes each value once", .startsOnIdlePool, .timeLimit(.minutes(5))) struct OnceTableTests {
    private struct Failure: Error {}

    /// Counts how often a value is made. A class, because tasks share it.
    private final class Counter: Sendable {
        private let count = Mutex(0)

        var value: Int { count.withLock { $0 } }

        @discardableResult func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Waits until all other tasks of an executor wait for something. It runs them in turns, so that each gets many of them.
    private static func waitForOthers(on executor: SerialTaskExecutor) async {
        await Task(executorPreference: executor) { for _ in 0..<100 { await Task.yield() } }.value
    }

    @Test("gives one value to all tasks that ask at once") func shared() async throws {
        let table = SingleFlightCache<Int>(maxBytes: 0)
        let made = Counter()
        let gate = AsyncSemaphore(permits: 0)
        let executor = SerialTaskExecutor()
        let values = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask(executorPreference: executor) {
                    try await table.value(for: "a") {
                        await gate.wait()
                        return (made.next(), 1)
                    }
                }
            }
            // All ask before the value is made; those that have waited get it, although the table remembers nothing.
            await Self.waitForOthers(on: executor)
            gate.signal()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(values == Array(repeating: 1, count: 20))
        #expect(made.value == 1)
    }

    @Test("remembers values and failures") func remembered() async throws {
        let table = SingleFlightCache<Int>(maxBytes: 10_000)
        let made = Counter()
        for _ in 0..<3 {
            #expect(try await table.value(for: "a") { (made.next(), 1) } == 1)
            await #expect(throws: Failure.self) {
                try await table.value(for: "b") {
                    made.next()
                    throw Failure()
                }
            }
        }
        #expect(made.value == 2)
    }

    @Test("lets the next task make the value if one is cancelled") func cancelled() async throws {
        let table = SingleFlightCache<Int>(maxBytes: 10_000)
        let started = AsyncSemaphore(permits: 0)
        let executor = SerialTaskExecutor()
        let first = Task(executorPreference: executor) {
            try await table.value(for: "a") {
                started.signal()
                try await Task.sleep(for: .seconds(3600))
                return (1, 1)
            }
        }
        await started.wait()
        let second = Task(executorPreference: executor) { try await table.value(for: "a") { (2, 1) } }
        await Self.waitForOthers(on: executor)
        first.cancel()
        #expect(try await second.value == 2)
        await #expect(throws: CancellationError.self) { try await first.value }
    }
}

@Suite("The values that were used last") struct RecentValuesTests {
    @Test("are kept up to the limit of bytes") func limit() {
        var values = LRUCache<Int>(maxBytes: 100)
        for number in 0..<10 { values.insert(number, for: "\(number)", bytes: 30) }
        #expect(values.bytes == 90)
        #expect((0..<10).filter { values.value(for: "\($0)") != nil } == [7, 8, 9])
    }

    @Test("stay while they are used") func used() {
        var values = LRUCache<Int>(maxBytes: 100)
        values.insert(0, for: "used", bytes: 30)
        for number in 1..<1000 {
            values.insert(number, for: "\(number)", bytes: 30)
            #expect(values.value(for: "used") == 0)
        }
        #expect(values.value(for: "999") == 999)
        #expect(values.value(for: "997") == nil)
    }

    @Test("replace a value of the same key") func replaced() {
        var values = LRUCache<Int>(maxBytes: 100)
        values.insert(1, for: "a", bytes: 30)
        values.insert(2, for: "a", bytes: 40)
        #expect(values.value(for: "a") == 2)
        #expect(values.bytes == 40)
    }

    @Test("do not include one that is above the limit") func tooLong() {
        var values = LRUCache<Int>(maxBytes: 100)
        values.insert(1, for: "a", bytes: 30)
        values.insert(2, for: "b", bytes: 101)
        #expect(values.value(for: "a") == 1)
        #expect(values.value(for: "b") == nil)
    }
}
