import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("A thread of 2,000 messages in a browser", .serialized) struct LongThread {
        /// The longest time until the newest message is visible, in milliseconds.
        static let limit = 2_000.0
        /// The largest number of frames at the same time.
        static let maximumFrames = 24.0

        @Test("shows the newest in time, and keeps few frames alive wherever the reader goes", arguments: Screen.allCases)
        func opens(_ screen: Screen) async throws {
            let text = String(repeating: "Some words that fill a line of mail. ", count: 12)
            let messages = (1...2_000).map { number in
                message("<p>Message \(number).</p><p>\(text)</p>", blurb: "Message \(number)", isLoaded: number % 10 != 1)
            }
            let site = try await Site(messages: messages)
            let browser = try await Browser.start(screen, isQuiet: true)
            let start = ContinuousClock.now
            try await browser.open(site.page("thread"))
            var isSeen = false
            while !isSeen, start.duration(to: .now) < .seconds(10) {
                isSeen =
                    try await browser.call(
                        """
                        const frame = document.querySelector('#m2000 iframe:not(.coming)');
                        return !!frame && frame.clientHeight > 40 && Math.abs(document.querySelector('#m2000').getBoundingClientRect().top) <= 2;
                        """) as? Bool ?? false
            }
            let time = start.duration(to: .now) / .milliseconds(1)
            #expect(isSeen && time < Self.limit, "seen after \(Int(time)) ms")
            var most = 0.0
            for position in [1.0, 0.9, 0.5, 0.1, 0] {
                _ = try await browser.call("scrollTo(0, document.documentElement.scrollHeight * \(position))")
                most = max(most, try await browser.number("return document.querySelectorAll('iframe').length"))
                try await browser.expectFramesFit()
            }
            #expect((1...Self.maximumFrames).contains(most))
            // An opened message stays open at any distance.
            _ = try await browser.call("scrollTo(0, document.querySelector('#m1821').getBoundingClientRect().top + scrollY)")
            try await browser.click("#m1821 .blurb")
            let height = try await browser.number("return document.querySelector('#m1821').clientHeight")
            _ = try await browser.call("scrollTo(0, document.documentElement.scrollHeight)")
            #expect(try await browser.flag("return !document.querySelector('#m1821 iframe') && !document.querySelector('#m1821 .blurb')"))
            #expect(try await browser.number("return document.querySelector('#m1821').clientHeight") == height)
            _ = try await browser.call("scrollTo(0, document.querySelector('#m1821').getBoundingClientRect().top + scrollY)")
            #expect(
                try await browser.flag(
                    "return document.querySelector('#m1821 iframe').contentDocument.body.innerText.startsWith('Message 1821.')"))
        }
    }
}
