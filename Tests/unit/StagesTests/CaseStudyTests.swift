import Foundation
import HTMLParsing
import HTMLWriting
import JSONParsing
@testable import Stages
import TestSupport
import Testing
@testable import Pipeline

@Suite("A case study") struct CaseStudyTests {
    @Test("is rejected without a title, as with an empty one", arguments: ["\"\"", "\" \\n\"", "null"]) func title(_ title: String) throws {
        var record = try Self.record(title: title, image: "\"h.png\"")
        var reader = OptionReader.describing
        let error = #expect(throws: RecordError.self) { _ = try CaseStudyStage(options: &reader).process(&record) }
        let reasons = [
            ".title: the title is empty; a case study needs one", "a case study needs .title, which this one lacks",
        ]
        #expect(error?.description == (title == "null" ? reasons[1] : reasons[0]))
    }

    @Test(
        "is kept, with a warning, where an image has no good address",
        arguments: [
            ("", ".hero_image: the image address is empty"), (" ", ".hero_image: the image address is empty"),
            ("http:///x", ".hero_image: the image address has no host: http:///x"),
        ]) func warnings(address: String, warning: String) throws
    {
        var record = try Self.record(title: "\"T\"", image: "\"\(address)\"")
        var reader = OptionReader.describing
        _ = try CaseStudyStage(options: &reader).process(&record)
        #expect(record.takeWarnings() == [warning])
    }

