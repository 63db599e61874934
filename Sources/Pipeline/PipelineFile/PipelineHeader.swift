/// What a pipeline file says of the run as a whole.
struct PipelineHeader {
    /// The file for rejected records, if there is one.
    let rejects: String?
    /// What has to hold before outputs are put in place.
    let guards: RunGuards
    /// Bytes of memory that a jq program may use, if the file says so.
    let programMemory: Int?
}
