import Synchronization

/// A point that tasks pass together, once all of them have arrived. Shared by these tasks, and so a class.
final class Barrier: Sendable {
    private let count: Int
    private let check: @Sendable () throws -> Void
    private let arrived = Mutex<Set<Int>>([])
    private let opening = Latch<Result<Void, any Error>>()

    /// - Parameters:
    ///   - count: How many tasks have to arrive.
    ///   - check: Runs in the last of them, before any passes; if it throws, none passes.
    init(count: Int, check: @escaping @Sendable () throws -> Void = {}) {
        self.count = count
        self.check = check
    }

    /// Whether all tasks have arrived and may pass.
    var isOpen: Bool { if case .success? = opening.value { true } else { false } }

    /// Arrives and waits for the other tasks. A second arrival of the same task has the result of the first.
    ///
    /// - Parameter task: The number of the task, from 0.
    /// - Throws: Why the tasks do not pass.
    func arrive(_ task: Int) async throws {
        let isLast = arrived.withLock { $0.insert(task).inserted && $0.count == count }
        if isLast { opening.set(.init(catching: check)) }
        try await opening.wait().get()
    }

    /// Keeps all tasks from passing, unless the barrier is open already.
    func fail(_ error: any Error) { opening.set(.failure(error)) }
}
