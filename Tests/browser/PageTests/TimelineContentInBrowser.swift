import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser.Timeline {
    @Test("has the sender's own part first, and a control that shows what is quoted", arguments: Screen.allCases) func quoted(
        _ screen: Screen
    ) async throws {
        let body = "<p>Yes.</p><div class=gmail_quote><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"
        let site = try await Site(messages: [message(body), message("<p>Nothing quoted</p>")])
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        let text = "return document.querySelector('#m1 iframe').contentDocument.body.innerText"
        #expect(try await browser.settled(text) as? String == "Yes.")
        #expect(
            try await browser.strings("return [...document.querySelectorAll('.controls button')].map(e => e.textContent)") == [
                "Show quoted text"
            ])
        try await browser.click("#m1 .controls button")
        #expect((try await browser.settled(text) as? String)?.contains("No?") == true)
        #expect(try await browser.flag("return document.querySelector('#m1 .controls button').ariaExpanded === 'true'"))
        try await browser.expectFramesFit()
        try await browser.click("#m1 .controls button")
        #expect(try await browser.settled(text) as? String == "Yes.")
    }

    @Test("fetches images when the reader asks, for one message or for all, and remembers it", arguments: Screen.allCases) func images(
        _ screen: Screen
    ) async throws {
        let server = try ImageServer()
        let messages = (1...3).map { message("<p>x</p><img src='\(server.address("\($0).svg"))' alt='Picture \($0)'>") }
        let site = try await Site(messages: messages)
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        _ = try await browser.settled("return 0")
        #expect(server.requests == [])
        #expect(try await browser.strings(Self.shown) == (1...3).map { "x\n\nPicture \($0)" })
        try await browser.click("#m2 .controls button")
        try await Task.sleep(for: .milliseconds(200))
        #expect(server.requests == ["2.svg"])
        try await browser.expectFramesFit()
        try await browser.reload()
        try await Task.sleep(for: .milliseconds(200))
        #expect(Set(server.requests) == ["2.svg"])
        try await browser.click("[data-all-images]")
        try await Task.sleep(for: .milliseconds(300))
        #expect(Set(server.requests) == ["1.svg", "2.svg", "3.svg"])
        try await browser.expectFramesFit()
        #expect(
            try await browser.flag(
                "return document.querySelector('[data-all-images]').hidden && !document.querySelector('.controls button')"))
    }

    @Test("has one kind of cell for all messages, and frames that give mail no way out", arguments: Screen.allCases)
    func cells(_ screen: Screen) async throws {
        let site = try await Site(messages: [message("<p>a</p>"), message("<p>b</p>", isLoaded: false), message("<p>c</p>")])
        let browser = try await Browser.start(screen)
        try await browser.open(site.page("thread"))
        _ = try await browser.settled("return 0")
        #expect(
            try await browser.strings(
                "return [...document.querySelectorAll('.message')].map(m => [m, ...m.children].map(e => e.localName + '.' + e.classList[0]).join(' '))"
            ) == [
                "article.message h2.undefined div.body", "article.message h2.undefined button.blurb",
                "article.message h2.undefined div.body",
            ])
        #expect(
            Set(try await browser.strings("return [...document.querySelectorAll('iframe')].map(f => f.getAttribute('sandbox'))"))
                == ["allow-same-origin allow-popups allow-popups-to-escape-sandbox"])
    }

    @Test("is one of several in an index that says who, what, how many, and what is unread", arguments: Screen.allCases)
    func index(_ screen: Screen) async throws {
        let site = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
        let browser = try await Browser.start(screen)
        try await browser.open(site.index)
        #expect(
            try await browser.strings(
                "return [...document.querySelectorAll('.rows li')].map(e => ['.names', 'h2', '.blurb', '.count'].map(s => e.querySelector(s).innerText.split('\\n')[0]).join(' | '))"
            ).map { $0.replacing(" messages", with: "") } == [
                "mira@example.com, help@lamps.example | Order 4711: the blue one, please | We have swapped the lamp; a courier comes on Thursday. | 4",
                "otto@example.net, billing@example.org | Invoice <draft> | See attached. Rückfragen gern per E-Mail. | 3",
            ])
        #expect(
            try await browser.numbers(
                "return [...document.querySelectorAll('.rows li')].map(e => e.querySelector('.unread')?.offsetWidth ?? 0)"
            )
            .map { $0 > 5 } == [false, true])
        #expect(
            try await browser.numbers("return [...document.querySelectorAll('.rows h2')].map(e => +getComputedStyle(e).fontWeight)")
                == [500, 700])
        try await browser.expectOneScrollbar()
    }
}
