import JSONParsing
import Testing

@Suite("The source sitemap") struct SitemapSourceTests {
    @Test("makes a record of each page") func pages() async throws {
        let run = try await SourceRecords(
            "sitemap", #"{"from": "FOLDER/sitemap.xml"}"#, "sitemap.xml",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1"
              xmlns:xhtml="http://www.w3.org/1999/xhtml">
            <url><loc> https://example.org/?a=1&amp;b=2 </loc><lastmod>2024-01-31T13:00:00+01:00</lastmod><changefreq>daily</changefreq>
              <priority>0.8</priority><image:image><image:loc>https://example.org/a.jpg</image:loc><image:title>A</image:title></image:image>
              <xhtml:link rel="alternate" hreflang="de" href="https://example.org/de/"/></url>
            <url><loc>https://example.org/b</loc><lastmod>2024-01-31</lastmod></url><url/></urlset>
            """)
        #expect(run.failure == nil)
        #expect(
            run.text == """
                {"url":"https://example.org/?a=1&b=2","modified":"2024-01-31T12:00:00Z","change_frequency":"daily","priority":0.8,\
                "images":[{"url":"https://example.org/a.jpg","title":"A","caption":null}],\
                "alternates":[{"url":"https://example.org/de/","language":"de"}]}
                {"url":"https://example.org/b","modified":"2024-01-31","change_frequency":null,"priority":null,"images":[],"alternates":[]}
                """)
        #expect(run.warnings == ["an entry without loc, in line 7, is left out"])
    }

    private static let others = [
        (
            "<sitemapindex><sitemap><loc>https://example.org/1.xml</loc></sitemap></sitemapindex>",
            "1 sitemap of the index not read: only an index at a URL is followed"
        ),
        ("<rss><channel/></rss>", "no page and no sitemap is in it; a urlset or a sitemapindex was expected"),
        ("<urlset/>", "no page and no sitemap is in it; a urlset or a sitemapindex was expected"),
    ]

    @Test("warns of what it cannot read", arguments: others) func warns(_ xml: String, _ warning: String) async throws {
        let run = try await SourceRecords("sitemap", #"{"from": "FOLDER/sitemap.xml"}"#, "sitemap.xml", xml)
        #expect(run.failure == nil)
        #expect(run.records.isEmpty)
        #expect(run.urgentWarnings == [warning])
    }
}
