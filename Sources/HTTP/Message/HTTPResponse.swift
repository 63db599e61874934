internal import Ground
package import WebAddresses

/// A response whose head has arrived. Its body is read afterwards.
package struct HTTPResponse: Sendable {
    /// The statuses of responses without content.
    ///
    /// - SeeAlso: RFC 9110, sections 15.3.5 and 15.3.6
    static let emptyStatuses: Set = [204, 205]

    package let head: ResponseHead
    package let body: any BodyReader
    /// The URL after all redirects, without secrets; nil until the client has followed them.
    package var address: WebAddress?
    /// How a cache took part; nil without a cache.
    var cacheUse: CacheUse?
    /// The time in seconds that the request waited for the rate limits of its host.
    var waited = 0.0
    /// Whether the body of a stream has no bytes, although the status promises content.
    package var isEmpty = false

    /// Whether a cache gave the body.
    var isFromCache: Bool { cacheUse == .hit || cacheUse == .revalidated }

    /// Whether the response rightly has no document: its status is 204 or 205, or a rule skips its failure.
    package var hasNoContent: Bool { Self.emptyStatuses.contains(head.status) || !head.isSuccess }
}

/// The status and the header fields of a response.
package struct ResponseHead: Sendable, Equatable {
    /// The status code, such as 200.
    package let status: Int
    package var headers: HTTPHeaders
    /// Whether only the end of the connection ends the body. Without TLS, a body that is cut cannot be told from a complete one then.
    ///
    /// - SeeAlso: RFC 9112, section 6.3
    var bodyEndsWithConnection = false
    /// Whether a truncated body cannot be detected: neither HTTP, TLS nor the compression marks its end.
    package var hidesEarlyEnd = false

    package init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
        self.status = status
        self.headers = headers
    }

    /// Whether the status says that the request succeeded (200 to 299).
    var isSuccess: Bool { (200..<300).contains(status) }

    /// Whether the status is that of a redirect with a `Location`.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }

    /// Whether the body is one JSON text.
    package var isJSON: Bool { MediaType.isJSON(contentType) }

    /// The value of `Content-Type`, such as `text/html; charset=utf-8`; nil if it is missing.
    package var contentType: String? { headers["Content-Type"] }
}

/// The body of a response, decompressed. It is read once, in order, by one task.
package protocol BodyReader: Sendable {
    /// Returns the next bytes. The transfer pauses while no call asks for more.
    ///
    /// - Returns: The bytes; none at the end of a complete body.
    /// - Throws: ``TransportError`` if the transfer breaks or the body is not what its head announces; `CancellationError`.
    func read() async throws -> [UInt8]

    /// Ends the transfer. Without effect after the end. A reader that is released is cancelled, too.
    func cancel()
}

/// A body without bytes.
struct EmptyBody: BodyReader {
    func read() async throws -> [UInt8] { [] }

    func cancel() {}
}

/// How a cache took part in a response.
enum CacheUse: String, Sendable {
    /// The cache gave the response, and no request was sent.
    case hit
    /// The server confirmed that the stored response is still valid.
    case revalidated
    /// The server sent the response, because the cache had none that may be used.
    case miss
}
