internal import JSONQuery

extension OptionReader {
    /// From 1 MiB to 1 TiB.
    package static let programMemory = 1 << 20...1 << 40

    /// What happens to a record that fails: an option that every stage and sink has.
    mutating func onError() -> OnError {
        choice(
            "on_error", default: OnError.reject,
            help: "What happens to a record that fails here: it stops the run, goes to the rejects file, or is dropped with a warning.")
    }

    /// A remark of the file's author: an option that every step has.
    mutating func stepDescription() -> String? {
        optionalString("description", help: "A remark for readers of the file.")
    }

    /// The options of a pipeline file itself.
    ///
    /// - Parameter name: What messages call the pipeline if the file does not say; nil while the options are only described.
    mutating func header(named name: String?) -> PipelineHeader {
        _ = optionalString("$schema", help: "The schema that an editor checks the file with.")
        let help = "What messages call the pipeline; without it, the name of the file."
        _ = name.map { string("name", default: $0, help: help) } ?? optionalString("name", help: help)
        _ = optionalString("description", help: "What the pipeline is for.")
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
            rejects: rejects, guards: RunGuards(allowedRejects: allowed, minRecords: least), programMemory: programMemory)
    }

    /// The options of a pipeline file itself, beside its parameters and steps.
    package static func headerDeclarations() -> [OptionDeclaration] {
        var reader = OptionReader.describing
        _ = reader.header(named: nil)
        return reader.declarations
    }

    /// The options that every step has beside its own.
    package static func commonDeclarations(hasOnError: Bool) -> [OptionDeclaration] {
        var reader = OptionReader.describing
        if hasOnError { _ = reader.onError() }
        _ = reader.stepDescription()
        return reader.declarations
    }
}
