import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Images of mail in frames", .serialized) struct MailImages {
        @Test("never come if only the browser knows that they cannot be seen", arguments: Screen.allCases)
        func unseen(_ screen: Screen) async throws {
            let server = try ImageServer()
            let hidden = [
                "style='width:max(1px,.5px);height:max(1px,1px)'", "style='width:clamp(1px,2px,3px)'", "class=media", "class=faint",
                "style='max-width:max(1px,2px);height:1px'", "class=letter",
            ]
            let style = "@media(min-width:1px){.media{display:none}.faint{opacity:.05}}.letter{width:1em;height:1em}.small{font-size:0}"
            let images = hidden.enumerated().map { "<img src='\(server.address("pixel\($0).svg"))' \($1)>" }.joined()
            let shown = "<img src='\(server.address("shown.svg"))' alt='A harbour'>"
            let quote = "<div class=gmail_quote>On Mon, a@b.example wrote:<p>No? <img src='\(server.address("quoted.svg"))'></div>"
            let site = try await Site(messages: [
                message("<style>\(style)</style><p>Text</p><div class=small>\(images)</div>\(shown)\(quote)")
            ])
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled("return 0")
            #expect(server.requests == [])
            try await browser.click("#m1 .controls button")
            try await wait(for: 2, of: server)
            #expect(Set(server.requests) == ["shown.svg", "quoted.svg"])
            try await browser.expectFramesFit()
        }

        @Test("come when a window of another width shows them") func resized() async throws {
            let server = try ImageServer()
            let image = "<img class=wide src='\(server.address("wide.svg"))'>"
            let site = try await Site(messages: [message("<style>@media(max-width:500px){.wide{display:none}}</style><p>Text</p>\(image)")])
            let browser = try await Browser.start(.phone)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled("return 0")
            try await browser.click("#m1 .controls button")
            try await Task.sleep(for: .milliseconds(300))
            #expect(server.requests == [])
            try await browser.setViewport(width: 1000, height: 800, isPhone: false)
            try await wait(for: 1, of: server)
            #expect(server.requests == ["wide.svg"])
        }

        /// Waits until images were asked for, at most five seconds, and then for further ones that would be a fault.
        private func wait(for count: Int, of server: ImageServer) async throws {
            for _ in 0..<100 where server.requests.count < count { try await Task.sleep(for: .milliseconds(50)) }
            try await Task.sleep(for: .milliseconds(200))
        }

        @Test("are stopped by the policy of the frame until the reader asks", arguments: Screen.allCases)
        func policy(_ screen: Screen) async throws {
            let server = try ImageServer()
            let messages = (1...2).map { message("<p>Text</p><img src='\(server.address("\($0).svg"))' alt='Picture'>") }
            let site = try await Site(messages: messages)
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            _ = try await browser.settled("return 0")
            // As if the sanitiser had missed an address.
            func miss(_ number: Int) async throws {
                _ = try await browser.call(
                    """
                    const image = document.createElement('img');
                    image.src = '\(server.address("missed\(number).svg"))';
                    document.querySelector('#m\(number) iframe').contentDocument.querySelector('#own').append(image);
                    """)
                try await Task.sleep(for: .milliseconds(200))
            }
            for number in 1...2 { try await miss(number) }
            #expect(server.requests == [])
            let height = try await browser.number("return document.querySelector('#m2').getBoundingClientRect().top")
            try await browser.click("#m2 .controls button")
            #expect(
                try await browser.becomesTrue(
                    "return !!document.querySelector('#m2 iframe')?.contentDocument.querySelector('img')?.naturalWidth"))
            #expect(server.requests == ["2.svg"])
            #expect(abs(try await browser.number("return document.querySelector('#m2').getBoundingClientRect().top") - height) <= 2)
            try await miss(1)
            #expect(server.requests == ["2.svg"])
            try await browser.expectFramesFit()
        }
    }
}
