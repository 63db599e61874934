import TabpipeCommands
import Testing

@Suite("The time left") struct TimeLeftTests {
    @Test(
        "is estimated from what has been read",
        arguments: [
            (10.0, 0.25, "30 s"), (10, 0.01, "16 min"), (100, 0.01, "2 h"), (10, 0.999999, "1 s"), (10, 1, nil),
            (1, 0.5, nil), (10, 0, nil), (10, nil, nil),
        ] as [(Double, Double?, String?)])
    func estimate(_ elapsed: Double, _ share: Double?, _ expected: String?) {
        #expect(TimeLeft(after: elapsed, share: share)?.description == expected)
    }
}
