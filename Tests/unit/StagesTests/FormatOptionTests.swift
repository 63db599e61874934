import HTMLParsing
import JSONParsing
import Pipeline
@testable import Stages
import TestSupport
import Testing

@Suite("The option format") struct FormatOptionTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let format: String
        let record: String
        let text: String
        init(_ format: String, _ record: String, _ text: String) { (self.format, self.record, self.text) = (format, record, text) }
        var testDescription: String { format }
    }

    static let examples = [
        Example("html", #"{"html":"a <b>x</b>\n\nc"}"#, "a x c"), Example("text", #"{"html":"a <b>x</b>"}"#, "a <b>x</b>"),
        Example("paragraphs", #"{"html":"a\nb\n\nc"}"#, "a\nb\n\nc\n"), Example("auto", #"{"html":"a <b>x</b>\n\nc"}"#, "a x\n\nc\n"),
        Example("markdown", #"{"html":"a *x* <b>y</b>"}"#, "a x y"),
        Example(".kind", #"{"html":"- a *x*","kind":"text/markdown"}"#, "- a x"),
        Example(".kind", #"{"html":"a <b>x</b>","kind":"text"}"#, "a <b>x</b>"),
        Example(".kind", #"{"html":"a <b>x</b>","kind":"HTML"}"#, "a x"),
        Example(".kind", #"{"html":"a <b>x</b>","kind":null}"#, "a x"), Example(".kind", #"{"html":"a <b>x</b>"}"#, "a x"),
        Example(".b.type", #"{"html":"a <b>x</b>","b":{"type":"text/plain; charset=utf-8"}}"#, "a <b>x</b>"),
        Example(#"if .is_html then "html" else "text" end"#, #"{"html":"a <b>x</b>","is_html":false}"#, "a <b>x</b>"),
    ]

    @Test("is a word, a field or a program", arguments: examples) func reads(_ example: Example) throws {
        var record = Record(try JSONValue(parsing: example.record))
        let format = JSONValue.string(example.format).compactText
        _ = try HTMLToTextStage(json: #"{"format": \#(format)}"#).process(&record)
        #expect(try record.string("text") == example.text)
    }

    @Test("reads each element of a list", arguments: [".kind", ".messages[].kind"]) func elements(_ format: String) throws {
        var record = Record(try JSONValue(parsing: #"{"messages":[{"body":"<b>a</b>","kind":"text"},{"body":"<b>b</b>","kind":"html"}]}"#))
        _ = try HTMLToTextStage(json: #"{"field": ".messages[].body", "format": "\#(format)"}"#).process(&record)
        #expect(try record.get("messages")?.array?.map { $0.object?["text"]?.string } == ["<b>a</b>", "b"])
    }

    static let faults = [
        (
            #"{"format": "htlm"}"#,
            #"expected one of "auto", "html", "text", "paragraphs", "markdown", or a jq program, found "htlm"; did you mean "html"?"#
        ),
        (#"{"format": 1}"#, #"expected one of "auto", "html", "text", "paragraphs", "markdown", or a jq program, found 1"#),
        (#"{"field": ".a[].b", "format": ".c[].d"}"#, "expected a field of each element, such as .a[].format, found \".c[].d\""),
        (#"{"format": ".a |"}"#, ""),
    ]

    @Test("names what is wrong with it", arguments: faults) func wrong(_ json: String, _ message: String) {
        let error = #expect(throws: PipelineFileError.self) { try HTMLToTextStage(json: json) }
        #expect(error.map { "\($0)".contains(message) } == true)
    }

    @Test(
        "rejects a record whose format is none",
        arguments: [
            (#""basic_html""#, #"format gives "basic_html"; one of "auto", "html", "text", "paragraphs", "markdown" was expected"#),
            ("7", #"format gives a number; one of "auto", "html", "text", "paragraphs", "markdown" was expected"#),
        ]) func rejects(_ value: String, _ reason: String) throws
    {
        var record = Record(try JSONValue(parsing: #"{"html":"a","kind":\#(value)}"#))
        let stage = try HTMLToTextStage(json: #"{"format": ".kind"}"#)
        #expect(throws: RecordError(reason)) { _ = try stage.process(&record) }
    }

    @Test("of a thread reads each message") func thread() throws {
        var record = Record(try JSONValue(parsing: #"{"messages":[{"body":"<b>a</b>","t":"text"},{"body":"a\n\nb","t":"paragraphs"}]}"#))
        _ = try ThreadStage(json: #"{"format": ".t"}"#).process(&record)
        #expect(
            try record.document("html").serialized()
                == #"<article><section><div style="white-space:pre-wrap">&lt;b&gt;a&lt;/b&gt;</div></section><section><p>a</p><p>b</p></section></article>"#
        )
        var wrong = Record(try JSONValue(parsing: #"{"messages":[{"body":"a"},{"body":"a","t":"x"}]}"#))
        let error = #expect(throws: RecordError.self) { _ = try ThreadStage(json: #"{"format": ".t"}"#).process(&wrong) }
        #expect(error?.path == ".messages[1]")
    }

    @Test("stays out of the way of other stages: each reads the field as its own format says") func severalStages() throws {
        var record = Record(try JSONValue(parsing: #"{"html":"a <b>x</b>\n\nc"}"#))
        for (format, into) in [("paragraphs", "p"), ("html", "h"), ("auto", "a"), ("text", "t")] {
            _ = try HTMLToTextStage(json: #"{"format": "\#(format)", "into": "\#(into)"}"#).process(&record)
        }
        #expect(try ["p", "h", "a", "t"].map { try record.string($0) } == ["a x\n\nc\n", "a x c", "a x\n\nc\n", "a <b>x</b>\n\nc"])
    }

    static let keptTexts = [
        ("auto", "<p>a</p>"), ("auto", "<p>a</p>\n\n<p>b</p>\nc\n\nd"), ("auto", "<p>The <b>pier</b> is < 3 m</p>"),
        ("paragraphs", "a\n\nb"), ("paragraphs", "<!-- wp:paragraph --><p>a</p>"), ("html", "a"),
    ]

    @Test("reads a text once: the document stays with the record, also in a copy of the field", arguments: keptTexts)
    func keeps(_ format: String, _ html: String) throws {
        var record = Record(["html": .string(html), "body": .string(html)])
        _ = try BlurbStage(json: #"{"format": "\#(format)"}"#).process(&record)
        let known = try #require(record.knownField(at: FieldPath(name: "html"), as: format))
        #expect(!known.isAuthoritative)
        _ = try StripQuotesStage(json: #"{"format": "\#(format)"}"#).process(&record)
        #expect(record.knownField(at: FieldPath(name: "light_body"), as: format)?.document.serialized() == known.document.serialized())
        #expect(try record.string("html") == html)
        // Another format of the text is another document.
        #expect(try record.document("html").serialized() == HTMLDocument(parsingFragment: html).serialized())
        try record.set("html", to: .string("b"))
        #expect(record.knownField(at: FieldPath(name: "html"), as: format) == nil)
    }

    /// The stages that have the option, with a program.
    static let stages: [any Stage.Type] = [
        StripQuotesStage.self, BlurbStage.self, SanitizeHTMLStage.self, HTMLToMarkdownStage.self, HTMLToTextStage.self,
        ExtractLinksStage.self, ExtractImagesStage.self,
    ]

    @Test("is the same in the copy of each worker", arguments: stages.indices) func copiesForWorkers(_ place: Int) throws {
        func result(_ stage: some Stage) throws -> [String] {
            try [stage, stage.copyForWorker()].map { stage in
                var record = Record(try JSONValue(parsing: #"{"html":"<b>a</b> <a href='u'>b</a>","kind":"text"}"#))
                _ = try stage.process(&record)
                return record.value.compactText
            }
        }
        let name = Self.stages[place] == StripQuotesStage.self ? #", "field": "html""# : ""
        let results = try result(Self.stages[place].init(json: #"{"format": ".kind"\#(name)}"#))
        #expect(results[0] == results[1])
        #expect(!results[0].contains(#""url":"u""#))
    }

    @Test("names macros that are left out, whatever the format", arguments: ["auto", "html", "paragraphs"])
    func macros(_ format: String) throws {
        let html = #"<p>a</p><ac:structured-macro ac:name="toc"/><p>b</p>"#
        var record = Record(["html": .string(html)])
        for name in ["a", "b"] { _ = try HTMLToTextStage(json: #"{"format": "\#(format)", "into": "\#(name)"}"#).process(&record) }
        #expect(record.warnings == [#".html: left out, as only Confluence knows its content: the macro "toc""#])
        var thread = Record(["messages": [["body": .string(html)]]])
        _ = try ThreadStage(json: #"{"format": "\#(format)"}"#).process(&thread)
        #expect(thread.warnings == [#"left out, as only Confluence knows its content: the macro "toc""#])
        var study = Record([
            "title": "T", "teaser": "t", "hero_image": "a.png", "sections": [["body_elements": [.string(html), [.string(html)]]]],
        ])
        _ = try CaseStudyStage(json: #"{"format": "\#(format)"}"#).process(&study)
        #expect(study.warnings == [#"left out, as only Confluence knows its content: the macro "toc""#])
    }
}
