import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("A timeline in a browser", .serialized) struct Timeline {
        @Test("says that there is nothing, and does not scroll, where a thread has no messages", arguments: Screen.allCases)
        func empty(_ screen: Screen) async throws {
            let site = try await SiteContent.emptyThread.site()
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let shown = "return [...document.querySelectorAll('main > *, .bar .subject > *')].map(e => e.innerText)"
            #expect(try await browser.strings(shown) == ["A thread", "A thread", "No messages"])
            #expect(try await browser.flag("return document.documentElement.scrollHeight === innerHeight"))
        }

        @Test("names its subject, and says where the older messages are, below the newest", arguments: Screen.allCases)
        func bar(_ screen: Screen) async throws {
            let site = try await Site(messages: [message("a"), message("b")])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let inSight =
                "return [...document.querySelectorAll('.bar .subject > *')].filter(e => e.getBoundingClientRect().height && e.getBoundingClientRect().bottom <= innerHeight).map(e => e.innerText)"
            #expect(try await browser.strings(inSight) == ["A thread", "2 messages, the newest last"])
            #expect(abs(try await browser.number("return document.querySelector('#m2').getBoundingClientRect().top")) <= 2)
        }

        @Test("opens with the top of the newest message at the top of the screen, also when images come late", arguments: Screen.allCases)
        func opensAtNewest(_ screen: Screen) async throws {
            let server = try ImageServer()
            for newest in ["<p>Short</p>", "<p>Long</p>" + String(repeating: "<p>Line after line.</p>", count: 80)] {
                let messages =
                    (1...8).map { number in
                        message("<p>Message \(number)</p><img src='\(server.address("late-\(number).svg"))'><p>End</p>")
                    } + [message(newest + "<img src='\(server.address("late-9.svg"))'>")]
                let site = try await Site(messages: messages, settings: ["images=show"])
                let browser = try await Browser.start(screen)
                try await browser.open(site.page("thread"))
                let top = "return document.querySelector('#m9').getBoundingClientRect().top"
                let before = try await browser.call("return [document.querySelector('#m9').getBoundingClientRect().top]") as? [NSNumber]
                #expect(abs(before?.first?.doubleValue ?? .nan) <= 2)
                try await Task.sleep(for: .milliseconds(900))
                #expect(abs(try await browser.number(top)) <= 2)
                #expect(server.requests.contains("late-8.svg"))
                #expect(
                    try await browser.flag("return document.querySelector('#m8 iframe').contentDocument.images[0].naturalHeight === 400"))
                try await browser.expectOneScrollbar()
                try await browser.expectFramesFit()
                server.forgetRequests()
            }
        }

        @Test("keeps what the reader looks at where it is while images come late", arguments: Screen.allCases)
        func keepsPlace(_ screen: Screen) async throws {
            let server = try ImageServer()
            let messages = (1...60).map { message("<p>Message \($0)</p><img src='\(server.address("late-\($0).svg"))'>") }
            let site = try await Site(messages: messages, settings: ["images=show"])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled("return 0")
            // Scrolls up in steps of a mouse wheel, by three screens as measured before the images arrived.
            for _ in 1...6 {
                try await browser.scroll(by: -screen.height / 2)
                try await Task.sleep(for: .milliseconds(50))
            }
            let first = "const m = [...document.querySelectorAll('.message')].find(e => e.getBoundingClientRect().top >= 0);"
            let early = try await browser.call(first + "return [+m.id.slice(1), m.getBoundingClientRect().top]") as? [NSNumber] ?? []
            try await Task.sleep(for: .milliseconds(1500))
            let late = try await browser.number("return document.querySelector('#m\(early[0])').getBoundingClientRect().top")
            #expect(early[0].intValue < 58)
            #expect(abs(late - early[1].doubleValue) <= 2)
        }

        @Test("shows the body where it is loaded, otherwise the blurb in one line", arguments: Screen.allCases)
        func blurbOrBody(_ screen: Screen) async throws {
            let blurb = String(repeating: "A long beginning ", count: 30)
            let messages = [true, false, true, false].enumerated().map { index, isLoaded in
                message("<p>Body \(index)</p>", from: "sender\(index)@example.com", blurb: blurb, isLoaded: isLoaded)
            }
            let site = try await Site(messages: messages)
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            #expect(try await browser.strings(Self.shown) == ["Body 0", "…", "Body 2", "…"])
            #expect(
                try await browser.strings("return [...document.querySelectorAll('.message h2')].map(e => e.textContent)")
                    == (0...3).map { "sender\($0)@example.com" })
            // The sender is above the content.
            #expect(
                try await browser.flag(
                    "return [...document.querySelectorAll('.message')].every(m => m.children[0].getBoundingClientRect().bottom <= m.children[1].getBoundingClientRect().top)"
                ))
            let line = "const e = document.querySelector('.blurb .line'); const s = getComputedStyle(e);"
            #expect(
                try await browser.flag(
                    line
                        + "return e.clientHeight < 1.9 * parseFloat(s.lineHeight) && e.scrollWidth > e.clientWidth && s.textOverflow === 'ellipsis'"
                ))
            try await browser.expectOneScrollbar()
        }

        /// The text of each message: that of its frame, or an ellipsis for a blurb.
        static let shown = #"""
            return [...document.querySelectorAll('.message')].map(m =>
              m.querySelector('button.blurb') ? '…' : m.querySelector('iframe')?.contentDocument.body.innerText.trim() ?? 'nothing');
            """#
    }
}
