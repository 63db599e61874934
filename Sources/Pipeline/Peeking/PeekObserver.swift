internal import Synchronization

/// Collects what a peek shows after the records: those that were rejected or skipped. A class, because the parts of the run share it.
final class PeekObserver: RunObserver {
    private struct State {
        var rejects: [Reject] = []
        var skips: [RunWarning] = []
        /// The number of records that the source refused.
        var refusedCount = 0
        /// The number of all rejects.
        var rejectCount = 0
    }

    /// The limit of rejects and of skipped records in memory. A peek that finds more shows the first ones.
    private static let maxKept = 1000

    private let next: any RunObserver
    /// Whether the peek follows its records through the stages, so that it needs each of their rejects. They are no more than it notes.
    private let followsRecords: Bool
    private let state = Mutex(State())

    /// - Parameters:
    ///   - next: Receives all warnings.
    ///   - followsRecords: Whether the rejects of stages have no limit.
    init(_ next: any RunObserver, followsRecords: Bool) {
        self.next = next
        self.followsRecords = followsRecords
    }

    func warn(_ warning: RunWarning) {
        if warning.kind == .skipped {
            state.withLock { if followsRecords || $0.skips.count < Self.maxKept { $0.skips.append(warning) } }
        }
        next.warn(warning)
    }

    func reject(_ reject: Reject) {
        state.withLock { state in
            state.rejectCount += 1
            let isRefused = reject.step == "source"
            if isRefused { state.refusedCount += 1 }
            let count = followsRecords ? state.refusedCount : state.rejects.count + 1
            if count <= Self.maxKept || followsRecords && !isRefused { state.rejects.append(reject) }
        }
    }

    /// The rejected records in the order of the input.
    var rejects: [Reject] { state.withLock { $0.rejects }.sorted { $0.place < $1.place } }

    /// The number of all rejects.
    var rejectCount: Int { state.withLock { $0.rejectCount } }

    /// The skipped records, in the order of their steps' work.
    var skips: [RunWarning] { state.withLock { $0.skips } }
}
