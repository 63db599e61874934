import Pipeline
import SiteSupport
import TestSupport
import Testing

@testable import Site

/// A record that the sink rejects, and the reason.
struct WrongRecord: CustomTestStringConvertible {
    let record: String
    let reason: String

    var testDescription: String { record }
}

@Suite("What a page reads of a record") struct RecordShapeTests {
    static let loneSurrogate = #"this \u escape is half of a surrogate pair and stands for no character"#

    static let wrong = [
        WrongRecord(record: #"{"html":"a","title":""}"#, reason: ".title: the title is empty; a page needs one"),
        WrongRecord(record: #"{"html":"a","title":" \n"}"#, reason: ".title: the title is empty; a page needs one"),
        WrongRecord(record: #"{"html":"a","title":null}"#, reason: ".title: expected a string, found null"),
        WrongRecord(record: #"{"html":"a"}"#, reason: ".title: missing; a string was expected"),
        WrongRecord(record: #"{"html":"a","title":"t","teaser":5}"#, reason: ".teaser: expected a string, found a number"),
        WrongRecord(record: #"{"html":"a","title":"t","client":5}"#, reason: ".client: expected a string, found a number"),
        WrongRecord(record: #"{"html":"a","title":"t","vertical":[]}"#, reason: ".vertical: expected a string, found an array"),
        WrongRecord(record: #"{"html":"a","title":"t","hero_image":{}}"#, reason: ".hero_image: expected a string, found an object"),
        WrongRecord(record: #"{"html":"a","title":"t","app_store_url":1}"#, reason: ".app_store_url: expected a string, found a number"),
        WrongRecord(record: #"{"html":5,"title":"t"}"#, reason: ".html: expected a string, found a number"),
        WrongRecord(record: #"{"html":null,"title":"t"}"#, reason: ".html: expected a string, found null"),
        WrongRecord(
            record: #"{"html":"a","html":"b","title":"t"}"#, reason: "the key \"html\" stands twice in one object (at byte 12)"),
        WrongRecord(
            record: #"{"title":"t"}"#,
            reason: "expected an article (a document in .html) or a thread (a list in .messages), found neither"),
        WrongRecord(record: #"{"messages":[],"subject":5}"#, reason: ".subject: expected a string, found a number"),
        WrongRecord(record: #"{"messages":[],"from":[]}"#, reason: ".from: expected a string or an object, found an array"),
        WrongRecord(record: #"{"messages":[],"blurb":true}"#, reason: ".blurb: expected a string, found a boolean"),
        WrongRecord(record: #"{"messages":[],"read":"no"}"#, reason: ".read: expected true or false, found a string"),
        WrongRecord(record: #"{"messages":[{},{"from":1}]}"#, reason: ".messages[1].from: expected a string or an object, found a number"),
        WrongRecord(record: #"{"messages":[{"from":{"name":5}}]}"#, reason: ".messages[0].from.name: expected a string, found a number"),
        WrongRecord(record: #"{"messages":[{"quoted":true}]}"#, reason: ".messages[0].quoted: expected a string, found a boolean"),
        WrongRecord(record: #"{"messages":[{},{"body":"a\ud800"}]}"#, reason: ".messages[1].body: \(loneSurrogate) (at byte 2)"),
        WrongRecord(record: #"{"messages":[{"quoted":"\ud800"}]}"#, reason: ".messages[0].quoted: \(loneSurrogate) (at byte 1)"),
        WrongRecord(record: #"{"messages":[{"date":[]}]}"#, reason: ".messages[0].date: expected a string or a number, found an array"),
        WrongRecord(
            record: #"{"messages":[{"attachments":{}}]}"#,
            reason: ".messages[0].attachments: expected a list of attachments, found an object"),
        WrongRecord(
            record: #"{"messages":[{"attachments":[1]}]}"#,
            reason: ".messages[0].attachments[0]: expected an attachment, found a number"),
        WrongRecord(
            record: #"{"messages":[{"attachments":[{"size":true}]}]}"#,
            reason: ".messages[0].attachments[0].size: expected a string or a number, found a boolean"),
        WrongRecord(record: #"{"messages":[],"subject":"\ud800"}"#, reason: ".subject: \(loneSurrogate) (at byte 1)"),
        WrongRecord(record: #"{"html":"a","title":"\ud800"}"#, reason: ".title: \(loneSurrogate) (at byte 1)"),
    ]

    @Test("has to be of its kind", arguments: wrong) func refuses(_ example: WrongRecord) async throws {
        let outcome = try await Self.run(example.record)
        #expect(outcome.code == 65)
        #expect(outcome.output.contains("item 1: rejected by site: \(example.reason)\n"), "\(outcome.output)")
    }

    @Test(
        "may be missing or null where nothing else is said",
        arguments: [
            #"{"html":"a","title":"t"}"#,
            #"{"html":"a","title":"t","teaser":null,"client":null,"vertical":null,"hero_image":null,"app_store_url":null}"#,
            #"{"messages":[]}"#,
            #"{"messages":[{"from":null,"body":null,"blurb":null,"content_loaded":null,"light_body":null,"quoted":null,"date":null,"attachments":null}],"subject":null,"from":null,"blurb":null,"read":null}"#,
        ]) func takes(_ record: String) async throws
    {
        let outcome = try await Self.run(record)
        #expect(outcome.code == 0, "\(outcome.output)")
    }

    @Test("is what the sink says that it reads, field by field") func declared() {
        var reader = OptionReader.describing
        _ = SiteSink(options: &reader)
        let reads = reader.details.reads
        let names = reads.map { shape in shape.fields.map(\.name) }
        #expect(
            names == [
                ["title", "teaser", "hero_image", "html", "date", "app_store_url", "client", "vertical", "image_facts"],
                ["subject", "from", "blurb", "read", "messages"],
            ])
        #expect(reads.map { $0.fields.filter(\.isRequired).map(\.name) } == [["title", "html"], ["messages"]])
    }

    @Test("is told by describe and by the schema") func told() async throws {
        let text = try await Tabpipe.run(["describe", "site"]).output
        #expect(text.contains("  reads of an e-mail thread:\n    subject (string, may be missing or null)\n"))
        #expect(
            text.contains(
                "    messages (list of objects, required)\n      The messages; the option order says how they are put in order, the newest last.\n        from (string or object, may be"
            ))
        let schema = try await Tabpipe.run(["schema"]).output
        #expect(schema.contains("Of an article it reads title (string, required), teaser (string, may be missing or null), hero_image"))
    }

    private static func run(_ record: String) async throws -> (code: Int32, output: String) {
        let folder = try ScratchFolder()
        try folder.write(record, to: "in.json")
        let pipeline = #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"site","to":"site/x.html"}]}"#
        let outcome = try await Tabpipe.run(["run", folder.write(pipeline, to: "p.json")])
        return (outcome.code, outcome.text)
    }
}
