import Foundation
import SiteSupport
import TestSupport
import Testing

extension PagesInBrowser {
    @Suite("Pages before axe-core, at WCAG 2.2 AA", .needs(Checker.axe.file != nil, Checker.axe.reasonForSkipping), .serialized)
    struct Accessibility {
        @Test(
            "index of studies and article, with images that come and images that do not", .startsInPageTurn, .timeLimit(.minutes(5)),
            arguments: DisplaySettings.all)
        func studies(_ settings: DisplaySettings) async throws {
            let server = try ImageServer()
            for image in ["image", "missing"] {
                let site = try await Site("site-case-studies", Studies.studies(server, image: image))
                let browser = try await settings.browser(remote: server.port)
                try await browser.open(site.index)
                try await browser.expectAccessible("index")
                try await browser.open(#require(site.pages.dropLast().last))
                try await browser.expectAccessible("article, \(image)")
            }
        }

        @Test(
            "timeline: opened, with an opened message, quoted text, images, and inside the frames", .startsInPageTurn,
            .timeLimit(.minutes(5)),
            arguments: DisplaySettings.all)
        func timeline(_ settings: DisplaySettings) async throws {
            let server = try ImageServer()
            let quoting = "<p>Yes.</p><div class=gmail_quote><div>On Mon, a@b.example wrote:</div><blockquote>No?</blockquote></div>"
            let site = try await Site(messages: [
                message("<p>Opened by the reader</p>", isLoaded: false), message("<p>Never opened</p>", isLoaded: false),
                message("plain text\nin lines, with an <address@mail.example>"), message(""),
                message(
                    "<table bgcolor='#fff'><tr><td style='color:#222'>Has colors of its own, and <a href='https://a.example/'>a link</a></table>"
                ),
                message(quoting + "<img src='\(server.address("1.svg"))' alt='Picture'>"),
            ])
            let browser = try await settings.browser(remote: server.port)
            try await browser.open(site.page("thread"))
            try await browser.expectAccessible("opened")
            try await browser.expectFramesAccessible(in: site.folder, height: settings.screen.height)
            try await settings.apply(to: browser)
            try await browser.open(site.page("thread"))
            try await browser.click("#m1 .blurb")
            try await browser.expectAccessible("a message opened")
            try await browser.click("#m6 .controls button:last-child")
            try await browser.expectAccessible("quoted text shown")
            try await browser.click("[data-all-images]")
            try await browser.expectAccessible("images shown")
            #expect(server.requests == ["1.svg"])
            try await browser.expectFramesAccessible(in: site.folder, height: settings.screen.height)
        }

        @Test(
            "every page of the samples and of the real content", .startsInPageTurn, .timeLimit(.minutes(10)), arguments: DisplaySettings.all
        )
        func contents(_ settings: DisplaySettings) async throws {
            let browser = try await settings.browser()
            for content in SiteContent.own + SiteContent.real {
                let site = try await content.site()
                for page in site.pages {
                    try await browser.open(page)
                    try await browser.expectAccessible("\(content) \(page.lastPathComponent)")
                }
            }
        }

        @Test("every page of a site with a theme", .startsInPageTurn, .timeLimit(.minutes(5)), arguments: DisplaySettings.all)
        func theme(_ settings: DisplaySettings) async throws {
            let site = try await Site("site-themed", String(contentsOf: Site.sampleStudies, encoding: .utf8))
            let browser = try await settings.browser()
            for name in ["index", "1-harbour-ferries", "404"] {
                try await browser.open(site.page(name))
                try await browser.expectAccessible(name)
                // The browser applies the theme's style sheet: the policy names it.
                let weight = try await browser.call("return getComputedStyle(document.querySelector('h1')).fontWeight") as? String
                #expect(weight == "600")
            }
        }

        @Test("the documentation as a site", .startsInPageTurn, .timeLimit(.minutes(5)), arguments: DisplaySettings.all)
        func documentation(_ settings: DisplaySettings) async throws {
            let folder = try ScratchFolder()
            let pipeline = Site.root.appendingPathComponent("pipelines/docs-site.json").path
            let outcome = try await Tabpipe.run(["run", pipeline, "--set", "to=\(folder.path)/site/{{.page}}.html"])
            #expect(outcome.code == 0, "\(outcome.text)")
            let browser = try await settings.browser()
            for name in ["index", "README", "docs/jq", "docs/questions"] {
                try await browser.open(folder.file("site/\(name).html"))
                try await browser.expectAccessible(name)
            }
        }

        @Test(
            "every kind of page, in languages of both directions and three scripts, on three widths", .startsInPageTurn,
            .timeLimit(.minutes(5)), arguments: [false, true])
        func languages(_ isDark: Bool) async throws {
            let browser = try await Browser.start(.phone)
            try await browser.setDark(isDark)
            let places = isDark ? [("en", 390), ("ar", 1280)] : [("en", 1280), ("ar", 320), ("de", 390), ("ja", 320)]
            for (language, width) in places {
                try await browser.setViewport(width: width, height: 800, isPhone: width < 400)
                for content in SpokenContent.allCases where content != .longList || language == "ar" {
                    let site = try await content.site(language)
                    // Long pages take long, and have the parts of short ones.
                    for name in content.kindsOfPages where language == "ar" || !name.hasPrefix("5") {
                        try await browser.open(site.page(name))
                        try await browser.expectOneScrollbar()
                        try await browser.expectAccessible("\(name) of \(content) in \(language)")
                    }
                }
            }
        }

        @Test("would find what is wrong: the test can fail", .startsInPageTurn, .timeLimit(.minutes(5))) func notices() async throws {
            let site = try await SiteContent.noStudies.site()
            let page = "<!DOCTYPE html><html lang=en><title>x</title><p style='color:#aaa;background:#fff'>pale</p><img src=x>"
            try Data(page.utf8).write(to: site.index)
            let browser = try await Browser.start(.phone)
            try await browser.open(site.index)
            #expect(try await browser.axeFindings().map { $0.prefix { $0 != ":" } } == ["color-contrast", "image-alt"])
        }
    }
}
