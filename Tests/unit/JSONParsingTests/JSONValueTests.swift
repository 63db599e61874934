import JSONParsing
import Testing

@Suite("JSON values") struct JSONValueTests {
    @Test(
        "are written with their original text",
        arguments: [
            #"{"b":1.0,"a":"\u00e9\/","c":[-0,1E400,0.10],"d":{}}"#, "[]", #""x""#, "12345678901234567890", "null",
        ])
    func passThrough(_ text: String) throws {
        #expect(try JSONValue(parsing: text).compactText == text)
        #expect(try JSONValue(parsing: " \n" + text.replacing(",", with: " ,\t") + "\r\n").compactText == text)
    }

    @Test("are decoded one level at a time and keep the text of unchanged values") func editing() throws {
        var object = try #require(try JSONValue(parsing: #"{"n":1.50,"s":"\u0041","o":{"k":[1.0]}}"#).object)
        object["s"] = "B"
        object["new"] = 1
        #expect(JSONValue.object(object).compactText == #"{"n":1.50,"s":"B","o":{"k":[1.0]},"new":1}"#)
    }

    @Test(
        "decode strings",
        arguments: [
            (#""\u0041\n\t\"\\\/\b\f\r""#, "A\n\t\"\\/\u{8}\u{c}\r"), (#""\ud83d\ude00""#, "😀"), (#""a\u0000b""#, "a\0b"), (#""""#, ""),
            (#""é€😀""#, "é€😀"),
        ])
    func strings(_ text: String, _ expected: String) throws {
        #expect(try JSONValue(parsing: text).string == expected)
    }

    @Test("refuse half a surrogate pair only when the string is decoded", arguments: [#""\ud800x""#, #""\udc00""#, #""\ud800\ud800""#])
    func surrogates(_ text: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value.compactText == text)
        #expect(throws: JSONError.self) { try value.decoded() }
    }

    @Test("report a duplicate key only when the object is decoded") func duplicates() throws {
        let value = try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#)
        #expect(value.compactText == #"{"a":1,"b":2,"a":3}"#)
        #expect(throws: JSONError(.duplicateKey("a"), offset: 13)) { try value.decoded() }
        #expect(throws: JSONError(.duplicateKey("a"), offset: 13)) { try value.member("a") }
        #expect(try value.member("b") == 2)
    }

    @Test(
        "find a member whose name is escaped, and no other",
        arguments: [
            (#"{"\u0061":1}"#, "a", true), (#"{"a\\b":1}"#, #"a\b"#, true), (#"{"a\\b":1}"#, #"a\\b"#, false), (#"{"aa":1}"#, "a", false),
        ])
    func members(_ text: String, _ name: String, _ isThere: Bool) throws {
        #expect(try (JSONValue(parsing: text).member(name) != nil) == isThere)
    }

    @Test(
        "are equal by value",
        arguments: [
            (#"{"a":1,"b":[2]}"#, #"{"b":[2.0],"a":1e0}"#, true), ("1", "1.0", true), (#""\u0041""#, #""A""#, true),
            ("[1]", "[1,2]", false), ("{\"\u{e9}\":1}", "{\"e\u{301}\":1}", false), ("{\"\u{e9}\":1}", #"{"\u00e9":1}"#, true),
            ("9007199254740993", "9007199254740992", false),
            (#"{"a":null}"#, "{}", false), ("true", "1", false),
        ])
    func equality(_ left: String, _ right: String, _ isEqual: Bool) throws {
        #expect(try (JSONValue(parsing: left) == JSONValue(parsing: right)) == isEqual)
    }

    @Test("can be written with indentation") func pretty() throws {
        let expected = "{\n  \"a\": [\n    1,\n    {}\n  ],\n  \"b\": {\n    \"c\": \"x,:y\"\n  },\n  \"d\": []\n}"
        let unread = try JSONValue(parsing: #"{"a":[1,{}],"b":{"c":"x,:y"},"d":[]}"#)
        let built: JSONValue = ["a": [1, [:]], "b": ["c": "x,:y"], "d": []]
        for value in [unread, built] {
            var writer = JSONWriter(indent: 2)
            writer.write(value)
            #expect(String(decoding: writer.bytes, as: UTF8.self) == expected)
        }
    }

    @Test("escape the characters that RFC 8259 requires, and no others") func escaping() {
        let all = (0..<0x20).map { Character(Unicode.Scalar(UInt8($0))) }
        #expect(
            JSONValue.string("\"\\/é😀\u{7f}" + String(all)).compactText == #""\"\\/é😀"# + "\u{7f}"
                + #"\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f""#
        )
    }
}
