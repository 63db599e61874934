package import Pipeline

/// A request that failed after its last attempt.
package struct FailedRequest: Error {
    /// The fault of the last attempt.
    package let fault: RequestFault
    /// The failure in words.
    package let failure: PipelineFailure
}
