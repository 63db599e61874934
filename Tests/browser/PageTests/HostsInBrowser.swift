import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Pages on a static host and in any window", .serialized) struct Hosts {
        @Test("work from a host as they do from a disk, and ask it for nothing but themselves") func staticHost() async throws {
            let site = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
            let folder = site.folder.appendingPathComponent("site")
            let server = try ImageServer { path in try? Data(contentsOf: folder.appendingPathComponent(path)) }
            let browser = try await Browser.start(.phone, remote: server.port)
            let index = try #require(URL(string: server.address("index.html")))
            try await browser.open(index)
            try await browser.follow("a[data-entry]")
            #expect(
                try await browser.strings(
                    "return [...document.querySelectorAll('iframe')].map(f => f.contentDocument.body.innerText.slice(0, 5))")
                    == ["Hello", "Sorry", "We ha"])
            #expect(abs(try await browser.number("return document.querySelector('#m4').getBoundingClientRect().top")) <= 2)
            try await browser.follow("a.back")
            #expect(try await browser.call("return location.href") as? String == index.absoluteString)
            #expect(Set(server.requests).subtracting(["favicon.ico"]) == ["index.html", "cnv-1.html"])
        }

        @Test("fit from the narrowest to the widest window, in both schemes", arguments: [320, 390, 768, 1280, 2560])
        func fits(_ width: Int) async throws {
            let studies = try await Site("site-case-studies", String(contentsOf: Site.sampleStudies, encoding: .utf8))
            let threads = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
            let long = String(repeating: "unbreakable", count: 40)
            let wide = try await Site(messages: [message("<p>\(long)</p>", from: long, blurb: long, isLoaded: false)], subject: long)
            let browser = try await Browser.start(.desktop)
            try await browser.setViewport(width: width, height: 700, isPhone: width < 600)
            for isDark in [false, true] {
                try await browser.setDark(isDark)
                for page in studies.pages + threads.pages + wide.pages {
                    try await browser.open(page)
                    try await browser.expectOneScrollbar()
                    let paper = try await browser.number(#"return +getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]"#)
                    #expect(isDark ? paper < 60 : paper > 200)
                }
            }
        }

        @Test(
            "fit with the real content in the narrowest window, also at twice its size",
            .needs(SharedData.exists("case-studies") && SharedData.exists("threads"), "needs the shared test data"))
        func realContent() async throws {
            let sites: [(pipeline: String, file: String)] = [
                ("site-case-studies", "case-studies/endpoints/v1/caseStudies.json"), ("site-threads", "threads/front-conversations.json"),
            ]
            let browser = try await Browser.start(.phone)
            for (pipeline, file) in sites {
                let site = try await Site(pipeline, String(decoding: try SharedData.read(file), as: UTF8.self))
                for scale in [1.0, 2.0] {
                    try await browser.setViewport(width: 320, height: 568, isPhone: true, scale: scale)
                    for page in site.pages {
                        try await browser.open(page)
                        try await browser.expectOneScrollbar()
                        try await browser.expectFramesFit()
                    }
                }
            }
        }

        @Test("let the keyboard reach everything, and skip to the content") func keyboard() async throws {
            let site = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.index)
            var reached: [String] = []
            for _ in 1...3 {
                try await browser.press("\u{E004}")
                reached.append(try await browser.call("return document.activeElement.textContent") as? String ?? "")
            }
            #expect(reached == ["Skip to the content", "Order 4711: the blue one, please", "Invoice <draft>"])
            #expect(try await browser.flag("return getComputedStyle(document.activeElement, '::after').outlineStyle === 'solid'"))
            try await browser.press("\u{E007}")
            #expect(try await browser.flag("return document.title === 'Invoice <draft>'"))
        }

        @Test("have the landmarks and the names that a screen reader goes by") func names() async throws {
            let site = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
            let browser = try await Browser.start(.desktop)
            try await browser.open(site.page("cnv-1"))
            #expect(
                try await browser.numbers("return ['main', 'h1', 'nav[aria-label]'].map(e => document.querySelectorAll(e).length)") == [
                    1, 1, 1,
                ])
            #expect(
                try await browser.strings("return [...document.querySelectorAll('iframe')].map(f => f.title)")
                    == ["Message from mira@example.com", "Message from help@lamps.example", "Message from help@lamps.example"])
            #expect(
                try await browser.strings(
                    "return [...document.querySelectorAll('article')].map(a => document.getElementById(a.getAttribute('aria-labelledby')).textContent)"
                )
                    == ["mira@example.com", "help@lamps.example", "mira@example.com", "help@lamps.example"])
        }
    }
}
