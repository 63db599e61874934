import JSONParsing
import Testing

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
