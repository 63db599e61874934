internal import Ground
internal import WebAddresses

/// Sends requests: the network, a cache in front of it, or a script in tests.
package protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the head of its response. It follows no redirect and repeats nothing.
    ///
    /// A response of any status is returned, not thrown. Its body is decompressed, and has no `Content-Encoding`.
    ///
    /// - Throws: ``TransportError`` if there is no response; `CancellationError` as soon as the task is cancelled.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse
}

/// Sends requests to servers, through libcurl.
struct CurlTransport: HTTPTransport {
    static let shared = CurlTransport { isGuarded throws(TransportError) in try (isGuarded ? CurlLoop.guarded : CurlLoop.shared).get() }

    /// Returns the loop that runs a transfer.
    private let loop: @Sendable (_ isGuarded: Bool) throws(TransportError) -> CurlLoop

    /// - Parameter loop: Returns the loop that runs a transfer; the first use may load libcurl.
    init(on loop: @escaping @Sendable (_ isGuarded: Bool) throws(TransportError) -> CurlLoop) {
        self.loop = loop
    }

    /// Sends a request.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try Task.checkCancellation()
        let transfer = CurlTransfer(try WireRequest(request), on: try loop(request.isGuarded))
        var head = try await transfer.start()
        do throws(TransportError) {
            guard let isCompressed = try Self.checkBody(of: &head, request, isEmpty: transfer.request.excludesBody(head.status)) else {
                transfer.cancel()
                return HTTPResponse(head: head, body: EmptyBody())
            }
            head.hidesEarlyEnd = head.bodyEndsWithConnection && !request.address.origin.isSecure && !isCompressed
            let body = try DecodedBody(transfer, isCompressed: isCompressed, limit: request.maxResponseBytes)
            return HTTPResponse(head: head, body: body)
        } catch {
            transfer.cancel()
            throw error
        }
    }

    /// Checks the fields of a head that describe its body, and removes those that hold only for the compressed body.
    ///
    /// - Returns: Whether the body is to be decompressed; nil if it cannot be, and the status is a failure without it.
    /// - Throws: ``TransportError`` for a part of a document, and for content in a coding that the request did not accept.
    private static func checkBody(of head: inout ResponseHead, _ request: HTTPRequest, isEmpty: Bool) throws(TransportError) -> Bool? {
        if head.status == 206, request.headers["Range"] == nil { throw TransportError(.partialContent) }
        if isEmpty { return false }
        switch ContentCoding(head.headers) {
        case .identity: return false
        case .gzip:
            let isCompressed = head.headers["Content-Length"] != "0"
            head.headers["Content-Encoding"] = nil
            head.headers["Content-Length"] = nil
            return isCompressed
        case .other(let name):
            // For other statuses than 2xx, the status is the failure, and the body is not needed.
            guard !(200..<300).contains(head.status) else { throw TransportError(.unknownCoding(name)) }
            head.headers["Content-Encoding"] = nil
            head.headers["Content-Length"] = nil
            return nil
        }
    }
}
