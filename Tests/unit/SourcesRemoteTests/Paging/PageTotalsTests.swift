import JSONParsing
import Testing
import WebAddresses

@testable import HTTP
@testable import Pipeline
@testable import SourcesRemote

@Suite("Totals of a list") struct PageTotalsTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let paging: String
        /// The number of items and the total of each page.
        let pages: [(Int, Int?)]
        var outcome = PageOutcome.end(.last)
        var warnings: [String] = []
        var testDescription: String { name }
    }

    private static let offset = #"{"type": "offset", "total": ".total"}"#
    private static let page = #"{"type": "page", "total_pages": ".total"}"#

    private static func changed(_ from: String, _ to: String) -> String {
        "the server counted \(from) at first and \(to) later: the list changed while it was read; items may be missing"
    }

    private static let denied = "the server counts 0 items, but items came; some may be missing"

    @Test(
        "are compared with each other and with the items that came",
        arguments: [
            Example(name: "an empty list", paging: offset, pages: [(0, 0)]),
            Example(name: "an empty list of pages", paging: page, pages: [(0, 0)]),
            Example(name: "the counted page of an empty list", paging: page, pages: [(0, 1)]),
            Example(name: "all items", paging: offset, pages: [(50, 70), (20, 70)]),
            Example(
                name: "a total that shrinks", paging: offset, pages: [(50, 70), (19, 69)], warnings: [changed("70 items", "69")]),
            Example(
                name: "a total that shrinks behind a full page, so that only an empty page is the end", paging: page,
                pages: [(5, 6), (5, 2), (5, 2), (0, 2)], warnings: [changed("6 pages", "2")]),
            Example(
                name: "a total of the items that are left", paging: offset, pages: [(10, 30), (10, 20), (10, 10), (0, 0)],
                warnings: [changed("30 items", "10"), denied]),
            Example(
                name: "a total that grows", paging: page, pages: [(50, 2), (50, 3), (1, 3)], warnings: [changed("2 pages", "3")]),
            Example(
                name: "a total that grows and shrinks again", paging: offset, pages: [(50, 70), (10, 71), (10, 70)],
                warnings: [changed("70 items", "71")]),
            Example(
                name: "a total of 0 that items contradict", paging: offset, pages: [(50, 0), (0, 0)], warnings: [denied]),
            Example(
                name: "an empty page that denies the total", paging: offset, pages: [(50, 70), (0, 0)],
                outcome: .failed(.emptyBefore(total: 70, unit: .item, page: 2, items: 50)), warnings: [denied]),
            Example(
                name: "an empty page before the total", paging: offset, pages: [(50, 70), (19, 70), (0, 70)],
                outcome: .failed(.emptyBefore(total: 70, unit: .item, page: 3, items: 69))),
            Example(
                name: "an empty first page before the total", paging: offset, pages: [(0, 70)],
                outcome: .failed(.emptyBefore(total: 70, unit: .item, page: 1, items: 0))),
            Example(
                name: "an empty first page without a size, which cannot be passed over",
                paging: #"{"type": "offset", "total": ".total", "stop_on_empty": false}"#, pages: [(0, 70)],
                outcome: .failed(.emptyBefore(total: 70, unit: .item, page: 1, items: 0))),
            Example(
                name: "the last page, which is counted and empty", paging: page, pages: [(50, 2), (0, 2)],
                outcome: .end(.emptyCounted(total: 2, unit: .page, page: 2))),
            Example(
                name: "an empty page that ends the walk", paging: #"{"type": "offset", "total": ".total", "stop_on_empty": true}"#,
                pages: [(50, 70), (0, 70)], outcome: .end(.emptyCounted(total: 70, unit: .item, page: 2))),
            Example(
                name: "an empty page that is passed over by no more than a page",
                paging: #"{"type": "offset", "total": ".total", "size": 200, "stop_on_empty": false}"#,
                pages: [(50, 120), (0, 120), (20, 120)], outcome: .end(.fewer(items: 70, total: 120))),
        ])
    func totals(_ example: Example) throws {
        let home = try #require(WebAddress("https://api.example.org/list"))
        var walk = PageWalk(try Paging(json: example.paging), from: RequestTemplate(HTTPRequest(home)))
        for (index, (items, total)) in example.pages.enumerated() {
            #expect(walk.request() != nil)
            let content: JSONValue = ["total": total.map { .number(JSONNumber($0)) } ?? .null]
            let outcome = try walk.read(PageFacts(number: index + 1, address: home, content: content, itemCount: items))
            if index + 1 == example.pages.count {
                #expect(outcome == example.outcome)
            } else {
                #expect([.more, .moreElsewhere].contains(outcome))
            }
        }
        #expect(walk.warnings == example.warnings)
    }

    @Test("that a rule ended before are named") func rule() throws {
        let home = try #require(WebAddress("https://api.example.org/list"))
        var walk = PageWalk(try Paging(json: Self.page), from: RequestTemplate(HTTPRequest(home)))
        _ = walk.request()
        _ = try walk.read(PageFacts(number: 1, address: home, content: ["total": 9], itemCount: 50))
        _ = walk.request()
        let outcome = try walk.read(PageFacts(number: 2, address: home, meaning: .end(RuleMatch(number: 0)), content: nil, itemCount: 0))
        #expect(outcome == .end(.ruleBefore(total: 9, unit: .page, page: 2, option: "responses[0]")))
        guard case .end(let end) = outcome else { return }
        #expect(end.warning == "responses[0] ended the list before page 2, but the server counts 9 pages; items may be missing")
    }
}
