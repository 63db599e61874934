import Dispatch
import Synchronization

/// Runs calls that may block on a thread of their own, so that no task of the pipeline waits behind them: a terminal or a
/// pipe may keep a read waiting for hours.
package enum BlockingCall {
    private static let queue = DispatchQueue(label: "tabpipe.blocking", attributes: .concurrent)

    /// Runs `call` off the pool of tasks. It may outlive the task, and so has to own what it works on.
    ///
    /// - Returns: What it returned.
    /// - Throws: What it threw, or `CancellationError` as soon as the task is cancelled; the call is then left to itself.
    package static func run<Result: Sendable>(_ call: @escaping @Sendable () throws -> Result) async throws -> Result {
        let answer = Answer<Result>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                guard answer.wait(continuation) else { return }
                queue.async { answer.give(.init(catching: call)) }
            }
        } onCancel: {
            answer.give(.failure(CancellationError()))
        }
    }
}

/// The first of two answers counts. Shared by the waiting task, the calling thread and whoever cancels.
private final class Answer<Value: Sendable>: Sendable {
    private enum State {
        case nobodyWaits
        case waiting(CheckedContinuation<Value, any Error>)
        case answered
    }

    private let state = Mutex(State.nobodyWaits)

    /// - Returns: false if the answer is there already.
    func wait(_ continuation: CheckedContinuation<Value, any Error>) -> Bool {
        let isEarly = state.withLock { state in
            guard case .nobodyWaits = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isEarly { continuation.resume(throwing: CancellationError()) }
        return isEarly
    }

    func give(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { state = .answered }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
        waiting?.resume(with: result)
    }
}
