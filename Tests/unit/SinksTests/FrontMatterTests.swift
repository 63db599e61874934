import JSONParsing
import MarkdownParsing
import Pipeline
import Testing

@testable import Sinks

@Suite("Front matter") struct FrontMatterTests {
    private func text(_ format: FrontMatterFormat, _ json: String) throws -> String {
        let fields = try JSONValue(parsing: json)
        var bytes: [UInt8] = []
        try format.append(try #require(fields.object), to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "is YAML that means the values and nothing else",
        arguments: [
            (#"{"title":"A: b # c"}"#, #"title: "A: b # c"\#n"#), (#"{"a_b":1,"n":null,"t":true}"#, "a_b: 1\n\"n\": null\nt: true\n"),
            (#"{"yes":"no"}"#, #""yes": "no"\#n"#), (#"{"a-b":"x"}"#, #""a-b": "x"\#n"#), (#"{"l":["a",2]}"#, #"l: ["a", 2]\#n"#),
            (#"{"o":{"k":"v"}}"#, #"o: {"k": "v"}\#n"#), (#"{"s":"---\nx"}"#, #"s: "---\nx"\#n"#),
            (#"{"s":"\u0085\u2028\u007f"}"#, #"s: "\u0085\u2028\u007f"\#n"#), (#"{"p":1.50}"#, "p: 1.50\n"),
        ])
    func yaml(_ json: String, _ expected: String) throws { #expect(try text(.yaml, json) == "---\n\(expected)---\n\n") }

    @Test(
        "is TOML that means the values and nothing else",
        arguments: [
            ("{}", ""), (#"{"title":"A \"b\" \\ c"}"#, #"title = "A \"b\" \\ c"\#n"#), (#"{"a-b_1":1,"1":2}"#, "a-b_1 = 1\n1 = 2\n"),
            (#"{"a.b":1,"":2,"é":3}"#, "\"a.b\" = 1\n\"\" = 2\n\"é\" = 3\n"),
            (#"{"s":"+++\n\t\u0000\u007f"}"#, #"s = "+++\n\t\u0000\u007f"\#n"#),
            (#"{"n":null,"t":true,"p":1.50,"e":1e3}"#, "t = true\np = 1.50\ne = 1e3\n"),
            (#"{"l":["a",2,[],{}]}"#, "l = [\"a\", 2, [], {}]\n"),
            (#"{"o":{"k":"v"},"z":1}"#, "z = 1\n\n[o]\nk = \"v\"\n"), (#"{"o":{"a b":{"c":null}}}"#, "\n[o]\n\n[o.\"a b\"]\n"),
            (#"{"l":[{"a":1,"o":{"b":2}},{}]}"#, "\n[[l]]\na = 1\n\n[l.o]\nb = 2\n\n[[l]]\n"),
            (#"{"l":[1,{"a":{"b":"c"},"n":null}]}"#, "l = [1, { a = { b = \"c\" } }]\n"),
        ])
    func toml(_ json: String, _ expected: String) throws { #expect(try text(.toml, json) == "+++\n\(expected)+++\n\n") }

    @Test(
        "in TOML has dates with their zones",
        arguments: [
            ("2026-05-01", "2026-05-01"), ("2026-05-01T10:00:00+02:00", "2026-05-01T10:00:00+02:00"),
            ("2026-05-01T10:00:00.25Z", "2026-05-01T10:00:00.25Z"), ("2026-05-01T10:00:00", "2026-05-01T10:00:00"),
            ("2026-05-01T10:00Z", "2026-05-01T10:00:00Z"), ("2026-05-01t10:00:00z", "2026-05-01T10:00:00Z"),
            ("2026-02-30", nil), ("2026", nil), ("2026-05", nil), ("20260501", nil), ("2026-05-01 is a day", nil),
            ("2026-05-01T10:00:60Z", nil), ("10:00", nil), ("2026-05-01T24:00:00Z", nil),
        ] as [(String, String?)])
    func dates(_ date: String, _ expected: String?) throws {
        #expect(try text(.toml, #"{"date":"\#(date)"}"#) == "+++\ndate = \(expected ?? "\"\(date)\"")\n+++\n\n")
    }

    @Test(
        "names the value that TOML cannot hold",
        arguments: [
            (#"{"tags":["a",null]}"#, "front_matter.tags[1] is null in a list; TOML has no null"),
            (
                #"{"a":{"b c":9223372036854775808}}"#,
                #"front_matter.a."b c" is 9223372036854775808; TOML holds integers of 64 bits and numbers up to 1.8e308"#
            ),
            (#"{"a":1e999}"#, "front_matter.a is 1e999; TOML holds integers of 64 bits and numbers up to 1.8e308"),
            (
                "{\"a\":" + String(repeating: "[", count: 100) + String(repeating: "]", count: 100) + "}",
                "front_matter has more than 60 objects and lists inside of each other"
            ),
            (
                String(repeating: "{\"a\":", count: 100) + "1" + String(repeating: "}", count: 100),
                "front_matter has more than 60 objects and lists inside of each other"
            ),
        ])
    func refuses(_ json: String, _ message: String) throws {
        let error = #expect(throws: RecordError.self) { try text(.toml, json) }
        #expect(error?.reason == message)
    }

    @Test("is a JSON object at the start of the file") func json() throws {
        #expect(
            try text(.json, #"{"title":"A","tags":["b"],"n":null}"#)
                == "{\n  \"title\": \"A\",\n  \"tags\": [\n    \"b\"\n  ],\n  \"n\": null\n}\n\n")
        #expect(try text(.json, "{}") == "{}\n\n")
    }

    @Test(
        "is read as it was written",
        arguments: FrontMatterFormat.allCases,
        [
            #"{"title":"A \"b\" \\ 'c' # d: e = f","date":"2026-05-01T10:00:00+02:00","draft":false,"weight":-3,"p":1.5}"#,
            #"{"tags":["a, b","]",""],"a.b c":{"d":{"e":[1,[2,"x"]]}},"s":"\u0000\u0001\u007f\u0085\u2028\ufeff\r\n+++\n---\n}"}"#,
            #"{"l":[{"a":1,"o":{"b":[{"c":1},{"d":"{"}]}},{"a":2}],"x":{"y":[]}}"#,
        ])
    func roundTrip(_ format: FrontMatterFormat, _ json: String) throws {
        let written = Array((try text(format, json) + "# Body\n").utf8)
        guard case .found(let found) = try MarkdownFrontMatter.read(written.span) else {
            Issue.record("no front matter in \(String(decoding: written, as: UTF8.self))")
            return
        }
        #expect(found.format.rawValue == format.rawValue)
        #expect(JSONValue.object(found.fields) == (try JSONValue(parsing: json)))
        #expect(String(decoding: written[found.bodyOffset...], as: UTF8.self) == "\n# Body\n")
    }
}
