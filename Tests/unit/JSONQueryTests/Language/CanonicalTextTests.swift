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
