internal import Pipeline

/// The stage `limit`: passes a number of records on, then ends the reading of the source.
struct LimitStage: StreamStage {
    static let name = "limit"
    static let summary = "Passes the first records on, then ends the reading."
    static let example = #"{ "type": "limit", "count": 100 }"#

    private let count: Int
    private let offset: Int

    init(options: inout OptionReader) {
        count = options.read("count", .integer(0...Int.max), help: "How many records to pass on.")
        offset = options.read("offset", .integer(0...Int.max), default: 0, help: "How many records to skip first.")
    }

    var hooks: Hooks { Hooks(changedFields: []) }

    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var toSkip = offset
        var left = count
        guard left > 0 else { return }
        for try await batch in input {
            let rest = batch.dropFirst(toSkip)
            toSkip -= batch.count - rest.count
            let taken = rest.prefix(left)
            left -= taken.count
            try await output.send(contentsOf: Array(taken))
            if left == 0 { return }
        }
    }
}
