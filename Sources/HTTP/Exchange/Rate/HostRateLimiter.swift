/// Decides when the next request to a host may start: a value without a clock.
///
/// Four limits apply: those of the pipeline file, the window that the server's headers describe, pauses after a refusal, and the rate
/// learned from refusals that name no time. Every time is in seconds of one monotonic clock.
struct HostRateLimiter: Sendable {
    /// After a refusal or a reset, the server must accept one request before others start.
    private enum Probe {
        case none, due, sent
    }

    /// The number of requests that fail in a row, after which the host counts as down.
    static let maxFailuresInRow = 5
    /// The same number for URLs that content names. Each attempt without a prompt response counts, because a hostile host can prolong it.
    static let maxContentFailuresInRow = 10
    /// The limit for the extra wait after a reset, in seconds.
    private static let maxMargin = 5.0

    /// The limits of the pipeline file.
    var settings = RateSettings()
    /// The number of requests whose responses are not complete.
    private var inFlight = 0
    /// The number of requests without a response head. The server may not have counted them in its rate limit yet.
    private var unanswered = 0
    /// Whether several requests were unanswered at once, since the last time that none was. Their responses may arrive in another order.
    private var isOverlapping = false
    private var window: ServerWindow?
    private var pause: (until: Double, reason: Reason)?
    private var probe = Probe.none
    /// The number of refusals in a row that name no time (no `Retry-After`). Requests that were in flight together count as one.
    private var refusals = 0
    private var learnedRate = LearnedRate()
    /// Whether the last wait was for a reset. A 429 then means that the server rounds the time of its reset down.
    private var hasWaitedForReset = false
    /// The wait after a reset, in seconds.
    private var margin = 0.0
    /// The times when the heads of the last requests arrived, oldest first.
    private var heads: [Double] = []
    private var failuresInRow = 0
    /// The failures in a row of URLs that content names. They must not stop other requests to the host.
    private var contentFailuresInRow = 0

    /// Decides whether a request may start now, and counts it if so.
    ///
    /// - Parameter isOfContent: Whether content names the URL.
    mutating func start(now: Double, isOfContent: Bool = false) -> Decision {
        let limit = isOfContent ? Self.maxContentFailuresInRow : Self.maxFailuresInRow
        if (isOfContent ? contentFailuresInRow : failuresInRow) >= limit { return .refused(failures: limit) }
        if inFlight >= settings.maxConcurrent { return .afterResponse }
        if let pause {
            if pause.until > now { return .wait(until: pause.until, reason: pause.reason) }
            self.pause = nil
            probe = .due
        }
        if let decision = windowDecision(now: now) { return decision }
        if probe != .none, unanswered > 0 { return .afterResponse }
        if let decision = ownDecision(now: now) { return decision }
        if learnedRate.nextStart > now { return .wait(until: learnedRate.nextStart, reason: .learnedRate) }
        if probe == .due { probe = .sent }
        learnedRate.start(now: now)
        isOverlapping = unanswered > 0
        inFlight += 1
        unanswered += 1
        return .start
    }

    private mutating func windowDecision(now: Double) -> Decision? {
        guard let window else { return nil }
        guard window.resetTime > now else {
            self.window = nil
            if window.remaining <= 0 {
                probe = .due
                hasWaitedForReset = true
            }
            return nil
        }
        if window.remaining <= 0 { return .wait(until: window.resetTime, reason: .serverWindow) }
        return window.remaining <= unanswered ? .afterResponse : nil
    }

    /// The limit of the pipeline file counts from the heads of responses. The server has counted their requests by then.
    private mutating func ownDecision(now: Double) -> Decision? {
        guard let rate = settings.requestsPerMinute else { return nil }
        let limit = max(1, Int(min(rate, 1e6)))
        let period = 60 * Double(limit) / rate
        heads.removeFirst(heads.prefix { $0 + period <= now }.count)
        if heads.count + unanswered < limit { return nil }
        let next = heads.count + unanswered - limit
        return next < heads.count ? .wait(until: heads[next] + period, reason: .ownRate) : .afterResponse
    }

    /// Notes the head of a response.
    ///
    /// - Parameters:
    ///   - policy: Gives the pause after a refusal that names no time.
    ///   - random: A random number in 0..<1. It is taken only for a pause.
    mutating func receive(
        status: Int, _ delay: ServerDelay, policy: RetryPolicy = RetryPolicy(), random: @autoclosure () -> Double = 0, now: Double
    ) {
        let response = RequestFault.Response(status: status, delay: delay)
        answered(now: now)
        if response.isRateLimit {
            if hasWaitedForReset { margin = min(margin + 1, Self.maxMargin) }
            if response.isWithoutTime, probe != .due {
                refusals += 1
                pause(until: now + policy.pause(refusals: refusals, random: random()), .refusal(status: status))
            }
            probe = .due
        } else {
            taken(now: now)
        }
        hasWaitedForReset = false
        if let seconds = delay.retryAfter, response.isRateLimit || status == 503 {
            pause(until: now + seconds, .pause(status: status))
        }
        if let reported = delay.window { update(reported, isRateLimit: response.isRateLimit, now: now) }
    }

    private mutating func pause(until: Double, _ reason: Reason) {
        if pause.map({ $0.until < until }) ?? true { pause = (until, reason) }
    }

