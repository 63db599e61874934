import Pipeline
import Testing

@testable import Site

@Suite("A sitemap") struct SitemapTests {
    private static let start = """
        <?xml version="1.0" encoding="utf-8"?>
        <!-- This file was made by tabpipe, and will be made anew. -->

        """

    @Test("is one file with the pages and their dates") func one() {
        let files = Sitemap(base: SiteBaseURL("https://x.example/")).files([
            (["index.html"], nil), (["a'b.html"], SiteDate("2024-01-31")), ([String(repeating: "x", count: 2048)], nil),
        ])
        #expect(files.map { $0.file.path } == [["sitemap.xml"]])
        #expect(
            String(decoding: files[0].bytes, as: UTF8.self) == Self.start + """
                <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                <url>
                <loc>https://x.example/</loc>
                </url>
                <url>
                <loc>https://x.example/a%27b.html</loc>
                <lastmod>2024-01-31</lastmod>
                </url>
                </urlset>

                """)
    }

    @Test("is an index of sitemaps above 50,000 pages") func several() {
        let pages = (1...50_001).map { (path: ["\($0).html"], date: SiteDate?.none) }
        let files = Sitemap(base: SiteBaseURL("https://x.example/")).files(pages)
        #expect(files.map { $0.file.path } == [["sitemap-1.xml"], ["sitemap-2.xml"], ["sitemap.xml"]])
        #expect(
            String(decoding: files[2].bytes, as: UTF8.self) == Self.start + """
                <sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
                <sitemap>
                <loc>https://x.example/sitemap-1.xml</loc>
                </sitemap>
                <sitemap>
                <loc>https://x.example/sitemap-2.xml</loc>
                </sitemap>
                </sitemapindex>

                """)
        #expect(String(decoding: files[0].bytes, as: UTF8.self).matches(of: /<url>/).count == 50_000)
        #expect(String(decoding: files[1].bytes, as: UTF8.self).contains("<loc>https://x.example/50001.html</loc>"))
    }

    @Test("has a limited number of bytes a file") func bytes() {
        let files = Sitemap(base: SiteBaseURL("https://x.example/"), maxBytes: 5000).files((1...100).map { (["\($0)"], nil) })
        #expect(files.count == 3)
        #expect(files.allSatisfy { $0.bytes.count <= 5000 })
    }
}
