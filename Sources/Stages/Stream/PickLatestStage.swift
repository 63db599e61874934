internal import JSONParsing
internal import Pipeline

/// The stage `pick_latest`: keeps of all records with equal keys the one with the greatest version.
struct PickLatestStage: StreamStage {
    static let name = "pick_latest"
    static let summary =
        "Keeps of all records with equal keys the one with the greatest version, at the place of the first. Keeps records beyond max_memory_bytes in a temporary file."
    static let example = #"{ "type": "pick_latest", "by": ".id", "version": ".updated_at" }"#

    private let key: RecordQuery
    private let version: RecordQuery
    private let maxMemory: Int
    private let spilled = SpilledCount()

    init(options: inout OptionReader) {
        key = options.read(
            "by", .query,
            help:
                "A jq program that gives the key; numbers are equal by value, objects in any order of keys. A record whose key is null stays."
        )
        version = options.read(
            "version", .query,
            help: "A jq program that gives the version, such as .updated_at; versions are compared as jq's sort does, so null is the "
                + "smallest. Of equal versions, the last one counts.")
        maxMemory = options.maxMemoryBytes()
    }

    var partition: StagePartition { .byKey(key) }

    var hooks: Hooks { Hooks(changedFields: [], notes: spilled.notes) }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        spilled.reset()
        var versions = RecordSorter(memoryBytes: maxMemory / 2, in: input.context)
        for try await batch in input {
            for record in batch {
                do {
                    let key = try key.first(record) ?? .null
                    // Each record without a key is the only one with its key.
                    let unique: JSONValue = key.isNull ? .number(JSONNumber(versions.count)) : .null
                    try versions.append(record, by: [key, unique], then: version.first(record) ?? .null)
                } catch let failure as PipelineFailure {
                    throw failure
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
        }
        spilled.note(versions.spilledCount)
        // The latest records by the places of the first ones with their keys.
        var latest = RecordSorter(memoryBytes: maxMemory / 2, in: input.context)
        var last: RecordSorter.SortedRecord?
        var firstNumber = 0
        while let next = try versions.next() {
            if next.isFirstOfKey {
                if let last { try latest.append(last.record, by: .number(JSONNumber(firstNumber))) }
                firstNumber = next.number
            }
            firstNumber = min(firstNumber, next.number)
            last = next
        }
        if let last { try latest.append(last.record, by: .number(JSONNumber(firstNumber))) }
        try await output.send(allOf: &latest)
    }
}
