internal import Ground
internal import Synchronization
package import WebAddresses

/// The credentials of a step: the parts that its requests carry, and their renewal.
///
/// A class, because the requests of a step share one access token.
package final class Credentials: RequestCredentials {
    private struct State {
        var token: AccessToken?
        /// The number of token requests that have ended.
        var renewals = 0
        /// The failure of the last token request; nil after a success.
        var failure: (any Error)?
        /// Whether the secret texts of the options were added to the secrets of the run.
        var areSecretsKnown = false
    }

    private let settings: AuthSettings
    /// The secret texts of the run.
    private let secrets: LearnedSecrets
    let scope: CredentialScope
    private let clock: NetworkClock
    private let renewal: (any AccessTokenSource)?
    private let state = Mutex(State())
    /// Lets one task request the first token, or the one after an expired one.
    private let lock = AsyncLock()
    /// Shared by the requests in progress. A task that renews a refused token holds it alone.
    private let uses = AsyncLock()

    /// The number of tasks that wait for a token, for tests.
    var waitingTasks: Int { lock.waitingTasks + uses.waitingTasks }

    /// - Parameters:
    ///   - settings: The options.
    ///   - scope: The origins that may get the credentials.
    ///   - requester: Sends token requests; nil where a cache alone answers. OAuth and sessions have no parts then.
    ///   - clock: Decides when a token has expired.
    ///   - secrets: Receives the secret texts that the run learns.
    init(
        _ settings: AuthSettings, scope: CredentialScope, requester: (any TokenRequester)?, clock: NetworkClock, secrets: LearnedSecrets
    ) {
        self.settings = settings
        self.secrets = secrets
        self.scope = scope
        self.clock = clock
        switch (settings, requester) {
        case (.oauth(let grant), let requester?):
            renewal = TokenRenewal(grant: grant, requester: requester, clock: clock, secrets: secrets)
        case (.session(let login), let requester?):
            renewal = SessionRenewal(login: login, requester: requester, clock: clock, secrets: secrets)
        default: renewal = nil
        }
    }

    package var identity: String { settings.identity }

    package func allows(_ origin: WebOrigin) -> Bool { scope.allows(origin) }

    /// Returns the parts that a request to an origin carries. Gets an access token first, if the kind needs one and has none that is valid.
    ///
    /// - Returns: Nothing for an origin outside of the scope.
    /// - Throws: ``PipelineFailure``, as ``AccessTokenSource/token()``; `CancellationError`.
    package func parts(for origin: WebOrigin) async throws -> [CredentialPart] {
        guard scope.allows(origin) else { return [] }
        rememberSecrets()
        guard let renewal else { return try settings.parts() }
        let now = clock.now()
        if let token = state.withLock({ $0.token }), token.isUsable(now: now) { return token.parts }
        return try await token(renewal) { $0.isUsable(now: now) }.parts
    }

    package func signature(for origin: WebOrigin) -> (@Sendable (HTTPRequest) -> [CredentialPart])? {
        guard scope.allows(origin), case .signature(let signature) = settings else { return nil }
        return { [clock] request in signature.parts(for: SignedRequest(request, seconds: clock.wallTime())) }
    }

    /// Sends a request while no other task renews a token, so that the request's token stays valid until the server has answered.
    ///
    /// - Throws: What `send` throws; `CancellationError`.
    package func use<Result: Sendable>(_ send: () async throws -> Result) async throws -> Result {
        renewal == nil ? try await send() : try await uses.withSharedLock(send)
    }

    /// Renews the credentials after a server has refused them with the status 401, and tries the new ones.
    ///
    /// The request that causes a renewal uses the new token alone: others could use up a token that is good for few requests, and a refusal
    /// would not show whether the token was ever good. So a refusal of that request is final, and its token is not used again.
    ///
    /// - Parameters:
    ///   - rejected: The parts of the refused request.
    ///   - send: Sends the request with the new parts. No other request is in progress meanwhile.
    /// - Returns: `unchanged` if the kind has nothing to renew, or if the server gave the same token again.
    /// - Throws: As ``parts(for:)``, and what `send` throws.
    package func renew(
        after rejected: [CredentialPart], send: @Sendable ([CredentialPart]) async throws -> HTTPExchange
    ) async throws -> RenewalOutcome {
        // A request outside of the scope carries no credentials, and a new token would not help it.
        guard let renewal, !rejected.isEmpty else { return .unchanged }
        let (before, token) = state.withLock { ($0.renewals, $0.token) }
        if let token, !token.isAmong(rejected) { return .renewedBefore }
        return try await uses.withLock {
            if try current(since: before, where: { !$0.isAmong(rejected) }) != nil { return .renewedBefore }
            let token = try await request(renewal)
            var isRefused = false
            defer { if !isRefused { state.withLock { $0.token = token } } }
            if token.isAmong(rejected) { return .unchanged }
            let reply = try await send(token.parts)
            isRefused = reply.status == 401
            return .renewed(reply)
        }
    }

    /// Returns the current token if it is good, and a new one otherwise.
    private func token(_ renewal: any AccessTokenSource, unless isGood: (AccessToken) -> Bool) async throws -> AccessToken {
        let before = state.withLock { $0.renewals }
        return try await lock.withLock {
            if let token = try current(since: before, where: isGood) { return token }
            let token = try await request(renewal)
            state.withLock { $0.token = token }
            return token
        }
    }

    /// Returns the current token if it is good.
    ///
    /// - Parameter before: The number of token requests that had ended when the task began to wait.
    /// - Throws: The failure of a token request that ended while this task waited. Also a final refusal by the token server, however old:
    ///   the server would refuse every further request.
    private func current(since before: Int, where isGood: (AccessToken) -> Bool) throws -> AccessToken? {
        let (token, renewals, failure) = state.withLock { ($0.token, $0.renewals, $0.failure) }
        if let token, isGood(token) { return token }
        if let failure, renewals != before || Self.isFinal(failure) { throw failure }
        return nil
    }

    private func request(_ renewal: any AccessTokenSource) async throws -> AccessToken {
        do {
            let token = try await renewal.token()
            state.withLock { state in
                state.renewals += 1
                state.failure = nil
            }
            return token
        } catch {
            // The next task in line makes its own request if this one was only cancelled.
            if !(error is CancellationError) {
                state.withLock { state in
                    state.renewals += 1
                    state.failure = error
                }
            }
            throw error
        }
    }

    private static func isFinal(_ failure: any Error) -> Bool { (failure as? PipelineFailure)?.kind == .credentialsRefused }

    private func rememberSecrets() {
        let isFirst = state.withLock { state in
            defer { state.areSecretsKnown = true }
            return !state.areSecretsKnown
        }
        if isFirst { secrets.insert(settings.secretTexts) }
    }
}
