package import Ground
internal import JSONParsing
internal import WebAddresses

/// Fetches with the options of one step: credentials, retries, redirects, rate limits, response rules and cache.
///
/// A class, because the tasks of a step share its credentials and its count of requests.
package final class HTTPClient: Sendable {
    let settings: ClientSettings
    package let network: RunNetwork
    /// The secret texts of the run, which messages must not contain. The client adds what it learns.
    package let secrets: LearnedSecrets
    let transport: any HTTPTransport
    private let limited: RateLimitedTransport
    let credentials: (any RequestCredentials)?
    /// Whether redirects are followed. Requests for tokens must not be: their bodies hold secrets.
    let followsRedirects: Bool

    /// - Parameters:
    ///   - settings: The options of the step.
    ///   - network: The network of the run.
    ///   - secrets: The secret texts of the run.
    ///   - credentials: The credentials of the step; nil for none.
    ///   - followsRedirects: Whether redirects are followed.
    init(
        _ settings: ClientSettings, network: RunNetwork, secrets: LearnedSecrets, credentials: (any RequestCredentials)? = nil,
        followsRedirects: Bool = true
    ) {
        self.settings = settings
        self.network = network
        self.secrets = secrets
        self.credentials = credentials
        self.followsRedirects = followsRedirects
        let limited = RateLimitedTransport(network.transport, network: network, settings: settings)
        self.limited = limited
        let cached: any HTTPTransport =
            settings.cache.map {
                CachingTransport($0, next: limited, clock: network.clock, stores: network.fillsCaches, secrets: secrets) {
                    network.warn($0)
                }
            } ?? limited
        transport = network.transport(recording: cached, headerNames: settings.headerNames, secrets: secrets)
        for text in settings.secretTexts { secrets.insert(text) }
        secrets.insert(ProxyCredentials.ofProcess)
    }

    /// - Parameters:
    ///   - settings: The options of the step.
    ///   - scope: The origins that get the credentials.
    ///   - network: The network of the run.
    ///   - secrets: The secret texts of the run.
    ///   - other: A client with the same credentials and scope, whose tokens this one uses; nil for none.
    package convenience init(
        _ settings: ClientSettings, scope: CredentialScope, network: RunNetwork, secrets: LearnedSecrets, sharing other: HTTPClient? = nil
    ) {
        if let other {
            self.init(settings, network: network, secrets: secrets, credentials: other.credentials)
            return
        }
        let asksForTokens = settings.cache?.mode != .offline && !network.access.isClosed
        let requester = asksForTokens ? TokenClient(settings, network: network, secrets: secrets) : nil
        let credentials = Credentials(settings.auth, scope: scope, requester: requester, clock: network.clock, secrets: secrets)
        self.init(settings, network: network, secrets: secrets, credentials: credentials)
    }

    /// The number of requests that were sent, without those for tokens.
    package var requestCount: Int { limited.sentCount }

    /// Fetches a whole response. Nothing of it is used before it is complete, so that a retry stays invisible.
    ///
    /// - Parameters:
    ///   - request: The request, with the headers of the step but without credentials.
    ///   - label: The request in messages, such as `page 3`; nil: the URL alone.
    ///   - isHandled: Whether the caller handles a status that would otherwise be a failure after the last attempt.
    /// - Throws: ``PipelineFailure``: `remoteUnavailable` after the last attempt, `credentialsRefused`, `tryAgainLater` for a wait above
    ///   the limit; ``HandledStatus``; `CancellationError`.
    package func fetch(
        _ request: HTTPRequest, label: String? = nil, handling isHandled: (Int) -> Bool = { _ in false }
    ) async throws -> CompleteResponse {
        do {
            return try await response(to: request, label: label)
        } catch let failed as FailedRequest {
            if let status = failed.fault.status, isHandled(status) { throw HandledStatus(status: status, failure: failed.failure) }
            throw failed.failure
        }
    }

    /// Fetches a whole response as ``fetch(_:label:handling:)`` does, for a caller that needs the reason of a failure.
    ///
    /// - Throws: ``FailedRequest`` after the last attempt; ``PipelineFailure`` for every other failure; `CancellationError`.
    package func response(to request: HTTPRequest, label: String? = nil) async throws -> CompleteResponse {
        let name = RequestName(request, label: label, secrets: secrets)
        var attempts = Attempts(start: network.clock.now())
        do {
            return try await complete(request, name, &attempts) { reply in try await self.receive(reply, name) }
        } catch let failure as PipelineFailure {
            guard let fault = attempts.finalFault else { throw failure }
            throw FailedRequest(fault: fault, failure: failure)
        }
    }

    private func receive(_ reply: HTTPExchange, _ name: RequestName) async throws -> AttemptResult<CompleteResponse> {
        let rules = reply.request.notFound == .end ? settings.rules.adding(.endAt404) : settings.rules
        let needsJSON = rules.needsJSON(status: reply.status)
        // The rest of an error page is of no use, unless a rule reads it.
        guard needsJSON || rules.verdict(status: reply.status, json: nil) != .failure else {
            return .fault(reply.fault(quote: await quote(reply)))
        }
        let body = try await store(reply)
        let json = needsJSON ? try json(of: body) : nil
        let meaning: CompleteResponse.Meaning
        var judgement = ContentVerdict.none
        switch rules.verdict(status: reply.status, json: json) {
        case .content: meaning = .content
        case .judged(let found): (meaning, judgement) = (.content, found)
        case .empty: meaning = .empty
        case .skip(let rule): meaning = .skip(rule)
        case .end(let rule): meaning = .end(rule)
        case .failure: return .fault(reply.fault(quote: title(body.beginning)))
        case .retry(let message): return .fault(reply.fault(quote: message ?? title(body.beginning), isRetryWanted: true))
        case .refused(let message): throw ExchangeFailureMaker(name: name).refused(status: reply.status, message: message)
        }
        // A server that fails after its head sends an empty body, too. That must not look like the end of a list.
        if meaning == .content, body.isBlank, !HTTPResponse.emptyStatuses.contains(reply.status) {
            return .fault(.transport(TransportError(.emptyBody(status: reply.status))))
        }
        return .done(
            CompleteResponse(
                head: reply.response.head, address: reply.request.address, meaning: meaning, judgement: judgement,
                isFromCache: reply.response.isFromCache, body: body))
    }

    /// The JSON of a body; nil for other content, which matches no condition.
    private func json(of body: borrowing StoredBody) throws(TransportError) -> JSONValue? {
        let bytes = try contents(of: body)
        return try? JSONValue(parsing: bytes)
    }

    /// All bytes of a body.
    func contents(of body: borrowing StoredBody) throws(TransportError) -> [UInt8] {
        do throws(SystemError) {
            return try body.contents()
        } catch {
            throw TransportError(.cannotStore(error, folder: settings.temporaryFolder))
        }
    }

    /// Receives a whole body.
    ///
    /// - Throws: ``TransportError``; `CancellationError`.
    func store(_ reply: HTTPExchange) async throws -> StoredBody {
        var body = StoredBody(folder: settings.temporaryFolder)
        do {
            while true {
                let piece = try await reply.response.body.read()
                if piece.isEmpty { break }
                do throws(SystemError) {
                    try body.append(piece)
                } catch {
                    reply.response.body.cancel()
                    throw TransportError(.cannotStore(error, folder: settings.temporaryFolder))
                }
            }
        } catch let error as TransportError {
            record(reply, bytes: body.count, error: error)
            throw error
        }
        record(reply, bytes: body.count)
        return body
    }
}

/// The result of one attempt.
enum AttemptResult<Result: ~Copyable>: ~Copyable {
    case done(Result)
    case fault(RequestFault)
}

/// A request that failed after its last attempt.
package struct FailedRequest: Error {
    /// The fault of the last attempt.
    package let fault: RequestFault
    /// The failure with its message.
    package let failure: PipelineFailure
}

/// A response whose status the caller handles itself. For other callers, the status is a failure.
package struct HandledStatus: Error {
    package let status: Int
    /// The failure that other callers get for the status.
    package let failure: PipelineFailure
}
