/// The request rate for a host that refuses requests without saying when it accepts more: a value without a clock.
///
/// After a refusal, the rate becomes the observed one: the accepted requests, divided by the time with the pause after the refusal. Each
/// success raises it a little, so that a limit that has grown is found again. Requests are spaced evenly, because a burst would exceed the
/// limit of a short window.
struct LearnedRate: Sendable {
    /// The factor by which the rate grows with each request that the host accepts.
    private static let growth = 1.03
    /// The smallest factor by which a refusal lowers the rate. A refusal soon after another one says little about the rate.
    private static let minFactor = 0.5

    /// The number of reductions in a row that did not help, after which the rate stays: the host refuses for another reason.
    private static let maxVainFalls = 2

    /// The growth since the last refusal, as a factor, at which the limit is removed.
    private static let maxGrowth = 8.0

    /// The limit of requests a second; nil for none.
    private(set) var perSecond: Double?
    /// The limit after the last refusal.
    private var learned = 0.0
    private var lastStart = -Double.infinity
    /// The start of the first request since the last refusal.
    private var periodStart: Double?
    /// The requests that the host accepted since ``periodStart``.
    private var taken = 0
    /// The number of requests that the host accepted before the last reduction.
    private var takenBefore: Int?
    /// The rate before the reductions that did not help.
    private var rateBeforeVainFalls = 0.0
    private var vainFalls = 0

    /// The earliest time of the next request.
    var nextStart: Double { perSecond.map { lastStart + 1 / $0 } ?? -.infinity }

    /// Notes the start of a request.
    mutating func start(now: Double) {
        lastStart = now
        periodStart = periodStart ?? now
    }

    /// Notes a request that the host accepted.
    mutating func succeed() {
        taken += 1
        if let rate = perSecond { perSecond = rate < learned * Self.maxGrowth ? rate * Self.growth : nil }
    }

    /// Notes the first request that the host accepted after a refusal: the one that started last.
    mutating func learn(now: Double) {
        // A host that refuses its first request tells nothing about a rate.
        if taken > 0, let periodStart, now > periodStart {
            let observed = Double(taken) / (now - periodStart)
            fall(to: perSecond.map { min($0, max(observed, $0 * Self.minFactor)) } ?? observed)
        }
        periodStart = lastStart
        taken = 1
    }

    /// Reduces the rate. A host with a rate limit accepts more requests in a row when they come slower. If it does not, it refuses for
    /// another reason, such as every second request, and gets the rate from before the reductions.
    private mutating func fall(to rate: Double) {
        if let takenBefore, perSecond != nil, taken <= takenBefore {
            vainFalls += 1
        } else {
            vainFalls = 0
            rateBeforeVainFalls = rate
        }
        learned = vainFalls >= Self.maxVainFalls ? rateBeforeVainFalls : rate
        perSecond = learned
        if vainFalls < Self.maxVainFalls { takenBefore = taken }
    }
}
