import Synchronization

/// What the workers of a segment know in common, and so a class.
final class SegmentProgress: Sendable {
    private struct State {
        var failure: (any Error)?
        var upstreamFailure: (any Error)?
        var isSatisfied = false
        var batchNumber = 0
        /// What the next part is told at the end.
        var conclusion: Result<Void, any Error>?
    }

    private let state = Mutex(State())

    /// What failed first in this segment or behind it.
    var failure: (any Error)? { state.withLock { $0.failure } }
    /// Whether the next part has all that it needs.
    var isSatisfied: Bool { state.withLock { $0.isSatisfied } }

    func fail(_ error: any Error) { state.withLock { if $0.failure == nil { $0.failure = error } } }
    /// Notes what failed in front of the segment, after the batches that were read.
    func endedUpstream(_ error: any Error) { state.withLock { $0.upstreamFailure = error } }
    func satisfy() { state.withLock { $0.isSatisfied = true } }

    /// Settles how the segment ends, once and for all: several parts may be told one after the other, and must hear the same.
    ///
    /// - Returns: The failure, or nil for a good end.
    func conclude() -> (any Error)? {
        state.withLock { state in
            let conclusion = state.conclusion ?? (state.failure ?? state.upstreamFailure).map { .failure($0) } ?? .success(())
            state.conclusion = conclusion
            guard case .failure(let error) = conclusion else { return nil }
            return error
        }
    }

    /// The number of the next batch that is handed on.
    func nextBatchNumber() -> Int {
        state.withLock { state in
            defer { state.batchNumber += 1 }
            return state.batchNumber
        }
    }
}
