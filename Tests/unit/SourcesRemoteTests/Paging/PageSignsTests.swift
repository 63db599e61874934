import JSONParsing
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("Signs of more pages") struct PageSignsTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let page: String
        var headers: HTTPHeaders = [:]
        let phrase: String?
        var isStrong = true
        var remedy: String?
        var testDescription: String { page.isEmpty ? "\(headers)" : page }
    }

    private static func reads(_ paging: String) -> String { "\"paging\": \(paging) reads it" }

    @Test(
        "are found in headers and in members that many APIs have",
        arguments: [
            Example(page: "[]", phrase: nil), Example(page: "{}", phrase: nil), Example(page: #"{"next": null}"#, phrase: nil),
            Example(page: #"{"next": "", "next_page": 0, "nextPage": false, "links": {}}"#, phrase: nil),
            Example(page: #"{"total": 1}"#, phrase: nil), Example(page: #"{"data": {"has_more": true}}"#, phrase: nil),
            Example(page: #"{"has_more": false, "next": "/2", "total": 9}"#, phrase: nil),
            Example(page: #"{"next": "/2", "meta": {"hasNext": false}}"#, phrase: nil),
            Example(
                page: "[]", headers: ["Link": "</2>; rel=next"], phrase: "the header Link names the next one",
                remedy: reads(#"{"type": "link_header"}"#)),
            Example(page: "[]", headers: ["Link": "</2>; rel=prev"], phrase: nil),
            Example(
                page: "[]", headers: ["X-WP-TotalPages": "3"], phrase: "the header X-WP-TotalPages counts 3",
                remedy: reads(#"{"type": "page", "total_pages": {"header": "X-WP-TotalPages"}}"#)),
            Example(page: "[]", headers: ["X-WP-TotalPages": "1"], phrase: nil),
            Example(
                page: "[]", headers: ["X-Total-Pages": "2"], phrase: "the header X-Total-Pages counts 2",
                remedy: reads(#"{"type": "page", "total_pages": {"header": "X-Total-Pages"}}"#)),
            Example(
                page: "[]", headers: ["X-Next-Cursor": "abc"], phrase: "the header X-Next-Cursor names the next one",
                remedy: reads(#"{"type": "header_cursor", "header": "X-Next-Cursor"}"#)),
            Example(page: "[]", headers: ["X-Next-Page": ""], phrase: nil),
            Example(page: "[]", headers: ["X-Nextcloud-Page": "1"], phrase: nil),
            Example(
                page: #"{"total": 9, "meta": {"total_pages": 9}}"#, phrase: ".meta.total_pages counts 9 pages",
                remedy: reads(#"{"type": "page", "total_pages": ".meta.total_pages"}"#)),
            Example(page: #"{"total_pages": 1, "lastPage": 1}"#, phrase: nil),
            Example(
                page: #"{"response_metadata": {"next_cursor": "dXNlcjo=50+/&"}}"#,
                phrase: ".response_metadata.next_cursor names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".response_metadata.next_cursor"}"#)),
            Example(
                page: #"{"has_more": true}"#, phrase: ".has_more is true",
                remedy: "\"keyset\" with \"has_more\": \".has_more\" goes on by the last item"),
            Example(
                page: #"{"has_more": true, "next_cursor": "abc"}"#, phrase: ".has_more is true",
                remedy: reads(#"{"type": "cursor", "at": ".next_cursor", "has_more": ".has_more"}"#)),
            Example(
                page: #"{"nextPageToken": "abc"}"#, phrase: ".nextPageToken names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".nextPageToken", "send_as": "pageToken"}"#)),
            Example(
                page: #"{"pager": 1, "next_token": "abc"}"#, phrase: ".next_token names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".next_token", "send_as": "…"}"#)
                    + ", with the parameter's name from the documentation of the API"),
            Example(
                page: #"{"paging": {"next": {"after": "NTI1Cg%3D%3D", "link": "?after=x"}}}"#, phrase: ".paging.next names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".paging.next.after", "send_as": "after"}"#)),
            Example(
                page: #"{"pages": {"next": {"page": 2, "starting_after": "abc"}, "total_pages": 1}}"#,
                phrase: ".pages.next names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".pages.next.starting_after", "send_as": "starting_after"}"#)),
            Example(
                page: #"{"records": [], "offset": "itr/rec"}"#, phrase: ".offset names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".offset", "send_as": "offset"}"#)),
            Example(page: #"{"offset": 50}"#, phrase: nil), Example(page: #"{"offset": "50"}"#, phrase: nil),
            Example(
                page: #"{"meta": {"pagination": {"page": 1, "pageCount": 3}}}"#, phrase: ".meta.pagination.pageCount counts 3 pages",
                remedy: reads(#"{"type": "page", "total_pages": ".meta.pagination.pageCount"}"#)),
            Example(
                page: #"{"end_of_stream": false, "count": 1}"#, phrase: ".end_of_stream is false",
                remedy: "\"has_more\": \".end_of_stream | not\" tells a paging whether there is more"),
            Example(page: #"{"end_of_stream": true, "after_url": "/2", "next": "/2"}"#, phrase: nil),
            Example(page: #"{"isLast": true, "total": 9}"#, phrase: nil),
            Example(
                page: #"{"topic_list": {}, "more_topics_url": "/latest?page=1"}"#, phrase: ".more_topics_url names the next one",
                remedy: reads(#"{"type": "next_url", "at": ".more_topics_url"}"#)),
            Example(page: #"{"item": {"meta": {"next": "/2"}}}"#, phrase: nil),
            Example(
                page: #"{"total": 9, "meta": {"next": "?page=2"}}"#, phrase: ".meta.next names the next one",
                remedy: reads(#"{"type": "next_url", "at": ".meta.next"}"#)),
            Example(
                page: #"{"_links": {"next": {"href": "list?page=2"}}}"#, phrase: "._links.next names the next one",
                remedy: reads(#"{"type": "next_url", "at": "._links.next.href"}"#)),
            Example(
                page: #"{"@odata.nextLink": "https://example.org/2"}"#, phrase: #"."@odata.nextLink" names the next one"#,
                remedy: reads(#"{"type": "next_url", "at": ".\"@odata.nextLink\""}"#)),
            Example(
                page: #"{"next_page": 2}"#, phrase: ".next_page names the next one",
                remedy: reads(#"{"type": "cursor", "at": ".next_page", "send_as": "page"}"#)),
        ])
    func strong(_ example: Example) throws { try check(example) }

    @Test(
        "are weak where they may mean something else",
        arguments: [
            Example(page: #"{"total": 9}"#, phrase: ".total counts 9 items", isStrong: false),
            Example(page: "[]", headers: ["X-Total-Count": "9"], phrase: "the header X-Total-Count counts 9 items", isStrong: false),
            Example(page: #"{"meta": {"total_count": 9}}"#, phrase: ".meta.total_count counts 9 items", isStrong: false),
            Example(page: #"{"next": {"title": "Rain"}}"#, phrase: ".next names the next one", isStrong: false),
            Example(page: #"{"next": "Rain tomorrow"}"#, phrase: ".next names the next one", isStrong: false),
            Example(page: #"{"count": 300}"#, phrase: ".count counts 300 items", isStrong: false),
            Example(page: #"{"total_count": 1, "incomplete_results": true}"#, phrase: ".incomplete_results is true", isStrong: false),
            Example(
                page: #"{"continue": {"gapcontinue": "B", "continue": "-||"}}"#, phrase: ".continue names the next one", isStrong: false),
        ])
    func weak(_ example: Example) throws { try check(example) }

    private func check(_ example: Example) throws {
        let head = ResponseHead(status: 200, headers: example.headers)
        let sign = MorePagesFinder.signs(head: head, page: try JSONValue(parsing: example.page), itemCount: 1).first
        #expect(sign?.phrase == example.phrase)
        #expect(sign?.remedy?.words == example.remedy)
        #expect(sign.map(\.isStrong) ?? true == example.isStrong)
    }

    /// The outcome of the first page of a walk.
    private static func outcome(_ paging: String, _ page: String, _ headers: HTTPHeaders = [:], items: Int = 1) throws -> PageOutcome {
        let home = try #require(WebAddress("https://api.example.org/list"))
        var walk = PageWalk(try Paging(json: paging), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        return try walk.read(
            PageFacts(
                number: 1, head: ResponseHead(status: 200, headers: headers), address: home, content: try JSONValue(parsing: page),
                itemCount: items, lastItem: items > 0 ? ["id": 1] : nil))
    }

    @Test(
        "are a fault where the paging ends with the first page",
        arguments: [
            (
                #"{"type": "cursor", "at": ".cursor"}"#, #"{"next_cursor": "a"}"#, 1,
                "page 1 names no next page at .cursor, but .next_cursor names the next one; \"paging\": {\"type\": \"cursor\", "
                    + "\"at\": \".next_cursor\"} reads it"
            ),
            (
                #"{"type": "cursor", "at": ".paging.next"}"#, #"{"next": "/2"}"#, 1,
                "page 1 names no next page at .paging.next, but .next names the next one; \"paging\": {\"type\": \"next_url\", "
                    + "\"at\": \".next\"} reads it"
            ),
            (
                #"{"type": "cursor", "at": ".cursor", "has_more": ".more"}"#, #"{"more": false, "has_more": true}"#, 1,
                "page 1 says at .more that it is the last one, but .has_more is true; \"keyset\" with \"has_more\": \".has_more\" goes "
                    + "on by the last item"
            ),
            (
                #"{"type": "link_header"}"#, #"{"next_page_url": "https://example.org/2"}"#, 1,
                "page 1 has no link to the next page in the header Link, but .next_page_url names the next one; \"paging\": "
                    + "{\"type\": \"next_url\", \"at\": \".next_page_url\"} reads it"
            ),
            (
                #"{"type": "page", "total_pages": ".page"}"#, #"{"page": 1, "next_page": 2}"#, 1,
                "page 1 is the last one by the total at .page, but .next_page names the next one; \"paging\": {\"type\": \"cursor\", "
                    + "\"at\": \".next_page\", \"send_as\": \"page\"} reads it"
            ),
            (
                #"{"type": "page"}"#, #"{"next": "/2"}"#, 0,
                "page 1 is empty, but .next names the next one; \"paging\": {\"type\": \"next_url\", \"at\": \".next\"} reads it"
            ),
        ])
    func faults(_ paging: String, _ page: String, _ items: Int, _ message: String) throws {
        guard case .failed(let fault) = try Self.outcome(paging, page, items: items) else {
            Issue.record("no fault")
            return
        }
        #expect(fault.description == message)
        #expect(fault.kind == .remoteUnavailable)
    }

    @Test(
        "are no fault where the paging has read them, or the user has decided",
        arguments: [
            (#"{"type": "cursor", "at": ".cursor", "has_more": ".more"}"#, #"{"more": false, "next_cursor": "a"}"#, [:], 1),
            (#"{"type": "cursor", "at": ".cursor", "stop_on_empty": true}"#, #"{"cursor": "a", "next_cursor": "a"}"#, [:], 0),
            (#"{"type": "page", "total_pages": ".pages"}"#, #"{"pages": 1, "total": 60}"#, [:], 50),
            (#"{"type": "page", "start": 5, "total_pages": {"header": "X-WP-TotalPages"}}"#, "{}", ["X-WP-TotalPages": "5"], 1),
            (#"{"type": "page", "start": 5, "total_pages": ".pages"}"#, #"{"pages": 5}"#, ["X-WP-TotalPages": "5"], 1),
            (#"{"type": "page", "stop_on_empty": true}"#, #"{"next": "/2"}"#, [:], 0),
            (#"{"type": "offset", "total": ".total"}"#, #"{"total": 1, "meta": {"total": 7}}"#, [:], 1),
        ] as [(String, String, HTTPHeaders, Int)])
    func used(_ paging: String, _ page: String, _ headers: HTTPHeaders, _ items: Int) throws {
        #expect(try Self.outcome(paging, page, headers, items: items) == .end(.last))
    }

    @Test(
        "that are weak, or perhaps were read, are a warning",
        arguments: [
            (#"{"type": "cursor", "at": ".cursor"}"#, #"{"total": 7}"#, [:], ".total counts 7 items"),
            (
                #"{"type": "next_url", "at": "if .page < .pages then .next else null end"}"#, #"{"page": 1, "pages": 1, "next": "/2"}"#,
                [:], ".next names the next one"
            ),
            (#"{"type": "link_header", "rel": "prev"}"#, "{}", ["Link": "</2>; rel=next"], "the header Link names the next one"),
            (#"{"type": "none"}"#, #"{"has_more": true}"#, [:], ".has_more is true"),
        ] as [(String, String, HTTPHeaders, String)])
    func warnings(_ paging: String, _ page: String, _ headers: HTTPHeaders, _ phrase: String) throws {
        guard case .end(.single(let sign)) = try Self.outcome(paging, page, headers) else {
            Issue.record("expected the end")
            return
        }
        #expect(sign?.phrase == phrase)
    }

    @Test(
        "say where a token is sent, if the requests have a body",
        arguments: [
            (RequestBody.json([:]), #"{"type": "cursor", "at": ".next_cursor", "send_as": {"json": ".…"}}"#),
            (.form([]), #"{"type": "cursor", "at": ".next_cursor", "send_as": {"form": "cursor"}}"#),
        ])
    func body(_ body: RequestBody, _ paging: String) {
        let signs = MorePagesFinder.signs(head: ResponseHead(status: 200), page: ["next_cursor": "abc"], itemCount: 1, body: body)
        #expect(signs.first?.remedy?.words.hasPrefix(Self.reads(paging)) == true)
    }

    @Test(
        "that count more than came are a warning at the last page",
        arguments: [
            (#"{"type": "link_header"}"#, #"{"total_count": 5}"#, ".total_count counts 5 items"),
            (#"{"type": "link_header"}"#, #"{"total_count": 4}"#, nil),
            (#"{"type": "cursor", "at": ".c"}"#, #"{"meta": {"total_pages": 3}}"#, ".meta.total_pages counts 3 pages"),
            (#"{"type": "cursor", "at": ".c"}"#, #"{"incomplete_results": true}"#, ".incomplete_results is true"),
        ] as [(String, String, String?)])
    func early(_ paging: String, _ page: String, _ phrase: String?) throws {
        let home = try #require(WebAddress("https://api.example.org/list"))
        var walk = PageWalk(try Paging(json: paging), from: RequestTemplate(HTTPRequest(home)))
        let first = ResponseHead(status: 200, headers: ["Link": "</2>; rel=next"])
        #expect(try walk.read(PageFacts(number: 1, head: first, address: home, content: ["c": "x"], itemCount: 2)) == .more)
        let end = try walk.read(PageFacts(number: 2, address: home, content: try JSONValue(parsing: page), itemCount: 2))
        guard case .end(let end) = end else {
            Issue.record("no end")
            return
        }
        #expect(end.isComplete)
        let warning = phrase.map {
            "page 2 is the last one by \"paging\", and 4 items came, but \($0); items may be missing"
        }
        #expect(end.warning == warning)
    }

    @Test(
        "are also the number of the last page that an earlier response named",
        arguments: [(5, "", 5), (2, "", nil), (5, "?page=4", nil), (6, "?page=4", 6)] as [(Int, String, Int?)])
    func lastPage(_ last: Int, _ query: String, _ named: Int?) throws {
        let home = try #require(WebAddress("https://api.example.org/list\(query)"))
        var walk = PageWalk(try Paging(json: #"{"type": "link_header"}"#), from: RequestTemplate(HTTPRequest(home)))
        let first = ResponseHead(
            status: 200, headers: ["Link": "</2>; rel=next, <https://api.example.org/list?a=b&page=\(last)>; rel=\"last\""])
        #expect(try walk.read(PageFacts(number: 1, head: first, address: home, content: [], itemCount: 2)) == .more)
        let outcome = try walk.read(PageFacts(number: 2, address: home, content: [], itemCount: 2))
        guard case .end(let end) = outcome else {
            Issue.record("no end")
            return
        }
        let warning = named.map {
            "page 2 is the last one by \"paging\", and 4 items came, but the header Link names page \($0) as the last one; items may be missing"
        }
        #expect(end.warning == warning)
    }

    @Test("behind the first page are a fault only if a flag says that there is more") func later() throws {
        let home = try #require(WebAddress("https://api.example.org/list"))
        for (page, isFault) in [(#"{"next": "/3"}"#, false), (#"{"has_more": true}"#, true)] {
            var walk = PageWalk(try Paging(json: #"{"type": "cursor", "at": ".cursor"}"#), from: RequestTemplate(HTTPRequest(home)))
            _ = walk.request()
            #expect(try walk.read(PageFacts(number: 1, address: home, content: ["cursor": "a"], itemCount: 1)) == .more)
            _ = walk.request()
            let outcome = try walk.read(PageFacts(number: 2, address: home, content: try JSONValue(parsing: page), itemCount: 1))
            if case .failed(.moreNamed(page: 2, _, _)) = outcome { #expect(isFault) } else { #expect(!isFault) }
        }
    }
}
