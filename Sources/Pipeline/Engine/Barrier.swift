import Synchronization

/// A point that tasks pass together, once all of them have arrived. A class, because these tasks share it.
final class Barrier: Sendable {
    private let count: Int
    private let check: @Sendable () throws -> Void
    private let arrived = Mutex<Set<Int>>([])
    private let opening = Latch<Result<Void, any Error>>()

    /// - Parameters:
    ///   - count: The number of tasks that must arrive.
    ///   - check: Runs in the last task, before any task passes. If it throws, none passes.
    init(count: Int, check: @escaping @Sendable () throws -> Void = {}) {
        self.count = count
        self.check = check
    }

    /// Whether all tasks have arrived and may pass.
    var isOpen: Bool { if case .success? = opening.value { true } else { false } }

    /// Arrives and waits for the other tasks. A second arrival of the same task counts once.
    ///
    /// - Parameter task: The number of the task, from 0.
    /// - Throws: The error of `check`, or of ``fail(_:)``.
    func arrive(_ task: Int) async throws {
        let isLast = arrived.withLock { $0.insert(task).inserted && $0.count == count }
        if isLast { opening.set(.init(catching: check)) }
        try await opening.wait().get()
    }

    /// Makes ``arrive(_:)`` throw an error in all tasks. Has no effect once the barrier is open.
    func fail(_ error: any Error) { opening.set(.failure(error)) }
}
