internal import Synchronization

/// Rejects that a program takes as values. A class, because the parts of a run append to it and the sink drains it.
final class RejectQueue: RejectsOutput {
    private let rejects = Mutex<[Reject]>([])

    /// The program has taken the rejects itself.
    var outcome: RejectsOutcome { .none }

    func append(_ rejects: [Reject]) { self.rejects.withLock { $0 += rejects } }

    /// Returns the rejects so far and forgets them.
    func drain() -> [Reject] {
        rejects.withLock { rejects in
            defer { rejects.removeAll() }
            return rejects
        }
    }

    func prepare(upTo cut: RecordPlace?) -> Int { 0 }
    func commit() {}
    func discard() {}
}
