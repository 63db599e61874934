import JSONParsing
@testable import HTTP
@testable import Pipeline
@testable import SourcesRemote
import TestSupport
import Testing
import WebAddresses

@Suite("A walk that ends by counts, sizes or empty pages") struct PageWalkCountingTests {
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

    /// The outcomes of pages of two items each, by what their bodies say.
    private static func outcomes(_ options: String, _ pages: [(String, items: Int)]) throws -> [PageOutcome] {
        let home = try #require(WebAddress("http://api.example.org/list"))
        var walk = PageWalk(try Paging(json: options), from: RequestTemplate(HTTPRequest(home)))
        return try pages.enumerated().map { index, page in
            _ = walk.request()
            let content = try JSONValue(parsing: page.0)
            return try walk.read(PageFacts(number: index + 1, address: home, content: content, itemCount: page.items))
        }
    }

    @Test("is ended by has_more, and goes on while it is true", arguments: ["page", "offset"]) func flagged(_ type: String) throws {
        let flag = #""has_more": ".more""#
        let plain = #"{"type": "\#(type)", \#(flag)}"#
        let more = ("{\"more\": true}", items: 2)
        #expect(try Self.outcomes(plain, [more, ("{\"more\": false}", 2)]) == [.more, .end(.last)])
        #expect(try Self.outcomes(plain, [more, ("{}", 2), ("{}", 0)]) == [.more, .more, .end(.last)])
        #expect(try Self.outcomes(plain, [more, ("{\"more\": true}", 0), ("{\"more\": false}", 2)]) == [.more, .more, .end(.last)])
        let stopping = #"{"type": "\#(type)", \#(flag), "stop_on_empty": true}"#
        #expect(try Self.outcomes(stopping, [more, ("{\"more\": true}", 0)]) == [.more, .end(.last)])
        let total = type == "page" ? #""total_pages": ".total""# : #""total": ".total""#
        let counted = #"{"type": "\#(type)", \#(flag), \#(total)}"#
        let unit: PageCounter.Unit = type == "page" ? .page : .item
        #expect(
            try Self.outcomes(counted, [("{\"more\": false, \"total\": 9}", 2)])
                == [.end(.ruleBefore(total: 9, unit: unit, page: 2, option: ".more"))])
        let all = type == "page" ? 1 : 2
        #expect(try Self.outcomes(counted, [("{\"more\": false, \"total\": \(all)}", 2)]) == [.end(.last)])
        #expect(try Self.outcomes(counted, [("{\"more\": true, \"total\": \(all)}", 2)]) == [.more])
    }

    @Test("fails where has_more is true behind an empty first page, and the next offset is unknown") func stuck() throws {
        let empty = try Self.outcomes(#"{"type": "offset", "has_more": ".more"}"#, [("{\"more\": true}", 0)])
        #expect(empty == [.failed(.noToken(page: 1, flag: ".more", place: "an empty page"))])
    }

    @Test("fails where a page comes again and has_more is true") func repeatedBeforeMore() throws {
        let home = try #require(WebAddress("http://api.example.org/list"))
        var walk = PageWalk(try Paging(json: #"{"type": "page", "has_more": ".more"}"#), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        let page = PageFacts(number: 3, address: home, content: ["more": true], itemCount: 2, repeatsPageBefore: true)
        #expect(try walk.read(page) == .failed(.sameItems(page: 3, counted: "more")))
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
        let last = WalkEnd.emptyCounted(total: 9, unit: .page, page: 9).warning
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

    @Test("goes on by what came, and not by what was asked for") func cappedSize() throws {
        let server = PagedServer(kind: .offset)
        let home = try #require(WebAddress(PagedServer.home))
        let options = #"{"type": "offset", "size": 200, "total": ".total"}"#
        let result = try WalkResult(Paging(json: options), server, template: RequestTemplate(HTTPRequest(home)))
        #expect(result.ids == Array(1...437))
        let offsets = (0..<9).map { (page: Int) -> String? in String(page * 50) }
        #expect(result.requests.map { $0.address.queryValue("offset") } == offsets)
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
}
