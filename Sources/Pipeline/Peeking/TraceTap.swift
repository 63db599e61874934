internal import Synchronization

/// A stage that notes each record between two steps of a pipeline, and passes it on.
struct TraceTap: Stage {
    static let name = "tap"
    static let summary = "Notes records between two steps."
    static let example = ""

    /// A class, because workers change it and the run reads it.
    private final class Log: Sendable {
        let records = Mutex<[Record]>([])
    }

    private let log = Log()

    init() {}
    init(options: inout OptionReader) {}

    var hooks: Hooks { .none }

    func process(_ record: inout Record) -> Verdict {
        let noted = record
        log.records.withLock { $0.append(noted) }
        return .keep
    }

    /// The records so far, in the order of the input.
    var records: [Record] { log.records.withLock { $0 }.sorted { $0.place < $1.place } }
}
