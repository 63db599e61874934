import Foundation
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
            // Room is kept: the list is as high before the images as behind them.
            let height = try await browser.number("return document.documentElement.scrollHeight")
            try await browser.expectOneScrollbar()
            _ = try await browser.call("scrollTo(0, document.querySelectorAll('.cards li')[7].getBoundingClientRect().top + scrollY - 120)")
            #expect(try await browser.number("return document.documentElement.scrollHeight") == height)
            let left = try await browser.number("return scrollY")
            #expect(left > 300)
            // By the link of the page, and by the browser's own.
            for isLink in [true, false] {
                try await browser.click(".cards li:nth-child(8) a")
                #expect(try await browser.strings(Self.flow) == Self.expectedFlow(server))
                #expect(try await browser.number("return scrollY") == 0)
                try await browser.expectOneScrollbar()
                if isLink { try await browser.click("a.back") } else { try await browser.goBack() }
                #expect(try await browser.number("return scrollY") == left)
                #expect(try await browser.flag("return document.title === 'Case studies'"))
            }
            // From a neighbour the way back leads to that one.
            try await browser.click(".cards li:nth-child(8) a")
            try await browser.click("a.next")
            #expect(try await browser.flag("return document.title === 'Study 9'"))
            try await browser.click("a.back")
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
            try await browser.click("a.back")
            let top = try await browser.call("return document.querySelectorAll('.cards li')[7].getBoundingClientRect().top") as? NSNumber
            #expect((0...Double(screen.height)).contains(top?.doubleValue ?? -1))
        }

        @Test("show section titles strong, and none where there is none") func weight() async throws {
            let server = try ImageServer()
            let site = try await Site("site-case-studies", Self.studies(server))
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("8-study-8"))
            let weights =
                "return [...document.querySelectorAll('section')].map(s => s.querySelector('h2') ? +getComputedStyle(s.querySelector('h2')).fontWeight : 0)"
            #expect(try await browser.numbers(weights) == [0, 700])
            #expect(
                try await browser.numbers("return [...document.querySelectorAll('p')].map(e => +getComputedStyle(e).fontWeight)").allSatisfy
                { $0 == 400 })
        }

        @Test("leave the address of an image that does not come", arguments: Screen.allCases) func failedImages(_ screen: Screen)
            async throws
        {
            let server = try ImageServer()
            let site = try await Site("site-case-studies", Self.studies(server, image: "missing"))
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("8-study-8"))
            _ = try await browser.call("document.querySelectorAll('.picture')[2].scrollIntoView()")
            try await Task.sleep(for: .milliseconds(300))
            let shown = "return [...document.querySelectorAll('.picture')].map(f => f.innerText.trim())"
            let message = "This image cannot be shown: "
            #expect(
                try await browser.strings(shown)
                    == ["", message + server.address("missing-1.svg"), message + server.address("missing-2.svg")])
        }

        @Test(
            "of the real content hold every text and image in order",
            .enabled(if: SharedData.exists("case-studies"), "needs the shared test data"),
            arguments: Screen.allCases)
        func realContent(_ screen: Screen) async throws {
            let prefix = "https://raw.githubusercontent.com/theappbusiness/engineering-challenge/main/"
            let server = try ImageServer { path in try? SharedData.read("case-studies/" + path) }
            let text = String(decoding: try SharedData.read("case-studies/endpoints/v1/caseStudies.json"), as: UTF8.self)
                .replacing(prefix, with: server.address(""))
            let site = try await Site("site-case-studies", text)
            #expect(site.code == 0)
            let list =
                try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [[String: Any]]])["case_studies"] ?? []
            #expect(list.count == 10)
            let browser = try await Browser.start(screen)
            try await browser.open(site.index)
            #expect(
                try await browser.strings(
                    "return [...document.querySelectorAll('.cards li')].map(e => e.querySelector('img').src + ' ' + e.querySelector('h2').innerText + ' ' + e.querySelector('h2 + p').innerText)"
                )
                    == list.map { "\($0["hero_image"] ?? "") \($0["title"] ?? "") \($0["teaser"] ?? "")" })
            try await browser.expectOneScrollbar()
            let pages = try await browser.strings("return [...document.querySelectorAll('.cards li')].map(e => e.querySelector('a').href)")
            #expect(pages.count == list.count)
            for (page, study) in zip(pages, list) {
                try await browser.open(try #require(URL(string: page)))
                #expect(try await browser.strings(Self.flow) == Self.flow(of: study), "\(study["title"] ?? "")")
                try await browser.expectOneScrollbar()
            }
        }

        /// What an article says, from the JSON itself.
        private static func flow(of study: [String: Any]) -> [String] {
            let sections = study["sections"] as? [[String: Any]] ?? []
            let texts = [study["hero_image"], study["title"]].compactMap { $0 as? String }
            return texts
                + sections.flatMap { section -> [String] in
                    let elements = section["body_elements"] as? [Any] ?? []
                    return [section["title"] as? String].compactMap(\.self)
                        + elements.map { ($0 as? String)?.replacing("\n", with: "") ?? ($0 as? [String: String])?["image_url"] ?? "" }
                }
        }

        private static let titles = (1...12).map { "Study \($0)" }

        static func studies(_ server: ImageServer, image: String = "image") throws -> String {
            let studies: [[String: Any]] = (1...12).map { number in
                let first: [String: Any] = [
                    "title": NSNull(), "body_elements": ["One", ["image_url": server.address("\(image)-1.svg")], "Two"],
                ]
                let second: [String: Any] = [
                    "title": "Section", "body_elements": [["image_url": server.address("\(image)-2.svg")], "Three", "Four"],
                ]
                return [
                    "id": number, "client": "Study \(number)", "teaser": "Teaser \(number)", "title": "Study \(number)",
                    "hero_image": server.address("hero-\(number).svg"), "sections": [first, second],
                ]
            }
            return String(decoding: try JSONSerialization.data(withJSONObject: ["case_studies": studies]), as: UTF8.self)
        }

        /// Texts and images from top to bottom, as they are on the screen.
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

extension Browser {
    /// Expects the page itself to be the only thing that scrolls, and that only up and down.
    func expectOneScrollbar(_ location: SourceLocation = #_sourceLocation) async throws {
        let found =
            try await settled(
                #"""
                const scrolls = e => ['auto', 'scroll'].includes(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1;
                const inner = [...document.body.querySelectorAll('*')].filter(scrolls).map(e => e.className);
                for (const frame of document.querySelectorAll('iframe')) {
                  const root = frame.contentDocument.documentElement;
                  if (root.scrollHeight > frame.clientHeight + 1) inner.push('frame ' + root.scrollHeight + ' > ' + frame.clientHeight);
                  if (root.scrollWidth > frame.clientWidth) inner.push('frame is ' + root.scrollWidth + ' wide');
                  if (frame.contentWindow.innerWidth !== root.clientWidth) inner.push('frame has a scrollbar');
                }
                const root = document.documentElement;
                if (root.scrollWidth > root.clientWidth) inner.push('page is ' + root.scrollWidth + ' wide');
                return inner;
                """#) as? [String]
        #expect(found == [], sourceLocation: location)
    }
}
