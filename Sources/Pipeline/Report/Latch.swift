import Synchronization

/// A value that is set once, and that tasks wait for. A class, because these tasks share it.
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
    ///   - executor: The executor of the work; nil for the default one. The wait does not use it, so that the work cannot delay it.
    ///   - work: The work. It must set the value before it returns, because a wait for a latch cannot be cancelled.
    ///   - onSet: Runs before the work is cancelled.
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
