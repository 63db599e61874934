internal import Synchronization

/// A lock that a task holds while it waits for something else. Tasks get it in the order in which they ask.
///
/// A class, because tasks share it.
final class AsyncLock: Sendable {
    private struct State {
        var isHeld = false
        var nextNumber = 0
        var waiting: [(number: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        /// Tasks that were cancelled before they began to wait.
        var cancelled: Set<Int> = []
    }

    private let state = Mutex(State())

    /// The number of tasks that wait, for tests.
    var waitingTasks: Int { state.withLock { $0.waiting.count } }

    /// Runs a closure while no other task runs one under this lock.
    ///
    /// - Throws: The error of the closure; `CancellationError` as soon as the task is cancelled while it waits.
    func withLock<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await acquire()
        defer { release() }
        return try await body()
    }

    private func acquire() async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enter(number, continuation)
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func enter(_ number: Int, _ continuation: CheckedContinuation<Void, any Error>) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if state.cancelled.contains(number) { return .failure(CancellationError()) }
            guard state.isHeld else {
                state.isHeld = true
                return .success(())
            }
            state.waiting.append((number, continuation))
            return nil
        }
        if let result { continuation.resume(with: result) }
    }

    private func cancel(_ number: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return nil
            }
            return state.waiting.remove(at: place).continuation
        }
        waiting?.resume(throwing: CancellationError())
    }

    private func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.isHeld = false
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }
}
