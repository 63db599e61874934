/// Decides whether and when a failed request is repeated.
package struct RetryPolicy: Sendable, Equatable {
    /// The limit of attempts for a request, with the first one.
    package var maxAttempts = 5
    /// The upper bound of the wait before the second attempt, in seconds. It doubles with each attempt.
    package var baseSeconds = 1.0
    /// The limit for waits that the policy itself chooses (backoff), in seconds.
    package var maxBackoffSeconds = 60.0
    /// The limit for waits that the server requests, in seconds.
    package var maxWaitSeconds = 300.0

    package init(maxAttempts: Int = 5, baseSeconds: Double = 1, maxBackoffSeconds: Double = 60, maxWaitSeconds: Double = 300) {
        self.maxAttempts = maxAttempts
        self.baseSeconds = baseSeconds
        self.maxBackoffSeconds = maxBackoffSeconds
        self.maxWaitSeconds = maxWaitSeconds
    }

    /// The additional attempts after ``maxAttempts`` for a refusal that names no time (no `Retry-After`). With the default waits, the client
    /// then repeats a request for about 90 s instead of 11 s: many rate limits have windows of a minute.
    private static let moreAttempts = 3
    /// The status codes of failures that may pass.
    static let passingStatuses: Set = [408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524, 529]

    /// Decides after an attempt.
    ///
    /// - Parameters:
    ///   - fault: The failure of the attempt.
    ///   - attempt: The number of attempts so far, from 1.
    ///   - isIdempotent: Whether sending the request twice has the effect of sending it once.
    ///   - random: A random number in 0..<1.
    func decision(after fault: RequestFault, attempt: Int, isIdempotent: Bool, random: Double) -> RetryDecision {
        guard isPassing(fault, isIdempotent: isIdempotent) else { return .giveUp }
        var asked = 0.0
        if case .response(let response) = fault { asked = response.askedSeconds ?? 0 }
        if asked > maxWaitSeconds { return .comeAgain(after: asked) }
        guard attempt < limit(of: fault) else { return .exhausted }
        return .retry(after: asked > 0 ? asked : backoff(attempt: attempt, random: random))
    }

    /// The limit of attempts after a failure.
    private func limit(of fault: RequestFault) -> Int {
        guard maxAttempts > 1, case .response(let response) = fault, response.isRefusalWithoutTime else { return maxAttempts }
        return maxAttempts + Self.moreAttempts
    }

    /// The wait if the server names none: exponential backoff with full jitter.
    func backoff(attempt: Int, random: Double) -> Double {
        // The exponent is limited, so that the number stays finite.
        let ceiling = baseSeconds * Double(UInt64(1) << UInt64(max(0, min(attempt - 1, 40))))
        return random * min(maxBackoffSeconds, ceiling)
    }

    /// The pause of all requests to a host after a refusal that names no time. It is not near zero, because many requests may wait for it.
    ///
    /// - Parameter refusals: The number of refusals in a row, from 1.
    func pause(refusals: Int, random: Double) -> Double { backoff(attempt: refusals, random: 0.5 + random / 2) }

    /// Whether a request is repeated after a failure only because it is idempotent.
    func repeatsIfIdempotent(_ fault: RequestFault) -> Bool {
        maxAttempts > 1 && isPassing(fault, isIdempotent: true) && !isPassing(fault, isIdempotent: false)
    }

    private func isPassing(_ fault: RequestFault, isIdempotent: Bool) -> Bool {
        switch fault {
        case .transport(let error): error.isPassing && (isIdempotent || !error.mayHaveReachedServer)
        case .response(let response):
            response.isRetryWanted || response.isRateLimit || (isIdempotent && Self.passingStatuses.contains(response.status))
        }
    }
}

extension TransportError {
    /// Whether the failure may pass by itself.
    var isPassing: Bool {
        switch reason {
        // libcurl reports a name that does not exist and a resolver that fails for a moment with the same code.
        case .unknownHost, .unknownProxy: isOfKnownHost
        case .proxyRefused(let status): RetryPolicy.passingStatuses.contains(status)
        case .cannotConnect, .tlsFailed, .connectTimeout, .idleTimeout, .requestTimeout, .connectionLost,
            .unannouncedEnd, .unknownCoding, .badCompression, .emptyBody, .other:
            true
        case .libraryMissing, .badCertificate, .badCAFile, .invalidRequest, .malformedResponse, .longHead, .tooLong, .partialContent,
            .cannotStore, .cannotCache, .notInCache, .notRecorded, .closedNetwork, .refusedAddress:
            false
        }
    }
}

/// The decision of a retry policy after a failed attempt.
enum RetryDecision: Sendable, Equatable {
    /// Another attempt, after a number of seconds.
    case retry(after: Double)
    /// No attempt is left.
    case exhausted
    /// Another attempt would not help, or could have its effect twice.
    case giveUp
    /// The server requests a longer wait than the policy allows, in seconds.
    case comeAgain(after: Double)
}
