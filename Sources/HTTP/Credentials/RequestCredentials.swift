package import WebAddresses

/// The credentials of a step as its client uses them.
package protocol RequestCredentials: Sendable {
    /// Identifies the account, also when its access tokens change. It contains secrets. Empty without credentials.
    var identity: String { get }

    /// Whether an origin may get the credentials.
    func allows(_ origin: WebOrigin) -> Bool

    /// The parts that a request to an origin carries; none for an origin that must not get them.
    ///
    /// - Throws: ``PipelineFailure`` if a token server gives no token; `CancellationError`.
    func parts(for origin: WebOrigin) async throws -> [CredentialPart]

    /// Sends a request, from its parts to the head of its response, while no renewed credentials are tried.
    ///
    /// - Throws: What `send` throws; `CancellationError`.
    func use<Result: Sendable>(_ send: () async throws -> Result) async throws -> Result

    /// Renews the credentials after the status 401, unless they are other ones by now.
    ///
    /// - Parameters:
    ///   - rejected: The parts of the refused request.
    ///   - send: Sends the request with renewed parts. No other request is in progress before it returns, and none gets parts that
    ///     are refused.
    /// - Throws: As ``parts(for:)``, and what `send` throws.
    func renew(
        after rejected: [CredentialPart], send: @Sendable ([CredentialPart]) async throws -> Reply
    ) async throws -> RenewalOutcome
}

/// The result of renewing credentials that a server refused with the status 401.
package enum RenewalOutcome: Sendable {
    /// There are no others.
    case unchanged
    /// Another request has renewed them. The request is worth repeating.
    case renewedBefore
    /// They were renewed for this request, which got this reply with the new ones.
    case renewed(Reply)
}

/// The head of a response after redirects, with the request that it answers.
package struct Reply: Sendable {
    /// The last request, with its credentials.
    let request: HTTPRequest
    let response: HTTPResponse
    /// The waits that the response asks for.
    let delay: ServerDelay
    /// The time when the request was sent: seconds since 1970, and seconds of a monotonic clock.
    let sent: (wall: Double, monotonic: Double)
    /// The number of the attempt, from 1.
    let attempt: Int
    /// The time that the request waited before it was sent, in seconds.
    let waited: Double

    var status: Int { response.head.status }
}
