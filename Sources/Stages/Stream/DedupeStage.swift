internal import Pipeline
internal import JSONQuery
internal import JSONParsing

/// The stage `dedupe`: drops records whose key an earlier record had.
struct DedupeStage: StreamStage {
    static let name = "dedupe"
    static let summary = "Drops records whose key an earlier record had; the first one stays, and so does each one whose key is null."
    static let example = #"{ "type": "dedupe", "by": ".id" }"#

    private let key: RecordQuery

    init(options: inout OptionReader) {
        key = options.read(
            "by", .query, default: .fixed("."),
            help: "A jq program that gives the key; numbers are equal by value, objects in any order of keys. A record without a key stays."
        )
    }

    var partition: StagePartition { .byKey(key) }

    var hooks: Hooks { Hooks(changedFields: []) }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var seen: Set<JSONKey> = []
        for try await batch in input {
            var kept: [Record] = []
            for record in batch {
                do {
                    // Records without a key do not count as duplicates.
                    guard let value = try key.first(record), !value.isNull else {
                        kept.append(record)
                        continue
                    }
                    if try seen.insert(JSONKey(value.canonicalText())).inserted { kept.append(record) }
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
            try await output.send(contentsOf: kept)
        }
    }
}
