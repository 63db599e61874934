import TestSupport
import Testing

@testable import SourcesRemote

@Suite("The budget of a host") struct HostBudgetTests {
    private static func delay(_ remaining: Int, _ reset: Double) -> ServerDelay {
        ServerDelay(window: RateWindow(remaining: remaining, reset: reset))
    }

    /// A server with a limit of requests for each window, which starts with the first request behind the last window.
    struct Server {
        let limit: Int
        let seconds: Double
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
                return (429, ServerDelay(retryAfter: reset, window: RateWindow(remaining: 0, reset: reset)))
            }
            return (200, delay(limit - used, reset))
        }
    }

    @Test("lets as many requests start as may run at the same time") func concurrency() {
        var budget = HostBudget()
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
        var budget = HostBudget()
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
        var budget = HostBudget()
        budget.settings.requestsPerMinute = 0.5
        #expect(budget.start(now: 0) == .start)
        budget.receive(status: 200, ServerDelay(), now: 0)
        budget.finish()
        #expect(budget.start(now: 1) == .wait(until: 120, reason: .ownRate))
    }

    @Test("waits for the reset if nothing remains") func exhausted() {
        var budget = HostBudget()
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
        var budget = HostBudget()
        for _ in 0..<3 { #expect(budget.start(now: 0) == .start) }
        budget.receive(status: 200, Self.delay(3, 30), now: 1)
        #expect(budget.start(now: 1) == .start)
        #expect(budget.start(now: 1) == .afterResponse)
    }

    @Test("does not take a response that was overtaken for a new window") func overtaken() {
        var budget = HostBudget()
        for _ in 0..<3 { #expect(budget.start(now: 0) == .start) }
        budget.receive(status: 200, Self.delay(0, 30), now: 1)
        budget.receive(status: 200, Self.delay(1, 30), now: 1.2)
        #expect(budget.start(now: 2) == .wait(until: 31.2, reason: .serverWindow))
    }

    @Test("pauses all requests after 429, and then tries one") func pause() {
        var budget = HostBudget()
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
        var budget = HostBudget()
        #expect(budget.start(now: 0) == .start)
        budget.receive(status: 200, ServerDelay(window: RateWindow(remaining: 0, reset: nil)), now: 1)
        #expect(budget.start(now: 1) == .start)
    }

    @Test("refuses after five requests that failed in a row") func failures() {
        var budget = HostBudget()
        for _ in 0..<4 { budget.conclude(isFailure: true) }
        budget.conclude(isFailure: false)
        for _ in 0..<4 { budget.conclude(isFailure: true) }
        #expect(budget.start(now: 0) == .start)
        budget.conclude(isFailure: true)
        #expect(budget.start(now: 0) == .refused(failures: 5))
    }

    @Test("does not trust the last of several responses, which may have been overtaken") func lastResponse() {
        var budget = HostBudget()
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

    @Test("meets a server's limit without a violation in the shortest time", arguments: [1, 2, 4, 8], [0, 0.05, 0.3])
    func simulation(_ concurrency: Int, _ latency: Double) {
        for seed in 1...20 {
            var budget = HostBudget()
            budget.settings.concurrency = concurrency
            var server = Server(limit: 10, seconds: 2)
            var random = SeededRandom(seed: UInt64(seed))
            var now = 100.0
            /// Requests on their way to the server, and responses on their way back. Both can overtake each other.
            var requests: [Double] = []
            var responses: [(time: Double, status: Int, delay: ServerDelay)] = []
            var done = 0
            while done < 100 {
                let decision = budget.start(now: now)
                if decision == .start {
                    requests.append(now + .random(in: 0...latency, using: &random))
                    continue
                }
                // The next event is a request that arrives, a response that arrives, or the end of the wait.
                var next = min(requests.min() ?? .infinity, responses.map(\.time).min() ?? .infinity)
                if case .wait(let time, _) = decision { next = min(next, time) }
                guard next < .infinity else {
                    Issue.record("nothing happens any more")
                    return
                }
                now = max(now, next)
                if let place = requests.firstIndex(where: { $0 <= now }) {
                    requests.remove(at: place)
                    let (status, delay) = server.take(now: now)
                    responses.append((now + .random(in: 0...latency, using: &random), status, delay))
                } else if let place = responses.firstIndex(where: { $0.time <= now }) {
                    let response = responses.remove(at: place)
                    budget.receive(status: response.status, response.delay, now: now)
                    budget.finish()
                    if response.status == 200 { done += 1 }
                }
            }
            #expect(server.violations == 0, "seed \(seed)")
            // Ten windows of ten requests begin nine times two seconds apart. If responses take a good part of a window, care costs time.
            if latency < 0.1 { #expect(now - 100 <= 18 * 1.2, "seed \(seed)") }
        }
    }
}