    /// Notes a response that is no refusal. If its request was sent before the last refusal, it says nothing about the time after that.
    private mutating func taken(now: Double) {
        if probe == .sent, refusals > 0 {
            learnedRate.learn(now: now)
            refusals = 0
        } else {
            learnedRate.succeed()
        }
        if probe == .sent { probe = .none }
    }

    private mutating func update(_ reported: RateWindow, isRateLimit: Bool, now: Double) {
        guard let remaining = reported.remaining ?? (isRateLimit ? 0 : nil), let reset = reported.reset else { return }
        let new = ServerWindow(remaining: remaining, resetTime: now + reset + margin)
        guard var window, window.resetTime > now else { return self.window = new }
        window.update(new, isOverlapping: isOverlapping)
        self.window = window
    }

    /// Notes a request without a response.
    mutating func fail(now: Double) {
        answered(now: now)
        finish()
    }

    /// Notes that a response is complete, or given up.
    mutating func finish() { inFlight = max(0, inFlight - 1) }

    private mutating func answered(now: Double) {
        unanswered = max(0, unanswered - 1)
        if settings.requestsPerMinute != nil { heads.append(now) }
    }

    /// Notes the result of a request after all its attempts; with `isOfContent`, also each earlier attempt without a prompt response.
    mutating func conclude(isFailure: Bool, isOfContent: Bool = false) {
        if isOfContent {
            contentFailuresInRow = isFailure ? contentFailuresInRow + 1 : 0
        } else {
            failuresInRow = isFailure ? failuresInRow + 1 : 0
        }
    }
}

extension HostRateLimiter {
    enum Decision: Sendable, Equatable {
        /// The request starts, and is counted.
        case start
        /// The limits allow no request before a time. The caller tries again then.
        case wait(until: Double, reason: Reason)
        /// The next response decides. The caller tries again then.
        case afterResponse
        /// Too many requests to the host have failed in a row.
        case refused(failures: Int)
    }

    enum Reason: Sendable, Equatable {
        /// The limit of the pipeline file.
        case ownRate
        /// The server's limit is used up.
        case serverWindow
        /// The server requested a pause (`Retry-After`), with a status code.
        case pause(status: Int)
        /// The server refused a request with a status code, and gave no time.
        case refusal(status: Int)
        /// The limit is the rate that the server has accepted so far.
        case learnedRate

        /// Whether the server has named the time.
        var isAskedByServer: Bool {
            switch self {
            case .serverWindow, .pause: true
            case .ownRate, .refusal, .learnedRate: false
            }
        }

        /// The reason for the progress line, such as `429`.
        var phrase: String {
            switch self {
            case .ownRate: "rate.requests_per_minute"
            case .serverWindow: "its rate limit"
            case .pause(let status), .refusal(let status): "\(status)"
            case .learnedRate: "the rate that it takes"
            }
        }
    }
}

/// The window of a server's rate limit, as its response headers describe it. Times are in seconds of a monotonic clock.
private struct ServerWindow: Sendable {
    /// The largest difference in seconds that rounding can cause between two reset times of one window.
    private static let rounding = 1.0
    /// The difference in seconds from which two reset times certainly belong to two windows.
    private static let certainDifference = 2.0

    /// The number of requests that the server still accepts, by its last response.
    var remaining: Int
    var resetTime: Double

    /// Updates the window with the headers of the next response.
    ///
    /// - Parameters:
    ///   - new: The window by that response.
    ///   - isOverlapping: Whether requests overlapped, so that responses may have overtaken each other.
    mutating func update(_ new: ServerWindow, isOverlapping: Bool) {
        let difference = new.resetTime - resetTime
        if isOverlapping, difference < Self.certainDifference {
            // This may be an overtaken response, or one of the next window: the stricter numbers apply.
            self = ServerWindow(remaining: min(remaining, new.remaining), resetTime: max(resetTime, new.resetTime))
        } else if !isOverlapping, new.remaining < remaining, difference < Self.rounding {
            // The same window. The server rounds the time to seconds, so that the smallest is the exact one.
            self = ServerWindow(remaining: new.remaining, resetTime: min(resetTime, new.resetTime))
        } else {
            self = new
        }
    }
}

/// The limits for the requests to a host.
package struct RateSettings: Sendable, Equatable {
    /// The limit of concurrent requests where no step of the pipeline sets one.
    package static let defaultConcurrency = 4

    /// The limit of concurrent requests that a step sets; nil for none.
    package var concurrency: Int?
    /// The limit of requests in any 60 seconds; nil for none.
    package var requestsPerMinute: Double?

    package init(concurrency: Int? = nil, requestsPerMinute: Double? = nil) {
        self.concurrency = concurrency
        self.requestsPerMinute = requestsPerMinute
    }

    /// The limit of concurrent requests in effect.
    package var maxConcurrent: Int { concurrency ?? Self.defaultConcurrency }

    /// The limits that satisfy both settings.
    func stricter(_ other: RateSettings) -> RateSettings {
        RateSettings(
            concurrency: [concurrency, other.concurrency].compactMap(\.self).min(),
            requestsPerMinute: [requestsPerMinute, other.requestsPerMinute].compactMap(\.self).min())
    }
}
