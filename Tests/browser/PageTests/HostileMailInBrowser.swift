import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Hostile mail in a browser", .serialized) struct HostileMail {
        private struct Payload: Decodable {
            let payload: String
        }

        static let bodies = [
            "<script>top.document.title='owned'</script><img src=x onerror=\"top.document.title='owned'\">",
            "<form action='https://evil.example/' method=post><input name=a autofocus onfocus=alert(1)><button>Send</button></form>",
            "<div style='position:fixed;inset:0;background:red;z-index:999999'>overlay</div>",
            "<div style='margin-top:-5000px;background:red'>over</div><div style='position:absolute;top:-900px'>above</div>",
            "<base href='https://evil.example/' target=_top><a href='x'>relative</a>",
            "<meta http-equiv=refresh content='0;url=https://evil.example/'><link rel=stylesheet href='https://evil.example/a.css'>",
            "<style>@import 'https://evil.example/b.css'; body{background:url(https://evil.example/c.png)}</style>",
            "<div style='background:url(https://evil.example/d.png)'>x</div><table background='https://evil.example/e.png'><tr><td>y</table>",
            "<img src='https://evil.example/f.png' srcset='https://evil.example/g.png 2x' width=100000 height=100000>",
            "<video src='https://evil.example/h.mp4' poster='https://evil.example/i.png' autoplay></video><iframe src='https://evil.example/j'></iframe>",
            "<a href='javascript:alert(1)'>x</a><a href='data:text/html,<script>alert(1)</script>'>y</a><svg onload=alert(1)><use href='https://evil.example/k.svg#a'></svg>",
            "</div></div></body></html><script>alert(1)</script><p>behind", "\"></iframe><script>alert(1)</script>", "<plaintext><b>x",
            "<!--", "<textarea>",
            "<object data='https://evil.example/l'></object><embed src='https://evil.example/m'><audio autoplay src='https://evil.example/n.mp3'></audio>",
            String(repeating: "<table width='100%'><tr><td>", count: 40_000) + "deep",
            String(repeating: "<div style='width:99999px;height:99999px;padding:99999px'>", count: 50) + "big",
        ]

        @Test("runs no script, leads nowhere, stays in its cell and fetches nothing", arguments: Screen.allCases)
        func stays(_ screen: Screen) async throws {
            var bodies = Self.bodies
            if SharedData.exists("sanitiser") {
                bodies += try JSONDecoder().decode([Payload].self, from: SharedData.read("sanitiser/cases.json")).map(\.payload)
            }
            let server = try ImageServer()
            let site = try await Site(messages: bodies.map { message($0) })
            let browser = try await Browser.start(screen, remote: server.port)
            let address = site.page("thread")
            try await browser.open(address)
            var seen: Set<Int> = []
            while let next = (1...bodies.count).first(where: { !seen.contains($0) }) {
                _ = try await browser.call("scrollTo(0, document.querySelector('#m\(next)').getBoundingClientRect().top + scrollY)")
                let isEmpty = try await browser.flag("return document.querySelector('#m\(next)').dataset.body === undefined")
                // On a busy machine the frame may come after the layout has stood still for a while.
                if !isEmpty { #expect(try await browser.becomesTrue("return !!document.querySelector('#m\(next) iframe')")) }
                let shown = try await browser.numbers(Self.touch)
                #expect(isEmpty != shown.contains(Double(next)))
                seen.formUnion(shown.map { Int($0) } + [next])
                try await browser.expectFramesFit()
                try await browser.expectOneScrollbar()
            }
            #expect(try await browser.dialog() == nil)
            #expect(try await browser.call("return [document.title, location.href]") as? [String] == ["A thread", address.absoluteString])
            #expect(server.requests == [])
            #expect(
                try await browser.strings(
                    "return performance.getEntriesByType('resource').map(e => e.name).filter(name => name.startsWith('http'))") == [])
        }

        /// Mails whose height depends on that of their frame, so that the frame would grow without end.
        static let growing =
            ["vh", "dvh", "vmax", "cqh", "cqb", "cqmin", "cqmax", "cqw", "cqi", "vb"].flatMap { unit in
                ["vertical-align", "padding-top", "min-height"].map { "<p>x<b style='display:inline-block; \($0):101\(unit)'>y</b>" }
            }
            + ["100%", "stretch", "-webkit-fill-available", "calc(1px + 100vh)"].map {
                "<p>x<div style='padding:1px; height:\($0)'>y</div>"
            }
            + [
                "<p>x<img style='min-width:101vh' src='\(picture)'>",
                "<p>x<table border=99999 cellpadding=99999><tr><td>y</table><hr size=99999>",
            ]
        private static let picture = "data:image/gif;base64,R0lGODlhAQABAAAAACw="

        @Test(
            "has frames that come to rest, and are no higher than a reader would scroll", .startsInPageTurn, .timeLimit(.minutes(5)),
            arguments: Screen.allCases)
        func settles(_ screen: Screen) async throws {
            let site = try await Site(messages: Self.growing.map { message($0) })
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            for number in stride(from: 1, through: Self.growing.count, by: 4) {
                _ = try await browser.call("scrollTo(0, document.querySelector('#m\(number)').getBoundingClientRect().top + scrollY)")
                let heights = "return [...document.querySelectorAll('.body iframe')].map(frame => frame.clientHeight)"
                let early = try await browser.numbers(heights)
                try await Task.sleep(for: .milliseconds(200))
                #expect(try await browser.numbers(heights) == early)
                #expect(early.allSatisfy { $0 < 3_000 }, "from message \(number)")
                try await browser.expectFramesFit()
            }
        }

        @Test("is noticed where nothing holds it: the test can fail") func notices() async throws {
            let server = try ImageServer()
            let browser = try await Browser.start(.phone, remote: server.port)
            let folder = try ScratchFolder()
            try folder.write(
                "<!doctype html><body><img src='http://evil.example/f.png'><script>document.title='owned'</script>", to: "page.html")
            try await browser.open(folder.file("page.html"))
            #expect(try await browser.call("return document.title") as? String == "owned")
            #expect(server.requests == ["f.png"])
        }

        /// Touches every element of every frame.
        ///
        /// - Returns: The numbers of their messages; 0 for a frame that reaches out of its cell.
        private static let touch = #"""
            return [...document.querySelectorAll('iframe')].map(frame => {
              const cell = frame.closest('.message').getBoundingClientRect(), own = frame.getBoundingClientRect();
              if (own.left < cell.left || own.right > cell.right || own.top < cell.top || own.bottom > cell.bottom) return 0;
              for (const element of frame.contentDocument.querySelectorAll('*'))
                for (const type of ['mouseover', 'mousedown', 'focus', 'load', 'toggle', 'animationstart'])
                  element.dispatchEvent(new Event(type));
              return +frame.closest('.message').id.slice(1);
            });
            """#
    }
}
