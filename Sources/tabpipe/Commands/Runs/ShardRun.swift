internal import Pipeline
internal import SourcesLocal

/// A run of one shard: the end record that it leaves, and the one that an earlier run has left.
struct ShardRun {
    let shard: Shard
    private let plan: PipelinePlan
    private let identity: RunIdentity
    private let tallies = InputTallies()
    private let outputs: [ShardOutput]
    private let rejects: String?
    /// All inputs that the shards share; nil for a source without a list of inputs.
    private let inputs: [Input]?
    /// The path of the end record.
    private let path: String

    /// Checks that the pipeline can run in shards.
    ///
    /// - Parameters:
    ///   - rejects: Where the rejects of the shard go.
    ///   - given: The value of `--rejects`.
    /// - Throws: ``UsageError`` with the reason why not; ``PipelineFailure`` if a file of the pipeline cannot be read.
    init(_ shard: Shard, of plan: PipelinePlan, in file: String, rejects: RejectsTarget, given: String?) throws {
        self.shard = shard
        self.plan = plan
        path = Self.recordPath(of: plan, shard)
        let check = ShardCheck(shard: shard, plan: plan, file: file, record: path)
        try check.checkSource()
        outputs = try check.checkedOutputs(rejects, given: given)
        self.rejects = rejects.destination.path
        inputs = try (plan.source?.component as? any InputListSource)?.listedInputs()
        try check.checkInputs(inputs ?? [], outputs: outputs.map(\.path) + [rejects.destination.path, path].compactMap(\.self))
        identity = try RunIdentity(of: plan)
    }

    /// The path of the end record: beside the first file or folder that has the name of the shard, so that the records of all shards are in
    /// one folder. What follows in the path of the output is joined with dots. Two pipelines need two folders, as docs/cluster.md says.
    private static func recordPath(of plan: PipelinePlan, _ shard: Shard) -> String {
        let stem = RejectsTarget.stem(for: plan, of: shard).path
        let names = FilePath.names(in: stem)
        guard let first = names.firstIndex(where: { $0.contains(shard.name) }) else { return stem + ShardRecord.suffix }
        return (names[..<first] + [names[first...].joined(separator: ".")]).joined(separator: "/") + ShardRecord.suffix
    }

    /// Looks for the end record of an earlier run, and compares all that it has with what this run would read and write.
    func earlier() throws -> EarlierShard {
        guard FilePath.kind(of: path) != nil else { return .none }
        let record: ShardRecord
        do throws(ShardRecordFault) {
            record = try ShardRecord(at: path)
        } catch {
            return .outdated("\(path.printable) is no end record of a shard: \(error.reason)")
        }
        if let reason = record.reasonToRun(shard, identity, reading: inputs, outputs: outputs, rejects: rejects) {
            return .outdated(reason)
        }
        return .complete(record, uncompared: plan.uncomparedFacts)
    }

    /// The rest of a message about a shard that gets no records, because there are more shards than inputs; nil for other shards.
    var idleNote: String? {
        guard let inputs, inputs.count < shard.count, shard.inputs(of: inputs).isEmpty else { return nil }
        return "gets no records, because the shards share \(inputs.count.counted("input")); --shard-by PATH divides the records"
    }

    /// The settings of the run.
    func settings(_ settings: RunSettings) -> RunSettings {
        var settings = settings
        settings.shard = shard
        guard settings.writes else { return settings }
        settings.inputs = tallies
        settings.shardEnd = ShardEnd(at: path, for: shard, identity, reading: tallies, outputs: outputs, rejects: rejects)
        return settings
    }
}
