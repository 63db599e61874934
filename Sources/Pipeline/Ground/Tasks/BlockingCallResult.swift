internal import Synchronization

/// The result of a ``BlockingCall``: the first of its own result and the task's cancellation. A class, because the waiting task, the calling
/// thread and the cancelling task share it.
final class BlockingCallResult<Value: Sendable>: Sendable {
    private enum State {
        case pending
        case waiting(CheckedContinuation<Value, any Error>)
        case resolved
    }

    private let state = Mutex(State.pending)

    /// Stores the continuation that ``resolve(_:)`` resumes.
    ///
    /// - Returns: false if the task was cancelled before. The continuation has then been resumed with `CancellationError`.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isPending = state.withLock { state in
            guard case .pending = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isPending { continuation.resume(throwing: CancellationError()) }
        return isPending
    }

    /// Resumes the waiting task. A second call has no effect.
    func resolve(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .resolved }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(with: result)
    }
}
