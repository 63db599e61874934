import Testing

@testable import JSONParsing

@Suite("The JSON writer") struct JSONWriterTests {
    /// A reference implementation of RFC 8259, section 7, character by character.
    private static func reference(_ string: String) -> String {
        let names: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "\u{8}": "\\b", "\t": "\\t", "\n": "\\n", "\u{C}": "\\f", "\r": "\\r",
        ]
        let characters = string.unicodeScalars.map { scalar in
            if let name = names[scalar] { return name }
            guard scalar.value < 0x20 else { return String(scalar) }
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
        return "\"" + characters.joined() + "\""
    }

    static let specials = ["\"", "\\", "\u{0}", "\u{1F}", "\n", "\u{20}", "\u{7F}", "é", "\u{10FFFF}"]

    @Test("escapes special characters at any position of a string of any length", arguments: specials)
    func places(_ special: String) {
        // Lengths around a word of eight bytes, and around the 1,024 bytes that are escaped at a time.
        for count in Array(0...20) + Array(1016...1032) + [2048] {
            for place in Set([0, 1, 3, 4, 6, 7, 8, count / 2, count - 2, count - 1, count]) where (0...count).contains(place) {
                let string = String(repeating: "x", count: place) + special + String(repeating: "y", count: count - place)
                let quoted = Self.reference(string)
                #expect(JSONValue.string(string).compactText == quoted, "\(special.debugDescription) at \(place) of \(count)")
                // Keys and values of an object take the fast path for flat objects.
                #expect(JSONValue.object([string: .string(string)]).compactText == "{\(quoted):\(quoted)}")
            }
        }
    }

    @Test("reserves enough memory for a string of escapes only", arguments: [1, 7, 8, 1023, 1024, 1025, 5000]) func onlyEscapes(
        _ count: Int
    ) {
        let string = String(repeating: "\u{1}", count: count)
        let quoted = "\"" + String(repeating: "\\u0001", count: count) + "\""
        #expect(JSONValue.string(string).compactText == quoted)
        #expect(JSONValue.object([string: .string(string), "b": 1]).compactText == "{\(quoted):\(quoted),\"b\":1}")
    }

    struct Objects: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let object: JSONObject
        let text: String
    }

    private static func value(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .null }

    static let objects: [Objects] = [
        Objects(testDescription: "no members", object: [:], text: "{}"),
        Objects(
            testDescription: "one of each kind", object: ["a": nil, "b": true, "c": false, "d": -12.5, "e": "é", "": 18],
            text: #"{"a":null,"b":true,"c":false,"d":-12.5,"e":"é","":18}"#),
        Objects(
            testDescription: "undecoded values with and without white space",
            object: ["a": value(#"{ "b" : [ 1 , 2 ] }"#), "c": value(#"[3,"\u00e9"]"#), "d": value(" 1.0 "), "e": value(#" "x  y" "#)],
            text: #"{"a":{"b":[1,2]},"c":[3,"\u00e9"],"d":1.0,"e":"x  y"}"#),
        Objects(
            testDescription: "arrays and objects built in memory",
            object: ["a": [1, [], ["b": ["c": "\n"]]], "d": [:], "e": value("[ ]")], text: #"{"a":[1,[],{"b":{"c":"\n"}}],"d":{},"e":[]}"#),
        Objects(
            testDescription: "numbers of all lengths",
            object: [
                "a": .number(JSONNumber(Int64.min)), "b": .number(JSONNumber(UInt64.max)), "c": .number(JSONNumber(1e300)),
                "d": value("1e400"), "e": .number(JSONNumber(Double.nan)),
            ], text: #"{"a":-9223372036854775808,"b":18446744073709551615,"c":1e+300,"d":1e400,"e":null}"#),
    ]

    @Test("writes an object the same alone, in an array and after other output", arguments: objects) func writes(_ example: Objects) {
        let value = JSONValue.object(example.object)
        #expect(value.compactText == example.text)
        #expect(JSONValue.array([value, value]).compactText == "[\(example.text),\(example.text)]")
        var writer = JSONWriter(appendingTo: Array("x".utf8))
        writer.write(value)
        writer.write("y")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "x\(example.text)\"y\"")
    }
}

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
