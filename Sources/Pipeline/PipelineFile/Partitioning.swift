package import JSONQuery

/// A division of the records among several runs, each of which sees its own records alone.
package struct Partitioning: Sendable {
    /// The jq program of the key by which the records are divided, such as `.thread_id`; nil if any record can be anywhere.
    private let key: RecordQuery?

    /// A division in which any record can be anywhere.
    package init() { key = nil }

    /// A division by a key: records with equal keys are in one partition.
    ///
    /// - Throws: ``QueryError`` if the key is no jq program.
    package init(by key: String) throws(QueryError) { self.key = try RecordQuery(key) }

    /// The division among shards.
    package init(by shard: Shard) { key = shard.key }

    /// The fault of a stage that needs records of other partitions; nil if it has none.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - type: Its type in the pipeline file.
    ///   - scope: The records that it is to look at.
    func fault(of stage: any StreamStage, called type: String, scope: StageScope) -> (message: String, help: String)? {
        guard scope == .all, !stage.partition.isOfEachRecord else { return nil }
        if let own = stage.partition.key, let key, own.isSameKey(as: key) { return nil }
        let way = stage.partition.key.map { ", or divide the records by its key: --partitioned-by '\($0.source.printable)'" } ?? ""
        return (
            "\"\(type)\" looks at neighbouring records, and a partitioned run has only those of its partition",
            "\"scope\": \"partition\" makes it look at each partition alone\(way)"
        )
    }

    /// The faults of stages that work by the key of the division, and that a stage in front of them may have changed: then records with equal
    /// keys can be in several partitions.
    func keyFaults(in stages: [PipelinePlan.StageStep]) -> [Diagnostic] {
        guard let key else { return [] }
        var changing: StepProperties?
        var faults: [Diagnostic] = []
        for stage in stages {
            if let changing, case .streamStage(let stream) = stage.component, stage.common.scope ?? .all == .all,
                stream.partition.key?.isSameKey(as: key) == true
            {
                faults.append(
                    Diagnostic(
                        "\"\(stage.common.type)\" works by \(key.source.printable), which \(changing.path) (\(changing.type)) may change, so "
                            + "that equal keys can be in several partitions",
                        at: nil, path: stage.common.path,
                        help: "put it in front of \(changing.path), or let it look at each partition alone: \"scope\": \"partition\""))
            }
            if changing == nil, key.mayChange(with: stage.component.component.hooks.changedFields) { changing = stage.common }
        }
        return faults
    }
}

extension RecordQuery {
    /// Whether the key may change if fields of the record do.
    ///
    /// - Parameter fields: The fields; nil for any.
    func mayChange(with fields: [FieldPath]?) -> Bool {
        guard let fields else { return true }
        guard let path = leadingPath, path.rest == nil, case .key(let name, _)? = path.steps.first else { return !fields.isEmpty }
        return fields.contains { $0.steps.first == .key(name) }
    }

    /// Whether two programs are the same plain path. Of others it is not known whether they always give the same: `now` does not.
    func isSameKey(as other: RecordQuery) -> Bool {
        guard let path = leadingPath, let otherPath = other.leadingPath else { return false }
        return path.rest == nil && otherPath.rest == nil && path.steps == otherPath.steps
    }
}
