internal import JSONQuery

/// The options of a pipeline file that concern the whole run.
struct PipelineHeader {
    /// The path of the file for rejected records; nil for none.
    let rejects: String?
    /// The conditions that are checked before outputs are renamed.
    let guards: RunGuards
    /// The memory in bytes that a jq program may use; nil for the default.
    let programMemory: Int?
    /// The functions for all programs of the file; nil for none.
    let definitions: ProgramDefinitions?
}

extension OptionReader {
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
}
