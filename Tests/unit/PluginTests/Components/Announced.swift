import Pipeline

/// Sends the records of a second source in front of its input.
struct Announced: StreamStage {
    static let name = "announced"
    static let summary = "Sends the records of a second source first."
    static let example = #"{ "type": "announced", "by": { "type": "countdown" } }"#
    private let second: SecondSource

    init(options: inout OptionReader) {
        second = options.read("by", .source, help: "The source whose records come first.")
    }

    var hooks: Hooks { Hooks(sources: [second]) }
    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        try await second.read(in: input.context) { records in
            for try await batch in records { try await output.send(contentsOf: batch) }
        }
        for try await batch in input { try await output.send(contentsOf: batch) }
    }
}
