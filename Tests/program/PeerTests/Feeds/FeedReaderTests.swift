import SiteSupport
import TestSupport
import Testing

@Suite("The feeds of a site, beside feedparser", .needs(FeedParser.isAvailable, FeedParser.reasonForSkipping)) struct FeedReaderTests {
    @Test("are read by feedparser") func atom() async throws {
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), PublishedSite.articles)
        #expect(
            try await FeedParser.lines(of: site.file("feed.xml"))
                == [
                    "atom10|False|Cases & more|https://x.example/s/|2024-02-29T23:30:00Z|Cases & more|de|"
                        + "self application/atom+xml https://x.example/s/feed.xml|alternate text/html https://x.example/s/",
                    "https://x.example/s/b/%C3%A9.html|B|https://x.example/s/b/%C3%A9.html|2024-02-29T23:30:00Z|2024-02-29T23:30:00Z|None|True",
                    "https://x.example/s/a.html|A <b>|https://x.example/s/a.html|2024-01-31T00:00:00Z|2024-01-31T00:00:00Z|"
                        + "One & \"two\" \u{FFFD}\u{FFFD}\r]]>|True",
                ])
        #expect(
            try await FeedParser.pages(ofSitemap: site.file("sitemap.xml")) == [
                "https://x.example/s/", "https://x.example/s/a.html 2024-01-31", "https://x.example/s/b/%C3%A9.html 2024-02-29T23:30:00Z",
                "https://x.example/s/c.html",
            ])
    }
}
