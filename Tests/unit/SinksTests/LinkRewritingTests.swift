import Foundation
import JSONParsing
import Pipeline
import TestSupport
import Testing

@testable import Sinks

@Suite("Links to old addresses") struct LinkRewritingTests: ~Copyable {
    private let scratch: ScratchFolder
    private var folder: String { scratch.path }

    init() throws { scratch = try ScratchFolder() }

    private struct Silence: RunObserver {
        func warn(_ warning: RunWarning) {}
        func reject(_ reject: Reject) {}
    }

    /// The options of `rewrite_links` of most tests.
    private static let pages = #"{"addresses":"[.url, \"/?p=\\(.id)\"]"}"#

    private func plan(_ records: String, _ links: String, sink: String = "markdown", to: String, more: JSONObject = JSONObject([])) throws
        -> PipelinePlan
    {
        var registry = Registry()
        registry.add(ObstructiveSource.self)
        registry.addSinks()
        var step: JSONObject = [
            "type": .string(sink), "to": .string("\(folder)/\(to)"), "rewrite_links": try JSONValue(parsing: Array(links.utf8)),
        ]
        for member in more { step[member.key] = member.value }
        let file: JSONValue = ["source": ["type": "objects", "values": .string(records)], "sinks": [.object(step)]]
        return try PipelineReader.read(
            text: Array(file.compactText.utf8), file: "p.json", registry: registry, settings: PipelineSettings())
    }

    private func run(
        _ records: String, _ links: String = LinkRewritingTests.pages, sink: String = "markdown", to: String = "{{.id}}.md",
        more: JSONObject = JSONObject([]), jobs: Int = 1
    ) async throws -> RunReport {
        var options = PipelineRun.Options()
        options.jobs = jobs
        return await PipelineRun(try plan(records, links, sink: sink, to: to, more: more), options: options, observer: Silence()).run()
    }

