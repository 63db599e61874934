import Synchronization

/// Adds up the time in which a task waits for other parts of the run. A class, because a closure and the code around it share it.
final class WaitingTime: Sendable {
    private let time = Mutex(Duration.zero)

    /// The time so far.
    var total: Duration { time.withLock { $0 } }

    /// Waits, and adds the time.
    func during<Value: Sendable>(_ wait: () async throws -> Value) async rethrows -> Value {
        let start = ContinuousClock.now
        defer { time.withLock { $0 += start.duration(to: .now) } }
        return try await wait()
    }
}
