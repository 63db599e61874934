internal import Pipeline
internal import Synchronization

/// The counts of a run for its summary. A class, because the tasks of a stage share it.
final class HydrateCounts: Sendable {
    struct Counts: Sendable {
        /// The elements that got the content of a URL.
        var completed = 0
        /// The URLs that were asked for.
        var fetched = 0
        /// The elements that `on_status` kept, by status.
        var kept: [Int: Int] = [:]
        /// The elements that `on_status` dropped.
        var dropped = 0
    }

    private let counts = Mutex(Counts())

    /// Counts a URL that was asked for.
    ///
    /// - Returns: The number of URLs so far.
    func addFetched() -> Int {
        counts.withLock { counts in
            counts.fetched += 1
            return counts.fetched
        }
    }

    /// Adds the counts of one record.
    func add(_ record: Counts) {
        counts.withLock { counts in
            counts.completed += record.completed
            counts.dropped += record.dropped
            counts.kept.merge(record.kept, uniquingKeysWith: +)
        }
    }

    /// Forgets an earlier run.
    func reset() { counts.withLock { $0 = Counts() } }

    /// The sentences of the summary.
    var notes: [String] {
        let counts = counts.withLock { $0 }
        guard counts.fetched > 0 else { return [] }
        var notes = ["\(counts.completed) completed from \(counts.fetched.counted("URL"))"]
        for (status, count) in counts.kept.sorted(by: { $0.key < $1.key }) { notes.append("\(count) kept with the status \(status)") }
        if counts.dropped > 0 { notes.append("\(counts.dropped) dropped by \"on_status\"") }
        return notes
    }
}
