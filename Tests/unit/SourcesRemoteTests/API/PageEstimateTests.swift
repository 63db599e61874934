import Pipeline
import Testing

@testable import HTTP
@testable import SourcesRemote

@Suite("An estimate of pages") struct PageEstimateTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let name: String
        var options = ""
        var headers: HTTPHeaders = [:]
        var body = #"{"items":[{"id":1},{"id":2},{"id":3}],"next":"x"}"#
        var limit: Int?
        let lines: [String]

        var testDescription: String { name }
    }

    private static let start = "https://example.org/items: 3 items on the first page"
    private static let cursor = #", "paging": {"type": "cursor", "at": ".next"}"#
    private static let paged = #", "paging": {"type": "page", "total_pages": ".pages"}"#

    static let examples = [
        Example(name: "nothing is known", options: cursor, lines: ["\(start); the number of pages is unknown"]),
        Example(name: "one page", body: #"{"items":[1,2,3]}"#, lines: ["\(start), 1 page"]),
        Example(
            name: "the total of the paging", options: paged, body: #"{"items":[1,2,3],"pages":12}"#,
            lines: ["\(start), 12 pages, by the total of the paging"]),
        Example(
            name: "a total of items", options: #", "paging": {"type": "offset", "total": ".total"}"#,
            body: #"{"items":[1,2,3],"total":10}"#,
            lines: ["\(start), 4 pages, by the total of the paging, 10 items"]),
        Example(
            name: "a header with pages", options: cursor, headers: ["X-WP-TotalPages": "7"],
            lines: ["\(start), 7 pages, by the header X-WP-TotalPages"]),
        Example(
            name: "a header with items", options: cursor, headers: ["X-Total-Count": "20"],
            lines: ["\(start), 7 pages, by the header X-Total-Count, 20 items"]),
        Example(
            name: "the last page", options: #", "paging": {"type": "link_header"}"#,
            headers: ["Link": #"<https://example.org/items?page=2>; rel="next", <https://example.org/items?page=5>; rel="last""#],
            lines: ["\(start), 5 pages, by the header Link, which names the last one"]),
        Example(
            name: "a member", options: cursor, body: #"{"items":[1,2,3],"next":"x","meta":{"total_pages":9}}"#,
            lines: ["\(start), 9 pages, by .meta.total_pages"]),
        Example(
            name: "a limit", options: paged, body: #"{"items":[1,2,3],"pages":12}"#, limit: 7,
            lines: ["\(start), 3 pages, by the limit of 7 items"]),
        Example(
            name: "a rate of the file", options: paged + #", "rate": {"requests_per_minute": 6}"#, body: #"{"items":[1,2,3],"pages":31}"#,
            lines: ["\(start), 31 pages, by the total of the paging", "31 requests at 6 a minute: at least 5 min"]),
        Example(
            name: "enough of the server's rate", options: paged, headers: ["X-RateLimit-Remaining": "30", "X-RateLimit-Reset": "50"],
            body: #"{"items":[1,2,3],"pages":31}"#,
            lines: [
                "\(start), 31 pages, by the total of the paging", "the server takes 30 more requests in the next 50 s, which is enough",
            ]),
        Example(
            name: "less than needed of the server's rate", options: paged,
            headers: ["X-RateLimit-Remaining": "29", "X-RateLimit-Reset": "3600"], body: #"{"items":[1,2,3],"pages":31}"#,
            lines: [
                "\(start), 31 pages, by the total of the paging",
                "the server takes 29 more requests in the next 60 min: a run takes longer than that",
            ]),
        Example(
            name: "a rate limit for longer than a person lives", options: paged,
            headers: ["X-RateLimit-Remaining": "29", "X-RateLimit-Reset": "99999999999999999999999999"],
            body: #"{"items":[1,2,3],"pages":31}"#,
            lines: [
                "\(start), 31 pages, by the total of the paging",
                "the server takes 29 more requests in the next 100 years: a run takes longer than that",
            ]),
        Example(
            name: "a total that is too large", options: cursor + #", "rate": {"requests_per_minute": 0.01}"#,
            body: #"{"items":[1,2,3],"next":"x","meta":{"total_pages":9223372036854775807}}"#,
            lines: [
                "\(start), 9223372036854775807 pages, by .meta.total_pages",
                "9223372036854775807 requests at 0.01 a minute: at least 100 years",
            ]),
    ]

    @Test("asks for one page, and says how many there are", arguments: examples) func estimates(_ example: Example) async throws {
        let source = try HTTPSource(json: #"{"url": "https://example.org/items", "items": ".items[]"\#(example.options)}"#)
        let estimate = try await source.estimate(limit: example.limit, now: 1_000, secrets: LearnedSecrets()) { request, _ in
            try .scripted(example.body, to: request, head: ResponseHead(status: 200, headers: example.headers))
        }
        #expect(estimate.lines == example.lines)
    }
}
