import SiteSupport
import TabpipeCommands
import Foundation
import HTMLParsing
import Stages
import TestSupport
import Testing

@Suite("Pages of a site") struct PageTests {
    @Test("hold no parse error, whatever the content holds", arguments: SiteContent.own) func parseErrors(_ content: SiteContent)
        async throws
    {
        try await Self.expectNoParseErrors(content)
    }

    @Test(
        "of the real content hold no parse error", .needs(!SiteContent.real.isEmpty, "needs the shared test data"),
        arguments: SiteContent.real)
    func realContent(_ content: SiteContent) async throws { try await Self.expectNoParseErrors(content) }

    private static func expectNoParseErrors(_ content: SiteContent) async throws {
        let site = try await content.site()
        #expect(site.code == content.code)
        #expect(site.pages.count == content.pageCount)
        for page in site.files {
            let bytes = try [UInt8](Data(contentsOf: page))
            var parser = HTMLParser(options: HTMLParserOptions(collectsErrors: true))
            parser.feed(bytes.span)
            _ = parser.finish()
            #expect(parser.errors.isEmpty, "\(page.lastPathComponent)")
        }
    }

    @Test("of studies: index in source order, title, texts and images in order, neighbours, no address of elsewhere but images")
    func studies() async throws {
        let site = try await Site("site-case-studies", String(contentsOf: Site.sampleStudies, encoding: .utf8))
        let names = [
            "1-harbour-ferries", "2-books-without-a-building", "3-nordlicht-kuche", "4-gridworks", "5-studio-ampersand", "6-meadow-sons",
        ]
        #expect(try Outline(site.text("index")).links.map(\.address) == ["#content"] + names.map { $0 + ".html" })
        let article = try Outline(site.text(names[0]))
        #expect(
            article.flow == [
                "img ../../samples/images/ferries/hero.png", "h1 Every Crossing, on Time",
                "p Eleven boats, four piers, and a tide table that changes every day: the printed timetable of Harbour Ferries was wrong by noon.",
                "img ../../samples/images/ferries/pier.png",
                "p We put the water level itself into the plan. Crew & passengers now read the same screen.", "h2 What changed on board",
                "p Delays fell from 14 % to 3 %. The first week was rough; the second was not.",
                "img ../../samples/images/ferries/bridge.png", "img ../../samples/images/ferries/bridge-night.png",
                "p 1. is not the start of a list here, and neither is the next sentence.- It only looks like one.",
                "p View in the app store",
            ])
        #expect(
            article.links == [
                .init(address: "#content", text: "Skip to the content"),
                .init(address: "index.html#p-1-harbour-ferries.html", text: "← Case studies"),
                .init(address: "../../samples/images/ferries/hero.png", text: ""),
                .init(address: "../../samples/images/ferries/pier.png", text: ""),
                .init(address: "../../samples/images/ferries/bridge.png", text: ""),
                .init(address: "../../samples/images/ferries/bridge-night.png", text: ""),
                .init(address: "https://apps.example.org/ferries?lang=en&ref=case", text: "View in the app store"),
                .init(address: "2-books-without-a-building.html", text: "Next *Books* Without a [Building]"),
            ])
        #expect(
            try Outline(site.text(names[1])).links.suffix(2).map(\.address) == ["1-harbour-ferries.html", "3-nordlicht-kuche.html"])
        #expect(try Outline(site.text(names[5])).links.last?.address == "5-studio-ampersand.html")
    }

    @Test("of studies have addresses that a URL may be, and never show them") func addresses() async throws {
        let image = " http://x.example/a b\u{1}\t\"<é|{^`}>?q=%20[1]#c "
        let valid = "http://x.example/a%20b%01%22%3Cé%7C%7B%5E%60%7D%3E?q=%20[1]#c"
        let sections: [[String: Any]] = [["title": NSNull(), "body_elements": [["image_url": image]]]]
        let study: [String: Any] = [
            "id": 1, "client": "A", "teaser": "B", "title": "C", "hero_image": image, "app_store_url": "https://y.example/<a> b",
            "sections": sections,
        ]
        let text = String(decoding: try JSONSerialization.data(withJSONObject: ["case_studies": [study]]), as: UTF8.self)
        let site = try await Site("site-case-studies", text)
        #expect(try Outline(site.text("index")).flow.contains("img \(valid)"))
        let article = try Outline(site.text("1-a"))
        #expect(article.flow.filter { $0.hasPrefix("img") } == ["img \(valid)", "img \(valid)"])
        #expect(article.links.map(\.address).contains("https://y.example/%3Ca%3E%20b"))
        #expect(try !site.text("1-a").contains("http://x.example/a b"))
    }

    @Test("of threads: the index says who, what, how many and what is unread") func threadIndex() async throws {
        let site = try await Site("site-threads", String(contentsOf: Site.sampleThreads, encoding: .utf8))
        let index = try Outline(site.text("index"))
        #expect(
            index.flow == [
                "h1 Conversations", "p mira@example.com, help@lamps.example 2026-05-05 4 messages", "h2 Order 4711: the blue one, please",
                "p We have swapped the lamp; a courier comes on Thursday.",
                "p Unread. otto@example.net, billing@example.org 2026-05-07 3 messages",
                "h2 Invoice <draft>", "p See attached. Rückfragen gern per E-Mail.",
            ])
        #expect(index.links.map(\.address) == ["#content", "cnv-1.html", "cnv-2.html"])
    }

    @Test("of a thread from which a stage has made a document are timelines, too") func threadStage() async throws {
        let folder = try ScratchFolder()
        let text = #"""
            { "source": { "type": "json", "from": "\#(Site.sampleThreads.path)", "items": ".conversations[]" }, "stages": [ { "type": "thread" } ],
              "sinks": [ { "type": "site", "to": "site/{{.id}}.html", "index": "all.html", "language": "de" } ] }
            """#
        let file = try folder.write(text, to: "pipeline.json")
        #expect(await TabpipeProgram.run(["run", file, "--quiet"], registry: .standard) == 0)
        let page = try folder.read("site/cnv_1.html")
        #expect(page.contains("<html lang=\"de\"") && page.contains("class=\"thread\""))
        #expect(Outline(page).links.contains(.init(address: "all.html#p-cnv_1.html", text: "← Unterhaltungen")))
        #expect(try Outline(folder.read("site/all.html")).flow.first == "h1 Unterhaltungen")
    }

    @Test("name their own script and style sheet in their policy, and allow nothing else") func policy() async throws {
        let site = try await Site("site-case-studies", String(contentsOf: Site.sampleStudies, encoding: .utf8))
        let page = try site.text("index")
        let policy = try #require(page.firstMatch(of: /http-equiv="Content-Security-Policy" content="([^"]*)"/)).1
        #expect(policy.hasPrefix("default-src &#39;none&#39;; script-src &#39;sha256-"))
        #expect(!policy.contains("unsafe"))
        #expect(!page.contains("style=") && !page.contains("onclick") && !page.contains("src=\"//"))
    }

    @Test("replace no index that the program did not make") func ownIndex() async throws {
        let site = try await Site("site-threads", #"{"conversations":[]}"#)
        #expect(site.code == 0)
        try Data("<!doctype html><title>Mine</title>".utf8).write(to: site.index)
        let again = try await Site("site-threads", #"{"conversations":[]}"#, settings: ["to=\(site.folder.path)/site/{{.slug}}.html"])
        #expect(again.code == 73)
        #expect(again.messages.contains("is not a page that tabpipe made, and is not replaced"))
        #expect(try site.text("index") == "<!doctype html><title>Mine</title>")
    }

    @Test("are not touched by a second run that brings nothing new") func unchanged() async throws {
        let text = try String(contentsOf: Site.sampleThreads, encoding: .utf8)
        let site = try await Site("site-threads", text)
        #expect(site.messages.contains("10 files written, 0 unchanged"))
        let again = try await Site("site-threads", text, settings: ["to=\(site.folder.path)/site/{{.slug}}.html"])
        #expect(again.messages.contains("0 files written, 10 unchanged"))
    }

    @Test("of a thread without messages say so") func emptyThread() async throws {
        let site = try await Site(
            "site-threads", #"{"conversations":[{"id":"a","messages":[]},{"id":"b","subject":"S","from":"ann@x.example","messages":[]}]}"#)
        #expect(site.code == 0)
        #expect(
            try Outline(site.text("index")).flow == [
                "h1 Conversations", "p 0 messages", "h2 Conversation", "p No messages", "p ann@x.example 0 messages", "h2 S",
                "p No messages",
            ])
        #expect(try Outline(site.text("a")).flow == ["h1 Conversation", "p No messages"])
        #expect(try Outline(site.text("b")).flow == ["h1 S", "p No messages"])
    }

    @Test("cannot have one path twice, nor that of the index") func paths() async throws {
        let twice = #"{"conversations":[{"id":"a","messages":[]},{"id":"a","messages":[]},{"id":"index","messages":[]},{"id":"b","x":1}]}"#
        let site = try await Site("site-threads", twice)
        #expect(site.code == 1)
        for reason in [
            "item 2: rejected by site: the path \"a.html\" is taken by an earlier record, item 1; \"on_clash\": \"number\" numbers such paths",
            "item 3: rejected by site: the path \"index.html\" is that of the index",
            "item 4: rejected by site: expected an article (a document in .html) or a thread (a list in .messages), found neither",
        ] { #expect(site.messages.contains(reason)) }
        #expect(site.pages.map(\.lastPathComponent) == ["a.html", "index.html"])
    }
}
