import SiteSupport
import Testing

@Suite("The options of a site on the web") struct SiteWebTests {
    @Test(
        "are checked",
        arguments: [
            (
                #""base_url": "https://u@x.example/""#,
                #"error: expected the URL of the sink's folder, such as "https://www.example.org/studies/", found a URL with credentials"#
            ),
            (#""base_url": "x.example""#, #", found "x.example""#),
            (#""files": ["feed.xml"]"#, "error: feed.xml is only for a site with base_url"),
            (#""publisher": "P""#, "error: publisher is only for a site with base_url"),
            (#""base_url": "https://x.example/", "publisher": " ""#, #"error: expected a name, found " ""#),
            (
                #""base_url": "https://x.example/", "files": ["feed.xml", "feed.xml"]"#, #"expected each file once, found "feed.xml" twice"#
            ),
            (
                #""base_url": "https://x.example/", "files": ["feed.xlm"]"#,
                #"error: expected some of sitemap.xml, feed.xml, feed.json, 404.html, robots.txt, llms.txt, found "feed.xlm"; did you mean "feed.xml"?"#
            ),
            (
                #""base_url": "https://x.example/", "index": "404.HTML""#,
                #"expected a path that no other file of the site has, found "404.HTML", the path of the page"#
            ),
            (#""index": "../a.html""#, #"expected a path inside the sink's folder, found "../a.html""#),
        ])
    func options(_ options: String, _ message: String) async throws {
        let site = try await Site(PublishedSite.pipeline(options), "[]")
        #expect(site.code == 78)
        #expect(site.messages.contains(message), "\(site.messages)")
        #expect(site.messages.ranges(of: "error: ").count == 1, "\(site.messages)")
    }

    @Test("reject records with the path of such a file, and dates that are none") func rejects() async throws {
        let records = #"[{"slug":"404","title":"A","html":"x"},{"slug":"b","title":"B","date":"31/1/24","html":"x"}]"#
        let site = try await Site(PublishedSite.pipeline(PublishedSite.base), records)
        #expect(site.messages.contains("the path \"404.html\" is that of the page"), "\(site.messages)")
        #expect(
            site.messages.contains(
                ".date: expected a date such as \"2024-01-31\" or \"2024-01-31T12:00:00+01:00\", found \"31/1/24\""), "\(site.messages)")
    }
}
