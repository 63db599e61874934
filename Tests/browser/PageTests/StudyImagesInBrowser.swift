import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.Studies {
    @Test("keep every link where it is while images of any shape come late", arguments: Screen.allCases)
    func stays(_ screen: Screen) async throws {
        let server = try ImageServer(files: Self.shapes)
        let site = try await Site("site-case-studies", Self.studies(server, image: "late"))
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("8-study-8"))
        let place = "scrollTo(0, 1e6); const box = document.querySelector('a.next').getBoundingClientRect(); return [box.left, box.top]"
        let early = try await browser.call(place) as? [Double]
        #expect(
            try await browser.becomesTrue(
                "return [...document.images].every(image => image.complete && image.naturalWidth && !image.src.includes('missing'))"
            ))
        #expect(try await browser.call(place) as? [Double] == early)
        #expect(try await browser.numbers(Self.ratios).last == 2)
    }

    @Test("give images their own shape while they are out of sight", arguments: Screen.allCases)
    func shape(_ screen: Screen) async throws {
        let server = try ImageServer(files: Self.shapes)
        let site = try await Site("site-case-studies", Self.studies(server, lines: 25))
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("8-study-8"))
        #expect(try await browser.becomesTrue("return document.images[2].naturalHeight === 900"))
        #expect(try await browser.numbers(Self.ratios) == [2.8, 4, 0.5])
        _ = try await browser.call("document.images[2].scrollIntoView()")
        #expect(try await browser.numbers(Self.ratios) == [2.8, 4, 0.5])
    }

    /// Sizes of wide and of tall images.
    @Sendable static func shapes(_ path: String) -> Data? {
        let size = shape(path)
        return ImageServer.picture(width: size.width, height: size.height)
    }

    static func shape(_ path: String) -> (width: Int, height: Int) { path.contains("-1") ? (1200, 300) : (450, 900) }

    /// The ratio of width to height of the boxes.
    private static let ratios =
        "return [...document.querySelectorAll('.picture')].map(e => e.getBoundingClientRect()).map(e => Math.round(e.width / e.height * 100) / 100)"

    @Test("of one's own HTML have their images in boxes, and their words in order", arguments: Screen.allCases)
    func own(_ screen: Screen) async throws {
        let server = try ImageServer(files: { $0.hasPrefix("3") ? nil : ImageServer.picture(width: 300, height: 200) })
        let site = try await SiteContent.ownArticles.site()
        let browser = try await Browser.start(screen, remote: server.port)
        try await browser.open(site.page("a"))
        for part in 0...4 { _ = try await browser.settled("scrollTo(0, document.documentElement.scrollHeight / 4 * \(part))") }
        let flow =
            "return [...document.querySelectorAll('article h1, article h2, article h3, figcaption:not(.missing), article p, li, article .picture')]"
        #expect(
            try await browser.strings(flow + ".map(e => e.className || e.innerText.trim())") == [
                "picture shown", "A", "One", "picture shown", "Two", "Three", "four", "picture shown", "five", "Seven",
                "picture sized failed", "eight", "picture failed",
            ])
        #expect(
            try await browser.strings("return [...document.querySelectorAll('.failed')].map(e => e.innerText.trim())") == [
                "Picture missing", "Picture missing: ten",
            ])
        // The third image never arrives; its box has the size that the page declares.
        #expect(
            try await browser.numbers(
                "const box = document.querySelector('.sized').getBoundingClientRect(); return [box.width, box.height].map(Math.round)")
                == [300, 200])
        #expect(
            try await browser.numbers(
                "const figure = document.querySelector('figcaption:not(.missing)'), heading = document.querySelector('h2');"
                    + "return [heading.getBoundingClientRect().top - figure.getBoundingClientRect().bottom]"
            ).allSatisfy { $0 >= 16 })
        try await browser.expectOneScrollbar()
    }

    @Test("say in a quiet line that an image does not come", arguments: Screen.allCases) func failedImages(_ screen: Screen)
        async throws
    {
        let server = try ImageServer()
        let site = try await Site("site-case-studies", Self.studies(server, image: "missing"))
        let browser = try await Browser.start(screen)
        try await browser.open(site.index)
        #expect(
            try await browser.strings("return [document.querySelector('.picture').innerText.trim()]")
                == ["Picture missing"])
        #expect(try await browser.becomesTrue("return document.querySelectorAll('.picture.failed').length > 3"))
        let height = try await browser.number("return document.documentElement.scrollHeight")
        try await browser.open(site.page("8-study-8"))
        _ = try await browser.call("document.querySelectorAll('.picture')[2].scrollIntoView()")
        try await Task.sleep(for: .milliseconds(300))
        #expect(
            try await browser.strings("return [...document.querySelectorAll('.picture')].map(f => f.innerText.trim())")
                == ["Picture missing", "Picture missing", "Picture missing"])
        let isInBox = """
            return [...document.querySelectorAll('.picture.failed')].every(picture => {
              const line = picture.querySelector('.missing').getBoundingClientRect(), box = picture.getBoundingClientRect();
              return line.height > 10 && line.top >= box.top && line.bottom <= box.bottom + 10;
            })
            """
        #expect(try await browser.flag(isInBox))
        // No text of the page is an address, and no box is gray.
        #expect(try await browser.flag("return !document.body.innerText.includes('missing-')"))
        #expect(
            try await browser.flag(
                "return [...document.querySelectorAll('.picture')].every(e => getComputedStyle(e).backgroundColor === 'rgba(0, 0, 0, 0)')"))
        // The picture at the top is in sight, and keeps its shape.
        #expect(try await browser.numbers(Self.ratios).first == 2.8)
        try await browser.expectOneScrollbar()
        // A list of several columns has the same height as one with all images. In a single column, missing ones leave no gap.
        let whole = try await Site("site-case-studies", Self.studies(server))
        try await browser.open(whole.index)
        let wholeHeight = try await browser.number("return document.documentElement.scrollHeight")
        #expect(screen == .phone ? height < wholeHeight - 300 : height == wholeHeight)
    }

    @Test("leave no gap in cards below the reader, and move nothing that the reader has reached", arguments: Screen.allCases)
    func missingCards(_ screen: Screen) async throws {
        let server = try ImageServer()
        let site = try await Site("site-case-studies", Self.studies(server, image: "missing-late"))
        let browser = try await Browser.start(screen)
        try await browser.open(site.index)
        let tops =
            "return [...document.querySelectorAll('.cards h2')].map(e => e.getBoundingClientRect().top).filter(top => top < innerHeight)"
        let early = try await browser.numbers(tops)
        #expect(try await browser.becomesTrue("return document.querySelector('.picture').matches('.failed')"))
        #expect(try await browser.numbers(tops) == early)
        // Pictures below come before the reader does.
        let below =
            "[...document.querySelectorAll('.picture.failed')].map(e => e.getBoundingClientRect()).filter(box => box.top >= innerHeight)"
        #expect(try await browser.becomesTrue("return \(below).length > 1"))
        let heights = try await browser.numbers("return \(below).map(box => box.height)")
        #expect(heights.allSatisfy { screen == .phone ? $0 < 60 : $0 > 60 }, "\(heights)")
    }
}
