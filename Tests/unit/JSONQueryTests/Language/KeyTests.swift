import JSONParsing
import JSONQuery
import Testing

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
