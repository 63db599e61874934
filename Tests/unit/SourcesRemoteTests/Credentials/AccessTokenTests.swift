import Testing

@testable import HTTP

@Suite("Access tokens") struct AccessTokenTests {
    @Test(
        "are used until shortly before they expire",
        arguments: [
            (3600, 3539, true), (3600, 3540, false), (600, 539, true), (600, 540, false), (10, 8.9, true), (10, 9, false), (0, 0, false),
            (-1, 0, false), (nil, 1e9, true),
        ] as [(Double?, Double, Bool)])
    func expiry(_ lifetime: Double?, _ age: Double, _ isUsable: Bool) {
        #expect(AccessToken("abcd", lifetime: lifetime, from: 5000).isUsable(now: 5000 + age) == isUsable)
    }
}
