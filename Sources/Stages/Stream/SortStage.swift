internal import JSONParsing
internal import Pipeline
internal import Synchronization

/// The stage `sort`: sorts all records by a key.
struct SortStage: StreamStage {
    static let name = "sort"
    static let summary =
        "Puts the records in the order of a key; records with equal keys keep their order. Keeps records beyond max_memory_bytes in a temporary file."
    static let example = #"{ "type": "sort", "by": ".title", "order": "descending" }"#

    /// The values of the option `order`.
    enum Order: String, CaseIterable {
        case ascending
        case descending
    }

    private let key: RecordQuery
    private let order: Order
    private let maxMemory: Int
    private let maxRecords: Int?
    private let spilled = SpilledCount()

    init(options: inout OptionReader) {
        key = options.read("by", .query, help: "A jq program that gives the key; keys are compared as jq's sort does.")
        order = options.read("order", .choice, default: Order.ascending, help: "Whether the smallest or the greatest key comes first.")
        maxMemory = options.maxMemoryBytes()
        maxRecords = options.readIfPresent(
            "max_records", .integer(1...Int.max), help: "More records than this are an error. Without it, there is no limit.")
    }

    var hooks: Hooks { Hooks(changedFields: [], notes: spilled.notes) }

    var partition: StagePartition { .allRecords }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        spilled.reset()
        var sorter = RecordSorter(isDescending: order == .descending, memoryBytes: maxMemory, in: input.context)
        for try await batch in input {
            if let maxRecords, sorter.count + batch.count > maxRecords {
                throw PipelineFailure(.badData, "sort: more than \(maxRecords) records; max_records allows no more")
            }
            for record in batch {
                do {
                    try sorter.append(record, by: key.first(record) ?? .null)
                } catch let failure as PipelineFailure {
                    throw failure
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
        }
        spilled.note(sorter.spilledCount)
        try await output.send(allOf: &sorter)
    }
}

extension OptionReader {
    /// Reads the option `max_memory_bytes` of a stage that keeps records in a `RecordSorter`.
    mutating func maxMemoryBytes() -> Int {
        read(
            "max_memory_bytes", .integer(1 << 10...1 << 40), default: 64 << 20,
            help: "The size of the records in memory, in bytes. Others wait in a temporary file, in the folder that TMPDIR names.")
    }
}

/// The number of records that a stage has kept in a temporary file. A class, because the run and the summary share it.
final class SpilledCount: Sendable {
    private let records = Atomic(0)

    func reset() { records.store(0, ordering: .relaxed) }

    func note(_ count: Int) { records.store(count, ordering: .relaxed) }

    /// A sentence for the summary; none if all records were in memory.
    var notes: [String] {
        let count = records.load(ordering: .relaxed)
        return count == 0 ? [] : ["\(count.counted("record")) kept in a temporary file meanwhile"]
    }
}
