import Foundation
import JSONParsing
import SiteSupport
import TestSupport
import Testing

@Suite("The feeds of a site") struct SiteFeedTests {
    @Test("include a JSON Feed") func jsonFeed() async throws {
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles)
        let feed = try JSONValue(parsing: site.read("feed.json"))
        #expect(try feed.member("version")?.string == "https://jsonfeed.org/version/1.1")
        #expect(try feed.member("title")?.string == "Cases & more")
        #expect(try feed.member("home_page_url")?.string == "https://x.example/s/")
        #expect(try feed.member("feed_url")?.string == "https://x.example/s/feed.json")
        #expect(
            try feed.member("items")?.array?.map(\.compactText) == [
                #"{"id":"https://x.example/s/b/%C3%A9.html","url":"https://x.example/s/b/%C3%A9.html","title":"B","content_text":"B","image":"https://x.example/s/b/i/b.jpg","date_published":"2024-02-29T23:30:00Z"}"#,
                #"{"id":"https://x.example/s/a.html","url":"https://x.example/s/a.html","title":"A <b>","content_text":"One & \"two\" \u0001\f\r]]>","image":"https://y.example/a.jpg","date_published":"2024-01-31T00:00:00Z"}"#,
            ])
    }

    @Test("list the newest 50 articles") func newest() async throws {
        let articles = (0..<60).map { #"{"slug":"\#($0)","title":"\#($0)","date":"20\#(10 + $0)-01-01","html":"x"}"# }
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), "[\(articles.joined(separator: ","))]")
        let feed = try JSONValue(parsing: site.read("feed.json"))
        let titles = try feed.member("items")?.array?.compactMap { try $0.member("title")?.string }
        #expect(titles == (10..<60).reversed().map(String.init))
    }

    @Test("keep the entries of earlier runs in the mode merge") func merge() async throws {
        let pipeline = PublishedSite.pipeline(PublishedSite.base + #", "mode": "merge""#)
        let site = try await Site(pipeline, #"[{"slug":"a","title":"A","date":"2024-01-31","html":"x"}]"#)
        let again = try await Site(
            pipeline, #"[{"slug":"b","title":"B","date":"2024-01-30","html":"x"}]"#,
            settings: ["to=\(site.folder.path)/site/{{.slug}}.html"])
        #expect(again.code == 0, "\(again.messages)")
        #expect(try site.read("feed.xml").matches(of: /<title>(.)<\/title>/).map { String($0.1) } == ["A", "B"])
        #expect(try site.read("sitemap.xml").matches(of: /<loc>/).count == 3)
    }

    @Test("need dates: without one, the run says so, and empties feeds of an earlier run") func undated() async throws {
        let undated = #"[{"slug":"a","title":"A","html":"x"}]"#
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), undated)
        #expect(site.names == ["404.html", "a.html", "index.html", "sitemap.xml"])
        #expect(site.messages.contains("feed.xml and feed.json are not written: no article has a date"), "\(site.messages)")
        #expect(try HeadTags(site.text("index")).links == ["canonical https://x.example/s/"])
        let dated = try await Site(PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles)
        _ = try await Site(PublishedSite.pipeline(PublishedSite.base), undated, settings: ["to=\(dated.folder.path)/site/{{.slug}}.html"])
        #expect(try !dated.read("feed.xml").contains("<entry>"))
        #expect(try dated.read("feed.json").contains(#""items":[]"#))
    }
}
