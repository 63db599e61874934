import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("The pages of a long thread", .serialized) struct ThreadPages {
        /// 450 messages: two pages of 200 and the newest page, which has at least 100, so that it takes the 50 messages beyond them.
        static func site() async throws -> Site {
            try await Site(
                messages: (1...450).map { number in
                    message(
                        "<p>Body \(number)</p><p>\(number == 123 ? "A Zürich tram" : "Words")</p>", from: "person\(number % 7)@example.com",
                        blurb: "Blurb \(number)", isLoaded: number % 10 != 1)
                })
        }

        /// Expects that an element comes to a distance from the top of the window.
        private static func expect(
            _ selector: String, at top: Double, in browser: borrowing Browser, _ location: SourceLocation = #_sourceLocation
        ) async throws {
            let place = "document.querySelector('\(selector)').getBoundingClientRect().top"
            let isThere = try await browser.becomesTrue("return Math.abs(\(place) - \(top)) <= 2")
            let found = try await browser.number("return \(place)")
            #expect(isThere, "\(selector) is at \(found)", sourceLocation: location)
        }

        @Test("lead to earlier and later messages, with one state for all of them", arguments: Screen.allCases)
        func pages(_ screen: Screen) async throws {
            let site = try await Self.site()
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let shown =
                "return [...document.querySelectorAll('.message')].map(m => +m.id.slice(1)).filter((n, i, all) => i === 0 || i === all.length - 1)"
            #expect(try await browser.numbers(shown) == [201, 450])
            _ = try await browser.call("document.querySelector('#m221 .blurb').click()")
            try await browser.follow("a[rel=prev]")
            #expect(try await browser.becomesTrue("return location.hash === '#m200' && !!document.querySelector('#m200 iframe')"))
            #expect(try await browser.numbers(shown) == [1, 200])
            try await Self.expect("#m200", at: 0, in: browser)
            _ = try await browser.call("document.querySelector('#m21 .blurb').click()")
            try await browser.follow("a[rel=next]")
            #expect(try await browser.becomesTrue("return location.hash === '#m201'"))
            try await Self.expect("#m201", at: 0, in: browser)
            #expect(try await browser.flag("return !document.querySelector('#m221 .blurb') && !!document.querySelector('#m231 .blurb')"))
            // Opened messages are kept by number for the whole thread, also in another tab and after the tab is closed.
            _ = try await browser.call("sessionStorage.clear()")
            try await browser.open(try #require(URL(string: site.page("thread").absoluteString + "#m21")))
            #expect(try await browser.becomesTrue("return location.pathname.endsWith('/thread/earlier-1.html')"))
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m21 iframe:not(.coming)')"))
            try await Self.expect("#m21", at: 0, in: browser)
            try await browser.click("a.back")
            #expect(try await browser.becomesTrue("return document.title === 'Conversations'"))
        }

        @Test("keep the place when the reader comes back", arguments: Screen.allCases) func place(_ screen: Screen) async throws {
            let site = try await Self.site()
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled("scrollTo(0, document.querySelector('#m300').getBoundingClientRect().top + scrollY - 30)")
            #expect(try await browser.becomesTrue("return history.state?.place?.number === 300"))
            try await browser.click("a.all")
            #expect(try await browser.becomesTrue("return !!document.querySelector('.lines')"))
            try await browser.goBack()
            try await Self.expect("#m300", at: 30, in: browser)
        }

        @Test("have a list of all messages, in which words are found", arguments: Screen.allCases) func list(_ screen: Screen) async throws
        {
            let site = try await Self.site()
            let browser = try await Browser.start(screen)
            try await browser.open(site.folder.appendingPathComponent("site/thread/all.html"))
            #expect(try await browser.number("return document.querySelectorAll('.lines li').length") == 450)
            let found = "return [...document.querySelectorAll('.lines li:not([hidden]) .number')].map(e => +e.textContent)"
            for (words, numbers) in [("ZURICH tram", [123.0]), ("person3 45", [45]), ("no such words", [])] {
                _ = try await browser.call(
                    "const f = document.querySelector('input'); f.value = arguments[0]; f.dispatchEvent(new Event('input'))", [words])
                #expect(try await browser.numbers(found) == numbers, "\(words)")
            }
            _ = try await browser.call(
                "const f = document.querySelector('input'); f.value = 'tram'; f.dispatchEvent(new Event('input'))")
            #expect(try await browser.becomesTrue("return document.querySelector('[role=status]').textContent === '1 message found'"))
            try await browser.click(".lines li:not([hidden]) a")
            #expect(try await browser.becomesTrue("return location.hash === '#m123' && location.pathname.endsWith('earlier-1.html')"))
            try await browser.expectOneScrollbar()
        }

        @Test("can be read without scripts", arguments: Screen.allCases) func withoutScripts(_ screen: Screen) async throws {
            let site = try await Self.site()
            let browser = try await Browser.start(screen)
            try await browser.setScripts(false)
            try await browser.open(site.page("thread"))
            // The last link of the page is the newest message's.
            #expect(try site.text("thread").contains("<a href=\"thread/m450.html\">Read message 450</a>"))
            try await browser.open(site.folder.appendingPathComponent("site/thread/m450.html"))
            try await browser.setScripts(true)
            #expect(try await browser.call("return document.querySelector('#own').innerText") as? String == "Body 450\n\nWords")
        }
    }
}
