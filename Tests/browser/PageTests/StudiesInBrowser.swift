import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Case studies in a browser", .serialized) struct Studies {
        @Test("list, open, read, go back to the place that was left", arguments: Screen.allCases) func reads(_ screen: Screen) async throws
        {
            let server = try ImageServer()
            let site = try await Site("site-case-studies", Self.studies(server))
            let browser = try await Browser.start(screen)
            try await browser.open(site.index)
            #expect(try await browser.strings("return [...document.querySelectorAll('.cards h2')].map(e => e.textContent)") == Self.titles)
            // The page reserves room: the list has the same height before and after the images arrive.
            let height = try await browser.number("return document.documentElement.scrollHeight")
            try await browser.expectOneScrollbar()
            #expect(try await browser.flag("return [...document.images].every(image => image.loading === 'lazy')"))
            _ = try await browser.call("scrollTo(0, document.querySelectorAll('.cards li')[7].getBoundingClientRect().top + scrollY - 120)")
            #expect(try await browser.number("return document.documentElement.scrollHeight") == height)
            let left = try await browser.number("return scrollY")
            #expect(left > 300)
            // Two ways back: the link of the page, and the history.
            for isLink in [true, false] {
                try await browser.press(".cards li:nth-child(8) a", on: screen)
                #expect(try await browser.becomesTrue("return document.title === 'Study 8'"))
                #expect(try await browser.strings(Self.flow) == Self.expectedFlow(server))
                #expect(try await browser.number("return scrollY") == 0)
                try await browser.expectOneScrollbar()
                if isLink { try await browser.press("a.back", on: screen) } else { try await browser.goBack() }
                #expect(try await browser.becomesTrue("return document.title === 'Case studies'"))
                #expect(try await browser.number("return scrollY") == left)
            }
            // From a neighbouring article, the link leads to the place of that article in the list.
            try await browser.press(".cards li:nth-child(8) a", on: screen)
            #expect(try await browser.becomesTrue("return document.title === 'Study 8'"))
            try await browser.press("a.next", on: screen)
            #expect(try await browser.becomesTrue("return document.title === 'Study 9'"))
            try await browser.press("a.back", on: screen)
            #expect(try await browser.becomesTrue("return document.title === 'Case studies'"))
            #expect(
                try await browser.flag(
                    "const box = document.querySelectorAll('.cards li')[8].getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight"
                ))
        }

        @Test("work without scripts", arguments: Screen.allCases) func withoutScripts(_ screen: Screen) async throws {
            let server = try ImageServer()
            let site = try await Site("site-case-studies", Self.studies(server))
            let browser = try await Browser.start(screen)
            try await browser.setScripts(false)
            try await browser.open(site.index)
            try await browser.click(".cards li:nth-child(8) a")
            #expect(try await browser.call(Self.flow) as? [String] == Self.expectedFlow(server))
            try await browser.click("a.next")
            try await browser.click("a.prev")
            #expect(try await browser.call("return document.title") as? String == "Study 8")
            try await browser.follow("a.back")
            let top = try await browser.call("return document.querySelectorAll('.cards li')[7].getBoundingClientRect().top") as? NSNumber
            #expect((0...Double(screen.height)).contains(top?.doubleValue ?? -1))
        }

        @Test("show section titles strong, and none where there is none", arguments: Screen.allCases)
        func weight(_ screen: Screen) async throws {
            let server = try ImageServer()
            let site = try await Site("site-case-studies", Self.studies(server))
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("8-study-8"))
            let weights =
                "return [...document.querySelectorAll('section')].map(s => s.querySelector('h2') ? +getComputedStyle(s.querySelector('h2')).fontWeight : 0)"
            #expect(try await browser.numbers(weights) == [0, 700])
            #expect(
                try await browser.numbers("return [...document.querySelectorAll('p')].map(e => +getComputedStyle(e).fontWeight)").allSatisfy
                { $0 == 400 })
        }

        private static let titles = (1...12).map { "Study \($0)" }

        /// Twelve studies.
        ///
        /// - Parameters:
        ///   - image: The prefix of the images' names.
        ///   - lines: The number of paragraphs before the first image.
        ///   - size: Returns the width and the height of an image for its path; nil to leave the sizes unknown.
        static func studies(
            _ server: ImageServer, image: String = "image", lines: Int = 1, size: ((String) -> (width: Int, height: Int))? = nil
        ) throws -> String {
            let hero = image.hasPrefix("missing") ? "\(image)-hero" : "hero"
            let studies: [[String: Any]] = (1...12).map { number in
                let texts: [Any] = Array(repeating: "One", count: lines)
                let first: [String: Any] = [
                    "title": NSNull(), "body_elements": texts + [["image_url": server.address("\(image)-1.svg")], "Two"],
                ]
                let second: [String: Any] = [
                    "title": "Section", "body_elements": [["image_url": server.address("\(image)-2.svg")], "Three", "Four"],
                ]
                let facts = size.map { size in
                    ["\(hero)-\(number).svg", "\(image)-1.svg", "\(image)-2.svg"].map { path in
                        ["address": server.address(path), "width": size(path).width, "height": size(path).height]
                    }
                }
                return [
                    "image_facts": facts ?? NSNull(), "id": number, "client": "Study \(number)", "teaser": "Teaser \(number)",
                    "title": "Study \(number)",
                    "hero_image": server.address("\(hero)-\(number).svg"), "sections": [first, second],
                ]
            }
            return String(decoding: try JSONSerialization.data(withJSONObject: ["case_studies": studies]), as: UTF8.self)
        }

        /// Texts and images, in the order from top to bottom of the screen.
        static let flow = #"""
            return [...document.querySelectorAll('article img, article h1, article h2, article p')]
              .map(e => [(e.closest('figure') ?? e).getBoundingClientRect().top, e.localName === 'img' ? e.getAttribute('src') : e.textContent])
              .sort((a, b) => a[0] - b[0]).map(pair => pair[1]);
            """#

        private static func expectedFlow(_ server: ImageServer) -> [String] {
            [
                server.address("hero-8.svg"), "Study 8", "One", server.address("image-1.svg"), "Two", "Section",
                server.address("image-2.svg"),
                "Three", "Four",
            ]
        }
    }
}
