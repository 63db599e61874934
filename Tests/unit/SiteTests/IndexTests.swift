import Foundation
import SiteSupport
import TestSupport
import Testing

@Suite("The index") struct IndexTests {
    @Test("names client and vertical, as the article does; without them a record is not rejected") func about() async throws {
        let site = try await ListSite.site([
            ["slug": "a", "title": "A", "html": "x", "client": "R&D <Ltd>", "vertical": "Retail"],
            ["slug": "b", "title": "B", "html": "x", "client": NSNull(), "vertical": "Media"],
            ["slug": "c", "title": "C", "html": "x", "client": " ", "vertical": NSNull()], ["slug": "d", "title": "D", "html": "x"],
        ])
        #expect(site.code == 0)
        let both = "<div class=\"about\"><span dir=\"auto\">R&amp;D &lt;Ltd&gt;</span> · <span dir=\"auto\">Retail</span></div>"
        let one = "<div class=\"about\"><span dir=\"auto\">Media</span></div>"
        let index = try site.text("index")
        #expect(index.contains(both) && index.contains(one))
        #expect(index.components(separatedBy: "class=\"about\"").count == 3)
        #expect(try site.text("a").contains(both) && site.text("b").contains(one))
        #expect(try !site.text("c").contains("class=\"about\"") && !site.text("d").contains("class=\"about\""))
    }

    @Test("shows images of a page that is in another folder", arguments: ["index.html", "lists/all.html"]) func folders(_ index: String)
        async throws
    {
        let site = try await ListSite.site(
            [
                ["slug": "v/a", "title": "A", "html": "x", "hero_image": "images/a.png"],
                ["slug": "b", "title": "B", "html": "x", "hero_image": "../b.png"],
                ["slug": "c", "title": "C", "html": "x", "hero_image": "https://x.example/c.png"],
            ], options: #""index": "\#(index)""#)
        let start = index == "index.html" ? "" : "../"
        let text = try site.text(String(index.dropLast(5)))
        let sources = text.matches(of: /<img[^>]* src="([^"]*)"/).map { String($0.1) }
        #expect(sources == ["\(start)v/images/a.png", "\(start)../b.png", "https://x.example/c.png"])
        #expect(try site.text("v/a").contains(#"src="images/a.png""#))
    }

    @Test("stands beside threads whose subjects no article names") func mixed() async throws {
        let site = try await ListSite.site([
            ["slug": "a", "title": "A", "html": "x", "messages": NSNull()],
            ["slug": "t", "subject": "Secret plan", "messages": [["from": "x@y", "body": "B", "content_loaded": true]]],
            ["slug": "b", "title": "B", "html": "x"],
        ])
        #expect(site.code == 0)
        for page in ["a", "b"] { #expect(try !site.text(page).contains("Secret plan")) }
        #expect(try site.text("index").contains("Secret plan"))
    }

    @Test("offers each vertical with its number of entries, in whatever case and spaces it comes") func verticals() async throws {
        let site = try await ListSite.site(11)
        #expect(
            try site.text("index")
                .matches(of: /<button type="button" data-filter(?:="([^"]*)")? [^>]*><span[^>]*>([^<]*)<\/span> <span[^>]*>(\d+)/)
                .map { "\($0.1 ?? "")/\($0.2)/\($0.3)" } == [
                    "/All/11", "média/Média/2", "public sector/Public Sector/2", "retail/Retail/5",
                ])
        #expect(try !site.text("index").contains("type=\"search\""))
        let longer = try await ListSite.site(12)
        #expect(try longer.text("index").contains("type=\"search\""))
    }

    @Test("offers no filter that would show everything or nothing") func uselessFilter() async throws {
        for vertical in ["Retail" as Any, NSNull()] {
            let site = try await ListSite.site(
                ["a", "b"].map { ["slug": $0, "title": "T", "html": "x", "vertical": vertical] })
            #expect(try !site.text("index").contains("data-filter="))
        }
    }

    @Test("has the default heading if the option is blank", arguments: ["", " "]) func blankTitle(_ title: String) async throws {
        let site = try await ListSite.site(1, options: "\"title\": \"\(title)\"")
        #expect(try site.text("index").contains(">Case studies</h1>"))
    }

