internal import JSONParsing
internal import Pipeline

/// The stage `join`: puts into each record what a second source has for its key.
struct JoinStage: StreamStage {
    static let name = "join"
    static let summary =
        "Puts into each record what a second source has for its key, such as the price of a product. Keeps records beyond max_memory_bytes in a temporary file."
    static let example =
        #"{ "type": "join", "with": { "type": "csv", "from": "prices.csv" }, "by": ".id", "with_key": ".product_id", "into": "price" }"#

    private let second: SecondSource
    private let keys: JoinKeys
    private let shape: JoinShape
    private let maxMemory: Int
    private let spilled = SpilledCount()
    private let tally: JoinTally

    init(options: inout OptionReader) {
        second = options.read(
            "with", .source, help: "The second source: an object with its type and its options. It is read as a whole, before the records.")
        keys = JoinKeys(options: &options)
        tally = JoinTally(KeyDisplay(keys.first.source, keys.second.source))
        shape = JoinShape(options: &options)
        maxMemory = options.maxMemoryBytes()
    }

    var hooks: Hooks {
        let tally = tally.report(shape, of: second.shown)
        return Hooks(
            sources: [second], changedFields: [shape.into], notes: tally.notes + spilled.notes, closingWarnings: tally.warnings)
    }

    /// Each record is joined alone, with all records of the second source.
    var partition: StagePartition { .eachRecord }

    func run(_ input: Batches<Record>, into output: inout RecordWriter) async throws {
        spilled.reset()
        tally.reset()
        var right = RecordSorter(memoryBytes: maxMemory, in: input.context)
        try await second.read(in: input.context) { records in
            for try await batch in records {
                for record in batch { try await add(record, of: records, to: &right) }
            }
        }
        let spilledCount = right.spilledCount
        let groups = JoinGroups(right, keepsAll: shape.match == .many, maxBytes: shape.maxGroupBytes, tally)
        if spilledCount == 0 {
            try await join(input, with: JoinTable(groups), into: &output)
        } else {
            try await merge(input, with: JoinCursor(groups), spilledCount, into: &output)
        }
    }

    /// Adds a record of the second source by its key.
    private func add(_ record: Record, of records: SecondRecords, to right: inout RecordSorter) async throws {
        do {
            let key = try keys.second.first(record) ?? .null
            let value: JSONValue? = if let program = keys.value { try program.first(record) } else { record.value }
            tally.noteSecond(hasKey: !key.isMissingKey, hasValue: value != nil, at: record.origin)
            guard let value, !key.isMissingKey else { return }
            try right.append(Record([key, value], origin: record.origin), by: key)
        } catch let failure as PipelineFailure {
            throw failure
        } catch {
            try await records.refuse(record, because: error)
        }
    }

    /// Joins the records in their order, with a second source that is in memory.
    private func join(_ input: Batches<Record>, with table: consuming JoinTable, into output: inout RecordWriter) async throws {
        for try await batch in input {
            for record in batch {
                let joined: Record?
                do {
                    let key = try keys.first.first(record) ?? .null
                    let group = try table.group(of: key, at: record.origin, tally)
                    joined = try shape.join(record, key, group, tally, second.shown)
                } catch let failure as PipelineFailure {
                    throw failure
                } catch {
                    try await output.refuse(record, because: error)
                    continue
                }
                if let joined { try await output.send(joined) }
            }
        }
        tally.noteUnused(keys: table.unusedCount)
    }

    /// Sorts the records by their keys, merges them with the second source, and then puts them back into their order.
    private func merge(
        _ input: Batches<Record>, with cursor: consuming JoinCursor, _ secondCount: Int, into output: inout RecordWriter
    ) async throws {
        // The merge of the second source starts here, which frees the memory of its sorter.
        try cursor.begin()
        var left = RecordSorter(memoryBytes: maxMemory / 2, in: input.context)
        for try await batch in input {
            for record in batch {
                do {
                    let key = try keys.first.first(record) ?? .null
                    try left.append(record, by: key.isMissingKey ? .null : key)
                } catch let failure as PipelineFailure {
                    throw failure
                } catch {
                    try await output.refuse(record, because: error)
                }
            }
        }
        spilled.note(secondCount + left.spilledCount)
        var results = RecordSorter(memoryBytes: maxMemory / 4, in: input.context)
        while let next = try left.next() {
            do {
                let key = try keys.first.first(next.record) ?? .null
                let group = try cursor.group(of: key, at: next.record.origin, tally)
                guard let joined = try shape.join(next.record, key, group, tally, second.shown) else { continue }
                try results.append(joined, by: .number(JSONNumber(next.number)))
            } catch let failure as PipelineFailure {
                throw failure
            } catch {
                try await output.refuse(next.record, because: error)
            }
        }
        tally.noteUnused(keys: try cursor.countUnused(tally))
        try await output.send(allOf: &results)
    }
}
