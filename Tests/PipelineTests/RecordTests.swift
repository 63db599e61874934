import HTMLParsing
import JSONParsing
@testable import Pipeline
import Testing

@Suite("A record") struct RecordTests {
    @Test("keeps what nobody touched as it was read") func untouched() throws {
        var record = Record(try JSONValue(parsing: #"{"a":1.00,"b":"\u00e9","c":[ 1 ]}"#))
        try record.set("d", to: true)
        try record.set("a", to: 2)
        #expect(record.value.compactText == #"{"a":2,"b":"\u00e9","c":[1],"d":true}"#)
        try record.set("b", to: nil)
        try record.rename([(key: "c", value: "e")])
        #expect(record.value.compactText == #"{"a":2,"e":[1],"d":true}"#)
    }

    @Test("says what it is when it is no object") func notAnObject() {
        var record = Record([1, 2])
        #expect(throws: RecordError("expected an object, found an array", at: ".")) { try record.set("a", to: 1) }
        #expect(throws: RecordError("missing; a string was expected", at: ".a")) { try Record([:]).string("a") }
        #expect(throws: RecordError("expected a string, found a number", at: ".a")) { try Record(["a": 1]).string("a") }
    }

    @Test("parses HTML once, and writes the text as it was if the document was only read") func documents() throws {
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
}
