internal import Dispatch

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

    /// Runs a call on a thread of its own, and suspends the task until it returns, even if the task is cancelled: for calls that a disk ends
    /// soon, and that must not be cut off by the end of the process.
    ///
    /// Package access: caches put whole files in place; the outputs of plug-ins do that themselves.
    package static func finish<Result: Sendable>(_ call: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: .init(catching: call)) }
        }
    }
}
