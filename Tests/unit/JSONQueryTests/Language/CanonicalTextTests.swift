import JSONParsing
import JSONQuery
import Testing

@Suite("The canonical text") struct CanonicalTextTests {
    @Test(
        "is the same for all spellings of a value",
        arguments: [
            (["1", "1.0", "1e0", "10e-1", "0.1e1", "1.000"], "1"), (["0", "-0", "0.0", "0e9", "-0.0"], "0"),
            (["100", "1e2", "100.0", "1E+2"], "100"), (["0.5", "5e-1", "0.50", "50e-2"], "5e-1"), (["-2.50", "-25e-1"], "-25e-1"),
            (["1e30", "1000000000000000000000000000000", "10.0e29"], "1e30"),
            (["1000000000000000000", "1e18", "10.0e17"], "1e18"), (["999999999999999999", "999999999999999999.0"], "999999999999999999"),
            ([#""A""#, #""\u0041""#], #""A""#), ([#""é""#, #""\u00e9""#], #""\u00e9""#),
            ([#""😀""#, #""\ud83d\ude00""#], #""\ud83d\ude00""#),
            ([#"{"a":1,"b":[2.0]}"#, #"{ "b" : [2], "\u0061" : 1.0 }"#], #"{"a":1,"b":[2]}"#), (["[ ]"], "[]"), (["null"], "null"),
        ])
    func equal(_ spellings: [String], _ text: String) throws {
        for spelling in spellings { #expect(try JSONValue(parsing: spelling).canonicalText() == text) }
    }

    @Test(
        "differs for different values",
        arguments: [
            ("1", "1.00000000000000000001"), ("9007199254740992", "9007199254740993"), ("9007199254740992.0", "9007199254740993.0"),
            ("0.1", "0.10000000000000000001"), ("1e400", "1e401"), ("123456789012345678901", "123456789012345678902"), ("1", "\"1\""),
            ("\"\u{e9}\"", "\"e\u{301}\""), ("\"\u{212b}\"", "\"\u{c5}\""), ("\"K\"", "\"\u{212a}\""), (#""\\u00e9""#, #""é""#),
            ("[1,[2]]", "[[1],2]"), ("[]", "{}"), ("null", "\"null\""), ("[1,2]", "[12]"),
        ])
    func different(_ first: String, _ second: String) throws {
        let texts = [try JSONValue(parsing: first).canonicalText(), try JSONValue(parsing: second).canonicalText()]
        #expect(Set(texts).count == 2)
    }

    @Test("is that of the digits for computed numbers")
    func computed() throws {
        let values = try Query("0.1 + 0.2, 2 + 1, 0.5 * 1, 1e17 * 10, nan, infinite, -infinite").all(nil)
        #expect(try values.map { try $0.canonicalText() } == ["30000000000000004e-17", "3", "5e-1", "1e18", "nan", "inf", "-inf"])
    }
}

/// "é" as one code point and as two: the same to the eye and to Swift's strings, different keys and strings in JSON.
@Suite("Strings that only look the same") struct KeyTests {
    static let examples: [QueryExample] = [
        .init("are not equal", ". == \"e\u{301}\"", of: "\"\u{e9}\"", gives: "false"),
        .init("are not deleted with each other", "del(.\"\u{e9}\")", of: "{\"e\u{301}\":1}", gives: "{\"e\u{301}\":1}"),
        .init("are deleted by their own spelling", "del(.\"e\u{301}\")", of: "{\"e\u{301}\":1}", gives: "{}"),
        .init("stay in a difference", ". - [\"\u{e9}\"]", of: "[\"e\u{301}\",\"\u{e9}\"]", gives: "[\"e\u{301}\"]"),
        .init(
            "stay in a difference of many", ". - ([range(20) | tostring] + [\"\u{e9}\"])", of: "[\"e\u{301}\",\"\u{e9}\"]",
            gives: "[\"e\u{301}\"]"),
        .init(
            "are two keys of an object that is built", "{\"\u{e9}\": 1, \"e\u{301}\": 2}", of: "null",
            gives: "{\"\u{e9}\":1,\"e\u{301}\":2}"),
        .init(
            "are one key if it is spelled twice, with the last value", "{\"\u{e9}\": 1, b: 2, \"\u{e9}\": 3}", of: "null",
            gives: "{\"\u{e9}\":3,\"b\":2}"),
        .init("are found by their own spelling in what was read", ".\"\u{e9}\"", of: "{\"e\u{301}\":1,\"\\u00e9\":2}", gives: "2"),
        .init("are both unique", "unique | length", of: "[\"e\u{301}\",\"\u{e9}\",\"e\u{301}\"]", gives: "2"),
        .init("make groups of their own", "group_by(.) | map(length)", of: "[\"e\u{301}\",\"\u{e9}\",\"e\u{301}\"]", gives: "[2,1]"),
        .init("are found by their own spelling", "indices(\"\u{e9}\")", of: "[\"e\u{301}\",\"\u{e9}\"]", gives: "[1]"),
        .init("do not contain each other", "contains([\"\u{e9}\"])", of: "[\"e\u{301}\"]", gives: "false"),
        .init("are different patterns", "[.[] as $p | \"\u{e9}\" | test($p)]", of: "[\"e\u{301}\",\"\u{e9}\"]", gives: "[false,true]"),
        .init(
            "do not start with each other", "startswith(\"e\"), ltrimstr(\"e\u{301}\")", of: "\"\u{e9}\"", gives: ["false", "\"\u{e9}\""]),
    ]

    @Test("stay apart", arguments: examples) func apart(_ example: QueryExample) throws { try example.check() }
}
