import Synchronization

/// What the workers of a segment know in common, and so a class.
final class SegmentProgress: Sendable {
    private struct State {
        var failure: (any Error)?
        var upstreamFailure: (any Error)?
        var isSatisfied = false
        var batchNumber = 0
    }

    private let state = Mutex(State())

    /// What failed first in this segment or behind it.
    var failure: (any Error)? { state.withLock { $0.failure } }
    /// What failed in front of it, after the batches that were read.
    var upstreamFailure: (any Error)? { state.withLock { $0.upstreamFailure } }
    /// Whether the next part has all that it needs.
    var isSatisfied: Bool { state.withLock { $0.isSatisfied } }

    func fail(_ error: any Error) { state.withLock { if $0.failure == nil { $0.failure = error } } }
    func endedUpstream(_ error: any Error) { state.withLock { $0.upstreamFailure = error } }
    func satisfy() { state.withLock { $0.isSatisfied = true } }

    /// The number of the next batch that is handed on.
    func nextBatchNumber() -> Int {
        state.withLock { state in
            defer { state.batchNumber += 1 }
            return state.batchNumber
        }
    }
}
