internal import JSONQuery

extension OptionReader {
    /// The bounds of `program_memory_bytes`: 1 MiB to 1 TiB.
    package static let programMemory = 1 << 20...1 << 40

    /// Reads `on_error`, which every stage and sink has.
    mutating func onError() -> OnError {
        choice(
            "on_error", default: OnError.reject,
            help: "What happens to a record that fails here: it stops the run, goes to the rejects file, or is dropped with a warning.")
    }

    /// Reads `scope`, which every stream stage has.
    mutating func scope() -> StageScope {
        choice(
            "scope", default: StageScope.all,
            help: "The records that it looks at where several runs share the records: all of them, which such runs refuse (validate "
                + "--partitioned), or those of its own partition.")
    }

    /// Reads `description`, which every step has.
    mutating func stepDescription() -> String? {
        optionalRemark("description", help: "A remark for readers of the file.")
    }

    /// Reads a text that no run uses, and that may say anything; nil if the option is missing or null.
    private mutating func optionalRemark(_ name: String, help: String) -> String? {
        declare(name, .string, isRequired: false, default: nil, help: help, isTemplate: false).flatMap { text($0, name, .string) }
    }

    /// Reads the options of the pipeline file itself.
    ///
    /// - Parameters:
    ///   - name: The name of the pipeline in messages if the file has none; nil for a reader that only collects declarations.
    ///   - readsTables: Whether the files of `data` are read.
    mutating func header(named name: String?, readsTables: Bool = false) -> PipelineHeader {
        _ = optionalRemark("$schema", help: "The schema that an editor checks the file with.")
        if optionalString("name", help: "What messages call the pipeline; without it, the name of the file.") == nil, let name {
            show(.string(name), as: "name")
        }
        _ = optionalRemark("description", help: "What the pipeline is for.")
        readTables(readsFiles: readsTables)
        let definitions = readDefinitions()
        let rejects = optionalOutputFile("rejects", help: "The file that rejected records go to.")?.path
        let allowed = optionalAllowance(
            "allow_rejects",
            help:
                "How many rejected records are a good end (exit 0), as a number or a share such as \"0.5%\". With more, no output changes (exit 65)."
        )
        let least = integer(
            "min_records", in: 0...Int.max, default: 0,
            help: "The least number of records that are written. With fewer, no output changes (exit 65). A run with --limit is not asked.")
        let programMemory = optionalGroup("limits", help: "What a run may take.") { limits in
            limits.integer(
                "program_memory_bytes", in: Self.programMemory, default: QueryLimits.standard.maxMemory,
                help: "Bytes of memory that a jq program may use for one record, its input not counted.")
        }
        return PipelineHeader(
            rejects: rejects, guards: RunGuards(allowedRejects: allowed, minRecords: least), programMemory: programMemory,
            definitions: definitions)
    }

    /// The declarations of the options of the pipeline file itself, beside parameters and steps.
    package static func headerDeclarations() -> [OptionDeclaration] {
        var reader = OptionReader.describing
        _ = reader.header(named: nil)
        return reader.declarations
    }

    /// The declarations of the options that every step has beside its own.
    ///
    /// - Parameters:
    ///   - hasOnError: Whether the step is a stage or a sink.
    ///   - isStream: Whether the step is a stream stage.
    package static func commonDeclarations(hasOnError: Bool, isStream: Bool) -> [OptionDeclaration] {
        var reader = OptionReader.describing
        if hasOnError { _ = reader.onError() }
        if isStream { _ = reader.scope() }
        _ = reader.stepDescription()
        return reader.declarations
    }
}
