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
            #expect(try await browser.flag("return [...document.images].every(image => image.loading === 'lazy')"))
            _ = try await browser.call("scrollTo(0, document.querySelectorAll('.cards li')[7].getBoundingClientRect().top + scrollY - 120)")
            #expect(try await browser.number("return document.documentElement.scrollHeight") == height)
            let left = try await browser.number("return scrollY")
            #expect(left > 300)
            // By the link of the page, and by the browser's own.
            for isLink in [true, false] {
                try await browser.press(".cards li:nth-child(8) a", on: screen)
                #expect(try await browser.comes(true: "return document.title === 'Study 8'"))
                #expect(try await browser.strings(Self.flow) == Self.expectedFlow(server))
                #expect(try await browser.number("return scrollY") == 0)
                try await browser.expectOneScrollbar()
                if isLink { try await browser.press("a.back", on: screen) } else { try await browser.goBack() }
                #expect(try await browser.comes(true: "return document.title === 'Case studies'"))
                #expect(try await browser.number("return scrollY") == left)
            }
            // From a neighbour the way back leads to that one.
            try await browser.press(".cards li:nth-child(8) a", on: screen)
            #expect(try await browser.comes(true: "return document.title === 'Study 8'"))
            try await browser.press("a.next", on: screen)
            #expect(try await browser.comes(true: "return document.title === 'Study 9'"))
            try await browser.press("a.back", on: screen)
            #expect(try await browser.comes(true: "return document.title === 'Case studies'"))
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

        @Test("keep every link where it is while images of any shape come late", arguments: Screen.allCases)
        func stays(_ screen: Screen) async throws {
            let server = try ImageServer(files: Self.shapes)
            let site = try await Site("site-case-studies", Self.studies(server, image: "late"))
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("8-study-8"))
            let place = "scrollTo(0, 1e6); const box = document.querySelector('a.next').getBoundingClientRect(); return [box.left, box.top]"
            let early = try await browser.call(place) as? [Double]
            #expect(
                try await browser.comes(
                    true:
                        "return [...document.images].every(image => image.complete && image.naturalWidth && !image.src.includes('missing'))"
                ))
            #expect(try await browser.call(place) as? [Double] == early)
            #expect(try await browser.numbers(Self.ratios).last == 2)
        }

        @Test("give images their own shape where nobody sees that yet", arguments: Screen.allCases)
        func shape(_ screen: Screen) async throws {
            let server = try ImageServer(files: Self.shapes)
            let site = try await Site("site-case-studies", Self.studies(server, lines: 25))
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("8-study-8"))
            #expect(try await browser.comes(true: "return document.images[2].naturalHeight === 900"))
            #expect(try await browser.numbers(Self.ratios) == [2.33, 4, 0.5])
            _ = try await browser.call("document.images[2].scrollIntoView()")
            #expect(try await browser.numbers(Self.ratios) == [2.33, 4, 0.5])
        }

        /// Wide images, and high ones.
        @Sendable private static func shapes(_ path: String) -> Data? {
            path.contains("-1") ? ImageServer.picture(width: 1200, height: 300) : ImageServer.picture(width: 450, height: 900)
        }

        /// How many times wider than high the boxes are.
        private static let ratios =
            "return [...document.querySelectorAll('.picture')].map(e => e.getBoundingClientRect()).map(e => Math.round(e.width / e.height * 100) / 100)"

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

        @Test("leave the address of an image that does not come", arguments: Screen.allCases) func failedImages(_ screen: Screen)
            async throws
        {
            let server = try ImageServer()
            let site = try await Site("site-case-studies", Self.studies(server, image: "missing"))
            let browser = try await Browser.start(screen)
            let message = "This image cannot be shown: "
            try await browser.open(site.index)
            #expect(
                try await browser.strings("return [document.querySelector('.picture').innerText.trim()]")
                    == [message + server.address("missing-hero-1.svg")])
            let height = try await browser.number("return document.documentElement.scrollHeight")
            try await browser.open(site.page("8-study-8"))
            _ = try await browser.call("document.querySelectorAll('.picture')[2].scrollIntoView()")
            try await Task.sleep(for: .milliseconds(300))
            #expect(
                try await browser.strings("return [...document.querySelectorAll('.picture')].map(f => f.innerText.trim())")
                    == ["missing-hero-8.svg", "missing-1.svg", "missing-2.svg"].map { message + server.address($0) })
            #expect(try await browser.numbers(Self.ratios) == [2.33, 2, 2])
            try await browser.expectOneScrollbar()
            // The list is as high as one whose images have come.
            let whole = try await Site("site-case-studies", Self.studies(server))
            try await browser.open(whole.index)
            #expect(try await browser.number("return document.documentElement.scrollHeight") == height)
        }

        @Test("of the samples are read from the first to the last, by the links of the pages", arguments: Screen.allCases)
        func samples(_ screen: Screen) async throws {
            let server = try ImageServer()
            let text = try String(contentsOf: Site.sampleStudies, encoding: .utf8)
            try await Self.readThrough(text.replacing("https://images.example.org/", with: server.address("")), count: 6, screen)
        }

        @Test(
            "of the real content are read from the first to the last, by the links of the pages",
            .enabled(if: SharedData.exists("case-studies"), "needs the shared test data"),
            arguments: Screen.allCases)
        func realContent(_ screen: Screen) async throws {
            let prefix = "https://raw.githubusercontent.com/theappbusiness/engineering-challenge/main/"
            let server = try ImageServer { path in try? SharedData.read("case-studies/" + path) }
            let text = String(decoding: try SharedData.read("case-studies/endpoints/v1/caseStudies.json"), as: UTF8.self)
            try await Self.readThrough(text.replacing(prefix, with: server.address("")), count: 10, screen)
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
                let isThere = try await browser.comes(true: "return document.querySelector('article h1')?.textContent === \(quoted(title))")
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
            #expect(try await browser.comes(true: "return document.querySelector('h1').textContent === \(previous)"))
            try await browser.open(site.index)
            for number in stride(from: 1, through: count, by: 3) {
                let card = ".cards li:nth-child(\(number))"
                let left = try await browser.number(
                    "document.querySelector('\(card)').scrollIntoView({ block: 'center' }); return scrollY")
                try await browser.press(card + " a", on: screen)
                #expect(try await browser.comes(true: "return !!document.querySelector('a.back')"))
                try await browser.press("a.back", on: screen)
                #expect(try await browser.comes(true: "return !!document.querySelector('.cards')"))
                #expect(try await browser.number("return scrollY") == left)
            }
        }

        /// A text as a literal of JavaScript.
        private static func quoted(_ text: String) -> String {
            (try? JSONEncoder().encode(text)).map { String(decoding: $0, as: UTF8.self) } ?? "''"
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

        /// Twelve studies.
        ///
        /// - Parameters:
        ///   - image: How the names of the images begin.
        ///   - lines: How many paragraphs stand before the first of them.
        static func studies(_ server: ImageServer, image: String = "image", lines: Int = 1) throws -> String {
            let hero = image == "missing" ? "missing-hero" : "hero"
            let studies: [[String: Any]] = (1...12).map { number in
                let texts: [Any] = Array(repeating: "One", count: lines)
                let first: [String: Any] = [
                    "title": NSNull(), "body_elements": texts + [["image_url": server.address("\(image)-1.svg")], "Two"],
                ]
                let second: [String: Any] = [
                    "title": "Section", "body_elements": [["image_url": server.address("\(image)-2.svg")], "Three", "Four"],
                ]
                return [
                    "id": number, "client": "Study \(number)", "teaser": "Teaser \(number)", "title": "Study \(number)",
                    "hero_image": server.address("\(hero)-\(number).svg"), "sections": [first, second],
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
