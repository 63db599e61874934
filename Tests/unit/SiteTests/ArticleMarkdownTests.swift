import SiteSupport
import TestSupport
import Testing

@Suite("The Markdown beside an article's page") struct ArticleMarkdownTests {
    private static func site(_ records: String, _ options: String = "", settings: [String] = []) async throws -> Site {
        try await Site(PublishedSite.pipeline(#""markdown": true"# + options), records, settings: settings)
    }

    @Test(
        "has the title, the hero image and the content, each once",
        arguments: [
            (#""html":"<p>a <b>b</b></p>""#, "# T *x*\n\na **b**\n"),
            (#""html":"<h1>Own</h1><p>a</p>""#, "# Own\n\na\n"),
            (#""html":"<h1 hidden>Own</h1><p>a</p>""#, "# T *x*\n\na\n"),
            (#""html":"<p>a</p>","hero_image":"i/h.png""#, "# T *x*\n\n![](i/h.png)\n\na\n"),
            (#""html":"<figure><img src='i/h.png'></figure><h1>Own</h1>","hero_image":"i/h.png""#, "![](i/h.png)\n\n# Own\n"),
            (#""html":"<p>a</p>","hero_image":"javascript:x""#, "# T *x*\n\na\n"),
            (
                #""html":"<script>x</script><a href='javascript:y'>b</a><iframe src='https://v.example/'></iframe>""#,
                "# T *x*\n\nb\n\n[v.example](https://v.example/)\n"
            ),
            (#""html":"""#, "# T *x*\n"),
        ])
    func content(_ fields: String, _ markdown: String) async throws {
        let site = try await Self.site(#"[{"slug":"a","title":"T *x*",\#(fields)}]"#)
        #expect(site.code == 0, "\(site.messages)")
        let text = try site.read("a.md")
        #expect(text.replacing("T \\*x\\*", with: "T *x*") == markdown, "\(text)")
        #expect(!text.contains("javascript"))
    }

    @Test("is named in the head of the page, and has the name of the page") func head() async throws {
        let site = try await Self.site(#"[{"slug":"b/é","title":"A","html":"x"}]"#)
        #expect(try HeadTags(site.text("b/é")).links == ["alternate text/markdown %C3%A9.md"])
        #expect(try site.read("b/é.md") == "# A\n\nx\n")
        let published = try await Self.site(#"[{"slug":"a","title":"A","html":"x"}]"#, ", " + PublishedSite.base)
        #expect(
            try HeadTags(published.text("a")).links.prefix(2) == ["alternate text/markdown a.md", "canonical https://x.example/s/a.html"])
        let without = try await Site(PublishedSite.pipeline(#""markdown": false"#), #"[{"slug":"a","title":"A","html":"x"}]"#)
        #expect(try HeadTags(without.text("a")).links.isEmpty)
        #expect(without.names == ["a.html", "index.html"])
    }

    @Test(
        "has a path of its own",
        arguments: [("{{.slug}}.HTM", "a.md"), ("{{.slug}}", "a.md"), ("{{.slug}}.md", "a.md.md"), ("{{.slug}}/index.html", "a/index.md")])
    func paths(_ to: String, _ path: String) async throws {
        let folder = try ScratchFolder()
        let site = try await Self.site(#"[{"slug":"a","title":"A","html":"x"}]"#, settings: ["to=\(folder.path)/site/\(to)"])
        #expect(site.code == 0, "\(site.messages)")
        #expect(try folder.read("site/\(path)") == "# A\n\nx\n")
    }

    @Test("keeps its path from other records: the second one is rejected, and leaves nothing") func clash() async throws {
        let records =
            #"[{"slug":"a.html","title":"A","html":"x"},{"slug":"a.md","title":"B","html":"y"},{"slug":"a.htm","title":"C","html":"z"}]"#
        let folder = try ScratchFolder()
        let site = try await Self.site(records, settings: ["to=\(folder.path)/site/{{.slug}}"])
        #expect(site.code == 1)
        #expect(site.messages.contains("read 3 = written 1 + filtered 0 + rejected 2"), "\(site.messages)")
        #expect(try folder.names("site").filter { !$0.hasPrefix(".") } == ["a.html", "a.md", "index.html"])
        #expect(try folder.read("site/a.md") == "# A\n\nx\n")
    }

    @Test("has the number of its page") func number() async throws {
        let site = try await Self.site(
            #"[{"id":1,"slug":"a","title":"A","html":"x"},{"id":2,"slug":"a","title":"B","html":"y"}]"#, #", "on_clash": "number""#)
        #expect(site.names == ["a-2.html", "a-2.md", "a.html", "a.md", "index.html"])
        #expect(try site.read("a-2.md") == "# B\n\ny\n")
        #expect(try HeadTags(site.text("a-2")).links == ["alternate text/markdown a-2.md"])
    }

    @Test("has links to the Markdown of other records, the page to their pages") func links() async throws {
        let records = ##"""
            [{"slug":"a","url":"https://o.example/a","title":"A","html":"<p><a href='/b#x-y'>b</a> <a href='/a#z'>a</a> <a href='/c'>c</a></p><h2 id=z>Z</h2>"},
             {"slug":"d/b","url":"https://o.example/b","title":"B","html":"<p><a href='/a'>a</a></p><h2 id=x-y>X</h2>"}]
            """##
        let site = try await Self.site(records, #", "rewrite_links": {}"#)
        #expect(site.code == 0, "\(site.messages)")
        #expect(try Outline(site.text("a")).links.map(\.address).prefix(5).suffix(3) == ["d/b.html#m-x-y", "#m-z", "https://o.example/c"])
        #expect(try site.read("a.md") == "# A\n\n[b](d/b.md#x-y) a [c](https://o.example/c)\n\n## Z\n")
        #expect(try site.read("d/b.md") == "# B\n\n[a](../a.md)\n\n## X\n")
        #expect(site.messages.contains("rewrite_links: 1 link leads to no page of this run"), "\(site.messages)")
    }
}
