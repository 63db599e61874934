import Dispatch
import Synchronization

/// The exit of a child process: its termination handler reports it once, and tasks await it.
///
/// The handler's thread and the waiting tasks share it, and so it is a class.
final class ExitReport: Sendable {
    private struct State {
        var exit: ChildProcess.Exit?
        var waiters: [Int: CheckedContinuation<ChildProcess.Exit?, Never>] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    /// A queue of its own, because the global queues share their threads with the task pool.
    private static let timeouts = DispatchQueue(label: "timeouts of child processes")

    /// The exit, if the process has ended.
    var exit: ChildProcess.Exit? { state.withLock { $0.exit } }

    /// Notes the exit and resumes all waiting tasks.
    func report(_ exit: ChildProcess.Exit) {
        let waiters = state.withLock { state in
            state.exit = exit
            defer { state.waiters = [:] }
            return state.waiters.values
        }
        for waiter in waiters { waiter.resume(returning: exit) }
    }

    /// Suspends the calling task until the process ends.
    ///
    /// - Parameter timeout: How long the task waits at most; nil for no limit.
    /// - Returns: The exit; nil after the timeout.
    func wait(atMost timeout: DispatchTimeInterval?) async -> ChildProcess.Exit? {
        await withCheckedContinuation { continuation in
            let number = state.withLock { state -> Int? in
                guard state.exit == nil else { return nil }
                state.lastWaiter += 1
                state.waiters[state.lastWaiter] = continuation
                return state.lastWaiter
            }
            guard let number else { return continuation.resume(returning: exit) }
            guard let timeout else { return }
            Self.timeouts.asyncAfter(deadline: .now() + timeout) { [self] in
                state.withLock { $0.waiters.removeValue(forKey: number) }?.resume(returning: nil)
            }
        }
    }
}
