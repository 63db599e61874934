package import JSONQuery

/// A division of the records among several runs, each of which sees its own records alone.
package struct Partitioning: Sendable {
    /// The jq program of the key by which the records are divided, such as `.thread_id`; nil if any record can be anywhere.
    private let key: RecordQuery?
    /// The first stage that may change the key, such as `stages[0] map`.
    private var change: String?

    /// A division in which any record can be anywhere.
    package init() { key = nil }

    /// A division by a key: records with equal keys are in one partition.
    ///
    /// - Throws: ``QueryError`` if the key is no jq program.
    package init(by key: String) throws(QueryError) { self.key = try RecordQuery(key) }

    /// The division among shards.
    package init(by shard: Shard) { key = shard.key }

    /// Notes a stage, which may change the key of its records.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - name: Its place and its type, such as `stages[0] map`.
    mutating func note(_ stage: any Component, called name: String) {
        guard change == nil, let key else { return }
        if let fields = stage.changedFields, let field = key.topLevelField, !fields.contains(field) { return }
        change = name
    }

    /// The fault of a stage that needs records of other partitions; nil if it has none.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - type: Its type in the pipeline file.
    ///   - scope: The records that it is to look at.
    func fault(of stage: any StreamStage, called type: String, scope: StageScope) -> (message: String, help: String)? {
        guard scope == .all, !stage.treatsRecordsAlone else { return nil }
        if let own = stage.partitionKey, let key, own.isSameKey(as: key) {
            guard let change else { return nil }
            return (
                "\"\(type)\" needs the key by which the records were divided, and \(change) may change it",
                "put \"\(type)\" in front of that stage, or say that each partition is enough: \"scope\": \"partition\""
            )
        }
        let way = stage.partitionKey.map { ", or divide the records by its key: --partitioned-by '\($0.source.printable)'" } ?? ""
        return (
            "\"\(type)\" looks at neighbouring records, and a partitioned run has only those of its partition",
            "\"scope\": \"partition\" makes it look at each partition alone\(way)"
        )
    }
}

extension RecordQuery {
    /// Whether two programs are the same plain path. Of others it is not known whether they always give the same: `now` does not.
    fileprivate func isSameKey(as other: RecordQuery) -> Bool {
        guard let path = leadingPath, let otherPath = other.leadingPath else { return false }
        return path.rest == nil && otherPath.rest == nil && path.steps == otherPath.steps
    }

    /// The top-level field that a plain path reads; nil for other programs, and for the whole record.
    fileprivate var topLevelField: String? {
        guard let path = leadingPath, path.rest == nil, case .key(let key, _)? = path.steps.first else { return nil }
        return key
    }
}
