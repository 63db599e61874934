import Synchronization

/// A point that tasks pass together: nobody before all have arrived. Shared by them, and so a class.
final class Barrier: Sendable {
    private struct State {
        var arrived: Set<Int> = []
        var waiting: [CheckedContinuation<Void, any Error>] = []
        var outcome: Result<Void, any Error>?
    }

    private let count: Int
    private let state = Mutex(State())

    /// - Parameter count: How many tasks have to arrive.
    init(count: Int) {
        self.count = count
    }

    /// Whether all have arrived and may pass.
    var isOpen: Bool { state.withLock { if case .success? = $0.outcome { true } else { false } } }

    /// Arrives and waits for the others. Whoever arrives again goes the way of the first time.
    ///
    /// - Parameters:
    ///   - party: The number of the task, from 0.
    ///   - finally: What the last one does before anybody passes; if it fails, nobody does.
    /// - Throws: Why nobody passes.
    func arrive(_ party: Int, finally: () throws -> Void = {}) async throws {
        let isLast = state.withLock { $0.arrived.insert(party).inserted && $0.arrived.count == count }
        if isLast { settle(.init(catching: finally)) }
        try await withCheckedThrowingContinuation { continuation in
            let outcome = state.withLock { state in
                if state.outcome == nil { state.waiting.append(continuation) }
                return state.outcome
            }
            if let outcome { continuation.resume(with: outcome) }
        }
    }

    /// Lets nobody pass any more, unless all may already.
    func fail(_ error: any Error) { settle(.failure(error)) }

    private func settle(_ outcome: Result<Void, any Error>) {
        let (waiting, outcome) = state.withLock { state in
            let first = state.outcome ?? outcome
            state.outcome = first
            defer { state.waiting.removeAll() }
            return (state.waiting, first)
        }
        for continuation in waiting { continuation.resume(with: outcome) }
    }
}
