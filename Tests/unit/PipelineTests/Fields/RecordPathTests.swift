import HTMLParsing
import JSONParsing
import Testing

@testable import Pipeline

@Suite("Fields of a record at any depth") struct RecordPathTests {
    private func record(_ json: String) throws -> Record { Record(try JSONValue(parsing: json)) }

    @Test(
        "are found",
        arguments: [
            ("a.b", #"{"a":{"b":1.00}}"#, "1.00"), ("a.b", #"{"a":{"c":1}}"#, nil), ("a.b", #"{"a":null}"#, nil), ("a.b", "{}", nil),
            ("a.b", #"{"a":{"b":null}}"#, "null"), ("m[].b", #"{"m":[{"b":1},{},{"b":[2]},null]}"#, "[1,[2]]"),
            ("m[].b", #"{"m":[]}"#, "[]"),
            ("m[].b", #"{"m":null}"#, nil), ("m[].b[]", #"{"m":[{"b":[1,2]},{"b":[3]}]}"#, "[1,2,3]"), (#".["a.b"]"#, #"{"a.b":1}"#, "1"),
        ])
    func gets(_ path: String, _ json: String, _ expected: String?) throws {
        #expect(try record(json).get(FieldPath(path))?.compactText == expected)
    }

    @Test(
        "are set, and what stands beside them stays as it was read",
        arguments: [
            ("a.b", #"{"a":{"x":1.0,"b":2},"c":"\u00e9"}"#, #"{"a":{"x":1.0,"b":true},"c":"\u00e9"}"#),
            ("a.b.c", #"{"x":1}"#, #"{"x":1,"a":{"b":{"c":true}}}"#), ("a.b", #"{"a":null}"#, #"{"a":{"b":true}}"#),
            ("m[].b", #"{"m":[{"b":1},{"c":2.0}]}"#, #"{"m":[{"b":true},{"c":2.0,"b":true}]}"#),
            ("m[]", #"{"m":[1,2]}"#, #"{"m":[true,true]}"#),
            ("m[].b", #"{"m":null}"#, #"{"m":null}"#),
        ])
    func sets(_ path: String, _ json: String, _ expected: String) throws {
        var record = try record(json)
        try record.set(FieldPath(path), to: true)
        #expect(record.value.compactText == expected)
    }

    @Test(
        "that cannot be there are answered with the place",
        arguments: [
            ("a.b", #"{"a":[1]}"#, "expected an object, found an array", ".a"),
            ("a.b.c", #"{"a":{"b":"x"}}"#, "expected an object, found a string", ".a.b"),
            ("m[].b", #"{"m":[{"b":1},3]}"#, "expected an object, found a number", ".m[1]"),
            ("m[].b", #"{"m":{"b":1}}"#, "expected a list, found an object", ".m"),
            ("m[].b", #"{"x":1}"#, "missing; a list was expected", ".m"),
        ])
    func faults(_ path: String, _ json: String, _ reason: String, _ place: String) throws {
        var record = try record(json)
        #expect(throws: RecordError(reason, at: place)) { try record.set(FieldPath(path), to: true) }
        #expect(record.value.compactText == json)
    }

    @Test(
        "are removed, and what is not there is passed over",
        arguments: [
            (["a.b", "c"], #"{"a":{"b":1,"x":2},"c":3}"#, #"{"a":{"x":2}}"#), (["a.b"], #"{"a":"text"}"#, #"{"a":"text"}"#),
            (["m[].b"], #"{"m":[{"b":1,"c":2},3,null,{"b":4}]}"#, #"{"m":[{"c":2},3,null,{}]}"#), (["m[].b"], #"{"x":1}"#, #"{"x":1}"#),
            (["m[]"], #"{"m":[1,2]}"#, #"{"m":[]}"#),
        ])
    func removes(_ paths: [String], _ json: String, _ expected: String) throws {
        var record = try record(json)
        try record.remove(paths.map { try FieldPath($0) })
        #expect(record.value.compactText == expected)
    }

    /// A document that changes when it is serialized and parsed: the parser closes a paragraph before another one.
    private static var nested: HTMLDocument {
        var document = HTMLDocument()
        let outer = document.makeElement(.p)
        document.append(document.makeElement(.p), to: outer)
        document.append(outer, to: document.root)
        return document
    }

    @Test("hold documents that travel with the record") func documents() throws {
        var record = try record(#"{"a":{"html":"<p>x<p>y","n":1},"b":2}"#)
        let path = try FieldPath("a.html")
        #expect(try record.document(path).elements(tag: .p).count == 2)
        #expect(record.value.compactText == #"{"a":{"html":"<p>x<p>y","n":1},"b":2}"#)
        try record.setDocument(Self.nested, in: path)
        try record.set(FieldPath("a.text"), to: "t")
        #expect(try record.document(path).serialized() == "<p><p></p></p>")
        #expect(try record.get("a")?.compactText == #"{"html":"<p><p></p></p>","n":1,"text":"t"}"#)
        #expect(try record.string(path) == "<p><p></p></p>")
        try record.rename([(key: "a", value: "c")])
        #expect(try record.document(FieldPath("c.html")).serialized() == "<p><p></p></p>")
        #expect(record.value.compactText == #"{"c":{"html":"<p><p></p></p>","n":1,"text":"t"},"b":2}"#)
    }

    @Test("make no field whose name is secret", arguments: ["hunter2", "a.hunter2", "hunter2.gz", "list[].hunter2"])
    func secretNames(_ text: String) throws {
        let path = try FieldPath(text).hidden(as: "$env.FIELD")
        let json = #"{"a":{"b":1},"list":[{"b":1}]}"#
        var record = try record(json)
        let error = RecordError("the field is missing, and a new one would show its secret name", at: "$env.FIELD")
        #expect(throws: error) { try record.set(path, to: .null) }
        #expect(record.value.compactText == json)
        if !path.isOfElements {
            #expect(throws: error) { try record.setDocument(Self.nested, in: path) }
            #expect(record.value.compactText == json)
        }
        try record.set(path, to: nil)
        #expect(record.value.compactText == json)
        try record.set(FieldPath(text), to: 1)
        try record.set(path, to: 2)
        #expect(try record.get(path)?.compactText.contains("2") == true)
    }

    @Test("discard documents that are replaced") func replaced() throws {
        let path = try FieldPath("a.html")
        for change in [path, try FieldPath("a")] {
            var record = try record(#"{"a":{"html":"<p>x"}}"#)
            try record.setDocument(Self.nested, in: path)
            try record.set(change, to: ["html": "<b>"])
            if change == path {
                #expect(record.value.compactText == #"{"a":{"html":{"html":"<b>"}}}"#)
            } else {
                #expect(try record.document(path).serialized() == "<b></b>")
            }
        }
        var record = try record(#"{"a":{"html":"<p>x"}}"#)
        try record.setDocument(Self.nested, in: path)
        #expect(throws: RecordError("expected an object, found a string", at: ".a.html")) {
            try record.set(FieldPath("a.html.x"), to: 1)
        }
        #expect(record.value.compactText == #"{"a":{"html":"<p><p></p></p>"}}"#)
        #expect(throws: RecordError.self) { try record.document(FieldPath("m[].b")) }
    }
}
