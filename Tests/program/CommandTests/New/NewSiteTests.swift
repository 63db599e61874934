import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe new TEMPLATE for static sites") struct NewSiteTests {
    private static let dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    private static let dotName = "image-ef1955ae757c8b966c83248350331bd3.gif"

    private static let export = """
        <?xml version="1.0" encoding="UTF-8" ?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
          xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Site</title>
        <wp:author><wp:author_login>lee</wp:author_login><wp:author_display_name>Lee Jones</wp:author_display_name></wp:author>
        <item><title>Rye &amp;amp; Wheat</title><link>https://old.example/2024/01/rye/</link><dc:creator>lee</dc:creator><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
        <wp:status>publish</wp:status><wp:post_date_gmt>2024-01-31 12:00:00</wp:post_date_gmt><wp:post_name>rye</wp:post_name>
        <category domain="category" nicename="news">News</category><category domain="post_tag" nicename="a">A</category>
        <content:encoded><![CDATA[One {{< two >}} <a href="/?page_id=2#now">soon</a> <a href="/?p=9">gone</a>\n\n<img src="\(dot)" alt="Dot">]]></content:encoded>
        <excerpt:encoded><![CDATA[Short <b>&amp;</b> good]]></excerpt:encoded></item>
        <item><title>Not Ready</title><link>https://old.example/?page_id=2</link><wp:post_id>2</wp:post_id><wp:post_type>page</wp:post_type><wp:status>draft</wp:status>
        <wp:post_name></wp:post_name><content:encoded><![CDATA[Soon: <a href="https://www.old.example/2024/01/rye">rye</a>]]></content:encoded></item>
        <item><title>Not Ready</title><wp:post_id>3</wp:post_id><wp:post_type>page</wp:post_type><wp:status>draft</wp:status>
        <content:encoded>Later</content:encoded></item>
        </channel></rss>
        """

    @Test("for an export of WordPress gives pages with front matter, drafts, images, links and old addresses") func wordpress() async throws
    {
        let folder = try ScratchFolder()
        _ = try await Program.run(["new", "wordpress", "p.json"], in: folder.url)
        try folder.write(Self.export, to: "export.xml")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        let warnings = outcome.messages.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
        #expect(
            warnings.count == 1 && warnings.allSatisfy { $0.contains("https://old.example/?p=9 (in post/rye/index.md)") }, "\(warnings)")
        #expect(try folder.names("out/content/post/rye") == [Self.dotName, "index.md"])
        #expect(
            try folder.read("out/content/post/rye/index.md") == """
                ---
                title: "Rye & Wheat"
                date: "2024-01-31T12:00:00Z"
                draft: false
                author: "Lee Jones"
                categories: ["News"]
                tags: ["A"]
                description: "Short & good"
                aliases: ["/2024/01/rye/"]
                ---

                One {{</* two */>}} [soon](../../page/not-ready/#now) [gone](https://old.example/?p=9)

                ![Dot](../../post/rye/\(Self.dotName))

                """)
        #expect(
            try folder.read("out/content/page/not-ready/index.md") == """
                ---
                title: "Not Ready"
                draft: true
                categories: []
                tags: []
                ---

                Soon: [rye](../../post/rye/)

                """)
        #expect(try folder.read("out/content/page/not-ready-2/index.md").hasSuffix("Later\n"))
    }

    @Test("for a feed gives a page with front matter and images for each item") func feed() async throws {
        let folder = try ScratchFolder()
        _ = try await Program.run(["new", "feed", "p.json"], in: folder.url)
        try folder.write(
            """
            <rss version="2.0"><channel><title>Site</title><link>https://example.org/</link><item><title>First</title>
            <link>https://example.org/first</link><pubDate>Wed, 31 Jan 2024 12:00:00 +0000</pubDate><category>A</category>
            <description>&lt;p>{% x %} &lt;a href="/first/#end">me&lt;/a> &lt;img src="\(Self.dot)" alt="Dot">&lt;/p></description></item></channel></rss>
            """, to: "blog.xml")
        let outcome = try await Program.run(
            ["run", "p.json", "--set", "from=blog.xml", "--set", "escape=liquid"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
        #expect(try folder.names("out/content/posts/2024-01-31-first") == [Self.dotName, "index.md"])
        #expect(
            try folder.read("out/content/posts/2024-01-31-first/index.md") == """
                ---
                title: "First"
                date: "2024-01-31T12:00:00Z"
                draft: false
                authors: []
                tags: ["A"]
                link: "https://example.org/first"
                aliases: ["/first"]
                ---

                {% raw %}{%{% endraw %} x %} [me](#end) ![Dot](../2024-01-31-first/\(Self.dotName))

                """)
    }

    @Test("for a feed keeps items with one title apart, and takes the date of the last change") func clashes() async throws {
        let folder = try ScratchFolder()
        _ = try await Program.run(["new", "feed", "p.json"], in: folder.url)
        let entries = ["1", "2"].map {
            "<entry><title>T</title><id>\($0)</id><updated>2024-01-31T12:00:00Z</updated><content>\($0)</content></entry>"
        }
        try folder.write("<feed xmlns=\"http://www.w3.org/2005/Atom\">\(entries.joined())</feed>", to: "feed.xml")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        for (name, text) in [("2024-01-31-t", "1\n"), ("2024-01-31-t-2", "2\n")] {
            let page = try folder.read("out/content/posts/\(name)/index.md")
            #expect(page.contains("date: \"2024-01-31T12:00:00Z\"") && page.hasSuffix(text))
        }
    }

    @Test("for a folder of Markdown gives a page for each file, with links between them and images beside them")
    func markdownSite() async throws {
        let folder = try ScratchFolder()
        _ = try await Program.run(["new", "markdown-site", "p.json"], in: folder.url)
        try folder.write(
            "---\ntitle: Start here\ndescription: What this is\n---\n\nSee [the oven](guide/oven.md#the-oven), [again](/guide/oven.md) or [no file](x.md).\n",
            to: "content/index.md")
        try folder.write("# The oven\n\n![Oven](img/oven.png)\n\nBack to the [start](../index.md).\n", to: "content/guide/oven.md")
        let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
        try folder.write("", to: "content/guide/img/oven.png")
        try #require(Data(base64Encoded: dot)).write(to: folder.file("content/guide/img/oven.png"))
        try folder.write("---\ntitle: Later\ndraft: true\n---\n\nSoon\n", to: "content/later.md")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("read 3 = written 2 + filtered 1 + rejected 0"), "\(outcome.messages)")
        #expect(outcome.messages.contains("1 link leads to no page of this run, and keeps its address: x.md (in start.html)"))
        #expect(try folder.names("out/site").filter { !$0.hasPrefix(".") } == ["guide", "index.html", "start.html"])
        let (start, oven) = try (folder.read("out/site/start.html"), folder.read("out/site/guide/oven.html"))
        for address in ["guide/oven.html#m-the-oven", "guide/oven.html", "x.md"] {
            #expect(start.contains("href=\"\(address)\""), "\(address)")
        }
        #expect(oven.contains("href=\"../start.html\"") && !oven.contains("img/oven.png"))
        let image = try #require(oven.firstMatch(of: /<img src="oven\/(oven-[0-9a-f]+\.png)" alt="Oven"/)).1
        #expect(try folder.names("out/site/guide/oven") == [String(image)])
        #expect(oven.matches(of: /<h1 id="m-the-oven"[^>]*>The oven<\/h1>/).count == 1)
        #expect(try folder.read("out/site/index.html").contains("What this is"))
    }
}
