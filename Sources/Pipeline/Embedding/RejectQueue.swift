internal import Synchronization

/// Collects rejects for an embedding program. A class, because the parts of a run append to it and ``OutcomeSink`` drains it.
final class RejectQueue: RejectsOutput {
    private let rejects = Mutex<[Reject]>([])

    /// No file or stream: the program has received the rejects.
    var outcome: RejectsOutcome { .none }

    func append(_ rejects: [Reject]) { self.rejects.withLock { $0 += rejects } }

    /// Removes and returns all rejects.
    func drain() -> [Reject] {
        rejects.withLock { rejects in
            defer { rejects.removeAll() }
            return rejects
        }
    }

    func dropped(upTo cut: RecordPlace?) -> [Int: Int] { [:] }
    func prepare(upTo cut: RecordPlace?, appends: Bool) {}
    func keep(upTo cut: RecordPlace?) {}
    func commit() {}
    func discard() {}
}
