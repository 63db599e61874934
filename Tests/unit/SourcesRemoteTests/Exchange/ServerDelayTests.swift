import TestSupport
import Testing

@testable import HTTP

/// The headers of a response, and the delay that they ask for. The local time is 1,000,000,000, which is a Sunday, 01:46:40 UTC.
struct DelayExample: CustomTestStringConvertible, Sendable {
    let name: String
    let headers: HTTPHeaders
    var delay = ServerDelay()
    var testDescription: String { name }
}

@Suite("The delay that a server asks for") struct ServerDelayTests {
    static let now = 1_000_000_000.25

    static let examples = [
        DelayExample(name: "no header", headers: [:]),
        DelayExample(name: "seconds", headers: ["Retry-After": "120"], delay: ServerDelay(retryAfter: 120)),
        DelayExample(name: "a fraction", headers: ["retry-after": " 1.5 "], delay: ServerDelay(retryAfter: 1.5)),
        DelayExample(name: "a list of seconds", headers: ["Retry-After": "120, 30"], delay: ServerDelay(retryAfter: 120)),
        DelayExample(
            name: "very many seconds", headers: ["Retry-After": "100000000000000000000"], delay: ServerDelay(retryAfter: 1e20)),
        DelayExample(
            name: "very many requests", headers: ["RateLimit-Remaining": "100000000000000000000"],
            delay: ServerDelay(window: RateWindow(remaining: 1_000_000_000_000_000, reset: nil))),
        DelayExample(name: "a date", headers: ["Retry-After": "Sun, 09 Sep 2001 01:46:50 GMT"], delay: ServerDelay(retryAfter: 9.75)),
        DelayExample(
            name: "a date in the past", headers: ["Retry-After": "Sun, 09 Sep 2001 01:46:00 GMT"], delay: ServerDelay(retryAfter: 0)),
        DelayExample(
            name: "a date of a server whose clock is late",
            headers: ["Retry-After": "Sun, 09 Sep 2001 01:36:50 GMT", "Date": "Sun, 09 Sep 2001 01:36:40 GMT"],
            delay: ServerDelay(retryAfter: 9)),
        DelayExample(
            name: "a date of a server whose clock is early",
            headers: ["Retry-After": "Sun, 09 Sep 2001 01:56:50 GMT", "Date": "Sun, 09 Sep 2001 01:56:40 GMT"],
            delay: ServerDelay(retryAfter: 10)),
        DelayExample(name: "a moment", headers: ["Retry-After": "1000000010"], delay: ServerDelay(retryAfter: 9.75)),
        DelayExample(name: "a moment in milliseconds", headers: ["Retry-After": "1000000010250"], delay: ServerDelay(retryAfter: 10)),
        DelayExample(name: "a moment in the past", headers: ["Retry-After": "1000000000"], delay: ServerDelay(retryAfter: 0)),
        DelayExample(name: "nonsense", headers: ["Retry-After": "-1", "X-RateLimit-Reset": "soon", "X-RateLimit-Remaining": "NaN"]),
        DelayExample(
            name: "draft 10", headers: ["RateLimit": "\"default\";r=0;t=30"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 30))),
        DelayExample(
            name: "draft 10 with two limits, of which the exhausted one counts",
            headers: ["RateLimit": "\"day;r=1,\\\" x\";r=500;t=40000, \"minute\" ; r=0 ; t=12"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 12))),
        DelayExample(
            name: "draft 10 with two exhausted limits, of which the longer one counts",
            headers: ["RateLimit": "\"a\";r=0;t=5, \"b\";r=0;t=50"], delay: ServerDelay(window: RateWindow(remaining: 0, reset: 50))),
        DelayExample(
            name: "an older draft", headers: ["RateLimit": "limit=100, remaining=7, reset=30"],
            delay: ServerDelay(window: RateWindow(remaining: 7, reset: 30))),
        DelayExample(
            name: "separate fields with seconds", headers: ["ratelimit-remaining": "3", "ratelimit-reset": "2"],
            delay: ServerDelay(window: RateWindow(remaining: 3, reset: 2))),
        DelayExample(
            name: "separate fields with a time in RFC 3339",
            headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "2001-09-09T01:46:50Z"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 9.75))),
        DelayExample(
            name: "separate fields with a time", headers: ["RateLimit-Remaining": "3", "RateLimit-Reset": "1000000010"],
            delay: ServerDelay(window: RateWindow(remaining: 3, reset: 9.75))),
        DelayExample(
            name: "seconds to wait", headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "999999"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 999_999))),
        DelayExample(
            name: "a time in seconds", headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000010"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 9.75))),
        DelayExample(
            name: "a time in milliseconds", headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000000010250"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 10))),
        DelayExample(
            name: "a time in the past", headers: ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "999999990"],
            delay: ServerDelay(window: RateWindow(remaining: 0, reset: 0))),
        DelayExample(
            name: "names with another hyphen", headers: ["x-rate-limit-remaining": "1", "x-rate-limit-reset": "60"],
            delay: ServerDelay(window: RateWindow(remaining: 1, reset: 60))),
        DelayExample(
            name: "a count without a time", headers: ["X-RateLimit-Remaining": "5"],
            delay: ServerDelay(window: RateWindow(remaining: 5, reset: nil))),
    ]

    @Test("is read from the headers", arguments: examples) func reads(_ example: DelayExample) {
        #expect(ServerDelay(ResponseHead(status: 429, headers: example.headers), now: Self.now) == example.delay)
    }

    @Test("is read in linear time from hostile headers", .startsOnIdlePool, .timeLimit(.minutes(5))) func hostile() {
        for text in [
            String(repeating: "\"", count: 200_001), String(repeating: ",;=", count: 100_000), String(repeating: "\\\"", count: 99_999),
        ] {
            let head = ResponseHead(status: 429, headers: ["RateLimit": text, "Retry-After": text])
            #expect(ServerDelay(head, now: Self.now) == ServerDelay())
        }
    }

    @Test("survives a header that ends anywhere") func cut() {
        let text = "\"day;\\\" x\";r=500;t=40000, \"minute\";r=0;t=12"
        for length in 0...text.count {
            let head = ResponseHead(status: 200, headers: ["RateLimit": String(text.prefix(length))])
            let window = ServerDelay(head, now: Self.now).window
            #expect(window == nil || (window?.remaining ?? 0) <= 500)
        }
    }
}

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
