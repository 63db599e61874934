import Synchronization
import Testing

@testable import HTTP

/// Counts the requests that run at the same time.
private final class Running: Sendable {
    private let state = Mutex((now: 0, largest: 0, total: 0))

    var total: Int { state.withLock { $0.total } }
    var largest: Int { state.withLock { $0.largest } }

    func begin() {
        state.withLock { state in
            state.now += 1
            state.total += 1
            state.largest = max(state.largest, state.now)
        }
    }

    func end() { state.withLock { $0.now -= 1 } }
}

@Suite("The gate of a host") struct HostGateTests {
    private static func gate(_ clock: ScriptedClock, concurrency: Int = 4) -> HostGate {
        let gate = HostGate(clock: clock.clock(), progress: NetworkProgress())
        gate.limit(RateSettings(concurrency: concurrency))
        return gate
    }

    @Test("lets each waiting request start once, one after the other") func each() async throws {
        let gate = Self.gate(ScriptedClock(), concurrency: 1)
        let running = Running()
        _ = try await gate.enter(maxWait: 1, shown: "example.org")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    _ = try await gate.enter(maxWait: 1, shown: "example.org")
                    running.begin()
                    await Task.yield()
                    running.end()
                    gate.receive(status: 200, ServerDelay())
                    gate.finish()
                }
            }
            gate.receive(status: 200, ServerDelay())
            gate.finish()
            try await group.waitForAll()
        }
        #expect(running.total == 20)
        #expect(running.largest == 1)
    }

    @Test("waits for the reset of the server, and says how long") func waits() async throws {
        let clock = ScriptedClock()
        let gate = Self.gate(clock)
        #expect(try await gate.enter(maxWait: 60, shown: "example.org") == 0)
        gate.receive(status: 200, ServerDelay(window: RateWindow(remaining: 0, reset: 30)))
        gate.finish()
        #expect(try await gate.enter(maxWait: 60, shown: "example.org") == 30)
        #expect(clock.waits == [30])
    }

    @Test("refuses a wait above the limit") func tooLong() async throws {
        let gate = Self.gate(ScriptedClock())
        _ = try await gate.enter(maxWait: 60, shown: "example.org")
        gate.receive(status: 429, ServerDelay(retryAfter: 61))
        gate.finish()
        await #expect(throws: HostRefusal.waitTooLong(seconds: 61, reason: .pause(status: 429))) {
            try await gate.enter(maxWait: 60, shown: "example.org")
        }
        #expect(try await gate.enter(maxWait: 61, shown: "example.org") == 61)
    }

    @Test("lets a cancelled task go at once, and the next one start") func cancelled() async throws {
        let gate = Self.gate(ScriptedClock(), concurrency: 1)
        _ = try await gate.enter(maxWait: 1, shown: "example.org")
        let first = Task { try await gate.enter(maxWait: 1, shown: "example.org") }
        let second = Task { try await gate.enter(maxWait: 1, shown: "example.org") }
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        gate.fail()
        #expect(try await second.value == 0)
    }

    @Test("lets a task that is cancelled before it asks go") func cancelledBefore() async throws {
        let gate = Self.gate(ScriptedClock(), concurrency: 1)
        _ = try await gate.enter(maxWait: 1, shown: "example.org")
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await gate.enter(maxWait: 1, shown: "example.org")
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        gate.fail()
        #expect(try await gate.enter(maxWait: 1, shown: "example.org") == 0)
    }
}
