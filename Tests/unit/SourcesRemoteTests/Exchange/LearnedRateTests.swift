import Testing

@testable import HTTP

@Suite("The rate of a host that does not tell its limit") struct LearnedRateTests {
    /// A rate after a number of requests in each of several periods, which end with a refusal and a pause.
    private static func rate(_ periods: [(requests: Int, seconds: Double)]) -> LearnedRate {
        var rate = LearnedRate()
        var now = 0.0
        rate.start(now: now)
        rate.succeed()
        for period in periods {
            for _ in 1..<period.requests {
                rate.start(now: now)
                rate.succeed()
            }
            now += period.seconds
            rate.start(now: now)
            rate.learn(now: now)
        }
        return rate
    }

    @Test("is unlimited before a refusal") func unlimited() {
        var rate = LearnedRate()
        #expect(rate.nextStart == -.infinity)
        rate.start(now: 5)
        rate.succeed()
        #expect(rate.perSecond == nil)
        #expect(rate.nextStart == -.infinity)
    }

    @Test("counts the requests until the refusal, and the pause behind it") func observed() {
        let rate = Self.rate([(10, 2)])
        #expect(rate.perSecond == 5)
        #expect(rate.nextStart == 2.2)
    }

    @Test("learns nothing from a host that refuses its first request") func first() {
        var rate = LearnedRate()
        for time in [0.0, 1] { rate.start(now: time) }
        rate.learn(now: 1)
        #expect(rate.perSecond == nil)
    }

    @Test("falls at most to the half, and does not rise by a refusal") func fall() throws {
        let slow = try #require(Self.rate([(10, 2), (1, 10)]).perSecond)
        #expect(slow == 2.5)
        let fast = try #require(Self.rate([(10, 2), (2, 0.01)]).perSecond)
        #expect(abs(fast - 5 * 1.03) < 1e-9)
    }

    @Test("stops falling where slower does not help, and goes back to the rate before") func vain() throws {
        let rates = try (1...8).map { count in
            try #require(Self.rate((0..<count).map { (1, Double(1 << min($0, 4))) }).perSecond)
        }
        #expect(rates == [1, 0.5, 1, 1, 1, 1, 1, 1])
    }

    @Test("falls on where the host takes more requests when they come slower") func helpful() throws {
        let rate = try #require(Self.rate([(2, 1), (3, 3), (4, 8), (5, 20)]).perSecond)
        #expect(rate < 0.4)
    }

    @Test("grows with each success, and is forgotten at eight times the rate") func growth() throws {
        var rate = Self.rate([(10, 2)])
        rate.succeed()
        #expect(try #require(rate.perSecond) == 5 * 1.03)
        for _ in 2...71 { rate.succeed() }
        #expect(try #require(rate.perSecond) >= 40)
        rate.succeed()
        #expect(rate.perSecond == nil)
    }
}
