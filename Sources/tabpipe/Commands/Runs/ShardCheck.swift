internal import Pipeline
internal import SourcesLocal

/// The checks before a shard runs: shards must not share an output, and must not take records from one another.
struct ShardCheck {
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
