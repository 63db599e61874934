import Testing

@testable import HTTP

/// A failed attempt, and the decision after it.
struct RetryExample: CustomTestStringConvertible, Sendable {
    let name: String
    let fault: RequestFault
    var attempt = 1
    var isIdempotent = true
    let decision: RetryDecision
    var testDescription: String { name }

    static func status(_ status: Int, _ delay: ServerDelay = ServerDelay(), isRetryWanted: Bool = false) -> RequestFault {
        .response(RequestFault.Response(status: status, delay: delay, isRetryWanted: isRetryWanted))
    }

    static func transport(_ reason: TransportError.Reason, reached: Bool = true) -> RequestFault {
        .transport(TransportError(reason, mayHaveReachedServer: reached))
    }

    static func ofKnownHost(_ reason: TransportError.Reason) -> RequestFault {
        var error = TransportError(reason, mayHaveReachedServer: false)
        error.isOfKnownHost = true
        return .transport(error)
    }
}

@Suite("Attempts after a failure") struct RetryPolicyTests {
    private typealias Example = RetryExample
    /// Half of the bound of the backoff: the random number is 0.5.
    private static let first = RetryDecision.retry(after: 0.5)

    static let statuses: [(status: Int, isRetried: Bool)] = [
        (400, false), (401, false), (403, false), (404, false), (408, true), (409, false), (410, false), (425, true), (429, true),
        (500, true), (501, false), (502, true), (503, true), (504, true), (505, false), (507, false), (519, false), (520, true),
        (524, true), (525, false), (529, true),
    ]

    @Test("follow the status", arguments: statuses) func status(_ status: Int, _ isRetried: Bool) {
        let decision = RetryPolicy().decision(after: Example.status(status), attempt: 1, isIdempotent: true, random: 0.5)
        #expect(decision == (isRetried ? Self.first : .giveUp))
    }

    @Test("follow the status of a method that is not idempotent for 429 alone", arguments: statuses)
    func onlyRateLimits(_ status: Int, _: Bool) {
        let decision = RetryPolicy().decision(after: Example.status(status), attempt: 1, isIdempotent: false, random: 0.5)
        #expect(decision == (status == 429 ? Self.first : .giveUp))
    }

