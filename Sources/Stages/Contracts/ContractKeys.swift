internal import JSONParsing
internal import Pipeline

/// The keys that the rules for all records compare: unique ones, and references to others.
struct ContractKeys: Sendable {
    /// A reference from records to others.
    private struct Reference {
        var from: RecordQuery
        var to: RecordQuery
    }

    /// A key of a record for one rule.
    struct Entry {
        /// The number of the rule.
        let rule: Int
        let key: JSONValue
        /// Whether the key refers to another record. Otherwise it is the record's own.
        let isReference: Bool
    }

    /// A rule in messages.
    enum Name: Sendable {
        case unique(String)
        case reference(from: String, to: String)
    }

    private var unique: [RecordQuery]
    private var references: [Reference]

    /// Reads the options.
    init(options: inout OptionReader) {
        unique = options.read(
            "unique", .list(of: .query), default: [],
            help: "jq programs that give keys; no two records may have an equal key. Numbers are equal by value, objects in any order of "
                + "keys. A record whose key is null has none.")
        references = options.read(
            "references",
            .list(
                of: .object {
                    Reference(
                        from: $0.read("from", .query, help: "A jq program whose outputs refer to other records; null refers to none."),
                        to: $0.read("to", .query, help: "A jq program that gives the key of a record."))
                }), default: [], help: "Keys that records name: each one has to be the key of a record.")
    }

    var isEmpty: Bool { unique.isEmpty && references.isEmpty }

    /// The records that the rules are about, unless a rule counts all of them.
    var partition: StagePartition { unique.count == 1 && references.isEmpty ? .byKey(unique[0]) : .allRecords }

    var names: [Name] {
        unique.map { .unique($0.source) } + references.map { .reference(from: $0.from.source, to: $0.to.source) }
    }

    /// The keys of a record.
    ///
    /// - Throws: The error of a program.
    func entries(of record: Record) throws -> [Entry] {
        var entries: [Entry] = []
        for (rule, query) in unique.enumerated() {
            if let key = try query.first(record), !key.isNull { entries.append(Entry(rule: rule, key: key, isReference: false)) }
        }
        for (rule, reference) in references.enumerated() {
            let rule = unique.count + rule
            if let key = try reference.to.first(record), !key.isNull { entries.append(Entry(rule: rule, key: key, isReference: false)) }
            for key in try reference.from.all(record) where !key.isNull { entries.append(Entry(rule: rule, key: key, isReference: true)) }
        }
        return entries
    }

    /// The same keys with programs of their own.
    func recompiled() -> ContractKeys {
        var keys = self
        keys.unique = unique.map { $0.recompiled() }
        keys.references = references.map { Reference(from: $0.from.recompiled(), to: $0.to.recompiled()) }
        return keys
    }
}

/// The number of records that a contract allows.
struct ContractCount: Sendable {
    private let min: Int?
    private let max: Int?

    /// Reads the options.
    init(options: inout OptionReader) {
        let bounds = options.readIfPresent(
            "count",
            .object { options -> (min: Int?, max: Int?) in
                let min = options.readIfPresent("min", .integer(0...Int.max), help: "The smallest number of records.")
                let max = options.readIfPresent("max", .integer(0...Int.max), help: "The largest number of records.")
                options.checkAtLeastOne(of: ["min", "max"])
                if let min, let max, max < min { options.report("max is less than min, \(min)", option: "max") }
                return (min, max)
            }, help: "How many records have to pass this stage.")
        min = bounds?.min
        max = bounds?.max
    }

    var isEmpty: Bool { min == nil && max == nil }

    /// The bound that a number of records breaks, in a sentence; nil for none.
    func fault(of count: Int) -> String? {
        let found = "count: \(count.counted("record")) passed the rules for each record"
        if let min, count < min { return "\(found), and at least \(min) must" }
        if let max, count > max { return "\(found), and at most \(max) may" }
        return nil
    }
}
