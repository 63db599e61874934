package import Pipeline

/// A response with a status that is a failure as a rule, and that the caller handles.
package struct HandledStatus: Error {
    package let status: Int
    /// The failure that the status is for other callers.
    package let failure: PipelineFailure
}
