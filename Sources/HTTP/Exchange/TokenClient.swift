internal import Ground

/// Sends requests to token servers with the retries and certificates of a step.
struct TokenClient: TokenRequester {
    /// The longest time for a token. Another process waits somewhat longer for the lock of a store: ``RefreshTokenStore/lock(_:)``.
    private static let maxSeconds = 60.0

    private let client: HTTPClient

    /// - Parameters:
    ///   - settings: The options of the step. Its headers, limits, rules, credentials and cache are not for token servers.
    ///   - network: The network of the run.
    ///   - secrets: The secret texts of the run.
    init(_ settings: ClientSettings, network: RunNetwork, secrets: LearnedSecrets) {
        var own = ClientSettings()
        own.retry = settings.retry
        own.timeouts = settings.timeouts
        own.caFile = settings.caFile
        own.temporaryFolder = settings.temporaryFolder
        client = HTTPClient(own, network: network, secrets: secrets, followsRedirects: false)
    }

    func send(_ request: HTTPRequest) async throws -> TokenReply {
        var request = request
        request.isCacheable = false
        request.caFile = client.settings.caFile
        request.timeouts = client.settings.timeouts
        request.timeouts.total = min(request.timeouts.total ?? Self.maxSeconds, Self.maxSeconds)
        return try await client.fetchToken(request)
    }
}

extension HTTPClient {
    /// Sends a request for a token.
    ///
    /// - Returns: The response of any status that is not repeated. The token server explains its refusal in the body.
    fileprivate func fetchToken(_ request: HTTPRequest) async throws -> TokenReply {
        let name = RequestName(request, secrets: secrets)
        var attempts = Attempts(start: network.clock.now())
        return try await complete(request, name, &attempts) { reply in
            if RetryPolicy.passingStatuses.contains(reply.status) { return .fault(reply.fault(quote: await self.quote(reply))) }
            let body = try await self.store(reply)
            return .done(TokenReply(status: reply.status, headers: reply.response.head.headers, body: try self.contents(of: body)))
        }
    }
}
