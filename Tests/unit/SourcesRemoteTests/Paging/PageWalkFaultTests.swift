import JSONParsing
@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote
import TestSupport
import Testing
import WebAddresses

@Suite("A walk through pages that cannot go on") struct PageWalkFaultTests {
    @Test(
        "ends with an error that names both pages of a loop",
        arguments: [
            (PagedServer.Kind.cursor, 2, 1, "p2+/=&%41"), (.cursor, 3, 2, "p3+/=&%41"),
            (.nextURL, 2, 1, "http://api.example.org/v1/list?limit=50&page_token=***"),
            (.nextURL, 3, 2, "http://api.example.org/v1/list?limit=50&page_token=***"), (.nextParameter, 2, 1, "p2+/=&%41"),
        ])
    func loops(_ kind: PagedServer.Kind, _ target: Int, _ earlier: Int, _ shown: String) throws {
        let server = PagedServer(kind: kind, fault: .loop(to: target))
        let result = try WalkResult(Paging(json: server.options), server)
        #expect(result.fault == .namedAgain(page: 3, earlier: earlier, next: shown))
        #expect(result.ids == Array(1...150))
        let tolerant = server.options.dropLast() + #", "on_repeat": "end"}"#
        #expect(try WalkResult(Paging(json: String(tolerant)), server).end == .namedAgain(page: 3))
    }

