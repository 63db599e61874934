internal import Ground
internal import WebAddresses

extension HTTPClient {
    /// Sends a request until a response is complete, or the policy gives up.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - name: Its name in messages.
    ///   - attempts: The attempts so far. They are counted on.
    ///   - fault: The failure of the attempt before, from which to continue; nil for a first attempt.
    ///   - receive: Receives the body. It reports a fault for a response that is no content.
    /// - Throws: ``PipelineFailure``; `CancellationError`.
    func complete<Result: ~Copyable>(
        _ request: HTTPRequest, _ name: RequestName, _ attempts: inout Attempts, after fault: RequestFault? = nil,
        receive: (HTTPExchange) async throws -> AttemptResult<Result>
    ) async throws -> Result {
        var request = request
        var step = fault.map { AttemptStep.retry(after: $0) } ?? .send
        while true {
            // Whether the cache gave the response without asking the server, so that a new one may be better.
            var isFreshEntry = false
            do {
                let reply: HTTPExchange
                switch step {
                case .send: reply = try await send(request, attempts)
                case .use(let renewed): reply = renewed
                case .retry(let fault):
                    try await wait(after: fault, request, name, &attempts)
                    request.wantsNewResponse = fault.wantsNewResponse ?? request.wantsNewResponse
                    reply = try await send(request, attempts)
                }
                isFreshEntry = reply.response.cacheUse == .hit && !request.wantsNewResponse && settings.cache?.mode == .revalidate
                switch try await receive(reply) {
                case .done(let result):
                    if !reply.response.isFromCache { conclude(request, isFailure: false) }
                    return result
                case .fault(let fault):
                    if isFreshEntry {
                        (step, request.wantsNewResponse) = (.send, true)
                    } else {
                        step = try await renewCredentials(after: fault, reply, for: request, &attempts)
                    }
                }
            } catch let error as TransportError {
                step = .retry(after: .transport(error))
            } catch is PipelineFailure where isFreshEntry {
                // A rule refuses the stored response. The server may have a newer one.
                (step, request.wantsNewResponse) = (.send, true)
            } catch {
                // The fault of the last attempt explains more than the refusal to send the next one.
                if case HostRefusal.failuresInRow = error, case .retry(let fault) = step {
                    attempts.finalFault = fault
                    throw ExchangeFailureMaker(
                        name: name, attempts: attempts.number - 1, seconds: network.clock.now() - attempts.start
                    ).failure(fault)
                }
                throw failure(error, name)
            }
        }
    }

    /// Waits before the next attempt.
    ///
    /// - Throws: ``PipelineFailure`` if there is no next attempt.
    private func wait(after fault: RequestFault, _ request: HTTPRequest, _ name: RequestName, _ attempts: inout Attempts) async throws {
        let clock = network.clock
        let words = ExchangeFailureMaker(
            name: name, attempts: attempts.number, seconds: clock.now() - attempts.start, lacksCredentials: settings.lacksCredentials,
            couldEndListAt404: request.notFound == .perhapsEnd,
            isNotRepeated: request.hasIdempotentOption && !request.isIdempotent && settings.retry.repeatsIfIdempotent(fault))
        switch settings.retry.decision(
            after: fault, attempt: attempts.number, isIdempotent: request.isIdempotent, random: clock.random())
        {
        case .retry(let seconds):
            if request.isOfContent, !fault.isPrompt { conclude(request, isFailure: true) }
            network.count { $0.retries += 1 }
            attempts.number += 1
            attempts.waited = 0
            // After a refusal that names no time, all requests to the host wait at its gate.
            if case .response(let response) = fault, response.isWithoutTime { return }
            try await network.progress.sleep(seconds, host: request.shownHost, reason: fault.phrase, clock)
            attempts.waited = seconds
        case .comeAgain(let seconds):
            let limit = settings.retry.maxWaitSeconds
            throw words.comeAgain(words.waitReason(fault), wait: seconds, limit: limit, now: clock.wallTime())
        case .exhausted:
            attempts.finalFault = fault
            conclude(request, isFailure: true)
            throw words.failure(fault)
        case .giveUp:
            // A response of any kind shows that the host is up.
            if case .response = fault { conclude(request, isFailure: false) }
            attempts.finalFault = fault
            throw words.failure(fault)
        }
    }

    /// Renews the credentials after the status 401, and tries the new ones. A request that is refused with them, too, gets no others.
    private func renewCredentials(
        after fault: RequestFault, _ reply: HTTPExchange, for request: HTTPRequest, _ attempts: inout Attempts
    ) async throws -> AttemptStep {
        guard case .response(let response) = fault, response.status == 401, !response.isRetryWanted, !attempts.isRefused, let credentials
        else { return .retry(after: fault) }
        let current = attempts
        let outcome = try await credentials.renew(after: reply.request.credentials) { parts in
            try await self.send(request, current, renewed: parts)
        }
        switch outcome {
        case .unchanged: return .retry(after: fault)
        case .renewedBefore: return .send
        case .renewed(let reply):
            attempts.isRefused = reply.status == 401
            return .use(reply)
        }
    }

    private func conclude(_ request: HTTPRequest, isFailure: Bool) {
        network.gate(of: request.address.origin).conclude(isFailure: isFailure, isOfContent: request.isOfContent)
    }

    /// Returns the failure, with its message, for a request that is not sent or a redirect that is not followed.
    private func failure(_ error: any Error, _ name: RequestName) -> any Error {
        let words = ExchangeFailureMaker(name: name)
        switch error {
        case HostRefusal.waitTooLong(let seconds, let reason):
            let cause = "the server takes no requests now (\(reason.phrase))"
            return words.comeAgain(cause, wait: seconds, limit: settings.retry.maxWaitSeconds, now: network.clock.wallTime())
        case HostRefusal.failuresInRow(let count): return words.failuresInRow(count)
        case let error as RequestLimitReached: return words.requestLimit(error.limit)
        case let error as RedirectFault: return words.failure(error)
        default: return error
        }
    }
}

extension RequestFault {
    /// Whether the next attempt ignores a stored response, because that may be the one that failed; nil leaves the setting unchanged.
    fileprivate var wantsNewResponse: Bool? {
        switch self {
        case .response(let response): return response.status < 400 || response.isRetryWanted
        case .transport(let error):
            if case .emptyBody = error.reason { return true }
            return nil
        }
    }

    /// The reason of a wait for the progress line, such as `429`.
    fileprivate var phrase: String {
        switch self {
        case .response(let response): "\(response.status)"
        case .transport: "no complete response"
        }
    }
}

/// The attempts of one request.
package struct Attempts: Sendable {
    /// The number of the current attempt, from 1.
    var number = 1
    /// The time of the first attempt, of a monotonic clock in seconds.
    let start: Double
    /// The time that the request waited before the current attempt, because of the one before, in seconds.
    var waited = 0.0
    /// Whether the request was refused with credentials that were renewed for it, and that no other request had used.
    var isRefused = false
    /// The fault that ended the attempts; nil before, and for a wait that the server requests.
    var finalFault: RequestFault?
}

/// How the next attempt of a request begins.
enum AttemptStep: Sendable {
    /// The request is sent at once.
    case send
    /// The retry policy decides about a failure, and may wait. Then the request is sent.
    case retry(after: RequestFault)
    /// The request was sent already, with renewed credentials, and got this reply.
    case use(HTTPExchange)
}
