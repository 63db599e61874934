import TestSupport
import Testing

@testable import HTTP

@Suite("The budget of a host") struct HostBudgetTests {
    private static func delay(_ remaining: Int, _ reset: Double) -> ServerDelay {
        ServerDelay(window: RateWindow(remaining: remaining, reset: reset))
    }

    /// A server with a limit of requests for each window, which starts with the first request behind the last window.
    struct Server {
        let limit: Int
        let seconds: Double
        /// Whether the server tells nothing but the status.
        var isSilent = false
        var end = 0.0
        var used = 0
        var violations = 0

        /// The remaining number of requests and the seconds until the reset, rounded up to whole ones.
        mutating func take(now: Double) -> (status: Int, delay: ServerDelay) {
            if now >= end { (end, used) = (now + seconds, 0) }
            used += 1
            let reset = (end - now).rounded(.up)
            if used > limit {
                violations += 1
                if isSilent { return (429, ServerDelay()) }
                return (429, ServerDelay(retryAfter: reset, window: RateWindow(remaining: 0, reset: reset)))
            }
            return (200, isSilent ? ServerDelay() : delay(limit - used, reset))
        }
    }

    @Test("lets as many requests start as may run at the same time") func concurrency() {
        var budget = HostRateLimiter()
        for _ in 0..<4 { #expect(budget.start(now: 0) == .start) }
        #expect(budget.start(now: 0) == .afterResponse)
        budget.receive(status: 200, ServerDelay(), now: 1)
        #expect(budget.start(now: 1) == .afterResponse)
        budget.finish()
        #expect(budget.start(now: 1) == .start)
        budget.fail(now: 2)
        #expect(budget.start(now: 2) == .start)
    }

    @Test("keeps the limit of the pipeline file in any 60 seconds") func ownRate() {
        var budget = HostRateLimiter()
        budget.settings = RateSettings(concurrency: 100, requestsPerMinute: 3)
        for _ in 0..<3 { #expect(budget.start(now: 0) == .start) }
        #expect(budget.start(now: 0) == .afterResponse)
        for time in [1.0, 2, 3] {
            budget.receive(status: 200, ServerDelay(), now: time)
            budget.finish()
        }
        #expect(budget.start(now: 3) == .wait(until: 61, reason: .ownRate))
        #expect(budget.start(now: 61) == .start)
        #expect(budget.start(now: 61) == .wait(until: 62, reason: .ownRate))
    }

    @Test("keeps less than one request a minute") func slow() {
        var budget = HostRateLimiter()
        budget.settings.requestsPerMinute = 0.5
        #expect(budget.start(now: 0) == .start)
        budget.receive(status: 200, ServerDelay(), now: 0)
        budget.finish()
        #expect(budget.start(now: 1) == .wait(until: 120, reason: .ownRate))
    }

    @Test("waits for the reset if nothing remains") func exhausted() {
        var budget = HostRateLimiter()
        #expect(budget.start(now: 0) == .start)
        budget.receive(status: 200, Self.delay(0, 30), now: 1)
        budget.finish()
        #expect(budget.start(now: 1) == .wait(until: 31, reason: .serverWindow))
        // After the reset, one request tries whether the server agrees.
        #expect(budget.start(now: 31) == .start)
        #expect(budget.start(now: 31) == .afterResponse)
        budget.receive(status: 200, Self.delay(9, 30), now: 32)
        #expect(budget.start(now: 32) == .start)
    }

    @Test("counts the requests without a response against the remaining ones") func inFlight() {
        var budget = HostRateLimiter()
        for _ in 0..<3 { #expect(budget.start(now: 0) == .start) }
        budget.receive(status: 200, Self.delay(3, 30), now: 1)
        #expect(budget.start(now: 1) == .start)
        #expect(budget.start(now: 1) == .afterResponse)
    }

    @Test("does not take a response that was overtaken for a new window") func overtaken() {
        var budget = HostRateLimiter()
        for _ in 0..<3 { #expect(budget.start(now: 0) == .start) }
        budget.receive(status: 200, Self.delay(0, 30), now: 1)
        budget.receive(status: 200, Self.delay(1, 30), now: 1.2)
        #expect(budget.start(now: 2) == .wait(until: 31.2, reason: .serverWindow))
    }

    @Test("pauses all requests after 429, and then tries one") func pause() {
        var budget = HostRateLimiter()
        for _ in 0..<2 { #expect(budget.start(now: 0) == .start) }
        budget.receive(status: 429, ServerDelay(retryAfter: 10), now: 1)
        budget.finish()
        #expect(budget.start(now: 2) == .wait(until: 11, reason: .pause(status: 429)))
        budget.receive(status: 200, ServerDelay(), now: 3)
        budget.finish()
        #expect(budget.start(now: 4) == .wait(until: 11, reason: .pause(status: 429)))
        #expect(budget.start(now: 11) == .start)
        #expect(budget.start(now: 11) == .afterResponse)
        budget.receive(status: 429, ServerDelay(retryAfter: 5), now: 12)
        budget.finish()
        #expect(budget.start(now: 12) == .wait(until: 17, reason: .pause(status: 429)))
    }

    @Test("ignores a remaining count of 0 without a time") func noTime() {
        var budget = HostRateLimiter()
        #expect(budget.start(now: 0) == .start)
        budget.receive(status: 200, ServerDelay(window: RateWindow(remaining: 0, reset: nil)), now: 1)
        #expect(budget.start(now: 1) == .start)
    }

    @Test("refuses after five requests that failed in a row") func failures() {
        var budget = HostRateLimiter()
        for _ in 0..<4 { budget.conclude(isFailure: true) }
        budget.conclude(isFailure: false)
        for _ in 0..<4 { budget.conclude(isFailure: true) }
        #expect(budget.start(now: 0) == .start)
        budget.conclude(isFailure: true)
        #expect(budget.start(now: 0) == .refused(failures: 5))
    }

    @Test("counts the failures of URLs that content names separately") func contentFailures() {
        var budget = HostRateLimiter()
        for _ in 0..<10 { budget.conclude(isFailure: true, isOfContent: true) }
        #expect(budget.start(now: 0, isOfContent: true) == .refused(failures: 10))
        #expect(budget.start(now: 0) == .start)
        budget.conclude(isFailure: false)
        #expect(budget.start(now: 0, isOfContent: true) == .refused(failures: 10))
        budget.conclude(isFailure: false, isOfContent: true)
        #expect(budget.start(now: 0, isOfContent: true) == .start)
    }

    @Test("does not trust the last of several responses, which may have been overtaken") func lastResponse() {
        var budget = HostRateLimiter()
        for _ in 0..<2 { #expect(budget.start(now: 0) == .start) }
        budget.receive(status: 200, Self.delay(1, 30), now: 1)
        budget.receive(status: 200, Self.delay(2, 30), now: 1)
        budget.finish()
        budget.finish()
        #expect(budget.start(now: 1) == .start)
        #expect(budget.start(now: 1) == .afterResponse)
        // A request that ran alone tells the exact number.
        budget.receive(status: 200, Self.delay(7, 30), now: 2)
        for _ in 0..<3 { #expect(budget.start(now: 2) == .start) }
    }

    @Test("pauses all requests after a refusal without a time, and longer if the next one is refused") func refusals() {
        var budget = HostRateLimiter()
        for _ in 0..<3 { #expect(budget.start(now: 0) == .start) }
        for time in [1.0, 1.1] {
            budget.receive(status: 429, ServerDelay(), random: 0, now: time)
            budget.finish()
        }
        // A request that started before the refusal says nothing about the time after it.
        budget.receive(status: 200, ServerDelay(), now: 1.2)
        budget.finish()
        #expect(budget.start(now: 1.2) == .wait(until: 1.5, reason: .refusal(status: 429)))
        #expect(budget.start(now: 1.5) == .start)
        #expect(budget.start(now: 1.5) == .afterResponse)
        budget.receive(status: 429, ServerDelay(), random: 0, now: 2)
        budget.finish()
        #expect(budget.start(now: 2) == .wait(until: 3, reason: .refusal(status: 429)))
        #expect(budget.start(now: 3) == .start)
        #expect(budget.start(now: 3) == .afterResponse)
    }

    @Test("learns the rate of a server that does not tell it") func learnedRate() {
        var budget = HostRateLimiter()
        for time in [0.0, 0.25, 0.5, 0.75] {
            #expect(budget.start(now: time) == .start)
            budget.receive(status: 200, ServerDelay(), now: time)
            budget.finish()
        }
        #expect(budget.start(now: 1) == .start)
        budget.receive(status: 429, ServerDelay(), random: 0, now: 1)
        budget.finish()
        #expect(budget.start(now: 1.5) == .start)
        budget.receive(status: 200, ServerDelay(), now: 2)
        budget.finish()
        // Four requests in two seconds.
        #expect(budget.start(now: 1.9) == .wait(until: 2, reason: .learnedRate))
        #expect(budget.start(now: 2) == .start)
    }

    /// The time in which a server takes 100 requests, in seconds, and the refusals of the request that it refused most often.
    private static func simulate(
        _ server: inout Server, concurrency: Int, latency: Double, seed: Int
    ) -> (seconds: Double, mostRefusals: Int)? {
        var budget = HostRateLimiter()
        budget.settings.concurrency = concurrency
        var random = SeededRandom(seed: UInt64(seed))
        var now = 100.0
        /// The refusals of each request that waits.
        var waiting = Array(repeating: 0, count: 100)
        /// Requests on their way to the server, and responses on their way back. Both can overtake each other.
        var requests: [(time: Double, refusals: Int)] = []
        var responses: [(time: Double, status: Int, delay: ServerDelay, refusals: Int)] = []
        var done = 0
        var mostRefusals = 0
        while done < 100 {
            let decision = waiting.isEmpty ? .afterResponse : budget.start(now: now)
            if decision == .start {
                requests.append((now + .random(in: 0...latency, using: &random), waiting.removeFirst()))
                continue
            }
            // The next event is a request that arrives, a response that arrives, or the end of the wait.
            var next = min(requests.map(\.time).min() ?? .infinity, responses.map(\.time).min() ?? .infinity)
            if case .wait(let time, _) = decision { next = min(next, time) }
            guard next < .infinity else { return nil }
            now = max(now, next)
            if let place = requests.firstIndex(where: { $0.time <= now }) {
                let (status, delay) = server.take(now: now)
                responses.append(
                    (now + .random(in: 0...latency, using: &random), status, delay, requests.remove(at: place).refusals))
            } else if let place = responses.firstIndex(where: { $0.time <= now }) {
                let response = responses.remove(at: place)
                // Taken for every response, so that the seed decides the latencies behind it.
                let chance = Double.random(in: 0..<1, using: &random)
                budget.receive(status: response.status, response.delay, random: chance, now: now)
                budget.finish()
                if response.status == 200 {
                    done += 1
                } else {
                    waiting.append(response.refusals + 1)
                    mostRefusals = max(mostRefusals, response.refusals + 1)
                }
            }
        }
        return (now - 100, mostRefusals)
    }

    /// Ten windows of ten requests begin nine times two seconds apart. Latency costs time: a window begins with the arrival of its first
    /// request, and responses that may have been overtaken count with the careful time.
    static let longestTimes: [(concurrency: Int, latency: Double, seconds: Double)] = [
        (1, 0, 18), (2, 0, 18), (4, 0, 18), (8, 0, 18),
        (1, 0.05, 19.07), (2, 0.05, 21.02), (4, 0.05, 19.98), (8, 0.05, 19.53),
        (1, 0.3, 32.78), (2, 0.3, 31.15), (4, 0.3, 29.90), (8, 0.3, 27.17),
    ]

    @Test("meets a server's limit without a violation in the shortest time", arguments: longestTimes)
    func simulation(_ concurrency: Int, _ latency: Double, _ longest: Double) throws {
        var times: [Double] = []
        for seed in 1...20 {
            var server = Server(limit: 10, seconds: 2)
            times.append(try #require(Self.simulate(&server, concurrency: concurrency, latency: latency, seed: seed)).seconds)
            #expect(server.violations == 0, "seed \(seed)")
        }
        #expect(abs((times.max() ?? 0) - longest) < 0.01)
        if latency < 0.1 { #expect(longest <= 18 * 1.2) }
    }

    @Test("asks few times too early where the server does not tell its limit", arguments: [1, 2, 4, 8])
    func silentServer(_ concurrency: Int) throws {
        for seed in 1...20 {
            var server = Server(limit: 10, seconds: 2, isSilent: true)
            let (seconds, most) = try #require(Self.simulate(&server, concurrency: concurrency, latency: 0.05, seed: seed))
            // The requests that run when the limit is met, and one at a time behind them.
            #expect(server.violations <= concurrency + 10, "seed \(seed)")
            #expect(most <= 3, "seed \(seed)")
            #expect(seconds <= 18 * 2, "seed \(seed): \(seconds)")
        }
    }
}
