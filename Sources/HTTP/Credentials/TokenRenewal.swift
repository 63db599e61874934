internal import Ground
internal import WebAddresses

/// Gets access tokens from a token server, and keeps the refresh tokens that come with them.
struct TokenRenewal: AccessTokenSource {
    /// The time for which a token request continues after its task was cancelled, in seconds. It is long, because a refresh token that the
    /// server has replaced and the client has not received is lost: a person must authorize the client again.
    private static let grace = 5.0

    let grant: TokenGrant
    let requester: any TokenRequester
    let clock: NetworkClock
    /// Receives the secret texts that the run learns.
    let secrets: LearnedSecrets

    /// Requests an access token.
    ///
    /// - Throws: ``PipelineFailure``: `credentialsRefused` if the server refuses the client or its refresh token, `remoteUnavailable` if it
    ///   gives no token for another reason, or the failure of the store; `CancellationError`.
    func token() async throws -> AccessToken {
        try Task.checkCancellation()
        secrets.insert(grant.secretTexts)
        guard let address = WebAddress(grant.endpoint.value) else {
            throw PipelineFailure(.remoteUnavailable, "\(grant.shown): expected the URL of a token server, found an invalid URL")
        }
        guard case .refreshToken(let initial, let store) = grant.kind else {
            return try await request(address, refreshToken: nil, isStored: false).token
        }
        // When the task is cancelled, the server may have replaced the refresh token already. An unstructured task gives the request time
        // to end and to store the new one; a structured task would be cancelled at once.
        let renewal = Task { try await renewed(address, initial: initial.value, in: RefreshTokenStore(path: store)) }
        // A token that comes after the cancellation is still returned, because other tasks may use it.
        return try await withTaskCancellationHandler {
            try await renewal.value
        } onCancel: {
            // The handler must not wait, and a child of the cancelled task could not sleep.
            Task {
                try? await clock.sleep(Self.grace)
                renewal.cancel()
            }
        }
    }

    private func renewed(_ address: WebAddress, initial: String, in store: RefreshTokenStore) async throws -> AccessToken {
        let lock = try await store.lock(clock)
        let stored = try store.read().flatMap { $0.isDerived(from: grant) ? $0 : nil }
        let current = stored?.token ?? initial
        secrets.insert([current])
        let file = try store.newFile()
        let response = try await request(address, refreshToken: current, isStored: stored != nil)
        if let new = response.refreshToken, new != current {
            // The new refresh token is stored before the access token is used: a run that fails later must not lose it.
            try store.write(StoredRefreshToken(new, derivedFrom: grant, salt: StoredRefreshToken.makeSalt()), to: file)
        }
        _ = consume lock  // held until the store has its new content
        return response.token
    }

    private func request(_ address: WebAddress, refreshToken: String?, isStored: Bool) async throws -> IssuedTokens {
        let start = clock.now()
        let reply = try await requester.send(grant.request(to: address, refreshToken: refreshToken))
        do throws(TokenFault) {
            return try IssuedTokens(reply, from: start, secrets: secrets, places: grant.places, wallTime: clock.wallTime())
        } catch {
            throw grant.failure(of: error, isStored: isStored)
        }
    }
}

/// Gets access tokens for the requests of a step: from a token server, or by a login.
protocol AccessTokenSource: Sendable {
    /// Requests a new access token.
    ///
    /// - Throws: ``PipelineFailure``: `credentialsRefused` if the server refuses the account, `remoteUnavailable` if it gives no token for
    ///   another reason; `CancellationError`.
    func token() async throws -> AccessToken
}

/// Sends requests to token servers. The HTTP client of a step conforms, and so does a script in tests.
protocol TokenRequester: Sendable {
    /// Sends a request, with the retries of any other request. It adds no credentials of the step, stores nothing in a cache and follows no
    /// redirect: the body contains secrets that no other server may get.
    ///
    /// - Parameter request: A request for a token or a login. It is idempotent only if the server may receive it twice.
    /// - Returns: A response of any status that is not retried, such as 400 and 302.
    /// - Throws: ``PipelineFailure`` after the last attempt; `CancellationError`.
    func send(_ request: HTTPRequest) async throws -> TokenReply
}

/// The complete response of a token server.
struct TokenReply: Sendable {
    /// The limit of the body in bytes. A longer response is an error.
    static let maxBytes = 1 << 20

    let status: Int
    var headers = HTTPHeaders()
    let body: [UInt8]
}
