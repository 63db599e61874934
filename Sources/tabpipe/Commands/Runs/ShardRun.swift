internal import Pipeline
internal import SourcesRemote

/// A run of one shard: what it checks before, and the end record that it leaves.
struct ShardRun {
    let shard: Shard
    private let plan: PipelinePlan
    private let identity: RunIdentity
    private let tallies = InputTallies()
    /// The path of the end record.
    private let path: String

    /// Checks that the pipeline can run in shards.
    ///
    /// - Throws: ``UsageError`` with the reason why not; ``PipelineFailure`` if a file of the pipeline cannot be read.
    init(_ shard: Shard, of plan: PipelinePlan, in file: String) throws {
        self.shard = shard
        self.plan = plan
        if plan.isIncremental {
            throw UsageError("\(file.printable): --shard divides records among runs, and a source with \"incremental\" keeps one state")
        }
        if shard.count > 1, shard.key == nil, !(plan.source?.component is any InputListSource) {
            let type = plan.source?.common.type ?? ""
            throw UsageError(
                "\(file.printable): the source \"\(type)\" has no list of inputs that shards could divide; --shard-by PATH divides its "
                    + "records by a key")
        }
        if let sink = plan.sinks.first(where: { $0.component.update == .append || $0.component.update == .merge }) {
            throw UsageError("\(file.printable): \(sink.common.path) adds to an earlier output, and a shard writes a new one")
        }
        for output in Self.outputs(of: plan) {
            if output.isStandardStream || (!output.isTemplate && !Output(output.path).appearsWhole) {
                throw UsageError(
                    "\(file.printable): \(output.place) is a stream, and a shard writes files, which appear with its end record")
            }
            guard shard.count > 1, !Self.place(of: output).contains(shard.name) else { continue }
            throw UsageError(
                "\(file.printable): \(output.place) has no {{$shard}}\(output.isTemplate ? " in its folder" : ""), so that all shards would "
                    + "write one \(output.isTemplate ? "folder" : "file")")
        }
        identity = try RunIdentity(of: plan)
        path = RejectsTarget.stem(for: plan).path + ShardRecord.suffix
    }

    private static func outputs(of plan: PipelinePlan) -> [FileUse] {
        plan.files.filter { $0.purpose == .output && $0.owner != .source }
    }

    /// The file or folder that an output writes.
    private static func place(of output: FileUse) -> String { output.isTemplate ? output.fixedFolder : output.path }

    /// The end record of an earlier run that has done the same, and whose outputs are as it left them; nil if there is none.
    func earlier() throws -> ShardRecord? {
        guard let record = ShardRecord(at: path) else { return nil }
        // A source without a list of inputs cannot show that they are the same.
        guard let inputs = try (plan.source?.component as? any InputListSource)?.inputs(of: shard) else { return nil }
        return record.isResult(of: shard, identity, reading: inputs) && record.outputFaults.isEmpty ? record : nil
    }

    /// The settings of the run.
    func settings(_ settings: RunSettings, rejects: RejectsTarget) -> RunSettings {
        var settings = settings
        settings.shard = shard
        guard settings.writes else { return settings }
        settings.inputs = tallies
        settings.shardEnd = ShardEnd(
            at: path, for: shard, identity, reading: tallies,
            outputs: Self.outputs(of: plan).filter { $0.owner != .rejects }.map(Self.place), rejects: rejects.destination.path)
        return settings
    }
}
