import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Frames that move from message to message", .serialized) struct MovingFrames {
        static let count = 150

        /// Mails that differ in what a frame could keep of the one before: style, ground, quote, a wide part and its button.
        private static func mail(_ number: Int) -> String {
            var text = number % 4 == 3 ? "" : "<style>.own { color: rgb(\(number), 0, 0) }</style>"
            text += "<p class=own>Message \(number).</p>"
            if number % 3 == 0 {
                let cells = (1...30).map { "<td>Column\($0)</td>" }.joined()
                text += "<table border=1><tr>\(cells)</tr><tr>\(cells)</tr></table>"
            }
            text += String(repeating: "<p>Some words.</p>", count: number % 7)
            if number % 2 == 0 { text = "<div style='background: #fff8d0'>\(text)</div>" }
            if number % 5 == 0 { text += "<div class=gmail_quote>On Mon, a@b.example wrote:<p>No?</div>" }
            return text
        }

        /// Describes what the frame of a message shows.
        private static func shown(_ number: Int) -> String {
            """
            const element = document.querySelector('#m\(number)'), frame = element.querySelector('iframe'), mail = frame.contentDocument;
            const own = mail.querySelector('.own'), contents = mail.querySelectorAll('#content');
            return [frame.title === mail.title, own.innerText, mail.defaultView.getComputedStyle(own).color, contents.length,
              Math.abs(frame.clientHeight - contents[0].getBoundingClientRect().height) <= 1, frame.clientHeight,
              mail.documentElement.cloneNode().outerHTML, mail.body.cloneNode().outerHTML,
              element.querySelectorAll('.enlarge').length, element.querySelectorAll('[aria-expanded]').length].join()
            """
        }

        private static let visited = [150, 135, 120, 105, 90, 75, 60, 45, 31, 16, 1, 24, 96, 150]

        /// Returns what the visited messages show, and the number of frames that were ever created.
        private static func visit(_ site: borrowing Site, canMove: Bool) async throws -> (messages: [String], created: Double) {
            let browser = try await Browser.start(.phone)
            let preparation = """
                \(canMove ? "" : "delete Element.prototype.moveBefore;")
                window.created = new Set();
                new MutationObserver(() => document.querySelectorAll('iframe').forEach(frame => created.add(frame)))
                  .observe(document, { childList: true, subtree: true });
                """
            _ = try await browser.devTools("Page.addScriptToEvaluateOnNewDocument", ["source": preparation])
            try await browser.open(site.page("thread"))
            var messages: [String] = []
            for number in visited {
                _ = try await browser.call("document.querySelector('#m\(number)').scrollIntoView()")
                messages.append(try await browser.settled(shown(number)) as? String ?? "")
                #expect(try await browser.number("return document.querySelectorAll('iframe').length") <= 24)
            }
            return (messages, try await browser.number("return created.size"))
        }

        @Test("show each message as a new frame would, and at most 24 are ever created")
        func move() async throws {
            let site = try await Site(messages: (1...Self.count).map { message(Self.mail($0)) })
            let moved = try await Self.visit(site, canMove: true)
            let new = try await Self.visit(site, canMove: false)
            #expect(moved.messages == new.messages)
            for (number, text) in zip(Self.visited, moved.messages) {
                #expect(text.hasPrefix("true,Message \(number).,"), "\(text)")
            }
            #expect(moved.created <= 24 && new.created > 24, "\(moved.created) and \(new.created) frames")
        }

        @Test("do not stop the key Home on its way while bodies above grow")
        func home() async throws {
            let site = try await Site(messages: (1...4).map { message(String(repeating: "<p>Line \($0).</p>", count: 20)) })
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("thread"))
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')?.contentDocument?.querySelector('#own')"))
            _ = try await browser.settled("return 0")
            _ = try await browser.call(
                """
                const body = document.querySelector('#m1 iframe').contentDocument.querySelector('#own');
                let count = 0;
                const timer = setInterval(() => {
                  body.append(Object.assign(document.createElement('p'), { textContent: 'More' }));
                  if (++count === 40) clearInterval(timer);
                }, 30);
                """)
            try await browser.press("\u{E011}")
            #expect(try await browser.becomesTrue("return scrollY === 0"))
        }
    }
}