    @Test("has one scheme in each address, in the article and in the fields, with a warning") func repair() throws {
        let text = #"""
            {"title":"T","teaser":"t","hero_image":"https://http://x/h.png","sections":[{"body_elements":["a",{"image_url":"HTTPS://https://x/i.png"},{"image_url":"https://x/https://y"}]}]}
            """#
        var record = Record(try JSONValue(parsing: text))
        var reader = OptionReader.describing
        _ = try CaseStudyStage(options: &reader).process(&record)
        #expect(
            record.takeWarnings() == [
                ".hero_image: the image address has its scheme twice, and becomes http://x/h.png",
                ".sections[0].body_elements[1].image_url: the image address has its scheme twice, and becomes https://x/i.png",
            ])
        #expect(try record.string("hero_image") == "http://x/h.png")
        #expect(
            try record.get("sections")?.compactText
                == #"[{"body_elements":["a",{"image_url":"https://x/i.png"},{"image_url":"https://x/https://y"}]}]"#)
        let sources = try record.document("html").elements(tag: .img).map { try record.document("html").attribute("src", of: $0) }
        #expect(sources == ["http://x/h.png", "https://x/i.png", "https://x/https://y"])
    }

    struct Example: Sendable, CustomTestStringConvertible {
        let name: String
        let sections: String
        let article: String
        init(_ name: String, _ sections: String, _ article: String) { (self.name, self.sections, self.article) = (name, sections, article) }
        var testDescription: String { name }
    }

    static let articles = [
        Example("HTML", #"[{"body_elements":["<p>One</p><ul><li>x</li></ul>"]}]"#, "<section><p>One</p><ul><li>x</li></ul></section>"),
        Example("HTML in a line", #"[{"body_elements":["a &amp; <b>b</b>"]}]"#, "<section><p>a &amp; <b>b</b></p></section>"),
        Example("plain text", #"[{"body_elements":["a < b\nc <d>"]}]"#, "<section><p>a &lt; b<br>c &lt;d&gt;</p></section>"),
        Example("paragraphs", #"[{"body_elements":["<b>a</b>\n\nb"]}]"#, "<section><p><b>a</b></p><p>b</p></section>"),
        Example(
            "a caption and an alternative text",
            #"[{"body_elements":[{"image_url":"i","alt":"A \"x\"","caption":"C <a href=\"u\">d</a>"}]}]"#,
            #"<section><figure><img src="i" alt="A &quot;x&quot;"><figcaption>C <a href="u">d</a></figcaption></figure></section>"#),
        Example("a subtitle", #"[{"title":"T","subtitle":"S","body_elements":[]}]"#, "<section><h2>T</h2><p>S</p></section>"),
        Example("a list", #"[{"body_elements":[["a","<b>b</b>"]]}]"#, "<section><ul><li>a</li><li><b>b</b></li></ul></section>"),
        Example("a caption without an image", #"[{"body_elements":[{"image_url":null,"caption":"C"}]}]"#, "<section><p>C</p></section>"),
    ]

    @Test("has all texts of its sections in the article", arguments: articles) func article(_ example: Example) throws {
        var record = Record(
            try JSONValue(parsing: #"{"title":"T","teaser":"t","hero_image":"h","sections":\#(example.sections)}"#))
        let stage = try CaseStudyStage(json: "{}")
        _ = try stage.process(&record)
        #expect(
            try record.document("html").serialized()
                == #"<article><figure><img src="h" alt=""></figure><h1>T</h1>\#(example.article)</article>"#)
        #expect(stage.hooks.closingWarnings.isEmpty)
    }

    @Test("has its texts as the option format says") func format() throws {
        var record = Record(
            try JSONValue(parsing: #"{"title":"T","teaser":"t","hero_image":"h","f":"text","sections":[{"body_elements":["<b>a</b>"]}]}"#))
        _ = try CaseStudyStage(json: #"{"format": ".f"}"#).process(&record)
        #expect(try record.document("html").serialized().contains("<p>&lt;b&gt;a&lt;/b&gt;</p>"))
    }

    @Test("may lack a hero image where the option hero says so", arguments: ["null", "\"\"", "\" \""]) func hero(_ image: String) throws {
        var record = try Self.record(title: "\"T\"", image: image)
        _ = try CaseStudyStage(json: #"{"hero": "optional"}"#).process(&record)
        #expect(try record.document("html").serialized() == "<article><h1>T</h1></article>")
        #expect(record.takeWarnings().isEmpty)
    }

    @Test("without a hero image is rejected, and the reason names the option") func noHero() throws {
        var record = try Self.record(title: "\"T\"", image: "null")
        let error = #expect(throws: RecordError.self) { _ = try CaseStudyStage(json: "{}").process(&record) }
        #expect(error?.description == #"a case study needs .hero_image, which this one lacks; "hero": "optional" keeps it"#)
    }

    @Test("has a warning for each key that is not read, with the number of records and the first of them") func unread() throws {
        let stage = try CaseStudyStage(json: "{}")
        for item in [3, 2, 5] {
            var record = Record(
                try JSONValue(
                    parsing: #"""
                        {"title":"T","teaser":"t","hero_image":"h","client":"c","sections":[{"facts":["a"],"body_elements":["x",{"video_url":"v"},{"video_url":"w","odd key":1}]}]}
                        """#), origin: Origin(source: "a.json", item: item))
            _ = try stage.process(&record)
        }
        #expect(
            stage.hooks.closingWarnings == [
                #"case_study does not read .sections[].body_elements[].["odd key"], which 3 records have, the first one in a.json, item 2"#,
                "case_study does not read .sections[].body_elements[].video_url, which 3 records have, the first one in a.json, item 2",
                "case_study does not read .sections[].facts, which 3 records have, the first one in a.json, item 2",
            ])
    }

    @Test("names as many keys as content cannot exceed") func manyKeys() throws {
        let stage = try CaseStudyStage(json: "{}")
        let members = (0..<100).map { #""k\#($0)":1"# }.joined(separator: ",")
        var record = Record(
            try JSONValue(parsing: #"{"title":"T","teaser":"t","hero_image":"h","sections":[{"body_elements":[{\#(members)}]}]}"#))
        _ = try stage.process(&record)
        #expect(stage.hooks.closingWarnings.count == 21)
        #expect(stage.hooks.closingWarnings.last == "case_study does not read other keys, which 1 record has")
    }

    /// The articles of the studies that were reported.
    @Test("that was reported is read", .needs(SharedData.exists("cases/html/cases/case-studies.jsonl"), "needs the shared test data"))
    func reported() throws {
        let stage = try CaseStudyStage(json: #"{"hero": "optional"}"#)
        let lines = String(decoding: try SharedData.read("cases/html/cases/case-studies.jsonl"), as: UTF8.self).split(separator: "\n")
        let articles = try lines.map { line in
            var record = Record(try JSONValue(parsing: Array(line.utf8)))
            _ = try stage.process(&record)
            return MarkdownWriter().string(of: try record.document("html"))
        }
        #expect(articles.count == 6)
        #expect(articles[0].contains("text & **bold**\n"))
        #expect(articles[3].hasPrefix("# NullHero"))
        #expect(articles[4].contains("One\n\n- x\n"))
        #expect(articles[5].contains("# # Hash \\*star\\* \\<x>\n"))
        #expect(stage.hooks.closingWarnings == ["case_study does not read .sections[].body_elements[].video_url, which 1 record has"])
    }

    private static func record(title: String, image: String) throws -> Record {
        let text = "{\"title\":\(title),\"teaser\":\"t\",\"hero_image\":\(image),\"sections\":[]}"
        return Record(try JSONValue(parsing: Array(text.utf8)))
    }
}
