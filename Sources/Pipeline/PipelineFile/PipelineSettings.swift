internal import JSONParsing
package import JSONQuery

/// The settings for reading a pipeline file: values from the command line and the environment, and the extent of the checks.
package struct PipelineSettings: Sendable {
    /// The values of parameters from `--set name=value`.
    package var parameters: [String: String]
    /// The environment, for `$env` nodes.
    package var environment: [String: String]
    /// Whether the file must have a source and sinks; `pipe` needs neither.
    package var needsSourceAndSinks: Bool
    /// Whether source and sinks are read; `pipe` skips them with their parameters.
    package var readsSourceAndSinks = true
    /// The last stage that is read, without the sinks, for commands that show the records at one place of the pipeline; nil for the whole
    /// file.
    package var lastStage: StagePath?
    /// The treatment of parameters and environment variables without a value; `graph` needs none.
    package var missingValues = MissingValuePolicy.fail
    /// Whether outputs that cannot be written count as problems of the file. A run finds them when it opens its outputs.
    package var checksOutputs = false
    /// The run whose name stands for `{{$shard}}` in paths of outputs.
    package var shard = Shard.whole
    /// The division of the records among runs that the stages must support; nil for a run that gets all records.
    package var partitioning: Partitioning?
    /// Whether the plan lists where its values came from, for `explain --origin`.
    package var collectsOrigins = false
    /// Moves every output below a folder; nil leaves the paths as they are.
    package var redirection: OutputRedirection?
    /// A file or URL in place of the input that the source names; nil leaves it.
    package var sourceInput: String?
    /// The folder that relative paths in ``parameters`` and ``sourceInput`` start from; "" is the current directory.
    package var valuesFolder = ""

    package init(parameters: [String: String] = [:], environment: [String: String] = [:], needsSourceAndSinks: Bool = true) {
        self.parameters = parameters
        self.environment = environment
        self.needsSourceAndSinks = needsSourceAndSinks
    }
}

// The parts of a pipeline file that a command reads.
extension PipelineSettings {
    /// Whether all steps of the file are read.
    var readsAllSteps: Bool { readsSourceAndSinks && lastStage == nil }

    /// The members of the file without the steps behind ``lastStage``. Values that only those steps need may be missing.
    func membersToRead(_ members: [JSONSyntax.Member]) -> [JSONSyntax.Member] {
        guard let lastStage else { return members }
        let count = lastStage.indices.first.map { $0 + 1 } ?? 0
        return members.compactMap { member in
            if member.key == "sinks" { return nil }
            guard member.key == "stages", case .array(let stages) = member.value.content else { return member }
            let read = JSONSyntax(.array(Array(stages.prefix(count))), range: member.value.range)
            return JSONSyntax.Member(key: member.key, keyRange: member.keyRange, value: read)
        }
    }
}

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
    ///   - scope: The option `scope` of the stage: the records that it has to process together.
    func fault(of stage: any StreamStage, called type: String, scope: StageScope) -> (message: String, help: String)? {
        guard scope == .all, !stage.partition.isOfEachRecord else { return nil }
        if let own = stage.partition.key, let key, own.isSameKey(as: key) { return nil }
        let way = stage.partition.key.map { ", or divide the records by its key: --partitioned-by '\($0.source.printable)'" } ?? ""
        return (
            "\"\(type)\" looks at neighbouring records, and a partitioned run has only those of its partition",
            "\"scope\": \"partition\" makes it look at each partition alone\(way)"
        )
    }

    /// The fault of a stage whose rules are about all records; nil if it has none.
    ///
    /// - Parameters:
    ///   - partition: The records that the rules are about.
    ///   - type: The type of the stage in the pipeline file.
    func fault(of partition: StagePartition, called type: String) -> (message: String, help: String)? {
        if partition.isOfEachRecord { return nil }
        if let own = partition.key, let key, own.isSameKey(as: key) { return nil }
        let way = partition.key.map { "; or divide the records by its key: --partitioned-by '\($0.source.printable)'" } ?? ""
        return (
            "\"\(type)\" has a rule for all records, and a partitioned run has only those of its partition",
            "move the rule to a pipeline that reads the collected records\(way)"
        )
    }

    /// The faults of stages that rely on the key of the division although an earlier stage may change that key: records with equal keys
    /// could then be in several partitions.
    func keyFaults(in stages: [PipelinePlan.StageStep]) -> [Diagnostic] {
        guard let key else { return [] }
        var changing: StepProperties?
        var faults: [Diagnostic] = []
        for stage in stages {
            if let changing, stage.common.scope ?? .all == .all, stage.component.partition.key?.isSameKey(as: key) == true {
                faults.append(
                    Diagnostic(
                        "\"\(stage.common.type)\" works by \(key.source.printable), which \(changing.path) (\(changing.type)) may change, so "
                            + "that equal keys can be in several partitions",
                        at: nil, path: stage.common.path,
                        help: "put it in front of \(changing.path)"
                            + (stage.common.scope == nil ? "" : ", or let it look at each partition alone: \"scope\": \"partition\"")))
            }
            if changing == nil, key.mayChange(with: stage.component.component.hooks.changedFields) { changing = stage.common }
        }
        return faults
    }
}

extension PipelinePlan.StageComponent {
    /// The records that the stage must see in one run.
    fileprivate var partition: StagePartition {
        if case .streamStage(let stage) = self { stage.partition } else { component.hooks.partition }
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

    /// Whether two programs are the same plain path. Other programs could give different results for one record, as `now` does.
    func isSameKey(as other: RecordQuery) -> Bool {
        guard let path = leadingPath, let otherPath = other.leadingPath else { return false }
        return path.rest == nil && otherPath.rest == nil && path.steps == otherPath.steps
    }
}
