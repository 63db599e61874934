@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
import SourcesXML
import Testing
import WebAddresses

@Suite("Feeds and sitemaps at URLs") struct FollowedDocumentTests {
    private static func feed(_ id: Int, _ links: String) -> String {
        """
        <feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>\(links)<entry><id>\(id)</id><link href="a/\(id)"/></entry></feed>
        """
    }

    private static func run(_ source: some Source, _ bodies: [String: String]) async throws -> SourceRun {
        try await SourceRun(
            of: source,
            sending: { request, _ in
                let address = request.address
                guard let body = bodies[address.path + (address.query.map { "?\($0)" } ?? "")] else { return .scripted(404) }
                return .scripted(200, ["Content-Type": "application/xml"], body: body)
            })
    }

    @Test("follow the next page and the archives of a feed, on its host") func pages() async throws {
        let run = try await Self.run(
            try FeedSource(json: #"{"from": "https://example.org/feed"}"#, registry: .opening),
            [
                "/feed": Self.feed(1, #"<link rel="next" href="?page=2"/>"#),
                "/feed?page=2": Self.feed(2, #"<link rel="prev-archive" href="https://example.org/old"/>"#),
                "/old": Self.feed(3, ""),
            ])
        #expect(run.report.failure == nil)
        #expect(
            run.requests.map(\.address.text) == ["https://example.org/feed", "https://example.org/feed?page=2", "https://example.org/old"])
        #expect(run.values.count == 3)
        #expect(run.values.last?.contains(#""url":"https://example.org/a/3""#) == true)
        #expect(
            run.origins == [
                "https://example.org/feed, page 1, item 1", "https://example.org/feed?page=2, page 2, item 1",
                "https://example.org/old, page 3, item 1",
            ])
        #expect(run.warnings == [])
    }

    private static let ends = [
        (#"<link rel="next" href="/feed"/>"#, "", "a next page, which is not read: it was read already"),
        (#"<link rel="next" href="https://example.net/2"/>"#, "", "a next page, which is not read: it is on another host"),
        (
            #"<link rel="prev-archive" href="/2"/>"#, #", "max_pages": 1"#,
            "an archive with earlier items, which is not read: max_pages is 1"
        ),
    ]

    @Test("end where they may not follow, with a warning", arguments: ends)
    func endsThere(_ links: String, _ options: String, _ warning: String) async throws {
        let source = try FeedSource(json: #"{"from": "https://example.org/feed"\#(options)}"#, registry: .opening)
        let run = try await Self.run(source, ["/feed": Self.feed(1, links), "/2": Self.feed(2, "")])
        #expect(run.report.failure == nil)
        #expect(run.requests.count == 1)
        #expect(run.warnings == ["the feed names \(warning)"])
    }

    @Test("fetch the sitemaps of an index, each once and on its host") func sitemaps() async throws {
        func index(_ addresses: String...) -> String {
            "<sitemapindex>" + addresses.map { "<sitemap><loc>\($0)</loc></sitemap>" }.joined() + "</sitemapindex>"
        }
        func pages(_ name: String) -> String { "<urlset><url><loc>https://example.org/\(name)</loc></url></urlset>" }
        let run = try await Self.run(
            try SitemapSource(json: #"{"from": "https://example.org/index.xml"}"#, registry: .opening),
            [
                "/index.xml": index(
                    "https://example.org/1.xml", "https://example.org/more.xml", "https://example.org/1.xml", "https://example.net/x.xml"),
                "/more.xml": index("2.xml", "https://example.org/index.xml"), "/1.xml": pages("a"),
                "/2.xml": pages("b"),
            ])
        #expect(run.report.failure == nil)
        #expect(run.requests.map(\.address.path) == ["/index.xml", "/1.xml", "/more.xml", "/2.xml"])
        #expect(run.origins == ["https://example.org/1.xml, line 1", "https://example.org/2.xml, line 1"])
        #expect(run.warnings == ["1 sitemap of the index not read: they are on other hosts"])
    }

    @Test("send their own header Accept") func accept() async throws {
        let run = try await Self.run(try XMLSource(json: #"{"from": "https://example.org/a"}"#, registry: .opening), ["/a": "<a/>"])
        #expect(run.values == [#""""#])
        #expect(run.requests[0].headers["Accept"] == "application/xml, text/xml;q=0.9, */*;q=0.5")
    }

    @Test("keep an export of WordPress at a URL until its attachments are known") func export() async throws {
        let export = """
            <rss xmlns:wp="http://wordpress.org/export/1.2/"><channel>
            <item><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
            <wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>2</wp:meta_value></wp:postmeta></item>
            <item><wp:post_id>2</wp:post_id><wp:post_type>attachment</wp:post_type><wp:attachment_url>https://example.org/a.jpg</wp:attachment_url></item>
            </channel></rss>
            """
        let run = try await Self.run(try WordPressSource(json: #"{"from": "https://example.org/a"}"#, registry: .opening), ["/a": export])
        #expect(run.report.failure == nil)
        #expect(run.values.count == 1)
        #expect(run.values.first?.contains(#""featured_image":{"url":"https://example.org/a.jpg""#) == true)
    }
}
