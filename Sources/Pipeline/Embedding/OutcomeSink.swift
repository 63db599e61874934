/// Calls a closure of the embedding program for each record, and for the rejects of each batch before its records.
struct OutcomeSink: Sink {
    static let name = "outcomes"
    static let summary = "Hands records to a program."
    static let example = ""

    private let rejects: RejectQueue
    private let receive: @Sendable (RecordOutcome) async throws -> Void

    init(rejects: RejectQueue, receive: @escaping @Sendable (RecordOutcome) async throws -> Void) {
        self.rejects = rejects
        self.receive = receive
    }

    /// Creates a sink that discards all records. Only code can pass a closure.
    init(options: inout OptionReader) { self.init(rejects: RejectQueue()) { _ in } }

    var hooks: Hooks { .none }
    var admission: Admission<Record> { .all }
    var traits: SinkTraits { SinkTraits() }

    func render(_ record: Record, in context: RunContext) -> Record { record }

    func write(_ documents: Batches<Record>) async throws {
        for try await batch in documents {
            try await passOnRejects()
            for record in batch {
                try Task.checkCancellation()
                try await receive(.kept(record))
            }
        }
        try await passOnRejects()
    }

    private func passOnRejects() async throws {
        for reject in rejects.drain() {
            try Task.checkCancellation()
            try await receive(.rejected(reject))
        }
    }
}
