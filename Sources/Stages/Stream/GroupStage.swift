internal import JSONParsing
internal import Pipeline

/// The stage `group`: makes one record of all records with equal keys.
struct GroupStage: StreamStage {
    static let name = "group"
    static let summary =
        "Makes one record of all records with equal keys: {\"key\", \"items\": [{…}]}, in the order of their first ones. Keeps records beyond max_memory_bytes in a temporary file."
    static let example =
        #"{ "type": "group", "by": ".customer", "key": "customer", "into": "orders", "fields": { "total": "map(.amount) | add" } }"#

    private let key: RecordQuery
    private let display: KeyDisplay
    private let shape: GroupShape
    private let isSorted: Bool
    private let maxMemory: Int
    private let maxGroup: Int
    private let spilled = SpilledCount()

    init(options: inout OptionReader) {
        key = options.read(
            "by", .query,
            help: "A jq program that gives the key; numbers are equal by value, objects in any order of keys, and null is a key, too.")
        display = KeyDisplay(key.source)
        shape = GroupShape(options: &options)
        isSorted = options.read(
            "sorted", .boolean, default: false,
            help: "Whether records with equal keys stand together, in the order of the keys, up or down. Only one group is in memory then, "
                + "and a key that is out of order ends the run.")
        maxMemory = options.maxMemoryBytes()
        maxGroup = options.read(
            "max_group_bytes", .integer(1...1 << 40), default: 256 << 20,
            help: "The size of one group in memory, in bytes. The records of a larger one are rejected.")
    }

    var partition: StagePartition { .byKey(key) }

    var hooks: Hooks { Hooks(notes: spilled.notes) }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        spilled.reset()
        if isSorted {
            try await runSorted(input, into: &output)
        } else {
            try await runUnsorted(input, into: &output)
        }
    }

    /// Sorts the records by their keys, and then the groups by the places of their first records.
    private func runUnsorted(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var members = RecordSorter(memoryBytes: maxMemory / 2, in: input.context)
        for try await batch in input {
            for record in batch {
                do {
                    try members.append(record, by: key.first(record) ?? .null)
                } catch let failure as PipelineFailure {
                    throw failure
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
        }
        spilled.note(members.spilledCount)
        var groups = RecordSorter(memoryBytes: maxMemory / 2, in: input.context)
        var group = OpenGroup(maxBytes: maxGroup)
        while let next = try members.next() {
            if next.isFirstOfKey {
                if let record = try await close(&group, into: &output) { try groups.append(record, by: .number(JSONNumber(group.number))) }
                group = OpenGroup(maxBytes: maxGroup, key: try key.first(next.record) ?? .null, number: next.number)
            }
            try await add(next.record, to: &group, into: &output)
        }
        if let record = try await close(&group, into: &output) { try groups.append(record, by: .number(JSONNumber(group.number))) }
        try await output.send(allOf: &groups)
    }

    /// Sends each group when the next key comes.
    private func runSorted(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        var group = OpenGroup(maxBytes: maxGroup)
        var order = KeyOrder(display)
        for try await batch in input {
            for var record in batch {
                record.detach()
                let key: JSONValue
                let isNew: Bool
                do {
                    key = try self.key.first(record) ?? .null
                    isNew = try order.isNew(key, at: record.origin)
                } catch let failure as PipelineFailure {
                    throw failure
                } catch {
                    try await output.refuse(record, because: error)
                    continue
                }
                if isNew {
                    if let record = try await close(&group, into: &output) { try await output.send(record) }
                    group = OpenGroup(maxBytes: maxGroup, key: key)
                }
                try await add(record, to: &group, into: &output)
            }
        }
        if let record = try await close(&group, into: &output) { try await output.send(record) }
    }

    /// Adds a record to a group. If the group becomes too large, all of its records are refused.
    private func add(_ record: Record, to group: inout OpenGroup, into output: inout RecordWriter) async throws {
        group.add(record)
        guard group.isTooLarge else { return }
        for record in group.records { try await output.refuse(record, because: group.reason(display)) }
        group.records = []
    }

    /// The record of a group; nil if there is none, or if a program fails for it. Then its records are refused, as they came.
    private func close(_ group: inout OpenGroup, into output: inout RecordWriter) async throws -> Record? {
        let records = group.records
        guard !records.isEmpty else { return nil }
        group.records = []
        do {
            var record = try shape.record(key: group.key, records: records)
            try shape.addFields(to: &record)
            return record
        } catch {
            for record in records { try await output.refuse(record, because: error) }
            return nil
        }
    }
}

/// The records with one key, until the next key comes.
private struct OpenGroup {
    let maxBytes: Int
    var key: JSONValue = .null
    /// The number of the first record.
    var number = 0
    var records: [Record] = []
    private var bytes = 0

    init(maxBytes: Int, key: JSONValue = .null, number: Int = 0) {
        self.maxBytes = maxBytes
        self.key = key
        self.number = number
    }

    var isTooLarge: Bool { bytes > maxBytes }

    /// The reason why a record of a group that is too large is refused.
    func reason(_ display: KeyDisplay) -> RecordError {
        RecordError("the group of the key \(display.text(of: key)) has more than \(maxBytes) bytes; max_group_bytes allows no more")
    }

    mutating func add(_ record: Record) {
        bytes += record.memoryBytes
        records.append(record)
    }
}
