import TestSupport
import Testing

/// A way through the pages of the test server, and what a run makes of it.
struct PagingExample: Sendable, CustomTestStringConvertible {
    let path: String
    let paging: String
    var more = ""
    var ids: ClosedRange<Int>? = 1...437
    /// The number of requests; nil if it depends on the number of requests at once.
    var requests: Int? = 9
    var message: String?

    var testDescription: String { "\(path) \(paging)\(more)" }
}

@Suite(
    "Pages to their end", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), .startsInTurn,
    .timeLimit(.minutes(5)))
struct PagingEndTests {
    private static let url = #""type":"next_url","at":".next""#
    private static let cursor = #""type":"cursor","at":".cursor""#
    private static let id = #","id":".id""#

    /// Runs an example one request at a time and with several, by one worker and by several.
    private func check(_ example: PagingExample) async throws {
        for (jobs, concurrency) in [("1", 1), ("4", 8)] {
            let items = example.more.contains("\"items\"") ? "" : #","items":".items[]""#
            let options =
                #""paging":{\#(example.paging)},"rate":{"concurrency":\#(concurrency)},"retry":{"base_seconds":0.01}\#(items)"#
                + example.more
            let run = try await OriginRun("http", example.path, options, ["--jobs", jobs])
            #expect(run.code == (example.ids == nil ? 69 : 0), "\(run.messages)")
            #expect(run.ids == example.ids.map(Array.init), "\(run.messages)")
            if let requests = example.requests { #expect(run.requests == requests) }
            #expect(run.message == example.message)
        }
    }

    @Test(
        "that the server names are read once and in order, whatever the last one says",
        arguments: [
            PagingExample(path: "/paging/link_header", paging: #""type":"link_header""#),
            PagingExample(path: "/paging/header_cursor", paging: #""type":"header_cursor","header":"X-Next-Cursor","send_as":"cursor""#),
            PagingExample(
                path: "/paging/cursor?end=has_more", paging: #""type":"cursor","at":".cursor","has_more":".has_more""#),
            PagingExample(
                path: "/post/form", paging: #""type":"cursor","at":".response_metadata.next_cursor","send_as":{"form":"cursor"}"#,
                more: #","method":"POST","body":{"form":{"limit":"50"}},"items":".members[]""#),
            PagingExample(
                path: "/post/json",
                paging: #""type":"cursor","at":".next_cursor","has_more":".has_more","send_as":{"json":".start_cursor"}"#,
                more: #","method":"POST","body":{"json":{"page_size":100}},"items":".results[]""#, requests: 5),
            PagingExample(
                path: "/paging/next_other", paging: #""type":"next_url","at":".next","allow_hosts":["SECOND"]"#),
            PagingExample(
                path: "/paging/continue", paging: #""type":"cursor","at":".continue","send_as":{"each":"query"}"#,
                more: #","items":".query.allpages[]""#),
            PagingExample(
                path: "/post/search", paging: #""type":"keyset","field":".sort","send_as":{"json":".search_after"},"size":50"#,
                more: #","method":"POST","idempotent":true,"body":{"json":{"size":50}},"items":".hits.hits[]""#),
        ]
            + ["null", "empty", "missing"].flatMap { end in
                [
                    PagingExample(path: "/paging/next_url?end=\(end)", paging: url),
                    PagingExample(path: "/paging/next_path?end=\(end)", paging: url),
                    PagingExample(path: "/paging/next_param?end=\(end)", paging: #""type":"next_param","at":".next""#),
                    PagingExample(path: "/paging/cursor?end=\(end)", paging: cursor),
                ]
            })
    func named(_ example: PagingExample) async throws { try await check(example) }

    @Test(
        "that are counted are read once and in order",
        arguments: [
            PagingExample(path: "/paging/page", paging: #""type":"page""#, requests: 10),
            PagingExample(path: "/paging/page", paging: #""type":"page","total_pages":".total_pages""#),
            PagingExample(path: "/paging/page", paging: #""type":"page","total_pages":{"header":"X-Total-Pages"}"#),
            PagingExample(path: "/paging/page0", paging: #""type":"page","start":0"#, requests: 10),
            PagingExample(path: "/paging/page?n=400", paging: #""type":"page""#, ids: 1...400),
            PagingExample(path: "/paging/offset", paging: #""type":"offset""#, requests: 10),
            PagingExample(path: "/paging/offset", paging: #""type":"offset","total":".total","size":100"#),
            PagingExample(path: "/paging/offset?n=400", paging: #""type":"offset""#, ids: 1...400),
            PagingExample(path: "/paging/keyset", paging: #""type":"keyset","field":".id""#, requests: 10),
            PagingExample(path: "/paging/keyset", paging: #""type":"keyset","field":".id","size":50,"size_as":"size""#),
            PagingExample(
                path: "/paging/page_again", paging: #""type":"page""#, more: id, requests: 10,
                message: "warning: ORIGIN/paging/page_again: page 10 holds the same items as page 9; the walk ended there"),
            PagingExample(
                path: "/paging/offset_again", paging: #""type":"offset""#, requests: 10,
                message: "warning: ORIGIN/paging/offset_again: page 10 holds the same items as page 9; the walk ended there"),
        ])
    func counted(_ example: PagingExample) async throws { try await check(example) }

    /// The next response may arrive on a connection before the transfer that used it is seen to end.
    @Test("that come fast over a few connections are all read", arguments: 1...5)
    func sharedConnections(_ run: Int) async throws {
        let options =
            #""items":".items[]","rate":{"concurrency":16},"paging":{"type":"offset","total":".total","size":1}"#
        let run = try await OriginRun("http", "/paging/offset", options)
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.ids == Array(1...437))
        #expect(run.requests == 437)
    }

    @Test(
        "that overlap, are empty, or are more than wanted give each item once",
        arguments: [
            PagingExample(path: "/paging/overlap", paging: url, more: id, requests: 10),
            PagingExample(path: "/paging/overlap", paging: cursor, more: id, requests: 10),
            PagingExample(path: "/paging/empty_middle", paging: url, requests: 10),
            PagingExample(path: "/paging/empty_middle", paging: cursor, more: id, requests: 10),
            PagingExample(
                path: "/paging/empty_middle", paging: cursor + #","stop_on_empty":true"#, ids: 1...200, requests: 5),
            PagingExample(path: "/paging/same_page", paging: url, more: id, requests: 10),
            PagingExample(path: "/paging/same_page", paging: cursor, more: id, requests: 10),
            PagingExample(
                path: "/paging/cursor", paging: cursor + #","has_more":".nothing""#,
                message: "warning: source.paging.has_more: no page had a field \"nothing\""),
            PagingExample(
                path: "/paging/page_hole", paging: #""type":"page","total_pages":".total_pages","stop_on_empty":true"#, ids: 1...200,
                requests: nil,
                message: "warning: ORIGIN/paging/page_hole: page 5 is empty, but the server counts 9 pages; items may be missing"),
            PagingExample(
                path: "/paging/offset_shrinks", paging: #""type":"offset","total":".total""#, ids: 1...400, requests: nil,
                message: "warning: ORIGIN/paging/offset_shrinks: the server counted 437 items at first and 400 later: the list "
                    + "changed while it was read; items may be missing"),
            PagingExample(path: "/paging/endless", paging: cursor, more: #","limits":{"max_items":120}"#, ids: 1...120, requests: 3),
            PagingExample(
                path: "/paging/loop", paging: url + #","on_repeat":"end""#, ids: 1...150, requests: 3,
                message: "warning: ORIGIN/paging/loop: page 3 names a page that was read before; the walk ended there"),
            PagingExample(
                path: "/paging/link_header", paging: #""type":"none""#, ids: 1...50, requests: 1,
                message: "warning: ORIGIN/paging/link_header: there is more than this one page: the header Link names the next one; "
                    + "\"paging\": {\"type\": \"link_header\"} reads it"),
        ])
    func odd(_ example: PagingExample) async throws { try await check(example) }

    private static let skip = #","responses":[{"status":404,"action":"skip"}]"#

    @Test(
        "are read on behind a page that a rule skips",
        arguments: [
            ("/paging/gone_page", url, Array(1...100) + Array(151...437)), ("/paging/gone_page", cursor, Array(1...100) + Array(151...437)),
            ("/paging/page_hole", #""type":"page","total_pages":".total_pages","stop_on_empty":false"#, Array(1...200) + Array(251...437)),
        ])
    func skipped(_ path: String, _ paging: String, _ ids: [Int]) async throws {
        let run = try await OriginRun("http", path, #""items":".items[]","paging":{\#(paging)}"# + Self.skip)
        #expect(run.code == 0, "\(run.messages)")
        #expect(run.ids == ids)
        #expect(run.requests == 9)
        #expect(run.message == nil)
    }

    @Test(
        "that name more than the paging reads end the run after one request",
        arguments: [
            ("cursor", ".page.cursor", ".has_more is true; \"paging\": {\"type\": \"next_url\", \"at\": \".next\"} reads it"),
            (
                "link_header", ".cursor",
                "the header Link names the next one; \"paging\": {\"type\": \"link_header\"} reads it"
            ),
        ])
    func misread(_ kind: String, _ place: String, _ reason: String) async throws {
        let run = try await OriginRun("http", "/paging/\(kind)", #""items":".items[]","paging":{"type":"cursor","at":"\#(place)"}"#)
        #expect(run.code == 69)
        #expect(run.ids == nil)
        #expect(run.requests == 1)
        let message = "error: ORIGIN/paging/\(kind): page 1 names no next page at \(place), but \(reason)\n"
        #expect(run.messages.contains(message), "\(run.messages)")
    }

    private static let repeatHint =
        "the server may ignore what asks for the next page (\"on_repeat\": \"end\" takes that for the end)"

    @Test(
        "that have no end, or an end too early, give no file and the reason",
        arguments: [
            PagingExample(
                path: "/paging/loop", paging: url, ids: nil, requests: 3,
                message: "error: ORIGIN/paging/loop: page 3 leads back to page 2: ORIGIN/paging/loop?page_token=***; " + repeatHint),
            PagingExample(
                path: "/paging/loop", paging: cursor, more: id, ids: nil, requests: 3,
                message: "error: ORIGIN/paging/loop: page 3 leads back to page 2: p2+/=&%41; " + repeatHint),
            PagingExample(
                path: "/paging/selfloop", paging: cursor, ids: nil, requests: 3,
                message: "error: ORIGIN/paging/selfloop: page 3 leads back to itself: p3+/=&%41; " + repeatHint),
            PagingExample(
                path: "/paging/endless", paging: url, more: #","limits":{"max_pages":5}"#, ids: nil, requests: 5,
                message: "error: ORIGIN/paging/endless: page 5 is not the last one, and limits.max_pages is 5"),
            PagingExample(
                path: "/paging/expired", paging: url, ids: nil, requests: 4,
                message: "error: ORIGIN/paging/expired?page_token=***: page 4: the server answered 410: "
                    + "this cursor has expired"),
            PagingExample(
                path: "/paging/page_hole", paging: #""type":"page","total_pages":".total_pages""#, ids: nil, requests: nil,
                message: "error: ORIGIN/paging/page_hole: page 5 is empty, but the server counts 9 pages, and 200 items came so far; "
                    + "\"stop_on_empty\": true takes that for the end, and false goes on behind it"),
            PagingExample(
                path: "/paging/gone_page?named=0", paging: cursor, more: skip, ids: nil, requests: 3,
                message: "error: ORIGIN/paging/gone_page?named=0: page 3 was skipped by responses[0], and only it names the page after it; "
                    + "\"end\" ends the list there"),
            PagingExample(
                path: "/paging/next_other", paging: url, ids: nil, requests: 1,
                message: "error: ORIGIN/paging/next_other: page 1 names a page on another host: "
                    + "http://SECOND/paging/next_other?page_token=***; \"allow_hosts\": [\"SECOND\"] in \"paging\" allows that, "
                    + "and \"type\": \"next_param\" sends its token to the source's own URL"),
        ])
    func failing(_ example: PagingExample) async throws { try await check(example) }
}
