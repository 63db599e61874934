/// The records of an asynchronous stage that have not left it, in order. The window only does the bookkeeping: ``AsyncStageRunner`` runs the
/// tasks.
///
/// Records start in order, end in any order, and leave in order.
struct AsyncWindow {
    /// The result of an asynchronous stage: the verdict on a record, and the changed record; or the error.
    typealias Outcome = Result<(Verdict, Record), any Error>

    /// A record in the window, with the input that the source refused in front of it.
    struct WindowEntry {
        /// Nil for refused input without a record behind it.
        let record: Record?
        var refused: [Reject] = []
        var outcome: Outcome?
    }

    /// The limit of records that wait behind an earlier one, as a multiple of the concurrency. With fewer, one slow response would soon
    /// delay all others.
    private static let heldPerRunning = 4

    private let concurrency: Int
    private var entries: [WindowEntry] = []
    /// The number of the first entry.
    private var first = 0
    /// The number of the next entry to start.
    private var next = 0
    private var running = 0
    /// Whether no further record is started.
    private var isClosed = false

    init(concurrency: Int) {
        self.concurrency = max(1, concurrency)
    }

    /// Whether there is room for another batch: all records are started, and fewer than the limit are in progress.
    var needsInput: Bool { !isClosed && next == first + entries.count && hasRoom }
    /// The records and pieces of refused input that have not left.
    var left: (records: Int, refused: [Reject]) { (entries.count { $0.record != nil }, entries.flatMap(\.refused)) }
    /// Whether every record and piece of refused input has left.
    var isEmpty: Bool { entries.isEmpty }
    /// Whether a record is in progress.
    var isRunning: Bool { running > 0 }

    private var hasRoom: Bool { running < concurrency && next - first < Self.heldPerRunning * concurrency }

    /// Adds a batch. Refused input keeps its place among the records.
    mutating func add(_ batch: RecordBatch) {
        var refused = batch.refused[...]
        for record in batch.records {
            let earlier = refused.prefix { $0.place < record.place }
            refused = refused.dropFirst(earlier.count)
            entries.append(WindowEntry(record: record, refused: Array(earlier)))
        }
        if !refused.isEmpty { entries.append(WindowEntry(record: nil, refused: Array(refused))) }
    }

    /// Returns the next record to start, with its number; nil while enough are in progress.
    mutating func start() -> (number: Int, record: Record)? {
        while !isClosed, next < first + entries.count, hasRoom {
            defer { next += 1 }
            guard let record = entries[next - first].record else { continue }
            running += 1
            return (next, record)
        }
        return nil
    }

    /// Notes the result of a record.
    mutating func finish(_ number: Int, _ outcome: Outcome) {
        running -= 1
        entries[number - first].outcome = outcome
    }

    /// Starts no further record, because the run will end.
    mutating func close() { isClosed = true }

    /// Removes the records at the front that are ready, in order.
    mutating func takeReady() -> [WindowEntry] {
        let ready = entries.prefix { $0.outcome != nil || $0.record == nil }
        let taken = Array(ready)
        entries.removeFirst(taken.count)
        first += taken.count
        next = max(next, first)
        return taken
    }
}
