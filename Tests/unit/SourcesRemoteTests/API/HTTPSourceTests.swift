import JSONParsing
import Synchronization
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("The source http") struct HTTPSourceTests {
    /// The options of the source for a server.
    private static func options(_ server: PagedServer, id: String = ".id", more: String = "") -> String {
        let isUncounted = [.nextURL, .linkHeader, .cursor, .nextParameter, .headerCursor].contains(server.kind)
        let query = isUncounted ? #""query": {"limit": 50}, "# : ""
        return """
            {"url": "\(PagedServer.home)", \(query)"items": ".items[]", "id": "\(id)", "paging": \(server.options)\(more)}
            """
    }

    private static func run(_ server: PagedServer, id: String = ".id", more: String = "", limit: Int? = nil) async throws -> SourceRun {
        try await SourceRun(options(server, id: id, more: more), limit: limit) { request, _ in
            let (head, body) = try server.respond(request)
            return try .scripted(body, to: request, head: head)
        }
    }

    private static func items(_ ids: some Sequence<Int>) -> [String] { ids.map { #"{"id":\#($0),"title":"Item \#($0)"}"# } }

    @Test("reads all pages in order", arguments: PagedServer.Kind.allCases) func kinds(_ kind: PagedServer.Kind) async throws {
        let run = try await Self.run(PagedServer(kind: kind))
        #expect(run.report.failure == nil)
        #expect(run.values == Self.items(1...437))
        #expect(run.requests.count <= 10)
        #expect(run.report.notes.first == "http: 437 items of 9 pages")
        #expect(run.origins[7] == "http://api.example.org/v1/list, page 1, item 8")
        #expect(run.origins[436] == "http://api.example.org/v1/list, page 9, item 37")
    }

    @Test("drops items that come again, and says how many") func overlap() async throws {
        let run = try await Self.run(PagedServer(kind: .cursor, fault: .overlap(3)))
        #expect(run.values == Self.items(1...437))
        #expect(run.report.notes == ["http: 437 items of 10 pages", "http: 27 items came again on a later page and were dropped"])
        #expect(run.warnings == [])
    }

    @Test("warns of items that an id with one value for several of them drops") func wrongID() async throws {
        let run = try await Self.run(PagedServer(kind: .cursor), id: ".id % 60")
        #expect(run.values == Self.items(1...60))
        #expect(
            run.warnings == [
                #"377 items with an "id" of an earlier page and other content were dropped: they have changed meanwhile, or "id" does not tell items apart"#
            ])
    }

    @Test(
        "warns of a program that hides which pages are empty, where an empty page is the end",
        arguments: [
            ("(.items // [])[]", #"{"type":"page"}"#, true), ("[.items[]][]", #"{"type":"offset"}"#, true),
            ("(.items // [])[]", #"{"type":"keyset","field":".id"}"#, true), (".items[] | select(.a)", #"{"type":"page"}"#, false),
            ("(.items // [])[]", #"{"type":"page","total_pages":".pages"}"#, false), (".[]", #"{"type":"page"}"#, false),
            ("(.items // [])[]", #"{"type":"page","stop_on_empty":false,"total_pages":".pages"}"#, false),
            ("(.items // [])[]", #"{"type":"cursor","at":".next"}"#, false),
        ])
    func hiddenPages(_ items: String, _ paging: String, _ isWarned: Bool) throws {
        var options = try OptionReader(json: #"{"url":"https://example.org/","items":"\#(items)","paging":\#(paging)}"#)
        _ = HTTPSource(options: &options)
        try options.check()
        #expect(options.warnings.map(\.message).contains { $0.hasPrefix("this program does not begin") } == isWarned)
    }

    @Test("fails at a loop, after the items in front of it") func loop() async throws {
        let run = try await Self.run(PagedServer(kind: .cursor, fault: .loop(to: 2)))
        #expect(run.values == Self.items(1...150))
        #expect(run.report.exitCode == 69)
        #expect(
            "\(run.report.failure.map { "\($0)" } ?? "")"
                == "http://api.example.org/v1/list: page 3 leads back to page 2: p2+/=&%41; the server may ignore what asks for the next page "
                + "(\"on_repeat\": \"end\" takes that for the end)"
        )
    }

    @Test("ends well at max_items, and asks for no page too many", arguments: [(50, 1), (51, 2), (120, 3)])
    func maxItems(_ count: Int, _ requests: Int) async throws {
        let run = try await Self.run(PagedServer(kind: .cursor), more: #", "limits": {"max_items": \#(count)}"#)
        #expect(run.report.failure == nil)
        #expect(run.values == Self.items(1...count))
        #expect(run.requests.count == requests)
    }

    @Test("stops reading when the run needs no more records") func limit() async throws {
        let run = try await Self.run(PagedServer(kind: .cursor, fault: .endless), limit: 120)
        #expect(run.report.failure == nil)
        #expect(run.values == Self.items(1...120))
    }

    @Test("requests four pages at once if the server counts them, and keeps their order", .startsOnIdlePool, .timeLimit(.minutes(5)))
    func concurrency() async throws {
        let server = PagedServer(kind: .page)
        let fifth = AsyncSemaphore(permits: 0)
        let run = try await SourceRun(Self.options(server)) { request, _ in
            // Pages 2 to 4 arrive after page 5 was requested.
            switch request.address.queryValue("page") {
            case "2", "3", "4": await fifth.wait()
            case "5": for _ in 2...4 { fifth.signal() }
            default: break
            }
            let (head, body) = try server.respond(request)
            return try .scripted(body, to: request, head: head)
        }
        #expect(run.values == Self.items(1...437))
        #expect(run.maxConcurrent == 4)
        #expect(run.requests.count == 9)
    }

    @Test("sends the pages in front of one that fails, even if that arrives first", .startsOnIdlePool, .timeLimit(.minutes(5)))
    func failure() async throws {
        let server = PagedServer(kind: .page)
        let fourth = AsyncSemaphore(permits: 0)
        let run = try await SourceRun(Self.options(server)) { request, _ in
            let page = request.address.queryValue("page")
            if page == "2" { await fourth.wait() }
            if page == "4" {
                fourth.signal()
                throw PipelineFailure(.remoteUnavailable, "page 4: gone")
            }
            let (head, body) = try server.respond(request)
            return try .scripted(body, to: request, head: head)
        }
        #expect(run.values == Self.items(1...150))
        #expect(run.report.exitCode == 69)
        #expect(run.report.failure as? PipelineFailure == PipelineFailure(.remoteUnavailable, "page 4: gone"))
    }

    @Test("gives no item of a bad page") func badPage() async throws {
        let server = PagedServer(kind: .cursor)
        let run = try await SourceRun(Self.options(server)) { request, number in
            let (head, body) = try server.respond(request)
            return try .scripted(number == 3 ? String(body.dropLast()) : body, to: request, head: head)
        }
        #expect(run.values == Self.items(1...150))
        #expect(run.report.exitCode == 65)
        #expect("\(run.report.failure.map { "\($0)" } ?? "")".hasPrefix("http://api.example.org/v1/list: page 4: line 1, byte "))
    }

    @Test("ends at once when the run is cancelled", .startsOnIdlePool, .timeLimit(.minutes(5))) func cancellation() async throws {
        let server = PagedServer(kind: .cursor)
        let isWaiting = AsyncSemaphore(permits: 0)
        let task = Task {
            try await SourceRun(Self.options(server)) { request, number in
                if number == 1 {
                    isWaiting.signal()
                    try await Task.sleep(for: .seconds(3600))
                }
                let (head, body) = try server.respond(request)
                return try .scripted(body, to: request, head: head)
            }
        }
        await isWaiting.wait()
        task.cancel()
        let run = try await task.value
        #expect(run.report.failure is Interrupted)
        #expect(run.requests.count == 2)
    }

    @Test("asks again where pages turn out shorter than those before", arguments: 0..<20) func changingSizes(_ seed: UInt64) async throws {
        var random = SeededRandom(seed: seed)
        let sizes = (0..<Int.random(in: 2...25, using: &random)).map { _ in Int.random(in: 1...4, using: &random) * 10 }
        let server = PagedServer(kind: .offset, fault: .sizes(sizes), total: sizes.reduce(0, +))
        let run = try await Self.run(server)
        #expect(run.report.failure == nil)
        #expect(run.values == Self.items(1...sizes.reduce(0, +)))
    }

    @Test("goes on behind a skipped page, and ends where a rule says so", arguments: PagedServer.Kind.allCases.filter { $0 != .keyset })
    func meanings(_ kind: PagedServer.Kind) async throws {
        for (meaning, ids) in [
            (CompleteResponse.Meaning.skip(RuleMatch(number: 0)), Array(1...150) + Array(201...437)),
            (.end(RuleMatch(number: 0)), Array(1...150)),
        ] {
            let server = PagedServer(kind: kind, hasTotal: false)
            let run = try await SourceRun(Self.options(server)) { request, number in
                let (head, body) = try server.respond(request)
                return try .scripted(body, to: request, head: head, meaning: number == 3 ? meaning : .content)
            }
            #expect(run.report.failure == nil)
            #expect(run.values == Self.items(ids))
            #expect(run.warnings == [])
        }
    }

    @Test(
        "fails at a skipped page that does not name the next one",
        arguments: [PagedServer.Kind.cursor, .nextURL, .nextParameter, .linkHeader, .headerCursor, .keyset],
        ["", "not JSON", #"{"error": "gone"}"#, #"{"next": true}"#])
    func skippedToken(_ kind: PagedServer.Kind, _ body: String) async throws {
        let server = PagedServer(kind: kind)
        let rules = #", "responses": [{"status": 500, "action": "end"}, {"status": 404, "action": "skip"}]"#
        let run = try await SourceRun(
            Self.options(server, more: rules),
            sending: { request, number in
                if number == 2 { return .scripted(404, body: body) }
                let (head, body) = try server.respond(request)
                return .scripted(head.status, head.headers, body: body)
            })
        #expect(run.values == Self.items(1...100))
        #expect(run.report.exitCode == 69)
        #expect(
            "\(run.report.failure.map { "\($0)" } ?? "")"
                == "http://api.example.org/v1/list: page 3 was skipped by responses[1], and only it names the page after it; \"end\" ends the "
                + "list there")
    }

    @Test("warns if there is more than the one page that it reads") func onePage() async throws {
        let run = try await SourceRun(#"{"url": "https://example.org/", "items": ".[]"}"#) { request, _ in
            try .scripted(
                "[1,2]", to: request, head: ResponseHead(status: 200, headers: ["Link": "<https://example.org/?page=2>; rel=\"next\""]))
        }
        #expect(run.values == ["1", "2"])
        #expect(
            run.warnings == [
                "there is more than this one page: the header Link names the next one; \"paging\": {\"type\": \"link_header\"} reads it"
            ])
    }

    @Test("reads an empty response as no items") func empty() async throws {
        let run = try await SourceRun(#"{"url": "https://example.org/", "items": ".[]"}"#) { request, _ in
            try .scripted("", to: request, head: ResponseHead(status: 204))
        }
        #expect(run.report.exitCode == 0)
        #expect(run.values.isEmpty)
    }

    @Test("sends what its options say, with secrets apart") func request() async throws {
        let run = try await SourceRun(
            """
            {"url": "https://example.org/list?a=1", "method": "POST", "query": {"b": [2, "x y"], "api_key": "hidden"}, "idempotent": true,
             "headers": {"X-Version": "3", "X-Token": "secret"}, "body": {"form": {"limit": 100, "c": "d&e"}}, "items": ".[]"}
            """, sending: { _, _ in .scripted(body: "[]") })
        let request = try #require(run.requests.first)
        #expect(request.method == "POST")
        #expect(request.isIdempotent)
        #expect(request.address.text == "https://example.org/list?a=1&b=2&b=x%20y")
        #expect(request.wireAddress.text == "https://example.org/list?a=1&b=2&b=x%20y&api_key=hidden")
        #expect(request.headers["X-Version"] == "3")
        #expect(request.headers["X-Token"] == nil)
        #expect(request.wireHeaders["X-Token"] == "secret")
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(request.body.map { String(decoding: $0, as: UTF8.self) } == "limit=100&c=d%26e")
    }

    @Test(
        "reports options that do not fit together",
        arguments: [
            (#""body": {"json": {}}"#, #"a request with a body needs "method": "POST""#),
            (#""paging": {"type": "cursor", "at": ".n", "send_as": {"json": ".c"}}"#, #"the field .c of the body needs "method": "POST""#),
            (
                #""method": "POST", "body": {"form": {}}, "paging": {"type": "cursor", "at": ".n", "send_as": {"json": ".c"}}"#,
                #""json" puts a value into a JSON body, but the body is a form"#
            ),
            (#""paging": {"type": "page", "size": 3}"#, #""size" needs "size_as", the place where requests carry it"#),
            (
                #""paging": {"type": "cursor", "at": ".n", "send_as": {"json": ".a[]"}}"#,
                "expected the path of a field, such as .page.after"
            ),
            (#""headers": {"a b": "c"}"#, #"expected the name of a header, found "a b""#),
            (#""headers": {"a": "c\r\nd: e"}"#, "expected a value that a header can have for a: it contains a line break"),
            (#""paging": {"type": "next_url", "at": ".n", "allow_hosts": ["https://a/"]}"#, "expected a host such as api.example.org"),
            (#""paging": {"type": "curser", "at": ".n"}"#, #"did you mean "cursor"?"#),
        ])
    func problems(_ options: String, _ message: String) throws {
        let error = #expect(throws: PipelineFileError.self) {
            try HTTPSource(json: #"{"url": "https://example.org/", "items": ".[]", \#(options)}"#)
        }
        #expect(error.map { "\($0)" }?.contains(message) == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("sends secrets of the query to each page of its host, and to no other") func secrets() async throws {
        let run = try await SourceRun(
            """
            {"url": "https://example.org/list", "query": {"api_key": "hidden", "b": 1}, "items": ".items[]",
             "auth": {"type": "bearer", "token": "abcdef"},
             "paging": {"type": "next_url", "at": ".next", "allow_hosts": ["other.example"]}}
            """,
            sending: { _, number in
                let next = ["/list?page=2&api_key=hidden", "https://other.example/3", "https://evil.example/4"][number]
                return .scripted(body: #"{"items": [\#(number)], "next": "\#(next)"}"#)
            })
        #expect(run.values == ["0", "1", "2"])
        #expect(run.report.exitCode == 69)
        let message = run.report.failure.map { "\($0)" } ?? ""
        #expect(message.contains("page 3 names a page on another host: https://evil.example/4"))
        #expect(
            run.requests.map(\.address.text) == [
                "https://example.org/list?b=1", "https://example.org/list?page=2", "https://other.example/3",
            ])
        #expect(run.requests[1].wireAddress.text == "https://example.org/list?page=2&api_key=hidden")
        #expect(run.requests.allSatisfy { $0.wireHeaders["Authorization"] == "Bearer abcdef" })
    }

    @Test("repeats a page that failed, and says how many requests it sent") func retries() async throws {
        let server = PagedServer(kind: .cursor)
        let run = try await SourceRun(
            Self.options(server),
            sending: { request, number in
                if number == 3 { return .scripted(503, ["Retry-After": "38"]) }
                let (head, body) = try server.respond(request)
                return .scripted(head.status, head.headers, body: body)
            })
        #expect(run.values == Self.items(1...437))
        #expect(run.report.notes == ["http: 437 items of 9 pages, 10 requests"])
    }

    @Test("names the page that the server refuses, after the items in front of it") func expired() async throws {
        let server = PagedServer(kind: .cursor)
        let run = try await SourceRun(
            Self.options(server),
            sending: { request, number in
                if number == 3 { return .scripted(410, body: "this cursor has expired") }
                let (head, body) = try server.respond(request)
                return .scripted(head.status, head.headers, body: body)
            })
        #expect(run.values == Self.items(1...150))
        #expect(run.requests.count == 4)
        #expect(run.report.exitCode == 69)
        #expect("\(run.report.failure.map { "\($0)" } ?? "")".contains(": page 4: "))
    }

    @Test("checks the first page with one attempt, without its cache") func checkOnce() async throws {
        let source = try HTTPSource(
            json: #"""
                {"url": "https://api.example.org/list", "items": ".items[]", "paging": {"type": "page"},
                 "cache": {"folder": "/nonexistent/cache"}}
                """#)
        for (status, body, found) in [(200, #"{"items":[1]}"#, "200, 1 item"), (200, #"{"items":[1,2]}"#, "200, 2 items"), (503, "", "")] {
            let transport = ScriptedTransport { _, _ in .scripted(status, body: body) }
            let network = RunNetwork(transport: transport, clock: ScriptedClock().clock())
            let text = try? await source.hooks.check?(RunContext(network))
            #expect(text == (found.isEmpty ? nil : "https://api.example.org/list: \(found) on the first page"))
            #expect(transport.requests.map(\.address.shown) == ["https://api.example.org/list?page=1"])
        }
    }

    @Test("explains its first request and its paging") func explanation() throws {
        let source = try HTTPSource(
            json: #"{"url": "https://example.org/?token=x", "items": ".[]", "paging": {"type": "offset", "total": ".total"}}"#)
        #expect(
            source.explanation == [
                "first request: GET https://example.org/?token=***",
                #"pages: the query item "offset" counts items from 0, up to .total; an empty page before that is an error"#,
            ])
    }
}
