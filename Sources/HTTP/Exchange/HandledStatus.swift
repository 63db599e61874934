internal import Pipeline

/// A response with a status that is a failure as a rule, and that the caller handles.
struct HandledStatus: Error {
    let status: Int
    /// The failure that the status is for other callers.
    let failure: PipelineFailure
}
