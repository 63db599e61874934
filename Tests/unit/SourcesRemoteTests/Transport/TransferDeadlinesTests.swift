import Testing

@testable import HTTP

@Suite("The limits of a transfer") struct TransferDeadlinesTests {
    private static let timeouts = RequestTimeouts(connect: 10, idle: 30, total: 300)

    private static func expect(
        _ deadlines: inout TransferDeadlines, now: Double, connectedAfter: Double?, _ expected: TransportError.Reason?,
        at place: SourceLocation = #_sourceLocation
    ) {
        let reason = deadlines.expired(now: now, connectedAfter: connectedAfter)
        #expect(reason == expected, sourceLocation: place)
    }

    @Test("begin to count silence once the connection is ready") func connecting() {
        var deadlines = TransferDeadlines(Self.timeouts, start: 1000)
        #expect(deadlines.next == 1030)
        Self.expect(&deadlines, now: 1030, connectedAfter: nil, nil)
        #expect(deadlines.next == 1060)
        Self.expect(&deadlines, now: 1060, connectedAfter: 31, nil)
        Self.expect(&deadlines, now: 1061, connectedAfter: 31, .idleTimeout(seconds: 30))
    }

    @Test("start anew with each byte, but not that of the whole request") func activity() {
        var deadlines = TransferDeadlines(Self.timeouts, start: 0)
        for second in stride(from: 0.0, to: 300, by: 20) {
            deadlines.noteActivity(now: second)
            Self.expect(&deadlines, now: second, connectedAfter: 1, nil)
        }
        #expect(deadlines.next == 300)
        Self.expect(&deadlines, now: 300, connectedAfter: 1, .requestTimeout(seconds: 300))
    }

    @Test("do not count pauses") func pauses() {
        var deadlines = TransferDeadlines(Self.timeouts, start: 0)
        deadlines.noteActivity(now: 10)
        deadlines.setPaused(true, now: 10)
        deadlines.setPaused(true, now: 20)
        #expect(deadlines.next == nil)
        Self.expect(&deadlines, now: 5000, connectedAfter: 1, nil)
        deadlines.setPaused(false, now: 5010)
        #expect(deadlines.next == 5040)
        deadlines.noteActivity(now: 5290)
        #expect(deadlines.next == 5300)
    }

    @Test("may leave out that of the whole request") func endless() {
        var deadlines = TransferDeadlines(RequestTimeouts(connect: 10, idle: 30, total: nil), start: 0)
        deadlines.noteActivity(now: 1e6)
        #expect(deadlines.next == 1e6 + 30)
    }
}
