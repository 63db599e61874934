import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.Studies {
    private static let escape = "\u{E00C}"
    private static let enter = "\u{E007}"

    @Test("of known sizes keep everything in its place while images come late", arguments: Screen.allCases)
    func noShift(_ screen: Screen) async throws {
        let server = try ImageServer(files: Self.shapes)
        let content = try Self.studies(server, image: "late", size: Self.shape).replacing("hero-", with: "hero-late-")
        let site = try await Site("site-case-studies", content)
        let browser = try await Browser.start(screen)
        for page in ["index", "8-study-8"] {
            try await browser.open(site.page(page))
            let height = try await browser.number("return document.documentElement.scrollHeight")
            for _ in 0..<12 {
                _ = try await browser.call("scrollBy(0, innerHeight / 2)")
                try await Task.sleep(for: .milliseconds(60))
            }
            #expect(try await browser.becomesTrue("return [...document.images].some(image => image.complete && image.naturalWidth)"))
            try await Task.sleep(for: .milliseconds(700))
            let shifts = try await browser.callAsync(
                """
                const done = arguments[0];
                let sum = 0;
                new PerformanceObserver(list => { for (const entry of list.getEntries()) sum += entry.value; })
                  .observe({ type: 'layout-shift', buffered: true });
                setTimeout(() => done(sum), 100);
                """)
            #expect((shifts as? NSNumber)?.doubleValue == 0, "\(page)")
            #expect(try await browser.number("return document.documentElement.scrollHeight") == height, "\(page)")
        }
        #expect(
            try await browser.numbers(
                "return [...document.images].map(e => e.getBoundingClientRect()).map(e => Math.round(e.width / e.height * 100) / 100)"
            ).suffix(2) == [4, 0.5])
    }

    @Test("show a picture in full, and give the place and the focus back", arguments: Screen.allCases)
    func inFull(_ screen: Screen) async throws {
        let server = try ImageServer(files: Self.shapes)
        let site = try await Site("site-case-studies", Self.studies(server, size: Self.shape))
        let browser = try await Browser.start(screen)
        try await browser.open(site.index)
        try await browser.press(".cards li:nth-child(8) a", on: screen)
        #expect(try await browser.becomesTrue("return document.title === 'Study 8'"))
        let isOpen = "const view = document.querySelector('dialog'); return !!view?.open && view.contains(document.activeElement)"
        let isClosed =
            "return !document.querySelector('dialog') && document.activeElement === document.querySelectorAll('a.whole')[1] && !history.state?.picture"
        _ = try await browser.call("document.querySelectorAll('a.whole')[1].scrollIntoView()")
        let place = try await browser.number("return scrollY")
        try await browser.press("section a.whole", on: screen)
        #expect(try await browser.becomesTrue(isOpen))
        #expect(
            try await browser.flag(
                "return document.querySelector('dialog img').src === document.querySelectorAll('a.whole')[1].href && !!document.querySelector('dialog').ariaLabel"
            ))
        try await browser.press(Self.escape)
        #expect(try await browser.becomesTrue(isClosed))
        try await browser.press(Self.enter)
        #expect(try await browser.becomesTrue(isOpen))
        try await browser.goBack()
        #expect(try await browser.becomesTrue(isClosed))
        #expect(try await browser.number("return scrollY") == place)
        try await browser.press("section a.whole", on: screen)
        #expect(try await browser.becomesTrue(isOpen))
        try await browser.press("dialog button", on: screen)
        #expect(try await browser.becomesTrue(isClosed))
        try await browser.press("a.back", on: screen)
        #expect(try await browser.becomesTrue("return document.title === 'Case studies'"))
    }

    @Test(
        "are accessible while a picture is shown in full", .needs(Checker.axe.file != nil, Checker.axe.reasonForSkipping),
        arguments: Screen.allCases)
    func inFullForAll(_ screen: Screen) async throws {
        let server = try ImageServer(files: Self.shapes)
        let site = try await Site("site-case-studies", Self.studies(server, size: Self.shape))
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("8-study-8"))
        try await browser.press("section a.whole", on: screen)
        #expect(try await browser.becomesTrue("return !!document.querySelector('dialog')?.open"))
        try await browser.expectAccessible("a picture in full")
    }

    @Test("open a picture itself without scripts") func withoutScript() async throws {
        let server = try ImageServer(files: Self.shapes)
        let site = try await Site("site-case-studies", Self.studies(server))
        let browser = try await Browser.start(.desktop)
        try await browser.setScripts(false)
        try await browser.open(site.page("8-study-8"))
        try await browser.click("section a.whole")
        let address = try await browser.call("return location.href") as? String
        #expect(address == server.address("image-1.svg"))
    }
}
