/// Sends requests to token servers. The HTTP client of a step conforms, and so does a script in tests.
protocol TokenRequester: Sendable {
    /// Sends a request, with the retries of any other request. It adds no credentials of the step, stores nothing in a cache and follows no
    /// redirect: the body contains secrets that no other server may get.
    ///
    /// - Parameter request: A POST with a form. It is idempotent only if the server may receive it twice.
    /// - Returns: A response of any status that is not retried, such as 400 and 302.
    /// - Throws: ``PipelineFailure`` after the last attempt; `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> TokenReply
}
