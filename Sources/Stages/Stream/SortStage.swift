internal import Pipeline
internal import JSONQuery
internal import JSONParsing

/// The stage `sort`: sorts all records by a key.
struct SortStage: StreamStage {
    static let name = "sort"
    static let summary = "Puts the records in the order of a key; records with equal keys keep their order. Holds all records in memory."
    static let example = #"{ "type": "sort", "by": ".title", "order": "descending" }"#

    /// The values of the option `order`.
    enum Order: String, CaseIterable {
        case ascending
        case descending
    }

    private let key: RecordQuery
    private let order: Order
    private let maxRecords: Int

    init(options: inout OptionReader) {
        key = options.read("by", .query, help: "A jq program that gives the key; keys are compared as jq's sort does.")
        order = options.read("order", .choice, default: Order.ascending, help: "Whether the smallest or the greatest key comes first.")
        maxRecords = options.read(
            "max_records", .integer(1...Int.max), default: 1_000_000, help: "More records than this are an error, not a full memory.")
    }

    var hooks: Hooks { Hooks(changedFields: []) }

    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var keyed: [(key: JSONValue, record: Record)] = []
        for try await batch in input {
            guard keyed.count + batch.count <= maxRecords else {
                throw PipelineFailure(.badData, "sort: more than \(maxRecords) records; max_records allows no more")
            }
            for var record in batch {
                record.detach()
                do {
                    keyed.append((try key(of: record), record))
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
        }
        let isDescending = order == .descending
        var comparisons = 0
        // The standard library's sort is stable.
        try keyed.sort { a, b in
            // Sorting many records takes seconds, so check for cancellation meanwhile.
            comparisons &+= 1
            if comparisons & 0xFFF == 0 { try Task.checkCancellation() }
            let comparison = try JSONValue.jqOrder(a.key, b.key)
            return isDescending ? comparison > 0 : comparison < 0
        }
        try await output.send(contentsOf: keyed.map(\.record))
    }

    /// Evaluates the key of a record. Decodes it completely, so that a decoding error rejects this record and not the whole sort.
    private func key(of record: Record) throws -> JSONValue {
        let value = try (key.first(record) ?? .null).decoded()
        switch value.kind {
        case .array, .object: _ = try JSONValue.jqOrder(value, value)
        default: break
        }
        return value
    }
}
