import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.Studies {
    @Test("of the samples are read from the first to the last, by the links of the pages", arguments: Screen.allCases)
    func samples(_ screen: Screen) async throws {
        let server = try ImageServer()
        let text = try String(contentsOf: Site.sampleStudies, encoding: .utf8)
        try await Self.readThrough(text.replacing("../../samples/images/", with: server.address("")), count: 6, screen)
    }

    @Test(
        "of the real content are read from the first to the last, by the links of the pages",
        .needs(SharedData.exists("case-studies"), "needs the shared test data"),
        arguments: Screen.allCases)
    func realContent(_ screen: Screen) async throws {
        let prefix = "https://raw.githubusercontent.com/theappbusiness/engineering-challenge/main/"
        let server = try ImageServer { path in try? SharedData.read("case-studies/" + path) }
        let text = String(decoding: try SharedData.read("case-studies/endpoints/v1/caseStudies.json"), as: UTF8.self)
        try await Self.readThrough(text.replacing(prefix, with: server.address("")), count: 10, screen)
    }

    @Test("let a wide table scroll in itself, with whole words", arguments: Screen.allCases) func wideTable(_ screen: Screen) async throws {
        let columns = (0..<16).map { "<th>Column number \($0)</th>" }.joined()
        let html = "<table><tr>\(columns)</tr><tr><td>1</td></tr></table><table><tr><th>a</th></tr><tr><td>b</td></tr></table>"
        let site = try await Site(
            SiteContent.ownPipeline, #"{"articles":[{"slug":"t","title":"T","body":"\#(html.replacing("\"", with: "'"))"}]}"#)
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("t"))
        try await browser.expectOneScrollbar()
        let words = "const wide = document.querySelector('table'); const line = parseFloat(getComputedStyle(wide).lineHeight);"
        let isWhole = "wide.querySelector('th').getBoundingClientRect().height < line * 4"
        #expect(try await browser.becomesTrue(words + "return wide.scrollWidth > wide.clientWidth && \(isWhole)"))
        let scrolled = "wide.scrollLeft = 1e6; return wide.scrollLeft > 0 && scrollX === 0"
        #expect(try await browser.becomesTrue(words + scrolled))
        let narrow = "const narrow = document.querySelectorAll('table')[1]; return narrow.scrollWidth === narrow.clientWidth"
        #expect(try await browser.becomesTrue(narrow))
        // Only what scrolls is a stop of the Tab key.
        let stops = "return [...document.querySelectorAll('table')].map(each => each.tabIndex).join() === '0,-1'"
        #expect(try await browser.becomesTrue(stops))
    }

    /// Compares the index with the JSON, taps through all articles, and goes back from each to the place in the list.
    private static func readThrough(_ text: String, count: Int, _ screen: Screen) async throws {
        let site = try await Site("site-case-studies", text)
        #expect(site.code == 0)
        let list =
            try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])["case_studies"] ?? []
        #expect(list.count == count)
        let browser = try await Browser.start(screen)
        try await browser.open(site.index)
        #expect(
            try await browser.strings(
                "return [...document.querySelectorAll('.cards li')].map(e => e.querySelector('img').src + ' ' + e.querySelector('h2').textContent + ' ' + e.querySelector('h2 + p').textContent)"
            )
                == list.map { "\($0["hero_image"] ?? "") \($0["title"] ?? "") \($0["teaser"] ?? "")" })
        try await browser.expectOneScrollbar()
        for (number, study) in list.enumerated() {
            let title = study["title"] as? String ?? ""
            try await browser.press(number == 0 ? ".cards li a" : "a.next", on: screen)
            let isThere = try await browser.becomesTrue("return document.querySelector('article h1')?.textContent === \(quoted(title))")
            #expect(isThere, "the way to \(title)")
            #expect(try await browser.strings(flow) == flow(of: study), "\(title)")
            #expect(
                try await browser.numbers(
                    "return [...document.querySelectorAll('section h2')].map(e => +getComputedStyle(e).fontWeight)"
                )
                .allSatisfy { $0 >= 700 })
            try await browser.expectOneScrollbar()
        }
        try await browser.press("a.prev", on: screen)
        let previous = quoted(list[count - 2]["title"] as? String ?? "")
        #expect(try await browser.becomesTrue("return document.querySelector('h1').textContent === \(previous)"))
        try await browser.open(site.index)
        for number in stride(from: 1, through: count, by: 3) {
            let card = ".cards li:nth-child(\(number))"
            let left = try await browser.number(
                "document.querySelector('\(card)').scrollIntoView({ block: 'center' }); return scrollY")
            try await browser.press(card + " a", on: screen)
            #expect(try await browser.becomesTrue("return !!document.querySelector('a.back')"))
            try await browser.press("a.back", on: screen)
            #expect(try await browser.becomesTrue("return !!document.querySelector('.cards')"))
            #expect(try await browser.number("return scrollY") == left)
        }
    }

    /// A text as a JavaScript string literal.
    private static func quoted(_ text: String) -> String {
        (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "''"
    }

    /// The expected outline of an article, computed from its JSON.
    private static func flow(of study: [String: Any]) -> [String] {
        let sections = study["sections"] as? [[String: Any]] ?? []
        let texts = [study["hero_image"], study["title"]].compactMap { $0 as? String }
        return texts
            + sections.flatMap { section -> [String] in
                let elements = section["body_elements"] as? [Any] ?? []
                return [section["title"] as? String].compactMap(\.self)
                    + elements.map { ($0 as? String)?.replacing("\n", with: "") ?? Self.address(in: $0) }
            }
    }

    /// The address of an image, as the stage `case_study` repairs it: without the first of two schemes.
    private static func address(in element: Any) -> String {
        let address = (element as? [String: String])?["image_url"] ?? ""
        return address.replacing(/^https:\/\/(https?:\/\/)/) { String($0.1) }
    }
}
