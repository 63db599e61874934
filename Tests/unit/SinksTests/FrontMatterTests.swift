import JSONParsing
import Testing

@testable import Sinks

@Suite("Front matter") struct FrontMatterTests {
    @Test(
        "is YAML that means the values and nothing else",
        arguments: [
            (#"{"title":"A: b # c"}"#, #"title: "A: b # c"\#n"#), (#"{"a_b":1,"n":null,"t":true}"#, "a_b: 1\n\"n\": null\nt: true\n"),
            (#"{"yes":"no"}"#, #""yes": "no"\#n"#), (#"{"a-b":"x"}"#, #""a-b": "x"\#n"#), (#"{"l":["a",2]}"#, #"l: ["a", 2]\#n"#),
            (#"{"o":{"k":"v"}}"#, #"o: {"k": "v"}\#n"#), (#"{"s":"---\nx"}"#, #"s: "---\nx"\#n"#),
            (#"{"s":"\u0085\u2028\u007f"}"#, #"s: "\u0085\u2028\u007f"\#n"#), (#"{"p":1.50}"#, "p: 1.50\n"),
        ])
    func text(_ json: String, _ expected: String) throws {
        let fields = try JSONValue(parsing: json)
        var bytes: [UInt8] = []
        try FrontMatter.append(try #require(fields.object), to: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == "---\n\(expected)---\n\n")
    }
}
