/// Hands records to a program, with the rejects of each batch before its records.
struct OutcomeSink: Sink {
    static let name = "outcomes"
    static let summary = "Hands records to a program."

    private let rejects: RejectQueue
    private let receive: @Sendable (RecordOutcome) async throws -> Void

    init(rejects: RejectQueue, receive: @escaping @Sendable (RecordOutcome) async throws -> Void) {
        self.rejects = rejects
        self.receive = receive
    }

    /// A sink without a receiver: only a program can give it one.
    init(options: inout OptionReader) { self.init(rejects: RejectQueue()) { _ in } }

    func render(_ record: Record) -> Record { record }

    func write(_ documents: Batches<Record>) async throws {
        for try await batch in documents {
            try await passOnRejects()
            for record in batch { try await receive(.kept(record)) }
        }
        try await passOnRejects()
    }

    private func passOnRejects() async throws {
        for reject in rejects.drain() { try await receive(.rejected(reject)) }
    }
}
