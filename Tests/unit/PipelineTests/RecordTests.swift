import HTMLParsing
import JSONParsing
@testable import Pipeline
import Testing

@Suite("A record") struct RecordTests {
    @Test("keeps untouched fields as they were read") func untouched() throws {
        var record = Record(try JSONValue(parsing: #"{"a":1.00,"b":"\u00e9","c":[ 1 ]}"#))
        try record.set("d", to: true)
        try record.set("a", to: 2)
        #expect(record.value.compactText == #"{"a":2,"b":"\u00e9","c":[1],"d":true}"#)
        try record.set("b", to: nil)
        try record.rename([(key: "c", value: "e")])
        #expect(record.value.compactText == #"{"a":2,"e":[1],"d":true}"#)
    }

    @Test("reports its kind if it is not an object") func notAnObject() {
        var record = Record([1, 2])
        #expect(throws: RecordError("expected an object, found an array", at: ".")) { try record.set("a", to: 1) }
        #expect(throws: RecordError("missing; a string was expected", at: ".a")) { try Record([:]).string("a") }
        #expect(throws: RecordError("expected a string, found a number", at: ".a")) { try Record(["a": 1]).string("a") }
    }

    @Test("parses HTML once, and writes the original text if the document was only read") func documents() throws {
        var record = Record(["html": "<p>a<p>b"])
        let document = try record.document("html")
        #expect(document.elements(tag: .p).count == 2)
        #expect(record.value == ["html": "<p>a<p>b"])
        try record.setDocument(document, in: "html")
        #expect(record.value == ["html": "<p>a</p><p>b</p>"])
        try record.setDocument(document, in: "copy")
        #expect(try record.object().keys == ["html", "copy"])
        try record.rename([(key: "copy", value: "html")])
        #expect(record.value == ["html": "<p>a</p><p>b</p>"])
    }

    /// A document that changes when it is serialized and parsed: the parser closes a paragraph before another one.
    private static var nested: HTMLDocument {
        var document = HTMLDocument()
        let outer = document.makeElement(.p)
        document.append(document.makeElement(.p), to: outer)
        document.append(outer, to: document.root)
        return document
    }

    @Test("keeps its documents when fields are selected or renamed") func moves() throws {
        var record = Record(["a": 1, "b": "<b>", "c": 3])
        try record.setDocument(Self.nested, in: "html")
        _ = try record.document("b")
        try record.rename([(key: "html", value: "body"), (key: "c", value: "b"), (key: "none", value: "a")])
        try record.keepOnly(["body", "b", "body", "none"])
        #expect(try record.document("body").serialized() == "<p><p></p></p>")
        #expect(record.value == ["body": "<p><p></p></p>", "b": 3])
        #expect(throws: RecordError("expected a string, found a number", at: ".b")) { try record.document("b") }
        try record.keepOnly(["b"])
        #expect(record.value == ["b": 3])
    }

    @Test("decodes only the fields that are kept") func keepsUndecoded() throws {
        var record = Record(try JSONValue(parsing: #"{"twice":1,"a":"\ud800","b":[1, 2],"twice":2}"#))
        try record.keepOnly(["b", "a", "none"])
        #expect(record.value.compactText == #"{"b":[1,2],"a":"\ud800"}"#)
        record = Record(try JSONValue(parsing: #"{"twice":1,"b":2,"twice":3}"#))
        #expect(throws: JSONError(.duplicateKey("twice"), offset: 17)) { try record.keepOnly(["twice"]) }
        #expect(record.value.compactText == #"{"twice":1,"b":2,"twice":3}"#)
        record = Record(["a"])
        #expect(throws: RecordError("expected an object, found an array", at: ".")) { try record.keepOnly(["a"]) }
    }

    @Test("returns a document if there is one, and otherwise reports what was found") func documentIfAny() throws {
        var record = Record(["text": "<p>x", "null": nil, "number": 1])
        try record.setDocument(Self.nested, in: "html")
        #expect(try record.documentIfAny("html")?.serialized() == "<p><p></p></p>")
        #expect(try record.documentIfAny("text")?.serialized() == "<p>x</p>")
        #expect(try record.documentIfAny("null")?.serialized() == nil)
        #expect(throws: RecordError("missing; HTML was expected", at: ".none")) { try record.documentIfAny("none") }
        #expect(throws: RecordError("expected a string, found a number", at: ".number")) { try record.documentIfAny("number") }
    }

    @Test("distinguishes fields by their bytes") func bytes() throws {
        var record = Record(["e\u{301}": "<i>1"])
        try record.setDocument(Self.nested, in: "\u{E9}")
        #expect(try record.string("e\u{301}") == "<i>1")
        try record.set("e\u{301}", to: 2)
        #expect(record.value.compactText == "{\"e\u{301}\":2,\"\u{E9}\":\"<p><p></p></p>\"}")
    }

    @Test("that cannot be decoded rejects a document, and stays unchanged") func undecodable() throws {
        let text = #"{"a":1,"a":2,"html":"<p>x"}"#
        var record = Record(try JSONValue(parsing: text))
        let document = try record.document("html")
        #expect(throws: JSONError.self) { try record.setDocument(document, in: "html") }
        #expect(throws: JSONError.self) { try record.setDocument(document, in: "new") }
        #expect(record.value.compactText == text)
    }

    struct Article: Decodable, Equatable {
        struct Part: Decodable, Equatable { let text: String }

        let title: String
        let parts: [Part]?
        let html: String
    }

    @Test("decodes into a type of the caller, with documents as text") func decodes() throws {
        var record = Record(try JSONValue(parsing: #"{"title":"A","unknown":{"a":1},"parts":[{"text":"x"}],"html":"<p>a<p>b"}"#))
        try record.setDocument(record.document("html"), in: "html")
        #expect(try record.decode(Article.self) == Article(title: "A", parts: [.init(text: "x")], html: "<p>a</p><p>b</p>"))
    }

    @Test(
        "says what does not fit the type",
        arguments: [
            (#"{"html":""}"#, RecordError("missing", at: ".title")),
            (#"{"title":3,"html":""}"#, RecordError("expected a string, found the number 3", at: ".title")),
            (
                #"{"title":"A","html":"","parts":[{"text":"x"},{"text":null}]}"#,
                RecordError("expected a string, found null", at: ".parts[1].text")
            ),
            ("[1]", RecordError("expected an object, found an array", at: ".")),
        ])
    func mismatch(_ json: String, _ error: RecordError) throws {
        let record = Record(try JSONValue(parsing: json))
        #expect(throws: error) { try record.decode(Article.self) }
    }

    @Test("fills a batch by its length, also if it was not read as JSON") func length() {
        let batch = OpenBatch { _ in }
        let text = String(repeating: "x", count: OpenBatch.maxBytes / 4)
        #expect((0..<4).map { _ in batch.append(Record(["text": .string(text)])) } == [false, false, false, true])
        #expect(batch.take(isSent: false)?.records.count == 4)
        var record = Record(["html": ""])
        #expect(throws: Never.self) { try record.setDocument(HTMLDocument(parsingFragment: "<p>" + text), in: "html") }
        #expect(record.approximateBytes >= text.utf8.count)
    }
}
