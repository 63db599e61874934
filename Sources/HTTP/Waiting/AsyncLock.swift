internal import Synchronization

/// A lock that a task holds while it waits for something else: alone, or shared with a limited number of others. Tasks get it in the order
/// in which they ask.
///
/// A class, because tasks share it.
package final class AsyncLock: Sendable {
    private struct Waiter {
        let number: Int
        let isShared: Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        let maxSharers: Int
        var isHeldAlone = false
        var sharers = 0
        var nextNumber = 0
        var waiting: [Waiter] = []
        /// Tasks that were cancelled before they began to wait.
        var cancelled: Set<Int> = []

        /// Takes the lock if it is free.
        mutating func take(isShared: Bool) -> Bool {
            if isHeldAlone || sharers >= (isShared ? maxSharers : 1) { return false }
            if isShared { sharers += 1 } else { isHeldAlone = true }
            return true
        }

        /// Takes the lock for the first waiting task, or for several that share it, if it is free. Returns their continuations.
        mutating func takeForWaiting() -> [CheckedContinuation<Void, any Error>] {
            var ready: [CheckedContinuation<Void, any Error>] = []
            while let first = waiting.first, take(isShared: first.isShared) { ready.append(waiting.removeFirst().continuation) }
            return ready
        }
    }

    private let state: Mutex<State>

    /// - Parameter maxSharers: The limit of tasks that share the lock.
    package init(maxSharers: Int = .max) { state = Mutex(State(maxSharers: maxSharers)) }

    /// The number of tasks that wait, for tests.
    var waitingTasks: Int { state.withLock { $0.waiting.count } }

    /// Runs a closure while no other task runs one under this lock.
    ///
    /// - Throws: The error of the closure; `CancellationError` as soon as the task is cancelled while it waits.
    package func withLock<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await acquire(isShared: false)
        defer { change { $0.isHeldAlone = false } }
        return try await body()
    }

    /// Runs a closure while no task runs one alone under this lock, and fewer than the limit run one.
    ///
    /// - Throws: As ``withLock(_:)``.
    package func withSharedLock<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        try await acquire(isShared: true)
        defer { change { $0.sharers -= 1 } }
        return try await body()
    }

    private func acquire(isShared: Bool) async throws {
        let number = state.withLock { state in
            state.nextNumber += 1
            return state.nextNumber
        }
        defer { _ = state.withLock { $0.cancelled.remove(number) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                enter(Waiter(number: number, isShared: isShared, continuation: continuation))
            }
        } onCancel: {
            cancel(number)
        }
    }

    private func enter(_ waiter: Waiter) {
        let result = state.withLock { state -> Result<Void, any Error>? in
            if state.cancelled.contains(waiter.number) { return .failure(CancellationError()) }
            if state.waiting.isEmpty, state.take(isShared: waiter.isShared) { return .success(()) }
            state.waiting.append(waiter)
            return nil
        }
        if let result { waiter.continuation.resume(with: result) }
    }

    private func cancel(_ number: Int) {
        var cancelled: CheckedContinuation<Void, any Error>?
        change { state in
            guard let place = state.waiting.firstIndex(where: { $0.number == number }) else {
                state.cancelled.insert(number)
                return
            }
            cancelled = state.waiting.remove(at: place).continuation
        }
        cancelled?.resume(throwing: CancellationError())
    }

    /// Changes the state, and resumes the waiting tasks that can have the lock then.
    private func change(_ body: (inout State) -> Void) {
        let ready = state.withLock { state in
            body(&state)
            return state.takeForWaiting()
        }
        for continuation in ready { continuation.resume() }
    }
}
