import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    /// The short form of `Tests/slow/mail_looks.py`, with the same look at the text.
    @Suite("Mail that is hard to show", .serialized) struct MailLooks {
        private static let words = "The quarterly report of the lighthouse keepers is ready, and the numbers are below. "
        private static func rows(_ count: Int, _ cell: String, _ columns: Int) -> String {
            String(repeating: "<tr>" + String(repeating: cell, count: columns) + "</tr>", count: count)
        }

        static let bodies = [
            "<p style='font-size:8px'>\(words)<span style='font-size:2em'>larger</span></p>",
            "<table width=600><tr>" + String(repeating: "<td nowrap width=200 style='white-space:nowrap'>\(words)</td>", count: 3)
                + "</table>",
            "<div style='height:20px'>\(words)</div><div style='max-height:20px'>\(words)</div><p style='line-height:6px'>\(words)</p>",
            "<div style='background:url(https://x.example/dark.jpg);color:#fff'>\(words)</div><p style='opacity:.2'>\(words)</p>",
            "<div style='background:#123'>\(words)<a href='https://x.example/'>A link</a></div>",
            "<table border=1>" + rows(4, "<td>Characterisation</td>", 9) + "</table>",
            String(repeating: "<blockquote style='padding:30px;margin:20px'>", count: 20) + words,
            String(repeating: "<table cellpadding=30><tr><td>", count: 8) + words,
            "<h1 style='font-size:72px'>Congratulations</h1><p>https://x.example/" + String(repeating: "a1b2", count: 60),
            "<img width=600 src='https://x.example/w.png' alt='A panorama'><img width=20 height=20 src='https://x.example/i.png'>\(words)",
            "<div style='display:flex'>" + String(repeating: "<div style='width:300px;flex-shrink:0'>\(words)</div>", count: 3) + "</div>",
        ]

        @Test("is large enough, whole, readable, and no wider than the frame", arguments: DisplaySettings.all)
        func look(_ settings: DisplaySettings) async throws {
            let site = try await Site(messages: Self.bodies.map { message($0) })
            let browser = try await settings.browser()
            try await browser.open(site.page("thread"))
            let script = try String(contentsOf: Site.root.appendingPathComponent("Tests/slow/mail_looks.js"), encoding: .utf8)
            for number in 1...Self.bodies.count {
                _ = try await browser.call("scrollTo(0, document.querySelector('#m\(number)').getBoundingClientRect().top + scrollY)")
                // A busy browser puts frames that scroll into view there later.
                #expect(
                    try await browser.becomesTrue(
                        "return !!document.querySelector('#m\(number) iframe:not(.coming)')?.contentDocument?.body?.firstChild"))
                let look = script.replacing("arguments[0]", with: "true").replacing(".message iframe", with: "#m\(number) iframe")
                let seen = try #require(try await browser.settled(look) as? [String: Any])
                #expect(String(describing: try #require(seen["faults"] as? [String: Any])) == "[:]", "message \(number)")
                #expect((seen["count"] as? Int ?? 0) > 0)
            }
            try await browser.expectFramesFit()
            try await browser.expectOneScrollbar()
        }

        @Test("has its own ground up to the edge, also where that is dark", arguments: DisplaySettings.all)
        func ground(_ settings: DisplaySettings) async throws {
            let site = try await Site(messages: [
                message("<body bgcolor='#102030' text='#ffffff'><p>\(Self.words)</p></body>"),
                message("<table width=100 bgcolor='#102030'><tr><td style='color:#fff'>Narrow</td></tr></table>"),
            ])
            let browser = try await settings.browser()
            try await browser.open(site.page("thread"))
            let grounds = try await browser.strings(
                "return [...document.querySelectorAll('iframe')].map(f => f.contentWindow.getComputedStyle(f.contentDocument.getElementById('own')).backgroundColor)"
            )
            #expect(grounds == ["rgb(16, 32, 48)", "rgba(0, 0, 0, 0)"])
        }

        @Test("has bars of one cell as wide as the mail", arguments: Screen.allCases) func bars(_ screen: Screen) async throws {
            let bar = "<tr><td bgcolor='#224466' style='color:#fff' align=center>Lamps</td></tr>"
            let site = try await Site(messages: [message("<table width=600>\(bar)<tr><td>\(Self.words)</td></tr></table>")])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let isWide = """
                const mail = document.querySelector('iframe')?.contentDocument, bar = mail?.querySelector('td');
                return !!bar && bar.offsetWidth > mail.querySelector('table').offsetWidth * .95;
                """
            #expect(try await browser.becomesTrue(isWide))
        }

        @Test("has no text that the sender moves out of sight", arguments: Screen.allCases)
        func indented(_ screen: Screen) async throws {
            let site = try await Site(messages: [
                message("<p>Shown</p><div style='text-indent:-9999px'>Hidden <b>too</b><p style='text-indent:0'>Shown again</p></div>"),
                message("<p style='text-indent:-20px'>A list</p>"),
            ])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let texts = try await browser.strings(
                "return [...document.querySelectorAll('iframe')].map(f => f.contentDocument.body.innerText.replace(/\\s+/g, ' ').trim())")
            #expect(texts == ["Shown Shown again", "A list"])
            try await browser.expectOneScrollbar()
        }

        @Test("has a button that shows what is still too wide in a window of its own", arguments: Screen.allCases)
        func enlarge(_ screen: Screen) async throws {
            let site = try await Site(messages: [message("<table border=1>" + Self.rows(4, "<td>Characterisation</td>", 30) + "</table>")])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            #expect(try await browser.strings("return [...document.querySelectorAll('.enlarge')].map(e => e.textContent)") == ["Enlarge"])
            try await browser.press(".enlarge", on: screen)
            #expect(
                try await browser.becomesTrue(
                    #"""
                    const view = document.querySelector('dialog[open] iframe')?.contentDocument?.documentElement;
                    return !!view && view.querySelectorAll('td').length === 120 && view.scrollWidth > view.clientWidth;
                    """#))
            try await browser.press("dialog button", on: screen)
            #expect(try await browser.becomesTrue("return !document.querySelector('dialog')"))
            #expect(try await browser.flag("return document.activeElement.matches('.enlarge')"))
        }
    }
}
