import Pipeline

/// Sends the records in reverse order.
struct Reverse: StreamStage {
    static let name = "reverse"
    static let summary = "Sends the records in reverse order."
    static let example = ""

    init(options: inout OptionReader) {}

    var hooks: Hooks { .none }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var held: [Record] = []
        for try await batch in input {
            for var record in batch {
                record.detach()
                held.append(record)
            }
        }
        try await output.send(contentsOf: held.reversed())
    }
}
