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
    /// one folder. The later names in the path of the output are joined with dots. Two pipelines need two folders, as docs/cluster.md says.
    private static func recordPath(of plan: PipelinePlan, _ shard: Shard) -> String {
        let stem = RejectsTarget.stem(for: plan, of: shard).path
        let names = FilePath.names(in: stem)
        guard let first = names.firstIndex(where: { $0.contains(shard.name) }) else { return stem + ShardEndRecord.suffix }
        return (names[..<first] + [names[first...].joined(separator: ".")]).joined(separator: "/") + ShardEndRecord.suffix
    }

    /// Looks for the end record of an earlier run, and compares all that it has with what this run would read and write.
    func earlier() throws -> EarlierShardResult {
        guard FilePath.kind(of: path) != nil else { return .none }
        let record: ShardEndRecord
        do throws(EndRecordFault) {
            record = try ShardEndRecord(at: path)
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

    /// Returns the settings with the shard and its end record.
    func settings(_ settings: RunSettings) -> RunSettings {
        var settings = settings
        settings.shard = shard
        guard settings.writes else { return settings }
        settings.inputs = tallies
        settings.shardEnd = ShardEndWriter(at: path, for: shard, identity, reading: tallies, outputs: outputs, rejects: rejects)
        return settings
    }
}

/// The result of an earlier run of a shard.
enum EarlierShardResult {
    case none
    /// The result that this run would have, with phrases for what was not compared.
    case complete(ShardEndRecord, uncompared: [String])
    /// A result that the run would change, with the reason.
    case outdated(String)

    /// The rest of the message about the shard; nil if there is nothing to say.
    var note: String? {
        switch self {
        case .none: return nil
        case .complete(let record, let uncompared):
            let rest = uncompared.isEmpty ? "" : "not compared: \(uncompared.joined(separator: ", ")); "
            return "is complete already: \(record.path.printable); \(rest)--force runs it again"
        case .outdated(let reason): return "runs again: \(reason)"
        }
    }
}

/// The checks before a shard runs: shards must not share an output, and must not take records from one another.
private struct ShardCheck {
    let shard: Shard
    let plan: PipelinePlan
    /// The path of the pipeline file.
    let file: String
    /// The path of the end record.
    let record: String

    private var hasOthers: Bool { shard.count > 1 }

    /// Ensures that all shards together read each record once.
    ///
    /// - Throws: ``UsageError``.
    func checkSource() throws {
        if plan.isIncremental {
            throw fault("--shard divides records among runs, and a source with \"incremental\" keeps one state")
        }
        guard hasOthers else { return }
        if shard.key == nil, !(plan.source?.component is any InputListSource) {
            let type = plan.source?.common.type ?? ""
            throw fault(
                "the source \"\(type)\" has no list of inputs that shards could divide; --shard-by PATH divides its records by a key")
        }
        for input in plan.files where input.purpose == .input && !input.place.hasSuffix(".$file") {
            if input.isStandardStream {
                throw fault("\(input.place.printable) is standard input, and each shard would read its own; name files")
            }
            if input.owner == .source, input.isOfSystem {
                throw fault("\(input.place.printable) is a pipe or device, which shards cannot share; name files")
            }
        }
    }

    /// Ensures that the shard has its outputs, its rejects file and its end record for itself, and that they are files.
    ///
    /// - Parameters:
    ///   - rejects: Where the rejects go.
    ///   - given: The value of `--rejects`.
    /// - Returns: The files and folders that the shard writes, without its rejects file.
    /// - Throws: ``UsageError``; ``PipelineFailure`` if the end record cannot be written.
    func checkedOutputs(_ rejects: RejectsTarget, given: String?) throws -> [ShardOutput] {
        if let sink = plan.sinks.first(where: { $0.component.traits.update == .append || $0.component.traits.update == .merge }) {
            throw fault("\(sink.common.path) adds to an earlier output, and a shard writes a new one")
        }
        let outputs = plan.files.filter { $0.purpose == .output && $0.owner != .source && $0.owner != .rejects }
        var all = outputs
        switch rejects.destination {
        case .file(let path, _): all.append(FileUse(.output, path, place: given == nil ? "rejects" : "--rejects", range: nil))
        case .none: break
        default: throw fault("\(rejects.shown.printable) is a stream, and a shard's rejects are a file, which appears with its end record")
        }
        for output in all { try check(output) }
        if let kind = FilePath.kind(of: record), kind != .regular {
            let found = kind == .folder ? "a folder" : "no file"
            throw PipelineFailure(.cannotCreate, "the end record \(record.printable) cannot be written: there is \(found)")
        }
        return outputs.map { ShardOutput(path: Self.place(of: $0), isFolder: $0.isTemplate) }
    }

    private func check(_ output: FileUse) throws {
        let place = Self.place(of: output)
        if output.isStandardStream || (!output.isTemplate && !Output(output.path).appearsWhole) {
            throw fault("\(output.place) is a stream, and a shard writes files, which appear with its end record")
        }
        if hasOthers, !place.contains(shard.name) {
            throw fault(
                "\(output.place) has no {{$shard}}\(output.isTemplate ? " in its folder" : ""), so that all shards would write one "
                    + (output.isTemplate ? "folder" : "file"))
        }
        let end = FileUse(.output, record, place: "", range: nil)
        let whole = FileUse(.output, place, place: "", range: nil)
        if output.isTemplate ? end.isInside(whole) : end.isSameFile(as: whole) {
            let relation = output.isTemplate ? "in the folder" : "the file"
            throw fault("the end record \(record.printable) would be \(relation) of \(output.place)")
        }
    }

    /// Ensures that no input is an output of another shard: then each shard would read what others have written.
    ///
    /// - Parameter outputs: The paths of all files and folders that the shard writes.
    /// - Throws: ``UsageError``.
    func checkInputs(_ inputs: [Input], outputs: [String]) throws {
        guard hasOthers else { return }
        let outputs = outputs.map { FileUse(.output, $0, place: "", range: nil) }
        for input in inputs where input.name.contains("-of-") {
            let own = input.name.replacing(#/[0-9]{5}-of-[0-9]{5}/#, with: shard.name)
            let use = FileUse(.input, own, place: "", range: nil)
            guard own != input.name, outputs.contains(where: use.isSameFile) else { continue }
            throw fault("the source reads \(input.shown.printable), which another shard has written; give the outputs another folder")
        }
    }

    /// The file or folder that an output writes.
    private static func place(of output: FileUse) -> String { output.isTemplate ? output.fixedFolder : output.path }

    private func fault(_ text: String) -> UsageError { UsageError("\(file.printable): \(text)") }
}
