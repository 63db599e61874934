import Testing

@testable import HTTP

@Suite("Dates in header fields") struct HTTPDateTests {
    /// 2026-11-22, 00:00 UTC.
    static let now = 1_795_305_600.0

    @Test(
        "are read in all formats of RFC 9110",
        arguments: [
            ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777.0),
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
            ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Sun Nov 16 08:49:37 1994", 784_975_777),
            ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
            ("Thu, 29 Feb 2024 12:00:00 GMT", 1_709_208_000),
            ("Sun, 01 Mar 2026 00:00:00 GMT", 1_772_323_200),
            // A year with two digits is at most 50 years in the future.
            ("Sunday, 22-Nov-26 00:00:00 GMT", 1_795_305_600),
            ("Wednesday, 01-Jan-76 00:00:00 GMT", 3_345_062_400),
            ("Saturday, 01-Jan-77 00:00:00 GMT", 220_924_800),
        ])
    func reads(_ text: String, _ seconds: Double) {
        #expect(HTTPDate.seconds(text, now: Self.now) == seconds)
    }

    @Test(
        "are ignored if they are none",
        arguments: [
            "", "0", "tomorrow", "Sun, 31 Feb 2026 00:00:00 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:61:37 GMT",
            "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 1994 08:49:37 CET", "Sun, 06 Foo 1994 08:49:37 GMT",
            "Sun, 29 Feb 2025 00:00:00 GMT", "Sun, 06 Nov 99999 08:49:37 GMT", "Sun, 06 Nov 994 08:49:37 GMT",
            "Sun, ٠٦ Nov 1994 08:49:37 GMT", String(repeating: "9 ", count: 10_000),
        ])
    func ignores(_ text: String) {
        #expect(HTTPDate.seconds(text, now: Self.now) == nil)
    }

    @Test("are ignored wherever they end early") func cut() {
        let text = "Sunday, 06-Nov-94 08:49:37 GMT"
        for length in 0..<text.count { #expect(HTTPDate.seconds(String(text.prefix(length)), now: Self.now) == nil) }
    }
}
