import Synchronization

/// A value that is set once, and that tasks wait for. Shared by these tasks, and so a class.
final class Latch<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var waiting: [CheckedContinuation<Value, Never>] = []
    }

    private let state = Mutex(State())

    /// The value; nil until it is set.
    var value: Value? { state.withLock { $0.value } }

    /// Sets the value and resumes the tasks that wait for it. Only the first call has an effect.
    ///
    /// - Returns: The value of the first call.
    @discardableResult
    func set(_ value: Value) -> Value {
        state.withLock { state in
            if let first = state.value { return first }
            state.value = value
            for task in state.waiting { task.resume(returning: value) }
            state.waiting.removeAll()
            return value
        }
    }

    /// Waits until the value is set.
    func wait() async -> Value {
        await withCheckedContinuation { task in
            state.withLock { state in
                if let value = state.value { task.resume(returning: value) } else { state.waiting.append(task) }
            }
        }
    }
}

extension Latch {
    /// Runs work, and cancels it as soon as the value is set.
    ///
    /// - Parameters:
    ///   - executor: The executor of the work; nil for the default one. The wait stays off it, and so is not held up by the work.
    ///   - work: Sets the value at its end: a wait for a latch cannot be cancelled.
    ///   - onSet: What is done before the work is cancelled.
    func runUntilSet(
        on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async -> Void,
        onSet: @escaping @Sendable (Value) async -> Void = { _ in }
    ) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: executor, operation: work)
            group.addTask { await onSet(self.wait()) }
            await group.next()
            group.cancelAll()
        }
    }
}
