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
