import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("The limits of bodies that the page fetches", .serialized) struct RemoteLimits {
        /// Bodies that would stop a page for seconds, by name.
        private static let tooLarge: [String: String] = [
            "signs.html": String(repeating: "<", count: 2_000_000),
            "nested.html": String(repeating: "<div>", count: 100_000),
            "drawings.html": String(repeating: "<link><svg>", count: 60_000),
            "breaks.html": String(repeating: "x<br>", count: 12_000),
            "fonts.html": (1...4_000).map { "<font size=\($0)><!--</font>-->" }.joined()
                + String(repeating: "<div><object><p>x</object></div>", count: 3_000),
            "plain": String(repeating: "Some words.\n", count: 100_000),
        ]

        @Test("end in a clear state, with a link to the body") func refuses() async throws {
            let server = try ImageServer { path in Self.tooLarge[String(path.dropFirst("bodies/".count))].map { Data($0.utf8) } }
            let names = Self.tooLarge.keys.sorted()
            let site = try await RemoteBodies.site(server, names)
            let browser = try await Browser.start(.phone, remote: server.port)
            try await browser.open(site.page("thread"))
            for (index, name) in names.enumerated() {
                let cell = "#m\(index + 1)"
                _ = try await browser.call("document.querySelector('\(cell) .blurb').click()")
                #expect(
                    try await browser.becomesTrue(
                        "return document.querySelector('\(cell) [role=status]').textContent.includes('too large to be shown')"), "\(name)")
                let link = try await browser.call("return document.querySelector('\(cell) .status a').href") as? String
                #expect(link == server.address("bodies/\(name)"))
            }
            #expect(try await browser.flag("return !document.querySelector('iframe')"))
        }

        /// Layouts that take twice as long with every level.
        private static let slow = [
            "<div style='max-width:fit-content;padding:5%'>", "<span style='display:inline-flex;padding:5%'>", "<div style='display:grid'>",
            "<table width='50%' style='float:left;min-width:min-content'><tr><td style='width:50%'>",
        ]

        @Test("leave out what is slow to lay out, and keep simple styles") func keeps() async throws {
            let mail =
                "<style>p { display: grid; color: blue }</style><p style='color:rgb(9, 8, 7);padding:4px;--x:1' onclick='x()'>Styled</p>"
                + Self.slow.map { String(repeating: $0, count: 100) + "Deep" }.joined()
            let server = try ImageServer { _ in Data(mail.utf8) }
            let site = try await RemoteBodies.site(server, ["a.html"])
            let browser = try await Browser.start(.phone, remote: server.port)
            try await browser.open(site.page("thread"))
            _ = try await browser.call("document.querySelector('#m1 .blurb').click()")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')"))
            let found = try await browser.strings(
                #"""
                const shown = new DOMParser().parseFromString(document.querySelector('#m1 iframe').srcdoc, 'text/html').querySelector('#content');
                const styles = [...shown.querySelectorAll('[style]')].map(each => each.getAttribute('style')).join(';');
                let depth = 0;
                for (const element of shown.querySelectorAll('*')) {
                  let own = 0;
                  for (let each = element; each !== shown; each = each.parentElement) own += 1;
                  depth = Math.max(depth, own);
                }
                const first = shown.querySelector('p');
                return [first.style.color, first.style.paddingTop, String(first.getAttributeNames()), String(shown.querySelectorAll('style').length),
                  String(/flex|grid|fit-content|float|padding[a-z-]*:[\d.]+%/.test(styles)), String(depth <= 250),
                  String(shown.querySelector('table '.repeat(17)) === null), shown.textContent];
                """#)
            #expect(
                found == ["rgb(9, 8, 7)", "4px", "style", "0", "false", "true", "true", "Styled" + String(repeating: "Deep", count: 4)])
        }

        @Test("leave out tracking pixels, also when the reader has asked for images") func pixels() async throws {
            let hidden = [
                "width=1 height=1", "width=3 height=3", "height=0", "style='opacity:0'", "style='display:none'",
                "style='visibility:hidden'", "style='width:2px;height:2px'", "hidden", "class=none", "class=dot", "width=1",
                "style='display:none;display:bogus'", "style='width:calc(1px);height:calc(1px)'", "style='max-width:1px;max-height:1px'",
                "style='width:.01vw;height:.01vw'", "style='opacity:.01'",
            ]
            let images = hidden.enumerated().map { "<img src='http://x.example/pixel\($0).png' \($1)>" }.joined()
            let mail =
                "<style>.none { display: none } img.dot { width: 1px; height: 1px }</style>" + images
                + "<div style='display:none'><img src='http://x.example/inside.png'></div>"
                + "<div style='height:0;overflow:hidden'><img src='http://x.example/collapsed.png'></div>"
                + "<p>Text<img src='http://x.example/real.png' alt='A harbour'>"
            let server = try ImageServer { $0.hasPrefix("bodies/") ? Data(mail.utf8) : ImageServer.picture() }
            let site = try await RemoteBodies.site(server, ["a.html"])
            let browser = try await Browser.start(.phone, remote: server.port)
            try await browser.open(site.page("thread"))
            _ = try await browser.call("document.querySelector('#m1 .blurb').click()")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 .controls button')"))
            #expect(server.requests == ["bodies/a.html"])
            try await browser.click("#m1 .controls button")
            try await Task.sleep(for: .milliseconds(700))
            #expect(server.requests == ["bodies/a.html", "real.png"])
        }

        @Test("have a height like that of their text: half as much again in columns, and no more for images in them")
        func height() async throws {
            let words = String(repeating: "The quarterly report of the lighthouse keepers is ready. ", count: 40)
            let mails = [
                words, "<table><tr><td>\(words)</td></tr></table>", "<table><tr><td>\(words)</td><td>x</td></tr></table>",
                "<table><tr><td>x</td><td>x<img src='http://x.example/a.png' width=300 height=400></td></tr></table>",
            ]
            let server = try ImageServer { path in
                path.hasPrefix("bodies/")
                    ? Int(path.dropFirst(7).dropLast(5)).map { Data(("<p>" + mails[$0]).utf8) } : ImageServer.picture()
            }
            let site = try await RemoteBodies.site(server, mails.indices.map { "\($0).html" })
            let browser = try await Browser.start(.phone, remote: server.port)
            try await browser.open(site.page("thread"))
            var heights: [Double] = []
            for number in 1...4 {
                _ = try await browser.call("document.querySelector('#m\(number) .blurb').click()")
                #expect(try await browser.becomesTrue("return !!document.querySelector('#m\(number) iframe')"))
                if number == 4 { try await browser.click("#m4 .controls button") }
                heights.append(try await browser.number("return parseFloat(document.querySelector('#m\(number) iframe').style.height)"))
            }
            #expect(abs(heights[0] - heights[1]) < 40)
            #expect(heights[2] > heights[0] * 1.3)
            #expect((400...500).contains(heights[3]), "\(heights)")
        }

        @Test("a message that stopped the page waits for the reader at the next visit") func stopped() async throws {
            let server = try ImageServer { _ in Data("<p>Fetched</p>".utf8) }
            let site = try await RemoteBodies.site(server, ["a.html"])
            let browser = try await Browser.start(.phone, remote: server.port)
            try await browser.open(site.page("thread"))
            let marks = "Object.keys(localStorage).filter(name => name.startsWith('tabpipe:held:')).length"
            _ = try await browser.call("document.querySelector('#m1 .blurb').click()")
            #expect(try await browser.becomesTrue("return \(marks) === 1"))
            #expect(try await browser.becomesTrue("return \(marks) === 0"))
            // As if the page had stopped before it removed the mark.
            _ = try await browser.call(
                """
                const thread = Object.keys(localStorage).find(name => name.startsWith('tabpipe:thread:'));
                localStorage.setItem(thread.replace(':thread:', ':held:'), '1');
                """)
            server.forgetRequests()
            for _ in 1...2 {
                try await browser.open(site.page("thread"))
                let says = "return document.querySelector('#m1 .status')?.textContent.startsWith('The page stopped')"
                #expect(try await browser.becomesTrue(says))
            }
            #expect(server.requests == [])
            try await browser.click("#m1 .status button")
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')"))
            #expect(try await browser.becomesTrue("return \(marks) === 0"))
            try await browser.open(site.page("thread"))
            #expect(try await browser.becomesTrue("return !!document.querySelector('#m1 iframe')"))
        }
    }
}
