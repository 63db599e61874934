import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe new TEMPLATE") struct NewTemplateTests {
    private static let names = ["markdown", "threads", "site", "api", "wordpress", "feed"]

    @Test("writes a file that is valid, and prints the same without FILE", arguments: names) func writes(_ name: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new", name, "my file"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.output == "")
        #expect(outcome.messages.hasPrefix("my file is written; tabpipe run my file\n"))
        #expect(try await folder.read("my file") == Program.run(["new", name]).output)
        #expect(try await Program.run(["validate", "my file"], in: folder.url).code == 0)
    }

    @Test(
        "gives a pipeline that runs on what its message shows, without a warning",
        arguments: [
            (
                "markdown", ["README.md", "a-first-article.md"], "out/a-first-article.md",
                "---\ntitle: \"A First Article\"\ndate: \"2026-05-01\"\n---\n\nText\n"
            ),
            (
                "threads", ["messages.jsonl"], "out/messages.jsonl",
                #"{"subject":"Hello","index":0,"from":"Ada","date":"2026-05-01","markdown":"Hi"}"# + "\n"
            ),
        ])
    func runs(_ name: String, _ names: [String], _ file: String, _ text: String) async throws {
        let folder = try ScratchFolder()
        let new = try await Program.run(["new", name, "p.json"], in: folder.url)
        let sample = try #require(new.messages.firstMatch(of: #/(\w+\.json) beside it: (\{.*\});/#)).output
        try folder.write(String(sample.2), to: String(sample.1))
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
        #expect(outcome.messages.contains("read 1 = written 1 + filtered 0 + rejected 0"))
        #expect(try folder.names("out") == names)
        #expect(try folder.read(file) == text)
    }

    @Test("gives a site with a page for each article, and a list of them") func site() async throws {
        let folder = try ScratchFolder()
        let new = try await Program.run(["new", "site", "p.json"], in: folder.url)
        let sample = try #require(new.messages.firstMatch(of: #/(\w+\.json) beside it: (\{.*\});/#)).output
        try folder.write(String(sample.2), to: String(sample.1))
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
        let list = try folder.read("out/site/index.html")
        let link = try #require(
            list.firstMatch(of: #/href="([^":]+\.html)"[^>]*>\s*(?:<[^>]+>\s*)*A First Article/#), "\(list.suffix(2000))")
        #expect(try folder.read("out/site/\(link.output.1)").contains("A First Article</h1>"))
    }

    private static let dot = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
    private static let dotName = "image-ef1955ae757c8b966c83248350331bd3.gif"

    private static let export = """
        <?xml version="1.0" encoding="UTF-8" ?>
        <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/"
          xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
          xmlns:wp="http://wordpress.org/export/1.2/"><channel><title>Site</title>
        <wp:author><wp:author_login>lee</wp:author_login><wp:author_display_name>Lee Jones</wp:author_display_name></wp:author>
        <item><title>Rye &amp;amp; Wheat</title><dc:creator>lee</dc:creator><wp:post_id>1</wp:post_id><wp:post_type>post</wp:post_type>
        <wp:status>publish</wp:status><wp:post_date_gmt>2024-01-31 12:00:00</wp:post_date_gmt><wp:post_name>rye</wp:post_name>
        <category domain="category" nicename="news">News</category><category domain="post_tag" nicename="a">A</category>
        <content:encoded><![CDATA[One {{< two >}}\n\n<img src="\(dot)" alt="Dot">]]></content:encoded>
        <excerpt:encoded><![CDATA[Short <b>&amp;</b> good]]></excerpt:encoded></item>
        <item><title>Not Ready</title><wp:post_id>2</wp:post_id><wp:post_type>page</wp:post_type><wp:status>draft</wp:status>
        <wp:post_name></wp:post_name><content:encoded>Soon</content:encoded></item>
        <item><title>Not Ready</title><wp:post_id>3</wp:post_id><wp:post_type>page</wp:post_type><wp:status>draft</wp:status>
        <content:encoded>Later</content:encoded></item>
        </channel></rss>
        """

    @Test("for an export of WordPress gives pages with front matter, drafts and images") func wordpress() async throws {
        let folder = try ScratchFolder()
        _ = try await Program.run(["new", "wordpress", "p.json"], in: folder.url)
        try folder.write(Self.export, to: "export.xml")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(!outcome.messages.contains("warning: "), "\(outcome.messages)")
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
                ---

                One {{</* two */>}}

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

                Soon

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
            <description>&lt;p>{% x %} &lt;img src="\(Self.dot)" alt="Dot">&lt;/p></description></item></channel></rss>
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
                ---

                {% raw %}{%{% endraw %} x %} ![Dot](../2024-01-31-first/\(Self.dotName))

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

    @Test("for an API reads all pages", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping)) func api() async throws {
        let folder = try ScratchFolder()
        let origin = try await OriginServer.shared()
        _ = try await Program.run(["new", "api", "p.json"], in: folder.url)
        let outcome = try await Program.run(
            ["run", "p.json", "--set", "url=\(origin.base)/paging/link_header?run=\(UUID().uuidString)"], in: folder.url,
            environment: ["API_TOKEN": "any"])
        #expect(outcome.code == 0)
        #expect(outcome.messages.contains("read 437 = written 437 + filtered 0 + rejected 0"))
        #expect(try folder.names("out") == ["items.jsonl"])
    }

    @Test(
        "knows no other names",
        arguments: [
            (["aip"], #"no template is called "aip"; did you mean "api"?"#),
            (["plugins"], #"no template is called "plugins"; did you mean "plugin"?"#),
            (["articles"], #"no template is called "articles"; a file to write ends in .json"#),
            (["api", "a.json", "b.json"], #"one word too many: "b.json""#),
            (["markdown", "input.json"], "the pipeline reads input.json; choose another name for FILE"),
            (["./input.json"], "the pipeline reads input.json; choose another name for FILE"),
            (["markdown", "a.json", "--tabpipe", "x"], "--tabpipe is only for `new plugin NAME`"),
        ])
    func refuses(_ arguments: [String], _ message: String) async throws {
        let folder = try ScratchFolder()
        let outcome = try await Program.run(["new"] + arguments, in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "error: \(message)\n  = help: tabpipe new --help\n"))
        #expect(try folder.names() == [])
    }
}
