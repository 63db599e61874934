import HTMLParsing
import JSONParsing
import Testing

@testable import Pipeline
@testable import Stages

@Suite("The option rules of HTML stages") struct HTMLRulesTests {
    private static func run<S: Stage>(_ type: S.Type, _ rules: String, _ html: String, more: String = "") throws -> (Record, [String]) {
        let stage = try S(json: #"{"rules": \#(rules)\#(more)}"#)
        var record = Record(.object(JSONObject([("html", .string(html)), ("id", .number(JSONNumber(7)))])))
        _ = try stage.process(&record)
        return (record, stage.hooks.closingWarnings)
    }

    @Test(
        "change what is written as Markdown",
        arguments: [
            (#"[{"select": ".ad", "do": "drop"}]"#, "<p>a</p><aside class=ad>Buy</aside><p>b</p>", "a\n\nb\n"),
            (#"{"select": ".ad", "do": "drop"}"#, "<p>a<span class=ad>!</span></p>", "a"),
            (#"[{"select": "b", "do": "unwrap"}]"#, "<p>a <b>b <b>c</b></b></p>", "a b c"),
            (#"[{"select": "a:has(img)", "do": "unwrap"}]"#, "<a href=/><img src=a.png alt=A></a>", "![A](a.png)"),
            (
                #"[{"select": "iframe[src*=youtu]", "do": "replace", "with": "<a href=\"{{.attributes.src}}\">Video {{.record.id}}</a>"}]"#,
                "<p>a</p><iframe src='https://youtu.be/x?a&b'></iframe>", "a\n\n[Video 7](https://youtu.be/x?a&b)\n"
            ),
            (
                #"[{"select": "div.note", "do": "replace", "with": "<blockquote><p>{{.name}}:</p><slot></slot></blockquote>"}]"#,
                "<div class=note><p>x <em>y</em></p></div>", "> div:\n>\n> x *y*\n"
            ),
            (
                #"[{"select": "x-tag", "do": "replace", "with": "{{.text}} = {{.html}}"}]"#, "<p><x-tag><i>1</i></x-tag></p>",
                "1 = \\<i>1\\</i>"
            ),
            (
                #"[{"select": "tr.head", "do": "replace", "with": "<tr><th>A<th>B</tr>"}, {"select": ".x", "do": "replace", "with": "<td>2"}]"#,
                "<table><tr class=head><td>a<td>b<tr><td>1<td class=x>?</table>", "| A | B |\n| --- | --- |\n| 1 | 2 |\n"
            ),
            (#"[{"select": "u", "do": "replace", "with": ""}]"#, "<p>a<u>b</u>c</p>", "ac"),
            (
                #"[{"select": "i", "do": "replace", "with": "<b>x</b>"}, {"select": "b", "do": "replace", "with": "y"}]"#,
                "<p><i>1</i> <b>2</b></p>", "y y"
            ),
            (
                #"[{"select": "div", "do": "replace", "with": "<div>{{.text}}</div>"}]"#, "<div>1<div>2</div></div>", "1 2"
            ),
            (
                #"[{"select": "table", "do": "keep"}]"#, "<p>a *</p><table><tr><th>x<td>1</table>",
                "a *\n\n<table><tr><th>x</th><td>1</td></tr></table>\n"
            ),
            (#"[{"select": "kbd", "do": "keep"}]"#, "<p>Press <kbd>F1</kbd></p>", "Press <kbd>F1</kbd>"),
            (
                #"[{"select": "section", "do": "keep"}]"#, "<section><p onclick=x()>a</p>\n\n<script>x()</script></section><p>b</p>",
                "<section><p>a</p>\n</section>\n\nb\n"
            ),
            (
                #"[{"select": "body.a > header, head", "do": "drop"}]"#,
                "<!DOCTYPE html><html><head><title>T</title></head><body class=a><header>x</header><p>b</p></body></html>", "b"
            ),
            (#"[{"select": "section", "do": "keep"}, {"select": "section", "do": "drop"}]"#, "<section>a</section>b", "b"),
        ])
    func markdown(_ rules: String, _ html: String, _ markdown: String) throws {
        let (record, warnings) = try Self.run(HTMLToMarkdownStage.self, rules, html)
        let written = try record.string("markdown")
        #expect(written == markdown)
        #expect(try record.string("html") == html)
        #expect(warnings.isEmpty)
    }

    private static let ad = #"[{"select": ".ad", "do": "drop"}, {"select": "b", "do": "replace", "with": "<i onclick=x()>{{.text}}</i>"}]"#
    private static let page = "<p>a <b>b</b><span class=ad> ad</span></p>"

    @Test("change text, safe HTML, blurbs, links and images") func stages() throws {
        #expect(try Self.run(HTMLToTextStage.self, Self.ad, Self.page).0.string("text") == "a b")
        #expect(try Self.run(BlurbStage.self, Self.ad, Self.page).0.string("blurb") == "a b")
        #expect(try Self.run(SanitizeHTMLStage.self, Self.ad, Self.page).0.string("html") == "<p>a <i>b</i></p>")
        let rules = #"[{"select": "nav", "do": "drop"}]"#
        let links = "<nav><a href=/a>A</a><img src=a.png></nav><a href=/b>B</a><img src=b.png>"
        #expect(try Self.run(ExtractLinksStage.self, rules, links).0.get("links")?.compactText == #"[{"url":"/b","text":"B"}]"#)
        #expect(try Self.run(ExtractImagesStage.self, rules, links).0.get("images")?.compactText == #"[{"url":"b.png","alt":""}]"#)
    }

    @Test("let nothing unsafe into safe HTML") func safety() throws {
        let rules =
            #"[{"select": "b", "do": "replace", "with": "<script>x()</script><a href=\"javascript:x()\" onclick=\"x()\">{{.text}}</a>"}]"#
        let html = "<p><b>&lt;img src=x onerror=x()&gt;</b></p>"
        #expect(
            try Self.run(SanitizeHTMLStage.self, rules, html).0.string("html") == "<p><a>&lt;img src=x onerror=x()&gt;</a></p>")
        #expect(try Self.run(HTMLToMarkdownStage.self, rules, html).0.string("markdown") == "\\<img src=x onerror=x()>")
    }

    @Test("leave plain text alone, and warn of rules that matched nothing") func warnings() throws {
        let rules = #"[{"select": ".ad", "do": "drop"}, {"select": "p", "do": "unwrap"}]"#
        #expect(
            try Self.run(HTMLToTextStage.self, rules, "<p>a</p>").1 == ["rules[0]: no element matched \".ad\" in 1 document"])
        let (record, warnings) = try Self.run(HTMLToTextStage.self, rules, "plain < text")
        #expect(try record.string("text") == "plain < text")
        #expect(warnings == [])
    }

    @Test("warns of an element that it cannot keep") func unsafe() throws {
        func warnings(_ selector: String) throws -> [String] {
            let rules = #"[{"select": "\#(selector)", "do": "keep"}]"#
            return try Self.run(HTMLToMarkdownStage.self, rules, "<iframe src='https://example.org'></iframe><ul><li>a</ul>").1
        }
        func warning(_ name: String) -> String {
            "rules[0]: \"keep\" cannot write <\(name)> as safe HTML of its own; it is written as Markdown"
        }
        #expect(try warnings("iframe") == [warning("iframe")])
        #expect(try warnings("li") == [warning("li")])
        #expect(try warnings("ul") == [])
    }

    @Test(
        "are refused with their place",
        arguments: [
            (#"[{"select": "a:hovr", "do": "drop"}]"#, "no pseudo-class is called \":hovr\""),
            (#"[{"select": "a", "do": "remove"}]"#, "expected one of \"drop\", \"unwrap\", \"replace\", found \"remove\""),
            (#"[{"do": "drop"}]"#, "\"select\" is missing"),
            (#"[{"select": "a"}]"#, "\"do\" is missing"),
            (#"[{"select": "a", "do": "replace"}]"#, "\"replace\" needs the HTML in \"with\""),
            (#"[{"select": "a", "do": "drop", "with": "x"}]"#, "\"with\" is for \"do\": \"replace\" alone"),
            (#"[{"select": "a", "do": "keep"}]"#, "found \"keep\""),
            (#"[{"select": "a", "do": "replace", "with": "{{.x"}]"#, "without \"}}\""),
        ])
    func refuses(_ rules: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) { try Self.run(HTMLToTextStage.self, rules, "") }
        #expect(error.map { "\($0)".contains(message) } == true, "\(error.map { "\($0)" } ?? "")")
    }

    @Test("reject a record whose template gives nothing") func templateFault() throws {
        let rules = #"[{"select": "a", "do": "replace", "with": "{{.attributes.title}}"}]"#
        let error = #expect(throws: RecordError.self) { try Self.run(HTMLToTextStage.self, rules, "<p><a>x</a></p>") }
        #expect(
            error?.description.hasPrefix(".html: rules[0]: {{.attributes.title}} gives null or nothing") == true,
            "\(String(describing: error))")
    }
}
