import Foundation
import HTMLParsing
import MarkdownParsing
import SiteSupport
import TestSupport
import Testing

@Suite("The file llms.txt of a site") struct ArticleListTests {
    private static let files = #""files": ["llms.txt"]"#
    private static let mark = "<!-- This file was made by tabpipe, and will be made anew. -->"

    @Test("lists the articles with absolute addresses of their Markdown and their teasers") func absolute() async throws {
        let options = PublishedSite.base + #", "markdown": true, "summary": "All *our*\nwork", "# + Self.files
        let site = try await Site(PublishedSite.pipeline(options), PublishedSite.articles)
        #expect(site.code == 0, "\(site.messages)")
        #expect(site.names == ["a.html", "a.md", "b", "c.html", "c.md", "index.html", "llms.txt"])
        #expect(
            try site.read("llms.txt") == """
                # Cases & more

                > All \\*our\\* work

                \(Self.mark)

                ## Alle

                - [A \\<b>](https://x.example/s/a.md): One & "two" \u{FFFD} ]]>
                - [B](https://x.example/s/b/%C3%A9.md)
                - [C](https://x.example/s/c.md): T

                """)
        #expect(try HeadTags(site.text("index")).meta["description"] == "All *our* work")
    }

    @Test("has relative addresses without base_url, and a section for each vertical") func sections() async throws {
        let articles = #"""
            [{"slug":"a/1","title":"A","html":"x"},{"slug":"b","title":"B","vertical":"Sea","html":"x"},
             {"slug":"c","title":"C","vertical":"Land","html":"x"},{"slug":"d","title":"D","vertical":" sea ","html":"x"}]
            """#
        let site = try await Site(PublishedSite.pipeline(Self.files), articles)
        #expect(site.code == 0, "\(site.messages)")
        #expect(
            try site.read("llms.txt") == """
                # Cases & more

                \(Self.mark)

                ## Sea

                - [B](b.html)
                - [D](d.html)

                ## Land

                - [C](c.html)

                ## Other articles

                - [A](a/1.html)

                """)
    }

    @Test("keeps its structure, whatever titles and teasers are") func hostile() async throws {
        let texts = [
            "](javascript:x) [a", "<!-- c", "# h\n\n## i\n- [x](y)", "`code", "  two\n\nlines  ", "\u{200B}", "![i](j)", "\\", "*a",
            "<b>t</b>",
            "1. x", "\u{202E}r", "a | b", "https://x.example/",
        ]
        let records: [[String: Any]] = texts.enumerated().map { ["slug": "\($0)", "title": $1, "teaser": $1, "html": "x"] }
        let json = String(decoding: try JSONSerialization.data(withJSONObject: records), as: UTF8.self)
        let site = try await Site(PublishedSite.pipeline(Self.files), json)
        #expect(site.code == 0, "\(site.messages)")
        let list = try HTMLDocument(parsingMarkdown: site.read("llms.txt"))
        let links = list.elements(tag: .a).filter { list.parent(of: $0).map { list.isHTML($0, .li) } == true }
        let places = links.compactMap { list.attribute("href", of: $0) }.filter { $0.hasSuffix(".html") }
        #expect(places == texts.indices.map { "\($0).html" })
        #expect(list.elements(tag: .h1).count == 1 && list.elements(tag: .h2).count == 1 && list.elements(tag: .li).count == texts.count)
        #expect(list.elements(tag: .img).isEmpty && list.elements(tag: .code).isEmpty && list.elements(tag: .b).isEmpty)
    }

    @Test("lists articles of earlier runs in the mode merge, with Markdown only where it is") func merge() async throws {
        let options = #""mode": "merge", "#
        let site = try await Site(PublishedSite.pipeline(options + Self.files), #"[{"slug":"a","title":"A","html":"x"}]"#)
        let again = try await Site(
            PublishedSite.pipeline(options + #""markdown": true, "# + Self.files), #"[{"slug":"b","title":"B","html":"x"}]"#,
            settings: ["to=\(site.folder.path)/site/{{.slug}}.html"])
        #expect(again.code == 0, "\(again.messages)")
        #expect(try site.read("llms.txt").hasSuffix("## All\n\n- [A](a.html)\n- [B](b.md)\n"))
        let third = try await Site(
            PublishedSite.pipeline(options + Self.files), #"[{"slug":"c","title":"C","html":"x"}]"#,
            settings: ["to=\(site.folder.path)/site/{{.slug}}.html"])
        #expect(third.code == 0, "\(third.messages)")
        #expect(try site.read("llms.txt").hasSuffix("## All\n\n- [A](a.html)\n- [B](b.md)\n- [C](c.html)\n"))
    }

    @Test("replaces its own earlier file, whatever its heading was, and no file of the user") func own() async throws {
        let article = #"[{"slug":"a","title":"A","html":"x"}]"#
        let site = try await Site(PublishedSite.pipeline(#""summary": "One", "# + Self.files), article)
        let to = ["to=\(site.folder.path)/site/{{.slug}}.html"]
        let other = try await Site(PublishedSite.pipeline(#""summary": "Two", "# + Self.files), article, settings: to)
        #expect(other.code == 0, "\(other.messages)")
        #expect(try site.read("llms.txt").contains("> Two\n"))
        try Data("# Mine\n".utf8).write(to: site.file("llms.txt"))
        let third = try await Site(PublishedSite.pipeline(Self.files), article, settings: to)
        #expect(third.code == 73)
        #expect(
            third.messages.contains(
                "llms.txt is not a llms.txt that tabpipe made, and is not replaced; move it, or leave llms.txt out of the sink's option files"
            ),
            "\(third.messages)")
        #expect(try site.read("llms.txt") == "# Mine\n")
    }

    @Test("names no thread, and is not written without an article") func threads() async throws {
        let thread = #"{"slug":"t","subject":"Secret","blurb":"private","messages":[{"body":"private"}]}"#
        let options = #""markdown": true, "# + Self.files
        let site = try await Site(PublishedSite.pipeline(options), "[\(thread)]")
        #expect(site.names == ["index.html", "t", "t.html"])
        #expect(site.messages.contains("llms.txt is not written: there is no article"), "\(site.messages)")
        let both = try await Site(PublishedSite.pipeline(options), #"[\#(thread),{"slug":"a","title":"A","html":"x"}]"#)
        #expect(both.names == ["a.html", "a.md", "index.html", "llms.txt", "t", "t.html"])
        #expect(try !both.read("llms.txt").contains("t.html"))
    }
}
