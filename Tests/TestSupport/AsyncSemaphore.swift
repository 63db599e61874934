import Synchronization

/// A counting semaphore for tasks: a task that waits for a permit is suspended and holds no thread.
///
/// All tests of a process share one for each scarce resource, and so it is a class.
public final class AsyncSemaphore: Sendable {
    private struct State {
        var freePermits: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// - Parameter permits: How many tasks may hold a permit at the same time.
    public init(permits: Int) { state = Mutex(State(freePermits: permits)) }

    /// Takes a permit; suspends the task until one is free. Tasks get permits in the order in which they asked.
    public func wait() async {
        await withCheckedContinuation { continuation in
            let hasPermit = state.withLock { state in
                guard state.freePermits > 0 else {
                    state.waiters.append(continuation)
                    return false
                }
                state.freePermits -= 1
                return true
            }
            if hasPermit { continuation.resume() }
        }
    }

    /// Gives a permit back: to the task that has waited longest, if there is one.
    public func signal() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.waiters.isEmpty else { return state.waiters.removeFirst() }
            state.freePermits += 1
            return nil
        }
        next?.resume()
    }

    /// Does work that needs a permit.
    public func withPermit<Result: ~Copyable>(_ work: () async throws -> Result) async rethrows -> Result {
        await wait()
        defer { signal() }
        return try await work()
    }
}
