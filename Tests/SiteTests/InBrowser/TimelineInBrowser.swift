import Foundation
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("A timeline in a browser", .serialized) struct Timeline {
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
                server.forget()
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
            // Up by what is three screens before the images have come, in steps as a wheel makes them.
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
            // Sender on top, content below.
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

        @Test("puts the body in the place of the blurb, for good: by mouse, Enter and Space", arguments: Screen.allCases)
        func expands(_ screen: Screen) async throws {
            let messages = (0...3).map { message("<p>Body \($0)</p>", isLoaded: false) }
            let site = try await Site(messages: messages)
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            try await browser.press("#m1 .blurb", on: screen)
            #expect(try await browser.comes(true: "return !document.querySelector('#m1 .blurb')"))
            #expect(try await browser.strings(Self.shown) == ["Body 0", "…", "…", "…"])
            _ = try await browser.call("document.querySelector('#m2 .blurb').focus()")
            try await browser.press("\u{E007}")
            #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "…", "…"])
            _ = try await browser.call("document.querySelector('#m3 .blurb').focus()")
            try await browser.press(" ")
            #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
            #expect(try await browser.flag("return document.activeElement === document.querySelector('#m3 .body')"))
            // Nothing takes it back.
            try await browser.click("#m1 h2")
            try await browser.click("#m1 .body")
            try await browser.press("\u{E007} \u{E00C}")
            #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
            // Coming back: by a reload, from another page, and by the list.
            try await browser.reload()
            #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
            try await browser.open(site.index)
            try await browser.goBack()
            #expect(try await browser.strings(Self.shown) == ["Body 0", "Body 1", "Body 2", "…"])
            try await browser.click("a.back")
            try await browser.click("a[data-entry]")
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
            _ = try await browser.call("scrollTo(0, 0)")
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
            try await browser.click("a[data-entry]")
            _ = try await browser.settled("scrollTo(0, document.querySelector('#m9').getBoundingClientRect().top + scrollY - 40)")
            let top = "return document.querySelector('#m9').getBoundingClientRect().top"
            #expect(abs(try await browser.number(top) - 40) <= 2)
            try await browser.reload()
            #expect(abs(try await browser.number(top) - 40) <= 2)
            try await browser.click("a.back")
            try await browser.click("a[data-entry]")
            #expect(abs(try await browser.number("return document.querySelector('#m30').getBoundingClientRect().top")) <= 2)
        }

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
                    "otto@example.net, billing@example.org | Invoice <draft> | See attached. Rückfragen gern per E-Mail. | 2",
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

        /// The text of each message: what its frame shows, or an ellipsis for a blurb.
        static let shown = #"""
            return [...document.querySelectorAll('.message')].map(m =>
              m.querySelector('button.blurb') ? '…' : m.querySelector('iframe')?.contentDocument.body.innerText.trim() ?? 'nothing');
            """#
    }
}

/// A message for a thread.
func message(_ body: String, from: String = "mira@example.com", blurb: String = "A blurb", isLoaded: Bool = true) -> [String: Any] {
    ["from": from, "blurb": blurb, "body": body, "content_loaded": isLoaded]
}

extension Browser {
    /// Expects each frame to be as high as its content, which is measured in a frame that is too low for it.
    func expectFramesFit(_ location: SourceLocation = #_sourceLocation) async throws {
        let found =
            try await settled(
                #"""
                return [...document.querySelectorAll('.body iframe')].flatMap(frame => {
                  const height = frame.getBoundingClientRect().height;
                  const given = frame.style.height;
                  frame.style.height = '1px';
                  const content = frame.contentDocument.documentElement.scrollHeight;
                  frame.style.height = given;
                  return Math.abs(height - content) <= 1 ? [] : [frame.title + ': ' + height + ' for ' + content];
                });
                """#) as? [String]
        #expect(found == [], sourceLocation: location)
    }
}
