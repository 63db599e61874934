import Synchronization
import Testing

/// A counting semaphore for tasks: a task that waits for a permit is suspended and holds no thread.
///
/// All tests of a process share one for each scarce resource, and so it is a class.
public final class AsyncSemaphore: Sendable {
    private struct State {
        var freePermits: Int
        /// Tasks of tests with a time limit, which counts the wait. They come before the others.
        var limitedWaiters: [CheckedContinuation<Void, Never>] = []
        var otherWaiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Mutex<State>

    /// - Parameter permits: How many tasks may hold a permit at the same time.
    public init(permits: Int) { state = Mutex(State(freePermits: permits)) }

    /// Takes a permit; suspends the task until one is free.
    ///
    /// Tasks get permits in the order in which they asked, those of tests with a time limit first.
    public func wait() async {
        await withCheckedContinuation { continuation in
            let hasPermit = state.withLock { state in
                guard state.freePermits > 0 else {
                    if Test.current?.timeLimit == nil {
                        state.otherWaiters.append(continuation)
                    } else {
                        state.limitedWaiters.append(continuation)
                    }
                    return false
                }
                state.freePermits -= 1
                return true
            }
            if hasPermit { continuation.resume() }
        }
    }

    /// Gives a permit back.
    public func signal() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.limitedWaiters.isEmpty else { return state.limitedWaiters.removeFirst() }
            guard state.otherWaiters.isEmpty else { return state.otherWaiters.removeFirst() }
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
