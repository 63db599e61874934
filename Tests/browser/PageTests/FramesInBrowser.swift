import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Mail in frames", .serialized) struct Frames {
        static let bodies = [
            "plain text\nin lines", "<p>A paragraph</p>", "<div style='float:left;height:300px;width:50px'>float</div>",
            "<div style='height:20px'>" + String(repeating: "more than fits ", count: 50) + "</div>",
            "<table width=900><tr><td width=450>" + String(repeating: "cell ", count: 60) + "</td><td width=450>b</td></tr></table>",
            "<table><tr>" + String(repeating: "<td nowrap style='white-space:nowrap'>unbreakable cell</td>", count: 12) + "</tr></table>",
            "<pre>" + String(repeating: "x", count: 500) + "</pre>", "<div style='margin:40px 0;padding-bottom:33.3px'>margins</div>",
            "<p style='font-size:33px;line-height:.5'>tight<br>lines</p>", "<table height='100%'><tr><td>high</td></tr></table>",
            "<div style='height:100%'>all</div><div style='min-height:120vh'>more than all</div>",
            "<div style='width:3000px'>wide</div><div style='margin-left:1500px'>far</div>", "<ul><li>a<ul><li>b</ul></ul><hr>", "",
        ]

        @Test("are as high as their content, at every width, and never scroll", arguments: Screen.allCases)
        func fit(_ screen: Screen) async throws {
            let site = try await Site(messages: Self.bodies.map { message($0) })
            let browser = try await Browser.start(screen)
            try await browser.open(site.page("thread"))
            let own = (screen.width, screen.height, 1.0)
            // A page at a zoom of 200 % has half the width.
            for (width, height, scale) in [own, (320, 640, 1), (1280, 800, 1), (640, 400, 2), (1024, 640, 1.25), (853, 533, 1.5), own] {
                try await browser.setViewport(width: width, height: height, isPhone: screen == .phone, scale: scale)
                for part in 0...4 {
                    _ = try await browser.call("scrollTo(0, document.documentElement.scrollHeight / 4 * \(part))")
                    try await browser.expectFramesFit()
                    try await browser.expectOneScrollbar()
                }
            }
        }

        @Test(
            "fit with the real mails", .needs(SharedData.exists("emails"), "needs the shared test data"), arguments: Screen.allCases)
        func realMail(_ screen: Screen) async throws {
            let files = SharedData.files(below: "emails/html", "html")
            #expect(files.count > 50)
            let messages = try files.map { message(String(decoding: try Data(contentsOf: $0), as: UTF8.self), from: $0.lastPathComponent) }
            let server = try ImageServer()
            let site = try await Site(messages: messages)
            let browser = try await Browser.start(screen, remote: server.port)
            try await browser.open(site.page("thread"))
            for number in stride(from: 1, through: files.count, by: 5) {
                _ = try await browser.call("scrollTo(0, document.querySelector('#m\(number)').getBoundingClientRect().top + scrollY)")
                try await browser.expectFramesFit()
                try await browser.expectOneScrollbar()
            }
            #expect(server.requests == [])
            try await browser.click("[data-all-images]")
            try await Task.sleep(for: .seconds(1))
            try await browser.expectFramesFit()
            try await browser.expectOneScrollbar()
        }

        @Test(
            "of the real threads keep the newest at the top before and after late images",
            .needs(SharedData.exists("threads"), "needs the shared test data"), arguments: Screen.allCases)
        func lateImages(_ screen: Screen) async throws {
            let server = try ImageServer()
            for (file, items) in [("front-conversations", ".conversations[]"), ("front-messages", ".")] {
                let text = String(decoding: try SharedData.read("threads/\(file).json"), as: UTF8.self)
                    .replacing("\"content_loaded\": false", with: "\"content_loaded\": true")
                    .replacing(/https?:\/\//, with: server.address("late/"))
                let site = try await Site("site-threads", text, settings: ["items=\(items)", "images=show"])
                let browser = try await Browser.start(screen)
                server.forgetRequests()
                try await browser.open(try #require(site.pages.first { $0.lastPathComponent != "index.html" }))
                let top = "return document.querySelector('#m4').getBoundingClientRect().top"
                #expect(abs((try await browser.call(top) as? NSNumber)?.doubleValue ?? .nan) <= 2)
                try await Task.sleep(for: .milliseconds(900))
                #expect(abs(try await browser.number(top)) <= 2)
                #expect(!server.requests.isEmpty)
                try await browser.expectFramesFit()
                try await browser.expectOneScrollbar()
            }
        }

        @Test(
            "fit with the real threads", .needs(SharedData.exists("threads"), "needs the shared test data"),
            arguments: Screen.allCases)
        func realThreads(_ screen: Screen) async throws {
            let examples = [
                ("front-conversations", ".conversations[]", [true, true, false, false]),
                ("front-messages", ".", [true, false, false, false]),
            ]
            for (file, items, loaded) in examples {
                let text = String(decoding: try SharedData.read("threads/\(file).json"), as: UTF8.self)
                let site = try await Site("site-threads", text, settings: ["items=\(items)"])
                let browser = try await Browser.start(screen)
                try await browser.open(site.pages[site.pages[0].lastPathComponent == "index.html" ? 1 : 0])
                #expect(try await browser.strings(Timeline.shown).map { $0 != "…" } == loaded)
                #expect(abs(try await browser.number("return document.querySelector('#m4').getBoundingClientRect().top")) <= 2)
                for number in 1...4 where !loaded[number - 1] { try await browser.click("#m\(number) .blurb") }
                #expect(!(try await browser.strings(Timeline.shown)).contains("…"))
                try await browser.expectFramesFit()
                try await browser.expectOneScrollbar()
                try await browser.reload()
                #expect(!(try await browser.strings(Timeline.shown)).contains("…"))
            }
        }
    }
}
