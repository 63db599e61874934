import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Nested elements of mail in a browser", .serialized) struct NestedMail {
        private static let text = "<p>hello world, this is text"

        /// Mails whose layout takes time that grows exponentially with the depth, unless the sanitiser changes their styles.
        private static let bodies =
            [
                "max-width:fit-content;padding:5%", "display:inline-flex;padding:5%", "display:flex;max-width:min-content;padding:5%",
                "display:-webkit-box;padding:0 5%", "display:inline-flex;max-width:200px;height:50px;align-items:baseline;padding:5%",
                "display:flex;padding-inline:5%;margin:5%", "display:inline-flex;gap:5%;text-indent:5%;margin-left:5%",
                "display:flex;padding:min(5%,9px)",
            ].flatMap { style in
                [
                    String(repeating: "<div style='\(style)'>", count: 60) + text,
                    "<style>div{\(style)}</style>" + String(repeating: "<div>", count: 60) + text,
                ]
            } + [
                "<table><tr>" + String(repeating: "<td colspan=1000 rowspan=65534>x", count: 2_000) + "</table>",
                "<style>p" + String(repeating: ":not(.x)", count: 60_000) + "{color:red}</style>" + text,
                "<style>p:is(.x" + (0..<20_000).map { ",.x\($0)" }.joined() + "){color:red}</style>"
                    + String(repeating: text, count: 2_000),
            ]

        private static let layoutTime = """
            const own = document.querySelector('#own'), html = own.innerHTML;
            own.textContent = '';
            document.body.offsetHeight;
            own.innerHTML = html;
            const start = performance.now();
            document.body.offsetHeight;
            return performance.now() - start;
            """

        @Test("do not take long to lay out", .startsInPageTurn, .timeLimit(.minutes(5)))
        func layout() async throws {
            let site = try await Site(messages: Self.bodies.map { message($0) })
            let browser = try await Browser.start(.phone, isQuiet: true)
            for (number, body) in Self.bodies.enumerated() {
                try await browser.open(site.page("thread/m\(number + 1)"))
                let time = try #require(try await browser.call(Self.layoutTime) as? NSNumber).doubleValue
                #expect(time < 1_000, "\(body.prefix(100))")
            }
        }
    }
}