    private func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
    }

    /// Two pages, the first of which has this HTML.
    private static func records(_ html: String) -> String {
        let first: JSONValue = ["id": 1, "url": "https://old.example/2026/one/", "html": .string(html)]
        return #"[\#(first.compactText),{"id":2,"url":"https://old.example/2026/two/","html":"<p>Two</p>"}]"#
    }

    @Test(
        "lead to the page of their record",
        arguments: [
            ("https://old.example/2026/two/", "2.md"), ("http://www.old.example/2026/two", "2.md"),
            ("https://OLD.example:443/2026/two/index.html", "2.md"), ("//old.example/2026/two/", "2.md"), ("../two/", "2.md"),
            ("/2026/t%77o/#a-b", "2.md#a-b"), ("/?p=2", "2.md"), ("/index.php?p=2#x", "2.md#x"),
            ("?p=2", "https://old.example/2026/one/?p=2"),
            ("/2026/one/#part", "#part"), ("/2026/one/", "1.md"), ("#part", "#part"),
            ("/2026/two/?utm=1", "https://old.example/2026/two/?utm=1"),
            ("/2026/three/", "https://old.example/2026/three/"), ("https://else.example/2026/two/", "https://else.example/2026/two/"),
            ("mailto:a@old.example", "mailto:a@old.example"), ("/2026/TWO/", "https://old.example/2026/TWO/"),
            ("/two/#\"a)b(<&c>", "https://old.example/two/#%22a%29b%28%3C&amp;c%3E"),
        ])
    func links(_ href: String, _ expected: String) async throws {
        let escaped = href.replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;")
        let report = try await run(Self.records("<p><a href=\"\(escaped)\">x</a></p>"))
        #expect(report.exitCode == 0)
        #expect(try read("1.md") == "[x](\(expected))\n")
    }

    @Test("have the address of a template, with the number that a path got") func template() async throws {
        let records = #"""
            [{"id":1,"slug":"same","url":"https://o.example/a","html":"<a href='/b'>b</a> <a href='/a'>a</a>"},
             {"id":2,"slug":"same","url":"https://o.example/b","html":"<a href='/a#x'>a</a>"}]
            """#
        let report = try await run(
            records, #"{"link_as":"/blog/{{.folder}}/","redirects":"_redirects"}"#, to: "{{.slug}}/index.md",
            more: ["on_clash": "number"])
        #expect(report.exitCode == 0)
        #expect(try read("same/index.md") == "[b](/blog/same-2/) [a](/blog/same/)\n")
        #expect(try read("same-2/index.md") == "[a](/blog/same/#x)\n")
        #expect(
            try read("_redirects")
                == "# Redirects from old addresses, written by tabpipe.\n/a /blog/same/ 301\n/b /blog/same-2/ 301\n")
    }

    @Test("change in Markdown alone: all other bytes stay") func markdownInPlace() async throws {
        let text = """
            ---
            t: 1
            ---
            > [!NOTE]
            > *a*  <kbd>b</kbd> [c](<OLD> 't') [d][r] ![i](OLD) [self](https://o.example/a#x) [no]( /no )

            <!-- OLD --> <Card href='OLD' title="x"/> <a class=q href=OLD>e</a>

            ```js {1,3} title="a.js"
            [c](OLD)
            ```
            * x
            + y www.else.example <https://o.example/no>

            [r]:  OLD
            [s]: OLD
            """
        let old = text.replacing("OLD", with: "https://o.example/b")
        let records: JSONValue = [
            ["id": 1, "url": "https://o.example/a", "html": .string(old)],
            ["id": 2, "url": "https://o.example/b", "html": "b\r\n[a](/a)"],
        ]
        let report = try await run(records.compactText, #"{"link_as":"/it's/{{.name}}"}"#, more: ["format": "markdown"])
        #expect(report.exitCode == 0)
        var new = text.replacing("href=OLD", with: "href=\"NEW\"").replacing("self](https://o.example/a#x", with: "self](#x")
        new = new.replacing("( /no )", with: "( https://o.example/no )").replacing("href='OLD'", with: "href='/it&#39;s/2'")
        for kept in ["![i](OLD)", "<!-- OLD -->", "[c](OLD)\n```"] {
            new = new.replacing(kept, with: kept.replacing("OLD", with: "https://o.example/b"))
        }
        #expect(try read("1.md") == new.replacing("OLD", with: "/it's/2").replacing("NEW", with: "/it's/2") + "\n")
        #expect(try read("2.md") == "b\n[a](/it's/1)\n")
    }

    @Test("are found in Markdown, and not in its code") func markdown() async throws {
        let report = try await run(
            ##"[{"id":1,"url":"https://o.example/a","html":"# T\n\nSee [b](/b \"t\"), <https://o.example/b> and `[b](/b)`."},{"id":2,"url":"https://o.example/b","html":"b"}]"##,
            more: ["format": "markdown"])
        #expect(report.exitCode == 0)
        #expect(try read("1.md") == "# T\n\nSee [b](2.md \"t\"), [https://o.example/b](2.md) and `[b](/b)`.\n")
    }

    @Test("between files are paths, and keep their text if they lead nowhere") func files() async throws {
        let records = #"""
            [{"id":"docs/a","path":"docs/a.md","html":"<a href='b.md#x'>b</a> <a href='../README.md'>r</a> <a href='no.md'>n</a> <a href='c%23/w%3F%20x.md'>c</a>"},
             {"id":"docs/b","path":"docs/b.md","html":"<a href='a.md'>a</a>"}, {"id":"README","path":"x/../README.md","html":"<a href='docs/a.md'>a</a>"},
             {"id":"c","path":"docs/c#/w? x.md","html":"<a href='../a.md'>a</a>"}]
            """#
        let report = try await run(records, #"{"addresses":".path"}"#, to: "{{.id}}.txt")
        #expect(try read("docs/a.txt") == "[b](b.txt#x) [r](../README.txt) [n](no.md) [c](../c.txt)\n")
        #expect(try read("docs/b.txt") == "[a](a.txt)\n")
        #expect(try read("README.txt") == "[a](docs/a.txt)\n")
        #expect(try read("c.txt") == "[a](docs/a.txt)\n")
        #expect(
            report.warnings == [
                "sinks[0]: rewrite_links: 1 link leads to no page of this run, and keeps its address: no.md (in docs/a.txt)"
            ])
    }

    @Test("lead to pages of earlier runs, whose files are still there") func earlier() async throws {
        _ = try await run(#"[{"id":1,"url":"https://o.example/a","html":"a"},{"id":3,"url":"https://o.example/c","html":"c"}]"#)
        try FileManager.default.removeItem(atPath: "\(folder)/3.md")
        let report = try await run(#"[{"id":2,"url":"https://o.example/b","html":"<a href='/a'>a</a> <a href='/c'>c</a>"}]"#)
        #expect(try read("2.md") == "[a](1.md) [c](https://o.example/c)\n")
        #expect(report.warnings.count == 1)
    }

    @Test("that two records have lead to the first one, with a warning") func clash() async throws {
        let report = try await run(
            #"[{"id":1,"url":"https://o.example/a","html":"1"},{"id":2,"url":"https://o.example/a/","html":"2"},{"id":3,"url":"https://o.example/c","html":"<a href='a'>a</a>"}]"#
        )
        #expect(try read("3.md") == "[a](1.md)\n")
        #expect(
            report.warnings == [
                "sinks[0]: rewrite_links: two pages have one address: the address o.example/a (1.md, 2.md)"
            ])
    }

    @Test("keep the earlier addresses of a page, unless another page has them now") func moved() async throws {
        _ = try await run(#"[{"id":1,"url":"https://o.example/a","html":"a"},{"id":2,"url":"https://o.example/b","html":"b"}]"#)
        let news =
            #"[{"id":1,"url":"https://o.example/a2","html":"a"},{"id":3,"url":"https://o.example/b","html":"<a href='/a'>a</a> <a href='/a2'>a</a> <a href='/b'>b</a>"}]"#
        for _ in 1...2 {
            let report = try await run(news)
            #expect(try read("3.md") == "[a](1.md) [a](1.md) [b](3.md)\n")
            #expect(report.warnings.isEmpty)
        }
    }

    @Test("of former hosts lead to the page with the same path") func hosts() async throws {
        let records = #"""
            [{"id":1,"url":"https://new.example/a","html":"<a href='http://www.old.example/b#x'>b</a> <a href='https://old.example/c'>c</a>"},
             {"id":2,"url":"https://new.example/b","html":"b"}]
            """#
        let report = try await run(records, #"{"hosts":["OLD.example"]}"#)
        #expect(try read("1.md") == "[b](2.md#x) [c](https://old.example/c)\n")
        #expect(report.warnings.count == 1)
    }

    @Test("in other scripts lead to their page, in every form of the host", arguments: ["bücher.example", "xn--bcher-kva.example:443"])
    func otherScripts(_ host: String) async throws {
        let records =
            #"[{"id":1,"url":"https://BÜCHER.example/a","html":"<a href='https://\#(host)/b'>b</a>"},"#
            + #"{"id":2,"url":"https://xn--bcher-kva.example/b","html":"b"}]"#
        _ = try await run(records)
        #expect(try read("1.md") == "[b](2.md)\n")
    }

    @Test("start from the element base of their document") func baseElement() async throws {
        _ = try await run(Self.records("<base href='/2026/'><p><a href='two'>x</a>"))
        #expect(try read("1.md") == "[x](2.md)\n")
    }

    @Test("leave Markdown without such links as it is") func untouched() async throws {
        let text = "# T #\n\n<div>x</div>\n\n* [a](https://else.example/)"
        let record: JSONValue = ["id": 1, "url": "https://o.example/a", "html": .string(text)]
        _ = try await run("[\(record.compactText)]", more: ["format": "markdown"])
        #expect(try read("1.md") == text + "\n")
    }

    @Test("to pages at the top of the folder, and redirects to them, have one slash") func top() async throws {
        let records = #"""
            [{"id":"index","url":"https://o.example/","html":"<a href='/b'>b</a>"}, {"id":"b/index","url":"https://o.example/b","html":"<a href='/'>i</a>"},
             {"id":"c/index","url":["https://o.example/x","https://o.example/y#z","https://p.example/x","https://o.example/q?1"],"html":"c"},
             {"id":"d/index","url":"https://o.example/a%23b c","html":"d"}]
            """#
        _ = try await run(records, #"{"link_as":"/{{.folder}}/","redirects":"_redirects"}"#)
        #expect(try read("index.md") == "[b](/b/)\n")
        #expect(try read("b/index.md") == "[i](/)\n")
        #expect(
            try read("_redirects")
                == "# Redirects from old addresses, written by tabpipe.\n/x /c/ 301\n/y /c/ 301\n/a%23b%20c /d/ 301\n")
    }

    @Test("are quoted in cells of CSV") func csv() async throws {
        let table = "<table><tr><th>a<th>b<tr><td><a href='/2026/x,y'>x</a><td>1</table>"
        _ = try await run(Self.records(table), more: ["tables": "csv_fence"])
        #expect(try read("1.md") == "```csv\na,b\n\"x (https://old.example/2026/x,y)\",1\n```\n")
    }

    @Test("are the same for any number of workers, and in a plan") func workers() async throws {
        let records = (0..<300).map { number in
            #"{"id":\#(number),"url":"https://o.example/\#(number)","html":"<a href='/\#(299 - number)'>x</a>"}"#
        }
        let text = "[\(records.joined(separator: ","))]"
        #expect(try await run(text, jobs: 4).exitCode == 0)
        for number in [0, 150, 299] { #expect(try read("\(number).md") == "[x](\(299 - number).md)\n") }
        let again = try await run(text, jobs: 1)
        #expect(again.outputs.values.first?.unchanged == 301)
    }

    @Test(
        "are found in pages of the sink site, whose IDs have a prefix",
        arguments: [
            ("/b#x", "<a href=\"2.html#m-x\" rel=\"noopener\">l</a>"), ("/b#m-x", "<a href=\"2.html#m-x\" rel=\"noopener\">l</a>"),
            ("/b#", "<a href=\"2.html#\" rel=\"noopener\">l</a>"), ("/b#Top", "<a href=\"2.html#Top\" rel=\"noopener\">l</a>"),
            ("/a#y", "<a href=\"#m-y\" rel=\"noopener\">l</a>"), ("/a#none", "<a>l</a>"),
            ("/a", "<a href=\"1.html\" rel=\"noopener\">l</a>"),
        ])
    func site(_ href: String, _ expected: String) async throws {
        let records = #"""
            [{"id":1,"title":"One","url":"https://o.example/a","html":"<p><a href='\#(href)'>l</a></p><h2 id=y>Y</h2>"},
             {"id":2,"title":"Two","url":"https://o.example/b","html":"<h2 id=x>b</h2>"}]
            """#
        let report = try await run(records, sink: "site", to: "{{.id}}.html")
        #expect(report.exitCode == 0)
        let page = try read("1.html")
        #expect(page.contains(expected), "\(page.suffix(2000))")
    }

    @Test("have the prefix of IDs in Markdown that has the IDs of headings", arguments: ["none", "attribute", "html"])
    func headingIDs(_ ids: String) async throws {
        let report = try await run(
            Self.records("<a href='../two/#x'>l</a>"), more: ["heading_ids": .string(ids)])
        #expect(report.exitCode == 0)
        #expect(try read("1.md") == (ids == "none" ? "[l](2.md#x)\n" : "[l](2.md#m-x)\n"))
    }

    @Test(
        "have options that are checked",
        arguments: [
            (#"{"redirects":"_redirects"}"#, "needs \"link_as\""), (#"{"link_as":"/x/"}"#, "expected a template with {{.path}}"),
            (#"{"link_as":"/{{.path}}","redirects":"../r"}"#, "expected a path inside the sink's folder"),
            (#"{"adresses":".x"}"#, "addresses"), (#"{"link_as":"/{{.path}}/{{.nme}}"}"#, "fails for a page: {{.nme}} gives null"),
            (#"{"link_as":"{{.path}}","redirects":"_redirects"}"#, "expected a path from the root"),
            (#"{"hosts":"https://o.example/"}"#, "expected a host such as blog.example"),
        ])
    func faults(_ links: String, _ expected: String) throws {
        do {
            _ = try plan("[]", links, to: "{{.id}}.md")
            Issue.record("no fault was found")
        } catch {
            #expect("\(error)".contains(expected))
        }
    }

    @Test("reject a record whose addresses are no texts", arguments: ["7", "[[1]]", "{a: 1}"])
    func wrongAddresses(_ query: String) async throws {
        let report = try await run(#"[{"id":1,"html":"x"}]"#, #"{"addresses":"\#(query)"}"#)
        #expect(report.counts.rejected == 1)
    }
}