    static let examples = [
        Example(
            name: "the wait that the server asks for", fault: .response(.init(status: 429, delay: .init(retryAfter: 7))),
            decision: .retry(after: 7)),
        Example(name: "no wait at all is not taken literally", fault: Example.status(503, .init(retryAfter: 0)), decision: first),
        Example(name: "503 with a wait", fault: Example.status(503, .init(retryAfter: 7)), decision: .retry(after: 7)),
        Example(name: "the limit itself", fault: Example.status(429, .init(retryAfter: 300)), decision: .retry(after: 300)),
        Example(name: "a wait above the limit", fault: Example.status(429, .init(retryAfter: 301)), decision: .comeAgain(after: 301)),
        Example(
            name: "a wait above the limit after the last attempt", fault: Example.status(429, .init(retryAfter: 301)), attempt: 5,
            decision: .comeAgain(after: 301)),
        Example(
            name: "429 waits for the reset", fault: Example.status(429, .init(window: RateWindow(remaining: 0, reset: 30))),
            decision: .retry(after: 30)),
        Example(
            name: "Retry-After comes before the reset",
            fault: Example.status(429, .init(retryAfter: 2, window: RateWindow(remaining: 0, reset: 30))), decision: .retry(after: 2)),
        Example(
            name: "the reset of a limit that is not met says nothing",
            fault: Example.status(429, .init(window: RateWindow(remaining: 3, reset: 3000))), decision: first),
        Example(
            name: "the reset of a limit says nothing about a broken server",
            fault: Example.status(502, .init(window: RateWindow(remaining: 3, reset: 3000))), decision: first),
        Example(name: "403 with a wait is a rate limit", fault: Example.status(403, .init(retryAfter: 7)), decision: .retry(after: 7)),
        Example(
            name: "403 with no request left is a rate limit", fault: Example.status(403, .init(window: RateWindow(remaining: 0, reset: 9))),
            isIdempotent: false, decision: .retry(after: 9)),
        Example(
            name: "403 with requests left is a refusal", fault: Example.status(403, .init(window: RateWindow(remaining: 1, reset: 9))),
            decision: .giveUp),
        Example(
            name: "a rule asks for another attempt", fault: Example.status(200, isRetryWanted: true), isIdempotent: false, decision: first),
        Example(name: "the fifth refusal without a time", fault: Example.status(429), attempt: 5, decision: .retry(after: 8)),
        Example(name: "the last refusal without a time", fault: Example.status(429), attempt: 8, decision: .exhausted),
        Example(
            name: "the fifth refusal by a rule", fault: Example.status(200, isRetryWanted: true), attempt: 5, decision: .retry(after: 8)),
        Example(
            name: "the fifth failure that a rule repeats", fault: Example.status(529, isRetryWanted: true), attempt: 5,
            decision: .exhausted),
        Example(
            name: "the fifth refusal with a time", fault: Example.status(429, .init(retryAfter: 1)), attempt: 5, decision: .exhausted),
        Example(name: "the last attempt", fault: Example.status(503), attempt: 5, decision: .exhausted),
        Example(name: "the wait doubles", fault: Example.status(503), attempt: 4, decision: .retry(after: 4)),
        Example(
            name: "403 with no request left and no time is a rate limit with the ordinary wait",
            fault: Example.status(403, .init(window: RateWindow(remaining: 0, reset: nil))), attempt: 2, decision: .retry(after: 1)),
        Example(name: "an unknown host", fault: Example.transport(.unknownHost("x"), reached: false), decision: .giveUp),
        Example(name: "an unknown proxy", fault: Example.transport(.unknownProxy("x"), reached: false), decision: .giveUp),
        Example(
            name: "a known host whose name is unknown now", fault: Example.ofKnownHost(.unknownHost("x")), isIdempotent: false,
            decision: first),
        Example(name: "a known host behind an unknown proxy", fault: Example.ofKnownHost(.unknownProxy("x")), decision: first),
        Example(
            name: "a proxy that wants credentials", fault: Example.transport(.proxyRefused(status: 407), reached: false), decision: .giveUp),
        Example(name: "a proxy that forbids", fault: Example.transport(.proxyRefused(status: 403), reached: false), decision: .giveUp),
        Example(name: "a proxy that is busy", fault: Example.transport(.proxyRefused(status: 503), reached: false), decision: first),
        Example(
            name: "no connection", fault: Example.transport(.cannotConnect(host: "x", port: 1, isProxy: false), reached: false),
            decision: first),
        Example(name: "a lost connection", fault: Example.transport(.connectionLost(bytes: 5)), decision: first),
        Example(
            name: "a lost connection after a POST", fault: Example.transport(.connectionLost(bytes: 5)), isIdempotent: false,
            decision: .giveUp),
        Example(name: "silence", fault: Example.transport(.idleTimeout(seconds: 30)), decision: first),
        Example(name: "a damaged gzip body", fault: Example.transport(.badCompression("x")), decision: first),
        Example(name: "a certificate", fault: Example.transport(.badCertificate(.expired), reached: false), decision: .giveUp),
        Example(name: "a body above the limit", fault: Example.transport(.tooLong(limit: 5)), decision: .giveUp),
        Example(
            name: "a request that cannot be sent", fault: Example.transport(.invalidRequest("x"), reached: false), decision: .giveUp),
        Example(name: "something that is not HTTP", fault: Example.transport(.malformedResponse("x")), decision: .giveUp),
        Example(name: "a part of a document", fault: Example.transport(.partialContent), decision: .giveUp),
        Example(
            name: "a response that the cache lacks", fault: Example.transport(.notInCache(method: "GET", folder: "c"), reached: false),
            decision: .giveUp),
    ]

    @Test("are decided", arguments: examples) func decides(_ example: RetryExample) {
        let decision = RetryPolicy().decision(
            after: example.fault, attempt: example.attempt, isIdempotent: example.isIdempotent, random: 0.5)
        #expect(decision == example.decision)
    }

    @Test("are none if one attempt is allowed") func single() {
        let policy = RetryPolicy(maxAttempts: 1)
        let decision = policy.decision(after: Example.status(429), attempt: 1, isIdempotent: true, random: 0.5)
        #expect(decision == .exhausted)
    }

    @Test("never wait longer than the limit of the backoff") func bounded() {
        let policy = RetryPolicy(maxAttempts: 1000)
        for attempt in 1..<1000 { #expect(policy.backoff(attempt: attempt, random: 0.999) <= 60) }
        #expect(policy.backoff(attempt: 1, random: 0) == 0)
    }
}
