internal import JSONQuery
internal import JSONParsing

/// Puts the records in order.
struct SortStage: StreamStage {
    static let name = "sort"
    static let summary = "Puts the records in the order of a key; records with equal keys keep their order. Holds all records in memory."
    static let example: String? = #"{ "type": "sort", "by": ".title", "order": "descending" }"#

    enum Order: String, CaseIterable {
        case ascending
        case descending
    }

    private let key: RecordQuery
    private let order: Order
    private let maxRecords: Int

    init(options: inout OptionReader) {
        key = options.query("by", help: "A jq program that gives the key; keys are compared as jq's sort does.")
        order = options.choice("order", default: Order.ascending, help: "Whether the smallest or the greatest key comes first.")
        maxRecords = options.integer(
            "max_records", in: 1...Int.max, default: 1_000_000, help: "More records than this are an error, not a full memory.")
    }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var keyed: [(key: JSONValue, record: Record)] = []
        for try await batch in input {
            guard keyed.count + batch.count <= maxRecords else {
                throw PipelineFailure(.badData, "sort: more than \(maxRecords) records; max_records allows no more")
            }
            for record in batch {
                keyed.append((try StageFailure.locate(Self.name, record) { try key.first(record) ?? .null }, record))
            }
        }
        let isDescending = order == .descending
        // The standard library's sort is stable.
        try keyed.sort { a, b in
            let comparison = try JSONValue.jqOrder(a.key, b.key)
            return isDescending ? comparison > 0 : comparison < 0
        }
        try await output.send(contentsOf: keyed.map(\.record))
    }
}

/// Says which record a stream stage failed at; its failure stops the run.
enum StageFailure {
    static func locate<Result>(_ stage: String, _ record: Record, _ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch {
            throw PipelineFailure(.badData, "\(record.origin.description.printable): \(stage): \(error.message.printable)")
        }
    }
}
