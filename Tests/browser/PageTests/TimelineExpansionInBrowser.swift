import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.Timeline {
    @Test("puts the body in the place of the blurb, for good: by mouse, Enter and Space", arguments: Screen.allCases)
    func expands(_ screen: Screen) async throws {
        let messages = (0...3).map { message("<p>Body \($0)</p>", isLoaded: false) }
        let site = try await Site(messages: messages)
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        try await browser.press("#m1 .blurb", on: screen)
        #expect(try await browser.becomesTrue("return !document.querySelector('#m1 .blurb')"))
        #expect(try await browser.strings(Self.shown) == ["Body 0", "…", "…", "…"])
        _ = try await browser.call("document.querySelector('#m2 .blurb').focus()")
        try await browser.press("\u{E007}")
        #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "…", "…"])
        _ = try await browser.call("document.querySelector('#m3 .blurb').focus()")
        try await browser.press(" ")
        #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
        #expect(try await browser.flag("return document.activeElement === document.querySelector('#m3 .body')"))
        // No later event undoes the expansion.
        try await browser.click("#m1 h2")
        try await browser.click("#m1 .body")
        try await browser.press("\u{E007} \u{E00C}")
        #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
        // Three ways back: a reload, the history, and the list.
        try await browser.reload()
        #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
        try await browser.open(site.index)
        try await browser.goBack()
        #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
        try await browser.follow("a.back")
        try await browser.follow("a[data-entry]")
        #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
        #expect(abs(try await browser.number("return document.querySelector('#m4').getBoundingClientRect().top")) <= 2)
    }

    @Test("does not move what stands above a blurb that is opened", arguments: Screen.allCases) func expandsInPlace(_ screen: Screen)
        async throws
    {
        let body = String(repeating: "<p>Line after line.</p>", count: 30)
        let site = try await Site(messages: (0...5).map { _ in message(body, isLoaded: false) })
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        // The page keeps the newest message at its place until all of it is laid out.
        _ = try await browser.settled("scrollTo(0, 0)")
        let top = "return document.querySelector('#m3').getBoundingClientRect().top"
        let before = try await browser.number(top)
        try await browser.click("#m3 .blurb")
        #expect(abs(try await browser.number(top) - before) <= 1)
    }

    @Test("keeps what is open also where the tab may remember nothing") func withoutMemory() async throws {
        let site = try await Site(messages: (0...2).map { message("<p>Body \($0)</p>", isLoaded: false) })
        let browser = try await Browser.start(.phone)
        try await browser.open(site.page("thread"))
        try await browser.click("#m2 .blurb")
        _ = try await browser.call("sessionStorage.clear()")
        try await browser.reload()
        #expect(try await browser.strings(Self.shown) == ["…", "Body 1", "…"])
    }

    @Test("comes back to the place that was left, and to the newest when it is opened anew", arguments: Screen.allCases) func comesBack(
        _ screen: Screen
    ) async throws {
        let site = try await Site(
            messages: (1...30).map { message("<p>Message \($0)</p>" + String(repeating: "<p>Line</p>", count: $0)) })
        let browser = try await Browser.start(screen)
        try await browser.open(site.index)
        try await browser.follow("a[data-entry]")
        _ = try await browser.settled("scrollTo(0, document.querySelector('#m9').getBoundingClientRect().top + scrollY - 40)")
        let top = "return document.querySelector('#m9').getBoundingClientRect().top"
        #expect(abs(try await browser.number(top) - 40) <= 2)
        try await browser.reload()
        #expect(abs(try await browser.number(top) - 40) <= 2)
        try await browser.follow("a.back")
        try await browser.follow("a[data-entry]")
        #expect(abs(try await browser.number("return document.querySelector('#m30').getBoundingClientRect().top")) <= 2)
    }
}
