internal import Ground
internal import WebAddresses

extension HTTPClient {
    /// The limit in bytes for the body of a redirect or an error, which is read only so that the connection can be reused.
    private static let maxDiscardedBytes = 64 << 10

    /// Sends a request once, and follows redirects.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attempts: The attempts so far, with the current one.
    ///   - renewed: The parts of credentials that only this request has; nil for those that all requests share.
    /// - Throws: ``TransportError``, ``RedirectFault``, ``HostRefusal``, ``RequestLimitReached``, ``PipelineFailure`` of the credentials;
    ///   `CancellationError`.
    func send(_ request: HTTPRequest, _ attempts: Attempts, renewed: [CredentialPart]? = nil) async throws -> HTTPExchange {
        let rule = RedirectRule { [credentials] in credentials?.allows($0) ?? ($0 == request.address.origin) }
        var request = request
        var redirects = 0
        while true {
            let reply = try await sendOnce(request, attempts, rule, renewed)
            guard followsRedirects, !settings.rules.isAboutRedirect(status: reply.status) else { return reply }
            do throws(RedirectFault) {
                guard let next = try rule.request(after: reply.response.head, to: reply.request, count: redirects) else { return reply }
                request = next
                // Otherwise a chain of slow redirects would take many times the limit.
                if request.isOfContent { request.timeouts.total = request.timeouts.total.map { $0 / 2 } }
            } catch {
                // The trace has each response, also the one that ends the request.
                _ = await beginning(reply)
                throw error
            }
            _ = await beginning(reply)
            redirects += 1
        }
    }

    /// Adds the credentials to a request and sends it, without following a redirect.
    private func sendOnce(
        _ request: HTTPRequest, _ attempts: Attempts, _ rule: RedirectRule, _ renewed: [CredentialPart]?
    ) async throws -> HTTPExchange {
        // A request with renewed credentials already excludes other requests.
        guard renewed == nil, let credentials else { return try await exchange(withCredentials(request, rule, renewed), attempts) }
        return try await credentials.use {
            try await self.exchange(self.withCredentials(request, rule, nil), attempts)
        }
    }

    private func withCredentials(
        _ request: HTTPRequest, _ rule: RedirectRule, _ renewed: [CredentialPart]?
    ) async throws -> HTTPRequest {
        // A token request brings its own credentials.
        if credentials == nil, settings.secretHeaders.isEmpty { return request }
        var request = request
        let origin = request.address.origin
        let isAllowed = credentials?.allows(origin) == true
        let own =
            if let renewed { isAllowed ? renewed : [] } else { try await credentials?.parts(for: origin) ?? [] }
        request.credentials = rule.isTrusted(origin) ? settings.secretHeaders + own : own
        request.signature = credentials?.signature(for: origin)
        // Access tokens change with time, and the account stays. Secret headers belong to the account, too.
        let account = credentials?.identity ?? ""
        request.identity = account.isEmpty || !isAllowed ? nil : AuthSettings.joined([account] + settings.secretHeaders.flatMap(\.identity))
        return request
    }

    /// Sends a request with its credentials through the transport.
    private func exchange(_ request: HTTPRequest, _ attempts: Attempts) async throws -> HTTPExchange {
        let clock = network.clock
        let sent = (wall: clock.wallTime(), monotonic: clock.now())
        do {
            let response = try await transport.send(request)
            return HTTPExchange(
                request: request, response: response, delay: ServerDelay(response.head, now: clock.wallTime()), sent: sent,
                attempt: attempts.number, waited: attempts.waited + response.waited)
        } catch let error as TransportError {
            network.record {
                var event = event(request, attempt: attempts.number, sent: sent, error: error)
                event.waitSeconds = attempts.waited
                return event
            }
            throw error
        }
    }

    /// Returns the first bytes of a body that is not used otherwise. Failures of the transfer do not matter.
    func beginning(_ reply: HTTPExchange) async -> [UInt8] {
        var bytes: [UInt8] = []
        var isComplete = false
        while bytes.count <= Self.maxDiscardedBytes, let piece = try? await reply.response.body.read() {
            isComplete = piece.isEmpty
            if isComplete { break }
            bytes += piece
        }
        if !isComplete { reply.response.body.cancel() }
        record(reply, bytes: bytes.count)
        return bytes
    }

    /// The text to quote of a response with an error status.
    func quote(_ reply: HTTPExchange) async -> String { title(await beginning(reply).prefix(4096)) }

    /// The title of a page in HTML, or the message of an error in JSON; other content unchanged.
    func title(_ beginning: ArraySlice<UInt8>) -> String {
        if let page = UnexpectedMarkup(beginning, secrets: secrets), page.isHTML { return page.title ?? "" }
        return JSONErrorMessage.text(in: Array(beginning)) ?? String(decoding: beginning, as: UTF8.self)
    }

    /// Records a response in the trace.
    func record(_ reply: HTTPExchange, bytes: Int, error: TransportError? = nil) {
        let cache = reply.response.cacheUse
        network.record(bytes: bytes, cache: cache) {
            var event = event(reply.request, attempt: reply.attempt, sent: reply.sent, error: error)
            event.status = reply.status
            event.bytes = bytes
            event.cache = cache?.rawValue
            event.waitSeconds = reply.waited
            return event
        }
    }

    private func event(
        _ request: HTTPRequest, attempt: Int, sent: (wall: Double, monotonic: Double), error: TransportError?
    ) -> RequestEvent {
        let known = secrets.snapshot
        var event = RequestEvent(
            time: sent.wall, method: request.method, url: known.masked(request.shown), seconds: network.clock.now() - sent.monotonic,
            attempt: attempt, step: request.step)
        // A redirect can name a secret as a host.
        event.error = error.map { known.masked($0.message(for: RequestName(request, secrets: secrets))) }
        return event
    }
}
