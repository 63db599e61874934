import HTMLParsing
import JSONParsing
import Pipeline
@testable import Stages
import Testing

@Suite("The stage rich_text") struct RichTextStageTests {
    private static let contentful = #"""
        {"body":{"nodeType":"document","content":[{"nodeType":"paragraph","content":[{"nodeType":"text","value":"a "},\#
        {"nodeType":"entry-hyperlink","data":{"target":{"sys":{"id":"e1"}}},"content":[{"nodeType":"text","value":"b"}]}]}]},\#
        "links":{"e1":"/b"}}
        """#

    private static func run(_ options: String, _ record: String) throws -> (record: Record, warnings: [String]) {
        var record = Record(try JSONValue(parsing: record))
        let stage = try RichTextStage(json: options)
        _ = try stage.process(&record)
        return (record, stage.hooks.closingWarnings)
    }

    @Test("puts the HTML into another field, and warns at the end of what it does not know") func warns() throws {
        var (record, warnings) = try Self.run("{}", Self.contentful)
        #expect(try record.document("html").serialized() == "<p>a b</p>")
        #expect(warnings == ["rich_text does not know entry-hyperlink in contentful, which 1 record has"])
    }

    @Test(
        "finds addresses by a program",
        arguments: [".links", #".links | map_values({address: ., title: "T"})"#, #"{e1: "/b", e2: null}"#])
    func addresses(_ program: String) throws {
        var (record, warnings) = try Self.run(#"{"addresses": \#(JSONValue.string(program).compactText)}"#, Self.contentful)
        #expect(try record.document("html").serialized() == #"<p>a <a href="/b">b</a></p>"#)
        #expect(warnings.isEmpty)
    }

    @Test("reads each element of a list, and a string of JSON") func elements() throws {
        let record = #"{"parts":[{"text":[{"type":"paragraph","children":[{"type":"text","text":"a"}]}]},{"text":"[]"},{"text":null}]}"#
        let parts = try Self.run(#"{"field": ".parts[].text", "into": ".parts[].html"}"#, record).record.get("parts")?.array
        #expect(parts?.map { $0.object?["html"]?.compactText ?? "" } == [#""<p>a</p>""#, #""""#, "null"])
    }

    @Test(
        "rejects a record",
        arguments: [
            ("{}", "{}", ".body: missing; rich text was expected"),
            ("{}", #"{"body":"plain"}"#, ".body: expected rich text as JSON, found a string that is none"),
            (
                "{}", #"{"body":{"nodeType":"document","content":[{"nodeType":7}]}}"#,
                ".body.content[0].nodeType: expected a string, found a number"
            ),
            ("{}", #"{"body":[{"type":"paragraph","children":[7]}]}"#, ".body[0].children[0]: expected an object, found a number"),
            (#"{"dialect": "strapi"}"#, #"{"body":7}"#, ".body: expected an object, found a number"),
            (
                #"{"on_unknown": "reject"}"#,
                #"{"body":[{"type":"a","children":[]},{"type":"a","children":[]},{"type":"b","children":[]}]}"#,
                #".body: rich_text does not know a (2), b; "on_unknown": "keep" keeps the text"#
            ),
            (#"{"addresses": ".x"}"#, #"{"body":[],"x":[]}"#, "addresses gives an array; an object was expected"),
            (#"{"addresses": ".x"}"#, #"{"body":[],"x":{"a":1}}"#, "addresses gives a number for a; an address was expected"),
            (#"{"field": ".a[].b"}"#, #"{"a":[{"b":[]},{"b":7}]}"#, ".a[1].b: expected rich text of one of"),
        ])
    func rejects(_ options: String, _ record: String, _ message: String) throws {
        let error = #expect(throws: RecordError.self) { try Self.run(options, record) }
        #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }

    @Test("names a dialect that does not exist") func dialect() {
        let error = #expect(throws: PipelineFileError.self) { try RichTextStage(json: #"{"dialect": "contentfull"}"#) }
        #expect(error.map { "\($0)".contains("did you mean \"contentful\"?") } == true)
    }
}
