import JSONParsing
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline

@Suite("The stage hydrate with lists", .startsOnIdlePool, .timeLimit(.minutes(5))) struct HydrateListTests {
    private static func stage(_ more: String = "", paging: String = #"{"type": "next_url", "at": ".next"}"#) -> String {
        #"{"type": "hydrate", "url": "https://api.example.org/p/{{.id}}/c", "items": ".items[]", "id": ".id", "into": "children", "paging": \#(paging)\#(more)}"#
    }

    /// Answers with a page of the list of the parent in the path: `id % 4` pages of two items.
    private static func page(_ request: HTTPRequest) -> HTTPResponse {
        let parent = Int(request.address.path.split(separator: "/")[1]) ?? 0
        let number = Int(request.address.queryValue("page") ?? "1") ?? 1
        let pages = parent % 4
        let items = pages == 0 ? "" : (0..<2).map { #"{"id":\#(10 * number + $0)}"# }.joined(separator: ",")
        let next = number < pages ? #""\#(request.address.path)?page=\#(number + 1)""# : "null"
        return .scripted(body: #"{"items": [\#(items)], "next": \#(next)}"#)
    }

    @Test("walks through the pages of each parent, and keeps the order", arguments: [1, 4, 32]) func walks(concurrency: Int) async throws {
        let run = try await HydrateRun(
            Self.stage(#", "concurrency": \#(concurrency)"#), records: (0..<40).map { #"{"id":\#($0)}"# }, respond: Self.page)
        let expected = (0..<40).map { parent in
            let items = (0..<parent % 4).flatMap { page in [#"{"id":\#(10 * page + 10)}"#, #"{"id":\#(10 * page + 11)}"#] }
            return #"{"id":\#(parent),"children":[\#(items.joined(separator: ","))]}"#
        }
        #expect(run.values == expected)
        #expect(run.children.count == 70)  // 10 parents with 1, 1, 2 and 3 pages
    }

    @Test("sends the query with the first page, and not with the next one") func query() async throws {
        let run = try await HydrateRun(Self.stage(#", "query": {"limit": 2}"#), records: [#"{"id":2}"#], respond: Self.page)
        #expect(run.children.map(\.address.text) == ["https://api.example.org/p/2/c?limit=2", "https://api.example.org/p/2/c?page=2"])
    }

    @Test("rejects the parent if one page fails, without a part of the list") func failedPage() async throws {
        let run = try await HydrateRun(Self.stage(), records: [#"{"id":3}"#, #"{"id":1}"#]) { request in
            request.address.queryValue("page") == "3" ? .scripted(404) : Self.page(request)
        }
        #expect(run.rejects == ["https://api.example.org/p/3/c?page=3: page 3: the server answered 404"])
        #expect(run.values == [#"{"id":1,"children":[{"id":10},{"id":11}]}"#])
    }

    @Test("keeps a parent whose list on_status names") func kept() async throws {
        let run = try await HydrateRun(Self.stage(#", "on_status": {"404": "keep"}"#), records: [#"{"id":3}"#])
        #expect(run.values == [#"{"id":3,"hydrate_status":404}"#])
    }

    @Test("drops items that come again, and fails at a loop") func loop() async throws {
        let run = try await HydrateRun(Self.stage(), records: [#"{"id":2}"#, #"{"id":6}"#]) { request in
            if request.address.path.hasPrefix("/p/6") { return .scripted(body: #"{"items": [{"id":1}], "next": "?page=2"}"#) }
            return request.address.query == nil
                ? .scripted(body: #"{"items": [{"id":1},{"id":2}], "next": "?page=2"}"#)
                : .scripted(body: #"{"items": [{"id":2},{"id":3}], "next": null}"#)
        }
        #expect(run.values == [#"{"id":2,"children":[{"id":1},{"id":2},{"id":3}]}"#])
        #expect(run.rejects.count == 1)
        #expect(run.rejects.first?.contains("https://api.example.org/p/6/c: page 2 leads back to itself") == true, "\(run.rejects)")
    }

    @Test("takes no more than limits allow") func limits() async throws {
        let pages = try await HydrateRun(Self.stage(#", "limits": {"max_pages": 2}"#), records: [#"{"id":3}"#], respond: Self.page)
        #expect(pages.rejects.first?.contains("limits.max_pages is 2") == true, "\(pages.rejects)")
        let bytes = try await HydrateRun(
            Self.stage(#", "limits": {"max_response_bytes": 100}"#), records: [#"{"id":3}"#], respond: Self.page)
        #expect(bytes.rejects.first?.contains("the list is longer than 100 bytes") == true, "\(bytes.rejects)")
    }

    @Test("does not follow a next page to a host that is not allowed") func foreignPage() async throws {
        let run = try await HydrateRun(Self.stage(), records: [#"{"id":1}"#]) { _ in
            .scripted(body: #"{"items": [], "next": "https://evil.example.org/x"}"#)
        }
        #expect(run.rejects.first?.contains("names a page on another host") == true, "\(run.rejects)")
        #expect(run.children.count == 1)
    }
}
