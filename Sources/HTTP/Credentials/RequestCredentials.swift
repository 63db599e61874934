package import WebAddresses

/// Supplies the requests of a step with credentials, and renews these.
package protocol RequestCredentials: Sendable {
    /// Identifies the account, also when its access tokens change. It contains secrets. Empty without credentials.
    var identity: String { get }

    /// Whether an origin may get the credentials.
    func allows(_ origin: WebOrigin) -> Bool

    /// The parts that a request to an origin carries; none for an origin that must not get them.
    ///
    /// - Throws: ``PipelineFailure`` if a token server gives no token; `CancellationError`.
    func parts(for origin: WebOrigin) async throws -> [CredentialPart]

    /// Makes the parts of a signature for a request to an origin, when it is sent; nil for credentials that sign nothing, and for an origin
    /// that must not get them.
    func signature(for origin: WebOrigin) -> (@Sendable (HTTPRequest) -> [CredentialPart])?

    /// Calls `send`, which sends a request and receives the head of its response, while no other task tries renewed credentials.
    ///
    /// - Throws: What `send` throws; `CancellationError`.
    func use<Result: Sendable>(_ send: () async throws -> Result) async throws -> Result

    /// Renews the credentials after the status 401, unless another request has renewed them meanwhile.
    ///
    /// - Parameters:
    ///   - rejected: The parts of the refused request.
    ///   - send: Sends the request with renewed parts. No other request is in progress before it returns, and none gets parts that
    ///     are refused.
    /// - Throws: As ``parts(for:)``, and what `send` throws.
    func renew(
        after rejected: [CredentialPart], send: @Sendable ([CredentialPart]) async throws -> HTTPExchange
    ) async throws -> RenewalOutcome
}

/// The result of renewing credentials that a server refused with the status 401.
package enum RenewalOutcome: Sendable {
    /// There are no other credentials to try.
    case unchanged
    /// Another request has renewed them meanwhile. Repeating this request with the new ones may succeed.
    case renewedBefore
    /// This request has renewed them, and was sent again with the new ones. The value is the reply.
    case renewed(HTTPExchange)
}

/// The head of a response after redirects, with the request that it answers.
package struct HTTPExchange: Sendable {
    /// The last request, with its credentials.
    let request: HTTPRequest
    let response: HTTPResponse
    /// The waits that the headers of the response request, such as `Retry-After`.
    let delay: ServerDelay
    /// The time when the request was sent: seconds since 1970, and seconds of a monotonic clock.
    let sent: (wall: Double, monotonic: Double)
    /// The number of the attempt, from 1.
    let attempt: Int
    /// The time that the request waited before it was sent, in seconds.
    let waited: Double

    var status: Int { response.head.status }
}
