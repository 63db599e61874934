internal import Pipeline

/// A request that failed after its last attempt.
struct FailedRequest: Error {
    /// The fault of the last attempt.
    let fault: RequestFault
    /// The failure in words.
    let failure: PipelineFailure
}
