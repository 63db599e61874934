import JSONParsing
@testable import Pipeline
@testable import SourcesRemote
import TestSupport
import Testing

@Suite("A walk through pages") struct PageWalkTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let kind: PagedServer.Kind
        let ending: PagedServer.Ending
        var testDescription: String { "\(kind), \(ending)" }
    }

    private static let examples = PagedServer.Kind.allCases.flatMap { kind in
        PagedServer.Ending.allCases.compactMap { ending in
            // Only a cursor stays beside has_more; the other kinds end in one way.
            ending == .hasMore && kind != .cursor ? nil : Example(kind: kind, ending: ending)
        }
    }

    @Test("gives each of 437 items once, in order, with at most 10 requests", arguments: examples)
    func kinds(_ example: Example) throws {
        let server = PagedServer(kind: example.kind, ending: example.ending)
        let result = try WalkResult(Paging(json: server.options), server)
        #expect(result.ids == Array(1...437))
        #expect(result.end == .last)
        #expect(result.fault == nil)
        #expect(result.requests.count <= 10)
        #expect(result.dropped == 0)
    }

    @Test("without a total ends at an empty page", arguments: [PagedServer.Kind.page, .page0, .offset, .keyset])
    func empty(_ kind: PagedServer.Kind) throws {
        let server = PagedServer(kind: kind, total: 400, hasTotal: false)
        let options = server.options.replacing(#", "has_more": ".has_more""#, with: "").replacing(#", "total": ".total""#, with: "")
            .replacing(#", "total_pages": ".total_pages""#, with: "")
        let result = try WalkResult(Paging(json: options), server)
        #expect(result.ids == Array(1...400))
        #expect(result.end == .last)
        #expect(result.requests.count == 9)
    }

    @Test("of a list without items ends after one request", arguments: PagedServer.Kind.allCases)
    func nothing(_ kind: PagedServer.Kind) throws {
        var server = PagedServer(kind: kind)
        server.total = 0
        let result = try WalkResult(Paging(json: server.options), server)
        #expect(result.ids.isEmpty)
        #expect(result.end == .last)
        #expect(result.requests.count == 1)
    }

    @Test("drops items that came before, and counts them") func overlap() throws {
        let server = PagedServer(kind: .cursor, fault: .overlap(3))
        let result = try WalkResult(Paging(json: server.options), server)
        #expect(result.ids == Array(1...437))
        #expect(result.dropped == 27)
        #expect(result.requests.count == 10)
    }

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

    @Test("goes on behind an empty page that names a next one", arguments: [PagedServer.Kind.cursor, .nextURL, .linkHeader])
    func emptyMiddle(_ kind: PagedServer.Kind) throws {
        let server = PagedServer(kind: kind, fault: .emptyPage(5))
        #expect(try WalkResult(Paging(json: server.options), server).ids == Array(1...437))
        guard kind == .cursor else { return }
        let options = #"{"type": "cursor", "at": ".next", "stop_on_empty": true}"#
        #expect(try WalkResult(Paging(json: options), server).ids == Array(1...200))
    }

    @Test("fails at an empty page before the total, unless stop_on_empty says what it means") func emptyNumbered() throws {
        let server = PagedServer(kind: .page, fault: .emptyPage(5))
        let failed = try WalkResult(Paging(json: server.options), server)
        #expect(failed.fault == .emptyBefore(total: 10, unit: .page, page: 5, items: 200))
        #expect(
            failed.fault?.description
                == "page 5 is empty, but the server counts 10 pages, and 200 items came so far; \"stop_on_empty\": true takes that for the "
                + "end, and false goes on behind it")
        #expect(failed.fault?.kind == .remoteUnavailable)
        let options = server.options.dropLast() + #", "stop_on_empty": "#
        let stopped = try WalkResult(Paging(json: options + "true}"), server)
        #expect(stopped.ids == Array(1...200))
        #expect(stopped.end == .emptyCounted(total: 10, unit: .page, page: 5))
        #expect(stopped.end?.warning == "page 5 is empty, but the server counts 10 pages; items may be missing")
        let last = PageEnd.emptyCounted(total: 9, unit: .page, page: 9).warning
        #expect(last?.hasSuffix("items may be missing (\"start\": 0 asks for a page 0)") == true)
        #expect(try WalkResult(Paging(json: options + "false}"), server).ids == Array(1...437))
    }

    @Test("ends where the last page comes again", arguments: [".id", nil]) func lastPageAgain(_ id: String?) throws {
        let server = PagedServer(kind: .page, fault: .lastPageAgain, hasTotal: false)
        let result = try WalkResult(Paging(json: server.options), server, id: id)
        #expect(result.ids == Array(1...437))
        #expect(result.end == .sameItems(page: 10))
        #expect(result.dropped == 37)
        #expect(result.end?.warning?.hasPrefix("page 10 holds the same items as page 9; the walk ended there") == true)
    }

    @Test("fails where a page comes again and the server counts more") func ignoredParameter() throws {
        let server = PagedServer(kind: .page)
        let home = try #require(WebAddress(PagedServer.home + "?limit=50&page=1"))
        let options = #"{"type": "page", "send_as": {"header": "X-Unknown"}, "total_pages": ".total_pages"}"#
        let result = try WalkResult(Paging(json: options), server, template: RequestTemplate(HTTPRequest(home)))
        #expect(result.fault == .sameItems(page: 2, counted: "9 pages"))
        #expect(result.ids.count == 50)
    }

    @Test("fails where the second page is the first one again, because the server ignores the parameter", arguments: [false, true])
    func ignoredParameterWithoutTotal(_ endsOnRepeat: Bool) throws {
        let server = PagedServer(kind: .page)
        let home = try #require(WebAddress(PagedServer.home + "?limit=50&page=1"))
        let options = #"{"type": "page", "send_as": {"header": "X-Unknown"}"# + (endsOnRepeat ? #", "on_repeat": "end"}"# : "}")
        let result = try WalkResult(Paging(json: options), server, template: RequestTemplate(HTTPRequest(home)))
        #expect(result.fault == (endsOnRepeat ? nil : .sameItems(page: 2, counted: nil)))
        #expect(result.end == (endsOnRepeat ? .sameItems(page: 2) : nil))
        #expect(result.ids.count == 50)
    }

    @Test("names the loop where the server ignores a token", arguments: [PagedServer.Kind.cursor, .headerCursor])
    func ignoredToken(_ kind: PagedServer.Kind) throws {
        let server = PagedServer(kind: kind)
        let options = server.options.replacing(#", "send_as": "cursor""#, with: "").dropLast() + #", "send_as": {"header": "X-Unknown"}}"#
        let result = try WalkResult(Paging(json: String(options)), server)
        #expect(result.fault == .namedAgain(page: 2, earlier: 1, next: "p2+/=&%41"))
    }

    @Test("goes on by what came, and not by what was asked for") func cappedSize() throws {
        let server = PagedServer(kind: .offset)
        let home = try #require(WebAddress(PagedServer.home))
        let options = #"{"type": "offset", "size": 200, "total": ".total"}"#
        let result = try WalkResult(Paging(json: options), server, template: RequestTemplate(HTTPRequest(home)))
        #expect(result.ids == Array(1...437))
        #expect(result.requests.map { $0.address.queryValue("offset") } == (0..<9).map { String($0 * 50) })
        #expect(result.requests.allSatisfy { $0.address.queryValue("limit") == "200" })
    }

    @Test("may begin in the middle of a list with a total", arguments: [("page", 5, 9), ("page", 9, 9), ("offset", 200, 437)])
    func middle(_ type: String, _ start: Int, _ total: Int) throws {
        let home = try #require(WebAddress(PagedServer.home))
        let options = #"{"type": "\#(type)", "start": \#(start), "\#(type == "page" ? "total_pages" : "total")": ".total"}"#
        var walk = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)))
        var next = start
        while let request = walk.request() {
            let items = type == "page" || next + 50 <= total ? 50 : total - next
            next += type == "page" ? 1 : items
            let content: JSONValue = ["total": .number(JSONNumber(total))]
            let outcome = try walk.read(PageFacts(number: request.number, address: home, content: content, itemCount: items))
            #expect(outcome == (next < total + (type == "page" ? 1 : 0) ? .more : .end(.last)))
        }
        #expect(next == total + (type == "page" ? 1 : 0))
    }

    @Test("goes on at a page under a new token that holds the items of the page before", arguments: [PagedServer.Kind.cursor, .nextURL])
    func sameItems(_ kind: PagedServer.Kind) throws {
        let home = try #require(WebAddress(PagedServer.home))
        var walk = PageWalk(try Paging(json: PagedServer(kind: kind).options), from: RequestTemplate(HTTPRequest(home)))
        for number in 1...4 {
            _ = walk.request()
            let content: JSONValue = ["next": .string("/p\(number + 1)"), "has_more": true]
            let page = PageFacts(number: number, address: home, content: content, itemCount: 50, repeatsPageBefore: number > 1)
            #expect(try walk.read(page) == .more)
        }
    }

    @Test(
        "is ended by has_more only if that is false",
        arguments: [
            (#"{"next": "b", "more": null}"#, PageOutcome.more), (#"{"next": "b"}"#, .more), (#"{"next": "b", "more": ""}"#, .more),
            (#"{"next": "b", "more": true}"#, .more), (#"{"next": "b", "more": false}"#, .end(.last)),
            (#"{"next": "b", "more": 0}"#, .end(.last)), (#"{"next": "b", "more": "false"}"#, .end(.last)),
            (#"{"next": null, "more": null}"#, .end(.last)), ("{}", .end(.last)),
            ("{\"more\": true}", .failed(.noToken(page: 1, flag: ".more", place: ".next"))),
        ])
    func hasMore(_ content: String, _ outcome: PageOutcome) throws {
        let home = try #require(WebAddress(PagedServer.home))
        let paging = try Paging(json: #"{"type": "cursor", "at": ".next", "has_more": ".more"}"#)
        var walk = PageWalk(paging, from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        #expect(
            try walk.read(PageFacts(number: 1, address: home, content: try JSONValue(parsing: content), itemCount: 1)) == outcome)
        var keyset = PageWalk(
            try Paging(json: #"{"type": "keyset", "field": ".id", "has_more": ".more"}"#), from: RequestTemplate(HTTPRequest(home)))
        _ = keyset.request()
        let page = PageFacts(number: 1, address: home, content: ["more": .null], itemCount: 1, lastItem: ["id": 1])
        #expect(try keyset.read(page) == .more)
    }

    @Test("names the rule that passes over all pages up to the limit, or over one whose length is unknown") func skippedPages() throws {
        let home = try #require(WebAddress(PagedServer.home))
        for (options, fault) in [
            (#"{"type": "page"}"#, PagingFault.skippedAtLimit(limit: 1, rule: 2)),
            (#"{"type": "offset"}"#, .skippedUncounted(page: 1, rule: 2)),
        ] {
            var walk = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)), maxPages: 1)
            _ = walk.request()
            let page = PageFacts(number: 1, address: home, meaning: .skip(rule: 2), content: nil, itemCount: 0)
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

    @Test("is not ended by a short page", arguments: [PagedServer.Kind.page, .offset]) func shortPages(_ kind: PagedServer.Kind) throws {
        let server = PagedServer(kind: kind, fault: .sizes([50, 3, 50, 1, 20]), total: 124, hasTotal: false)
        #expect(try WalkResult(Paging(json: server.options), server).ids == Array(1...124))
    }

    @Test("of keyset ends at a page that is shorter than an earlier one, if the size is given") func keyset() throws {
        let server = PagedServer(kind: .keyset)
        let options = #"{"type": "keyset", "field": ".id", "size": 100, "size_as": "limit"}"#
        let result = try WalkResult(Paging(json: options), server)
        #expect(result.ids == Array(1...437))
        #expect(result.requests.count == 9)
    }

    @Test(
        "sends its values where send_as says",
        arguments: [
            #"{"json": ".page.cursor"}"#, #"{"json": ".cursor"}"#, #"{"form": "cursor"}"#, #"{"header": "X-Cursor"}"#, #""cursor""#,
        ])
    func places(_ sendAs: String) throws {
        let server = PagedServer(kind: .cursor)
        let home = try #require(WebAddress(PagedServer.home))
        var template = RequestTemplate(HTTPRequest(home))
        template.first.method = "POST"
        template.body = sendAs.contains("form") ? .form([("limit", "50")]) : .json(["limit": 50, "page": ["kept": true]])
        let paging = try Paging(json: #"{"type": "cursor", "at": ".next", "send_as": \#(sendAs)}"#)
        let result = try WalkResult(paging, server, template: template)
        #expect(result.ids == Array(1...437))
        #expect(result.requests.allSatisfy { $0.method == "POST" && $0.body?.isEmpty == false })
        if sendAs == #"{"json": ".page.cursor"}"# {
            let bodies = result.requests.map { String(decoding: $0.body ?? [], as: UTF8.self) }
            #expect(bodies[0] == #"{"limit":50,"page":{"kept":true}}"#)
            #expect(bodies[1] == #"{"limit":50,"page":{"kept":true,"cursor":"p2+/=&%41"}}"#)
        }
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
            (#"{"type": "cursor", "at": ".next"}"#, #"{"next": [1]}"#, "page 1: expected a string or a number at .next, found an array"),
            (
                #"{"type": "cursor", "at": ".next", "send_as": {"header": "X-Cursor"}}"#, #"{"next": "a\r\nCookie: b"}"#,
                #"page 1: expected a text that a header can carry at the next page, found "a␍␊Cookie: b""#
            ),
            (
                #"{"type": "cursor", "at": ".next.x"}"#, #"{"next": [1]}"#,
                #"page 1: Cannot index array with string ("x") (options:1:38: paging.at: .next.x)"#
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
            (#"{"type": "keyset", "field": ".id"}"#, "{}", "page 1: expected a string or a number at .id of the last item, found null"),
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

    @Test(
        "reads totals of all forms",
        arguments: [
            (#"{"total": 3}"#, true), (#"{"total": "3"}"#, true), (#"{"total": 3.0}"#, true), (#"{"total": null}"#, true), ("{}", true),
            (#"{"total": -1}"#, true), (#"{"total": 1}"#, false), (#"{"total": 0}"#, true), (#"{"total": ""}"#, true),
        ])
    func totals(_ content: String, _ goesOn: Bool) throws {
        let home = try #require(WebAddress("http://api.example.org/list"))
        var walk = PageWalk(try Paging(json: #"{"type": "page", "total_pages": ".total"}"#), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        let outcome = try walk.read(PageFacts(number: 1, address: home, content: try JSONValue(parsing: content), itemCount: 1))
        #expect(outcome == (goesOn ? .more : .end(.last)))
    }

    @Test(
        "takes a token of any simple kind",
        arguments: [
            ("7", "7", "7"), ("1e400", "1e400", "1e400"), (#""a b""#, "a b", #""a b""#),
            ("12345678901234567890", "12345678901234567890", "12345678901234567890"),
        ])
    func tokens(_ json: String, _ text: String, _ inBody: String) throws {
        let token = try #require(PageToken(try JSONValue(parsing: json)))
        #expect(token.text == text)
        #expect(token.json.compactText == inBody)
    }

    @Test("of one page warns if the response names more") func single() throws {
        let home = try #require(WebAddress("http://api.example.org/list"))
        for (headers, sign) in [
            (["Link": "<?page=2>; rel=next"] as HTTPHeaders, "the header Link names the next one"),
            (["X-WP-TotalPages": "3"], "the header X-WP-TotalPages counts 3"), (["X-WP-TotalPages": "1"], nil), ([:], nil),
        ] as [(HTTPHeaders, String?)] {
            var walk = PageWalk(Paging(), from: RequestTemplate(HTTPRequest(home)))
            _ = walk.request()
            let page = PageFacts(
                number: 1, head: ResponseHead(status: 200, headers: headers), address: home, content: [:], itemCount: 1)
            guard case .end(.single(let found)) = try walk.read(page) else {
                Issue.record("expected the end")
                continue
            }
            #expect(found?.phrase == sign)
        }
    }

    @Test("ends at a response without a body, and where a rule says so", arguments: PagedServer.Kind.allCases)
    func endings(_ kind: PagedServer.Kind) throws {
        let home = try #require(WebAddress("http://api.example.org/list"))
        let options = PagedServer(kind: kind).options
        var walk = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        #expect(
            try walk.read(PageFacts(number: 1, head: ResponseHead(status: 204), address: home, content: nil, itemCount: 0)) == .end(.last))
        var ruled = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)))
        _ = ruled.request()
        #expect(try ruled.read(PageFacts(number: 1, address: home, meaning: .end, content: nil, itemCount: 0)) == .end(.rule))
    }

    @Test("finds each item once, in order, whatever the sizes of the pages", arguments: 0..<60) func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let kinds: [PagedServer.Kind] = [.page, .offset, .cursor, .nextURL, .linkHeader, .headerCursor, .nextParameter]
        let kind = kinds[Int.random(in: 0..<kinds.count, using: &random)]
        let least = [.page, .offset].contains(kind) ? 1 : 0
        let sizes = (0..<Int.random(in: 1...30, using: &random)).map { _ in Int.random(in: least...60, using: &random) }
        let server = PagedServer(
            kind: kind, fault: .sizes(sizes), total: sizes.reduce(0, +), hasTotal: Bool.random(using: &random))
        let result = try WalkResult(Paging(json: server.options), server, id: Bool.random(using: &random) ? ".id" : nil)
        #expect(result.ids == Array(1..<sizes.reduce(1, +)))
        #expect(result.fault == nil)
    }
}
