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
    let definitions: FileQueryDefinitions?
}

extension OptionReader {
    /// Reads the options of the pipeline file itself.
    ///
    /// - Parameters:
    ///   - name: The name of the pipeline in messages if the file has none; nil for a reader that only collects declarations.
    ///   - readsTables: Whether the files of `data` are read.
    mutating func header(named name: String?, readsTables: Bool = false) -> PipelineHeader {
        _ = readIfPresent("$schema", .remark, help: "The schema that an editor checks the file with.")
        if readIfPresent("name", .string, help: "What messages call the pipeline; without it, the name of the file.") == nil, let name {
            show(.string(name), as: "name")
        }
        _ = readIfPresent("description", .remark, help: "What the pipeline is for.")
        readTables(readsFiles: readsTables)
        let definitions = readDefinitions()
        let rejects = readIfPresent("rejects", .outputFile, help: "The file that rejected records go to.")?.path
        let allowed = readIfPresent(
            "allow_rejects", .allowance,
            help:
                "How many rejected records are a good end (exit 0), as a number or a share such as \"0.5%\". With more, no output changes (exit 65)."
        )
        let least = read(
            "min_records", .integer(0...Int.max), default: 0,
            help: "The least number of records that are written. With fewer, no output changes (exit 65). A run with --limit is not asked.")
        let programMemory = readIfPresent(
            "limits",
            .object { limits in
                limits.read(
                    "program_memory_bytes", .integer(Self.programMemory), default: QueryLimits.standard.maxMemory,
                    help: "Bytes of memory that a jq program may use for one record, its input not counted.")
            }, help: "What a run may take.")
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
