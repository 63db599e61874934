import Testing

@testable import JSONParsing

@Suite("Indented JSON") struct JSONIndenterTests {
    private static func text(_ json: String) throws -> JSONText { try JSONText(JSONValue(parsing: json)) }

    private func indented(_ json: String, _ indent: Int, level: Int = 0, limit: Int = .max) throws -> String {
        var indenter = JSONIndenter(try Self.text(json), indent: indent, level: level)
        var bytes: [UInt8] = []
        while !indenter.write(into: &bytes, upTo: limit) {}
        return String(decoding: bytes, as: UTF8.self)
    }

    static let examples: [(json: String, indented: String)] = [
        ("1", "1"), ("\"a,b\"", "\"a,b\""), ("[]", "[]"), ("{ }", "{}"), ("[ {} , [ ] ]", "[\n  {},\n  []\n]"),
        (
            #"{"a" : [1.00,true, {"b":"x:\"y"}],"c":null}"#,
            "{\n  \"a\": [\n    1.00,\n    true,\n    {\n      \"b\": \"x:\\\"y\"\n    }\n  ],\n  \"c\": null\n}"
        ),
    ]

    @Test("is the same in one piece and in small ones", arguments: examples) func pieces(_ json: String, _ expected: String) throws {
        for limit in [.max, 1, 2, 7] { #expect(try indented(json, 2, limit: limit) == expected) }
    }

    @Test("begins at the given level", arguments: [0, 1, 3]) func level(_ level: Int) throws {
        let margin = String(repeating: "    ", count: level)
        #expect(try indented("[1]", 4, level: level) == "[\n\(margin)    1\n\(margin)]")
    }

    @Test("stays on one line below the depth limit") func depth() throws {
        let depth = JSONIndenter.maxDepth
        func nested(_ inner: String) -> String { String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth) }
        let text = try indented(nested(#"[1,{"a": [2, 3]}]"#), 1)
        let lines = text.split(separator: "\n")
        #expect(lines.count == 2 * depth + 1)
        #expect(lines[depth] == String(repeating: " ", count: depth) + #"[1,{"a":[2,3]}]"#)
        #expect(try JSONValue(parsing: text) == JSONValue(parsing: nested(#"[1,{"a":[2,3]}]"#)))
    }

    @Test("limits the spaces at the start of a line", arguments: [1, 2, 8]) func width(_ indent: Int) throws {
        let json = String(repeating: "[1,", count: 500) + "2" + String(repeating: "]", count: 500)
        let text = try indented(json, indent)
        var longest = 0
        for line in Array(text.utf8).split(separator: UInt8(ascii: "\n")) {
            longest = max(longest, line.prefix(while: { $0 == UInt8(ascii: " ") }).count)
        }
        #expect(longest == min(indent * JSONIndenter.maxDepth, JSONIndenter.maxSpaces))
        #expect(text.utf8.count < json.utf8.count * (JSONIndenter.maxSpaces + 4))
    }

    @Test("is the same from the writer, decoded or not") func writer() throws {
        let text = #"{"a":[1,{"b":[]}],"c":"x"}"#
        var whole = JSONWriter(indent: 2)
        whole.write(try JSONValue(parsing: text))
        var decoded = JSONWriter(indent: 2)
        decoded.write(["a": [1, ["b": []]], "c": "x"])
        #expect(whole.bytes == decoded.bytes)
        #expect(String(decoding: whole.bytes, as: UTF8.self) == (try indented(text, 2)))
    }
}
