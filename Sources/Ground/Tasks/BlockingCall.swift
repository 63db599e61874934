internal import Dispatch
internal import Synchronization

/// Runs calls that may block on threads of their own, so that they occupy no thread of the task pool. A read of a terminal or a pipe can
/// block for hours.
public enum BlockingCall {
    private static let queue = DispatchQueue(label: "tabpipe.blocking", attributes: .concurrent)

    /// Runs a call on a thread of its own, and suspends the task until it returns.
    ///
    /// If the task is cancelled, the method throws at once, and the call continues without it. So the call must own everything it uses.
    ///
    /// - Parameter call: The blocking call.
    /// - Returns: The result of the call.
    /// - Throws: The error of the call, or `CancellationError` as soon as the task is cancelled.
    public static func run<Result: Sendable>(_ call: @escaping @Sendable () throws -> Result) async throws -> Result {
        let result = BlockingCallResult<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard result.wait(continuation) else { return }
                queue.async { result.resolve(.init(catching: call)) }
            }
        } onCancel: {
            result.resolve(.failure(CancellationError()))
        }
    }

    /// Runs a call on a thread of its own, and suspends the task until it returns, even if the task is cancelled: for calls that finish
    /// soon, such as writes to a disk, and that the end of the process must not cut off.
    package static func finish<Result: Sendable>(_ call: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: .init(catching: call)) }
        }
    }
}

/// The result of a ``BlockingCall``: the first of its own result and the task's cancellation. A class, because the waiting task, the calling
/// thread and the cancelling task share it.
private final class BlockingCallResult<Value: Sendable>: Sendable {
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
