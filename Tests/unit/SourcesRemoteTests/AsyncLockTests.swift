import Synchronization
import TestSupport
import Testing

@testable import HTTP

@Suite("A lock of tasks", .startsOnIdlePool, .timeLimit(.minutes(5))) struct AsyncLockTests {
    /// What the tasks of a test have done, in order.
    private final class Journal: Sendable {
        private let entries = Mutex<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func append(_ entry: String) { entries.withLock { $0.append(entry) } }
    }

    /// Waits until a number of tasks wait for a lock.
    private func wait(for count: Int, at lock: AsyncLock) async { while lock.waitingTasks < count { await Task.yield() } }

    @Test("is held by several that share it, and by one alone when they have ended; later ones come behind it") func order() async throws {
        let (lock, journal) = (AsyncLock(), Journal())
        let gates = (Gate(), Gate())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for gate in [gates.0, gates.1] {
                group.addTask {
                    try await lock.withSharedLock {
                        journal.append("shared")
                        await gate.wait()
                    }
                }
            }
            while journal.all.count < 2 { await Task.yield() }
            group.addTask { try await lock.withLock { journal.append("alone") } }
            await wait(for: 1, at: lock)
            group.addTask { try await lock.withSharedLock { journal.append("late") } }
            await wait(for: 2, at: lock)
            gates.0.open()
            #expect(journal.all == ["shared", "shared"])
            gates.1.open()
            try await group.waitForAll()
        }
        #expect(journal.all == ["shared", "shared", "alone", "late"])
    }

    @Test("is shared by no more than the limit; the others come in their order") func limit() async throws {
        let (lock, journal) = (AsyncLock(maxSharers: 1), Journal())
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<4 {
                group.addTask {
                    try await lock.withSharedLock {
                        journal.append("\(number)")
                        if number == 0 { await gate.wait() }
                    }
                }
                if number == 0 { while journal.all.isEmpty { await Task.yield() } }
                await wait(for: number, at: lock)
            }
            #expect(journal.all == ["0"])
            gate.open()
            try await group.waitForAll()
        }
        #expect(journal.all == ["0", "1", "2", "3"])
    }

    @Test("lets those behind a cancelled one in that can share it") func cancellation() async throws {
        let (lock, gate, journal) = (AsyncLock(), Gate(), Journal())
        let holder = Task {
            try await lock.withSharedLock {
                journal.append("shared")
                await gate.wait()
            }
        }
        while journal.all.isEmpty { await Task.yield() }
        let alone = Task { try await lock.withLock {} }
        await wait(for: 1, at: lock)
        let late = Task { try await lock.withSharedLock {} }
        await wait(for: 2, at: lock)
        alone.cancel()
        try await late.value
        await #expect(throws: CancellationError.self) { try await alone.value }
        gate.open()
        try await holder.value
    }
}
