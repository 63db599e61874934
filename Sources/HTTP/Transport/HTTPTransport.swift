/// Sends requests: the network, a cache in front of it, or a script in tests.
package protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the head of its response. It follows no redirect and repeats nothing.
    ///
    /// A response of any status is returned, not thrown. Its body is decompressed, and has no `Content-Encoding`.
    ///
    /// - Throws: ``TransportError`` if there is no response; `CancellationError` as soon as the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}