    @Test("names the first page, if a page leads back to it") func backToFirst() throws {
        let home = try #require(WebAddress(PagedServer.home + "?limit=50"))
        var walk = PageWalk(try Paging(json: #"{"type": "next_url", "at": ".next"}"#), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        let page = PageFacts(number: 1, address: home, content: ["next": "?limit=50"], itemCount: 1)
        #expect(try walk.read(page) == .failed(.namedAgain(page: 1, earlier: 0, next: home.text)))
        #expect(walk.request() == nil)
    }

    @Test("stops at max_pages", arguments: [PagedServer.Kind.cursor, .page, .offset, .nextURL]) func endless(_ kind: PagedServer.Kind)
        throws
    {
        var server = PagedServer(kind: kind, fault: .endless)
        server.total = 100_000
        let result = try WalkResult(Paging(json: server.options), server, maxPages: 20)
        #expect(result.fault == .tooManyPages(limit: 20))
        #expect(result.requests.count == 20)
        #expect(result.fault?.description == "page 20 is not the last one, and limits.max_pages is 20")
    }

    @Test("ends well on the last page that max_pages allows") func exact() throws {
        let server = PagedServer(kind: .cursor)
        #expect(try WalkResult(Paging(json: server.options), server, maxPages: 9).end == .last)
    }

    @Test("names the loop where the server ignores a token", arguments: [PagedServer.Kind.cursor, .headerCursor])
    func ignoredToken(_ kind: PagedServer.Kind) throws {
        let server = PagedServer(kind: kind)
        let options = server.options.replacing(#", "send_as": "cursor""#, with: "").dropLast() + #", "send_as": {"header": "X-Unknown"}}"#
        let result = try WalkResult(Paging(json: String(options)), server)
        #expect(result.fault == .ignored(page: 2, parameter: "the header X-Unknown"))
    }

    @Test("names the rule that passes over all pages up to the limit, or over one whose length is unknown") func skippedPages() throws {
        let home = try #require(WebAddress(PagedServer.home))
        for (options, fault) in [
            (#"{"type": "page"}"#, PagingFault.skippedAtLimit(limit: 1, rule: 2)),
            (#"{"type": "offset"}"#, .skippedUncounted(page: 1, rule: 2)),
        ] {
            var walk = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)), maxPages: 1)
            _ = walk.request()
            let page = PageFacts(number: 1, address: home, meaning: .skip(RuleMatch(number: 2)), content: nil, itemCount: 0)
            #expect(try walk.read(page) == .failed(fault))
        }
    }

    @Test("warns where no page of several holds an item") func noItems() throws {
        var server = PagedServer(kind: .cursor, fault: .sizes([0, 0, 0]))
        server.total = 0
        let home = try #require(WebAddress(PagedServer.home))
        var walk = PageWalk(try Paging(json: server.options), from: RequestTemplate(HTTPRequest(home)))
        while let next = walk.request() {
            let (head, body) = try server.respond(next.request)
            let content = try JSONValue(parsing: body)
            _ = try walk.read(PageFacts(number: next.number, head: head, address: home, content: content, itemCount: 0))
        }
        #expect(walk.warnings == ["none of 3 pages holds an item; \"items\" may name the wrong place"])
    }

    @Test("does not leave the host of its URL, unless that is allowed") func foreign() throws {
        let home = try #require(WebAddress("https://api.example.org/list"))
        let paging = try Paging(json: #"{"type": "next_url", "at": ".next"}"#)
        for (next, host) in [
            ("https://evil.example/list", "evil.example"), ("http://api.example.org/list?page=2", nil),
            ("https://api.example.org:444/list", "api.example.org:444"), ("//evil.example/x", "evil.example"),
        ] as [(String, String?)] {
            let page = PageFacts(number: 1, address: home, content: ["next": .string(next)], itemCount: 1)
            var walk = PageWalk(paging, from: RequestTemplate(HTTPRequest(home)))
            _ = walk.request()
            let expected =
                host.map { PagingFault.foreignHost(page: 1, next: home.resolving(next)?.shown ?? "", host: $0) }
                ?? .unencrypted(page: 1, next: next)
            #expect(try walk.read(page) == .failed(expected))
            var open = PageWalk(paging, from: RequestTemplate(HTTPRequest(home)), isAllowed: { _ in true })
            _ = open.request()
            #expect(try open.read(page) == .more)
        }
    }

    @Test(
        "says what is wrong with a value of the page",
        arguments: [
            (
                #"{"type": "cursor", "at": ".next"}"#, #"{"next": true}"#,
                "page 1: expected a string, a number, a list or an object at .next, found a boolean"
            ),
            (#"{"type": "next_url", "at": ".next"}"#, #"{"next": [1]}"#, "page 1: expected a string or a number at .next, found an array"),
            (
                #"{"type": "cursor", "at": ".next", "send_as": {"each": "query"}}"#, #"{"next": [1]}"#,
                "page 1: expected an object of at most 100 members at the next page, found [1]"
            ),
            (
                #"{"type": "link_header", "has_more": ".more"}"#, #"{"more": true}"#,
                "page 1: .more says that there is more, but the header Link names no next page"
            ),
            (
                #"{"type": "header_cursor", "header": "X-Next", "send_as": "after", "has_more": ".more"}"#, #"{"more": true}"#,
                "page 1: .more says that there is more, but the header X-Next names no next page"
            ),
            (
                #"{"type": "cursor", "at": ".next", "send_as": {"header": "X-Cursor"}}"#, #"{"next": "a\r\nCookie: b"}"#,
                #"page 1: expected a text that a header can carry at the next page, found "a␍␊Cookie: b""#
            ),
            (
                #"{"type": "cursor", "at": ".next.x"}"#, #"{"next": [1]}"#,
                #"page 1: Cannot index array with string ("x") (options:1:38: paging.at: .next.x; input .next: array ([1]))"#
            ),
            (
                #"{"type": "cursor", "at": ".next", "has_more": ".more"}"#, #"{"more": true}"#,
                "page 1: .more says that there is more, but .next names no next page"
            ),
            (
                #"{"type": "next_url", "at": ".next"}"#, #"{"next": "mailto:x@y"}"#,
                #"page 1: expected the URL of the next page at .next, found "mailto:x@y""#
            ),
            (
                #"{"type": "next_param", "at": ".next"}"#, #"{"next": "/list?after=3"}"#,
                #"page 1: the URL of the next page has no query item "page_token": http://api.example.org/list?after=3"#
            ),
            (#"{"type": "page", "total_pages": ".total"}"#, #"{"total": "many"}"#, #"page 1: expected a number at .total, found "many""#),
            (#"{"type": "page", "total_pages": ".total"}"#, #"{"total": 1.5}"#, "page 1: expected a whole number at .total, found 1.5"),
            (
                #"{"type": "keyset", "field": ".id"}"#, "{}",
                "page 1: expected a string, a number, a list or an object at .id of the last item, found null"
            ),
        ])
    func wrongValues(_ options: String, _ content: String, _ message: String) throws {
        let home = try #require(WebAddress("http://api.example.org/list"))
        var walk = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        let page = PageFacts(number: 1, address: home, content: try JSONValue(parsing: content), itemCount: 1, lastItem: [:])
        guard case .failed(let fault) = try walk.read(page) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.description == message)
    }
}
