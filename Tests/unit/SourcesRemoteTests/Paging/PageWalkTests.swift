import JSONParsing
@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesLocal
@testable import SourcesRemote
import TestSupport
import Testing
import WebAddresses

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

    @Test("of a list without items ends after one request", arguments: PagedServer.Kind.allCases)
    func nothing(_ kind: PagedServer.Kind) throws {
        var server = PagedServer(kind: kind)
        server.total = 0
        let result = try WalkResult(Paging(json: server.options), server)
        #expect(result.ids.isEmpty)
        #expect(result.end == .last)
        #expect(result.requests.count == 1)
    }

    @Test(
        "follows a link that the page names apart from its beginning",
        arguments: [
            (#"{"_links":{"base":"https://x.example/wiki","next":"/rest?page=2"}}"#, "https://x.example/wiki/rest?page=2"),
            (#"{"_links":{"base":"https://x.example/wiki/","next":"/rest?page=2"}}"#, "https://x.example/wiki/rest?page=2"),
            (#"{"_links":{"base":"https://x.example/wiki","next":"/wiki/rest?page=2"}}"#, "https://x.example/wiki/rest?page=2"),
            (#"{"_links":{"base":"https://x.example","next":"/rest?page=2"}}"#, "https://x.example/rest?page=2"),
            (#"{"_links":{"base":"wiki","next":"/rest?page=2"}}"#, "https://x.example/rest?page=2"),
            (#"{"_links":{"base":"https://x.example/wiki","next":"?page=2"}}"#, "https://x.example/wiki/rest?page=2"),
            (#"{"_links":{"base":"https://x.example/wiki","next":"https://x.example/2"}}"#, "https://x.example/2"),
        ])
    func base(_ page: String, _ next: String) throws {
        let home = try #require(WebAddress("https://x.example/wiki/rest"))
        let paging = try Paging(json: #"{"type": "next_url", "at": "._links.next"}"#)
        var walk = PageWalk(paging, from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        let content = try JSONValue(parsing: Array(page.utf8))
        #expect(try walk.read(PageFacts(number: 1, address: home, content: content, itemCount: 1)) == .more)
        #expect(walk.request()?.request.address.text == next)
    }

    @Test("drops items that came before, and counts them") func overlap() throws {
        let server = PagedServer(kind: .cursor, fault: .overlap(3))
        let result = try WalkResult(Paging(json: server.options), server)
        #expect(result.ids == Array(1...437))
        #expect(result.dropped == 27)
        #expect(result.requests.count == 10)
    }

    @Test("goes on behind an empty page that names a next one", arguments: [PagedServer.Kind.cursor, .nextURL, .linkHeader])
    func emptyMiddle(_ kind: PagedServer.Kind) throws {
        let server = PagedServer(kind: kind, fault: .emptyPage(5))
        #expect(try WalkResult(Paging(json: server.options), server).ids == Array(1...437))
        guard kind == .cursor else { return }
        let options = #"{"type": "cursor", "at": ".next", "stop_on_empty": true}"#
        #expect(try WalkResult(Paging(json: options), server).ids == Array(1...200))
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
        for type in ["cursor", "next_url"] {
            let paging = try Paging(json: #"{"type": "\#(type)", "at": ".next", "has_more": ".more"}"#)
            var walk = PageWalk(paging, from: RequestTemplate(HTTPRequest(home)))
            _ = walk.request()
            let facts = PageFacts(number: 1, address: home, content: try JSONValue(parsing: content), itemCount: 1)
            #expect(try walk.read(facts) == outcome, "\(type)")
        }
        var keyset = PageWalk(
            try Paging(json: #"{"type": "keyset", "field": ".id", "has_more": ".more"}"#), from: RequestTemplate(HTTPRequest(home)))
        _ = keyset.request()
        let page = PageFacts(number: 1, address: home, content: ["more": .null], itemCount: 1, lastItem: ["id": 1])
        #expect(try keyset.read(page) == .more)
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
        #expect(
            try ruled.read(PageFacts(number: 1, address: home, meaning: .end(RuleMatch(number: 0)), content: nil, itemCount: 0))
                == .end(.rule))
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
