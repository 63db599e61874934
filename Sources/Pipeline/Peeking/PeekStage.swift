internal import Synchronization

/// A stream stage that hands records to a closure, and ends the reading after a number of them.
struct PeekStage: StreamStage {
    static let name = "peek"
    static let summary = "Shows the first records."
    static let example = ""

    /// A class, because the stage changes it and the run reads it.
    private final class Progress: Sendable {
        struct State {
            var left: Int
            var last: RecordPlace?
            /// Whether a record came after one with a later place.
            var isReordered = false
        }

        let state: Mutex<State>

        init(count: Int) { state = Mutex(State(left: count)) }
    }

    private let receive: @Sendable (Record) throws -> Bool
    private let progress: Progress

    /// - Parameters:
    ///   - count: The number of records that the stage takes.
    ///   - receive: Receives each record, and returns whether it counts. Others are dropped.
    init(count: Int, receive: @escaping @Sendable (Record) throws -> Bool) {
        self.receive = receive
        progress = Progress(count: count)
    }

    /// Creates a stage that takes no record. Only code can pass a closure.
    init(options: inout OptionReader) { self.init(count: 0) { _ in false } }

    /// The number of records that the stage still takes.
    var wanted: Int { progress.state.withLock { $0.left } }

    /// Whether no record has counted so far.
    var hasTakenNone: Bool { progress.state.withLock { $0.last == nil } }

    /// The place of the last record, once the stage has all; nil if it has read everything, or if the order has changed.
    var end: RecordPlace? { progress.state.withLock { $0.left > 0 || $0.isReordered ? nil : $0.last } }

    var hooks: Hooks { .none }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        if wanted == 0 { return }
        for try await batch in input {
            for record in batch {
                guard try receive(record) else { continue }
                let isLast = progress.state.withLock { state in
                    if let last = state.last, record.place < last { state.isReordered = true }
                    state.last = record.place
                    state.left -= 1
                    return state.left == 0
                }
                try await output.send(record)
                if isLast { return }
            }
        }
    }
}