    @Test("has a page for every 200 entries; each article leads back to the page with its entry") func pages() async throws {
        let short = try await ListSite.site(200)
        #expect(short.pages.count == 201)
        let site = try await ListSite.site(450)
        #expect(site.code == 0)
        let names = ["index", "index-2", "index-3"]
        for (number, name) in names.enumerated() {
            let outline = try Outline(site.text(name))
            let entries = outline.links.map(\.address).filter { $0.hasPrefix("s") }
            #expect(entries == (number * 200 + 1...min(450, number * 200 + 200)).map { "s\($0).html" })
            let page = try site.text(name)
            #expect(page.contains("aria-current=\"page\"><span class=\"hidden-text\">Page </span>\(number + 1)</a>"))
            #expect(page.contains("href=\"\(number == 0 ? "" : number == 1 ? "index" : "index-2").html\" rel=\"prev\"") == (number > 0))
            #expect(page.contains("href=\"index-\(number + 2).html\" rel=\"next\"") == (number < 2))
        }
        for (article, page) in [(1, "index"), (200, "index"), (201, "index-2"), (400, "index-2"), (401, "index-3")] {
            #expect(try site.text("s\(article)").contains("href=\"\(page).html#p-s\(article).html\""))
            #expect(try site.text(page).contains("id=\"p-s\(article).html\""))
        }
    }

    @Test("with several pages has a list of each vertical, and one page with all entries to search in") func lists() async throws {
        let site = try await ListSite.site(450)
        let index = try Outline(site.text("index")).links.map(\.address)
        #expect(index.prefix(3) == ["#content", "index-all.html#search", "index.html"])
        #expect(index.dropFirst(3).prefix(3) == ["vertical-media.html", "vertical-public-sector.html", "vertical-retail.html"])
        let retail = (1...450).filter { $0 % 5 != 0 && [0, 3].contains($0 % 4) }.map { "s\($0).html" }
        #expect(try Outline(site.text("vertical-retail")).links.map(\.address).filter { $0.hasPrefix("s") } == retail)
        #expect(try Outline(site.text("vertical-retail")).flow.first == "h1 Case studies: Retail")
        let all = try site.text("index-all")
        #expect(Outline(all).links.map(\.address).filter { $0.hasPrefix("s") }.count == 450)
        #expect(all.contains("type=\"search\"") && !all.contains("<img"))
    }

    @Test("gives verticals different files, whatever their names") func names() async throws {
        let verticals = ["C", "C++", "C#", "小売", "観光", "Retail", "Retail 2", "../..", String(repeating: "long ", count: 100), "CON"]
        let articles = (0..<4500).map { number in
            var article = ListSite.article(number)
            article["vertical"] = number < 900 ? verticals[5] : verticals[number % verticals.count]
            return article
        }
        let site = try await ListSite.site(articles)
        #expect(site.code == 0)
        let lists = try Outline(site.text("index")).links.compactMap(\.address.removingPercentEncoding)
            .filter { $0.hasPrefix("vertical-") }
        #expect(Set(lists).count == verticals.count && lists.contains("vertical-retail.html") && lists.contains("vertical-c.html"))
        for list in lists { #expect(FileManager.default.fileExists(atPath: site.folder.path + "/site/" + list), "\(list)") }
    }

    @Test("replaces no file at the path of a further page: neither a record's nor the user's") func taken() async throws {
        var articles = (1...201).map(ListSite.article)
        articles[7]["slug"] = "index-2"
        let site = try await ListSite.site(articles)
        #expect(site.code == 65)
        let reason = "index-2.html is needed for a page of the index: the path \"index-2.html\" is taken by an earlier record, item 8"
        #expect(site.messages.contains(reason), "\(site.messages)")
        #expect(site.pages.isEmpty)
        let other = try await ListSite.site(3)
        try Data("mine".utf8).write(to: other.page("index-all"))
        let again = try await ListSite.site(201, settings: ["to=\(other.folder.path)/site/{{.slug}}.html"])
        #expect(again.code == 73)
        #expect(again.messages.contains("index-all.html is not a page of the index that tabpipe made"), "\(again.messages)")
        #expect(try other.text("index-all") == "mine" && other.pages.count == 5)
    }

    @Test("with merge lists the entries of earlier runs with all that it shows, also of versions without verticals") func merge()
        async throws
    {
        let merge = "\"mode\": \"merge\""
        let site = try await ListSite.site(150, options: merge)
        let settings = ["to=\(site.folder.path)/site/{{.slug}}.html"]
        let hidden = site.folder.appendingPathComponent("site/.tabpipe-index.html.jsonl")
        let kept = try String(contentsOf: hidden, encoding: .utf8)
        #expect(kept.contains("\"vertical\":\"Retail\""))
        try Data(kept.replacing(",\"client\":\"Client 1\"", with: "").replacing(",\"vertical\":\"Retail\"", with: "").utf8).write(
            to: hidden)
        let again = try await ListSite.site((140...260).map(ListSite.article), options: merge, settings: settings)
        #expect(again.code == 0, "\(again.messages)")
        #expect(try Outline(site.text("index")).links.map(\.address).filter { $0.hasPrefix("s") } == (1...200).map { "s\($0).html" })
        #expect(try site.text("s260").contains("href=\"index-2.html#p-s260.html\""))
        #expect(try site.text("s150").contains("href=\"index.html#p-s150.html\""))
        #expect(try site.text("index").contains("Média") && site.text("index").contains(">Client 2<"))
    }
}
