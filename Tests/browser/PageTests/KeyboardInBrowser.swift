import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("By keyboard alone", .serialized) struct Keyboard {
        private static let enter = "\u{E007}"

        @Test("a reader opens an article, the next one, and the list again", arguments: Screen.allCases)
        func studies(_ screen: Screen) async throws {
            let site = try await Site("site-case-studies", String(contentsOf: Site.sampleStudies, encoding: .utf8))
            let browser = try await Browser.start(screen)
            try await browser.open(site.index)
            try await browser.tab(to: ".skip")
            #expect(try await browser.flag("return document.activeElement.getBoundingClientRect().top >= 0"))
            try await browser.press(Self.enter)
            #expect(try await browser.becomesTrue("return location.hash === '#content'"))
            for (target, title) in [
                (".cards li:nth-child(2) a", "*Books* Without a [Building]"), ("a.next", "Größer kochen: “à la carte” für 2.000 Gäste"),
                ("a.prev", "*Books* Without a [Building]"), ("a.back", "Case studies"),
            ] {
                try await browser.tab(to: target)
                #expect(try await browser.flag("return document.activeElement.matches(':focus-visible')"))
                try await browser.press(Self.enter)
                #expect(try await browser.becomesTrue("return document.title === '\(title)'"), "\(title)")
            }
            #expect(
                try await browser.flag(
                    "const box = document.querySelectorAll('.cards li')[1].getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight"
                ))
        }

        @Test("a reader opens a thread and its messages, asks for images and quotes, and goes back", arguments: Screen.allCases)
        func thread(_ screen: Screen) async throws {
            let server = try ImageServer()
            func image(_ name: String) -> String { "<p>x</p><img src='\(server.address(name))'>" }
            let site = try await Site(messages: [
                message("<p>Hidden</p>", isLoaded: false), message("<p>Also</p>", isLoaded: false), message(image("1.svg")),
                message(image("2.svg")),
                message("<p><a href='https://example.com/'>A link</a></p><div class=gmail_quote>On Mon, a@b.example wrote:<p>No?</div>"),
            ])
            let browser = try await Browser.start(screen)
            try await browser.open(site.index)
            try await browser.tab(to: "a[data-entry]")
            try await browser.press(Self.enter)
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m5 iframe:not(.coming)')"))
            // Frames that are still to come move the thread.
            #expect(try await browser.becomesTrue("return document.readyState === 'complete' && !document.querySelector('iframe.coming')"))
            // Home and End scroll the thread even if no element has the focus.
            try await browser.press("\u{E011}")
            #expect(try await browser.becomesTrue("return scrollY === 0"))
            for (number, key) in [(1, Self.enter), (2, " ")] {
                try await browser.tab(to: "#m\(number) .blurb")
                try await browser.press(key)
                #expect(try await browser.becomesTrue("return document.activeElement === document.querySelector('#m\(number) .body')"))
            }
            try await browser.tab(to: "#m3 .controls button")
            try await browser.press(Self.enter)
            #expect(try await browser.becomesTrue("return document.querySelector('#m3 iframe').contentDocument.images[0].naturalWidth > 0"))
            #expect(server.requests == ["1.svg"])
            // Tab moves the focus into the frame and out of it.
            try await browser.tab(to: "#m5 iframe")
            try await browser.tab(to: "#m5 [aria-expanded]")
            try await browser.press(" ")
            #expect(
                try await browser.becomesTrue("return document.querySelector('#m5 iframe').contentDocument.body.innerText.includes('No?')"))
            try await browser.tab(to: "[data-all-images]")
            try await browser.press(Self.enter)
            #expect(try await browser.becomesTrue("return document.querySelector('[data-all-images]').hidden"))
            #expect(try await browser.becomesTrue("return document.querySelector('#m4 iframe').contentDocument.images[0].naturalWidth > 0"))
            try await browser.tab(to: "a.back")
            try await browser.press(Self.enter)
            #expect(try await browser.becomesTrue("return document.title === 'Conversations'"))
        }
    }
}
