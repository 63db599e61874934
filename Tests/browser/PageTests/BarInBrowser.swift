import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("The bar of a thread", .serialized) struct Bar {
        /// Faults of the bar, of its parts, and of the link to earlier messages.
        private static let faults = #"""
            const bar = document.querySelector('.bar'), pill = document.querySelector('.pill:not([hidden])'), faults = [];
            const parts = [...bar.querySelectorAll('.subject, .back, .all, button')].filter(e => e.getBoundingClientRect().width);
            const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
            for (const part of parts) {
              const box = part.getBoundingClientRect(), name = part.className || part.localName;
              if (box.left < 0 || box.right > innerWidth + 1 || box.bottom > bar.getBoundingClientRect().bottom + 1) faults.push(name + ' is outside');
              if (!part.matches('.subject') && (part.scrollWidth > part.clientWidth + 1 && part.clientWidth || box.height < 24)) faults.push(name + ' is cut');
              for (const other of parts) if (other !== part && meet(box, other.getBoundingClientRect())) faults.push(name + ' is covered');
            }
            if (getComputedStyle(bar).position === 'fixed' && bar.offsetHeight > innerHeight * 0.4) faults.push('the bar is high');
            if (!pill) return [...faults, 'no pill'];
            if (pill.scrollWidth > pill.clientWidth + 1) faults.push('the pill is cut');
            for (const heading of document.querySelectorAll('.message h2')) {
              const range = document.createRange();
              range.selectNodeContents(heading);
              if ([...range.getClientRects()].some(box => meet(box, pill.getBoundingClientRect()))) faults.push('the pill covers a name');
            }
            return faults;
            """#

        @Test(
            "shows all of its parts in narrow windows, with large text, in each language", arguments: ["en", "de", "fr", "pt", "ja", "ar"])
        func fits(_ language: String) async throws {
            let body = "<p>x</p><img src='http://x.example/a.png' width=99 height=99>"
            let messages = (1...320).map { message($0 == 320 ? body : "<p>x</p>", from: "Mira Kovač <mira@example.com>") }
            let thread = ["slug": "thread", "subject": "Pictures of the long and narrow lighthouse", "messages": messages] as [String: Any]
            let pipeline = """
                { "parameters": { "from": {}, "to": {} }, "source": { "type": "json", "from": { "$param": "from" } },
                  "sinks": [ { "type": "site", "to": { "$param": "to" }, "language": "\(language)" } ] }
                """
            let site = try await Site(pipeline, String(decoding: JSONSerialization.data(withJSONObject: thread), as: UTF8.self))
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            for width in [320, 412] {
                for size in [16, 32] {
                    try await browser.setViewport(width: width, height: 700, isPhone: true)
                    _ = try await browser.call("document.documentElement.style.fontSize = '\(size)px'")
                    #expect(try await browser.strings(Self.faults) == [], "\(width) px, text of \(size) px")
                }
            }
        }
    }
}
