import ProgramSupport
import TestSupport
import Testing

/// Records as JSON Lines, and what a sink writes to standard output for them.
struct SinkExample: CustomTestStringConvertible {
    let name: String
    let sink: String
    let input: String
    let output: String
    var code: Int32 = 0
    var message: String?

    var testDescription: String { name }
}

@Suite("A sink on standard output") struct SinkOutputTests {
    static let examples = [
        SinkExample(
            name: "csv quotes what has to be quoted", sink: #"{"type":"csv","to":"-"}"#,
            input: #"{"a":"x,y","b":"say \"hi\"","c":"two\nlines","d":" s ","e":"plain"}"#,
            output: "a,b,c,d,e\r\n\"x,y\",\"say \"\"hi\"\"\",\"two\nlines\", s ,plain\r\n"),
        SinkExample(
            name: "csv keeps digits, writes null as nothing and structure as JSON", sink: #"{"type":"csv","to":"-"}"#,
            input: #"{"a":1.50,"b":null,"c":true,"d":[1,{"x":"y"}]}"#, output: "a,b,c,d\r\n1.50,,true,\"[1,{\"\"x\"\":\"\"y\"\"}]\"\r\n"),
        SinkExample(
            name: "csv has the columns that are named, in their order",
            sink: #"{"type":"csv","to":"-","fields":["b","z","a"],"delimiter":"tab"}"#,
            input: "{\"a\":1,\"b\":2}\n{\"b\":3,\"c\":4}", output: "b\tz\ta\r\n2\t\t1\r\n3\t\t\r\n"),
        SinkExample(
            name: "csv rejects a field that has no column", sink: #"{"type":"csv","to":"-"}"#,
            input: "{\"a\":1}\n{\"a\":2,\"b\":3}\n{\"a\":4}",
            output: "a\r\n1\r\n4\r\n", code: 1,
            message: "warning: standard input, item 2: rejected by csv: .b: not among the columns, which are those of the first record; "
                + "name them in \"fields\""),
        SinkExample(
            name: "csv rejects a text that stands for no characters", sink: #"{"type":"csv","to":"-"}"#,
            input: #"{"a":"1\ud800"}{"a":"2"}"#, output: "a\r\n2\r\n", code: 1,
            message: "warning: standard input, item 1: rejected by csv: .a: this \\u escape is half of a surrogate pair and stands for no "
                + "character (at byte 2)"),
        SinkExample(
            name: "csv passes over such a text in a field that has no column", sink: #"{"type":"csv","to":"-","fields":["b"]}"#,
            input: #"{"a":"1\ud800","b":2}"#, output: "b\r\n2\r\n"),
        SinkExample(name: "json of nothing", sink: #"{"type":"json","to":"-"}"#, input: "", output: "[]\n"),
        SinkExample(
            name: "json with indent", sink: #"{"type":"json","to":"-"}"#, input: "{\"a\":[1.0,{}]}\n{\"b\":[]}",
            output: "[\n  {\n    \"a\": [\n      1.0,\n      {}\n    ]\n  },\n  {\n    \"b\": []\n  }\n]\n"),
        SinkExample(
            name: "json with a record a line", sink: #"{"type":"json","to":"-","indent":0}"#, input: "{\"a\": 1}\n[2, 3]",
            output: "[\n{\"a\":1},\n[2,3]\n]\n"),
        SinkExample(
            name: "jsonl keeps numbers, escapes and the order of keys", sink: #"{"type":"jsonl","to":"-"}"#,
            input: #"{ "z": 1E400, "a": "\u00e9é\/", "a2": 0.10 }"#, output: #"{"z":1E400,"a":"\u00e9é\/","a2":0.10}"# + "\n"),
    ]

    @Test("writes exactly this", arguments: examples) func writes(_ example: SinkExample) async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(#"{"source":{"type":"json","from":"-"},"sinks":["# + example.sink + "]}", to: "p.json")
        let outcome = try await Program.run(["run", file, "--jobs", "1"], input: example.input, in: folder.url)
        #expect(outcome.output == example.output)
        #expect(outcome.code == example.code)
        #expect(try folder.names() == (example.code == 1 ? ["p.json", "p.rejects.jsonl"] : ["p.json"]))
        if let message = example.message { #expect(outcome.messages.split(separator: "\n").first.map(String.init) == message) }
    }
}
