import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Tables of a pipeline file") struct TableTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"channels":{"C1":{"name":"general"}},"ids":[1,2]}"#, to: "data/slack.json")
        try folder.write("{\"id\":1,\"name\":\"Ann\"}\r\n\n{\"id\":2,\"name\":\"Bo\"}", to: "data/users.jsonl")
        try folder.write("id;team\nU1;\"red; blue\"\nU2;\n", to: "data/teams.csv")
        try folder.write("id\tn\nU1\t7\n", to: "data/counts.tsv")
        try folder.write("{\"u\":\"U1\"}\n{\"u\":\"U2\"}\n{\"u\":\"U3\"}\n", to: "in.jsonl")
        self.folder = folder
    }

    /// Runs a file with tables and one stage.
    private func run(
        data: String, to program: String, more: String = "", sink: String = "-", command: [String] = ["run", "-q"]
    ) async throws -> Program.Outcome {
        try folder.write(
            """
            {"data":\(data),\(more)
            "source":{"type":"json","from":"in.jsonl"},
            "stages":[{"type":"map","to":"\(program)"}],
            "sinks":[{"type":"jsonl","to":"\(sink)"}]}
            """, to: "p.json")
        return try await Program.run(command + ["p.json"], in: folder.url)
    }

    /// A table, a program, and what the program gives for the first record.
    struct Example: CustomTestStringConvertible {
        let name: String
        let data: String
        let program: String
        let output: String
        var testDescription: String { name }
    }

    static let examples = [
        Example(
            name: "a JSON document", data: #"{"slack":"data/slack.json"}"#, program: "[$slack.channels.C1.name, $slack.ids[1]]",
            output: #"["general",2]"#),
        Example(
            name: "JSON Lines, an array of values", data: #"{"users":"data/users.jsonl"}"#, program: "$users | map(.name)",
            output: #"["Ann","Bo"]"#),
        Example(
            name: "CSV, an array of objects", data: #"{"teams":{"from":"data/teams.csv","delimiter":";"}}"#, program: "$teams[0]",
            output: #"{"id":"U1","team":"red; blue"}"#),
        Example(name: "tabs by the name of the file", data: #"{"c":"data/counts.tsv"}"#, program: "$c", output: #"[{"id":"U1","n":"7"}]"#),
        Example(
            name: "rows by their keys", data: #"{"teams":{"from":"data/teams.csv","delimiter":"auto","null_as":"","key":".id"}}"#,
            program: "[$teams[.u].team, $teams.U2.team, $teams.U3]", output: #"["red; blue",null,null]"#),
        Example(
            name: "keys that are numbers", data: #"{"users":{"from":"data/users.jsonl","key":".id"}}"#, program: #"$users[\"2\"].name"#,
            output: #""Bo""#),
        Example(
            name: "several of them", data: #"{"users":"data/users.jsonl","c":"data/counts.tsv"}"#,
            program: "[($users | length), ($c | length)]", output: "[2,1]"),
        Example(name: "a compressed one", data: #"{"c":"data/counts.tsv.gz"}"#, program: "$c[0].n", output: #""7""#),
        Example(
            name: "an option of CSV, which makes a table of any file", data: #"{"x":{"from":"in.jsonl","columns":["a"],"quote":"'"}}"#,
            program: "$x[1]", output: #"{"a":"{\"u\":\"U2\"}"}"#),
    ]

    @Test("are values of programs", arguments: examples) func values(_ example: Example) async throws {
        #expect(try await Program.run("/bin/sh", ["-c", "gzip -k data/counts.tsv"], in: folder.url).code == 0)
        let outcome = try await run(data: example.data, to: example.program)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(outcome.output.split(separator: "\n").first.map(String.init) == example.output)
    }

    @Test("are known to definitions, conditions and templates, and to every worker") func everywhere() async throws {
        try folder.write((0..<5000).map { "{\"u\":\"U\($0 % 3 + 1)\"}\n" }.joined(), to: "many.jsonl")
        func pipeline(from: String, sink: String) -> String {
            #"""
            {"data":{"counts":{"from":"data/counts.tsv","key":".id"}},
            "definitions":"def n: $counts[.u].n // \"none\";",
            "source":{"type":"json","from":"\#(from)"},
            "stages":[{"type":"set","fields":{"n":"n"}},{"type":"filter","where":"$counts[.u]"}],
            "sinks":[\#(sink)]}
            """#
        }
        try folder.write(pipeline(from: "many.jsonl", sink: #"{"type":"jsonl","to":"-"}"#), to: "many.json")
        let many = try await Program.run(["run", "-q", "many.json", "--jobs", "4"], in: folder.url)
        #expect(many.output == String(repeating: "{\"u\":\"U1\",\"n\":\"7\"}\n", count: 1667), "\(many.messages)")
        let sink = #"{"type":"markdown","to":"md/{{$counts[.u].n}}.md","body":"u"}"#
        try folder.write(pipeline(from: "in.jsonl", sink: sink), to: "few.json")
        let few = try await Program.run(["run", "-q", "few.json"], in: folder.url)
        #expect(few.code == 0, "\(few.messages)")
        #expect(try folder.names("md") == ["7.md"])
    }

    @Test("are relative to the pipeline file, or named by a parameter") func paths() async throws {
        try folder.write(
            #"{"parameters":{"table":{"default":"counts.tsv"}},"data":{"c":{"$param":"table"}},"source":{"type":"json","from":"../in.jsonl"},"#
                + #""stages":[{"type":"map","to":"$c[0]"}],"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "data/p.json")
        let own = try await Program.run(["run", "-q", "-n", "1", "data/p.json"], in: folder.url)
        #expect(own.output == "{\"id\":\"U1\",\"n\":\"7\"}\n", "\(own.messages)")
        let set = try await Program.run(["run", "-q", "-n", "1", "data/p.json", "--set", "table=data/users.jsonl"], in: folder.url)
        #expect(set.output == "{\"id\":1,\"name\":\"Ann\"}\n", "\(set.messages)")
    }

    /// Wrong tables, and the first line of the messages.
    struct Fault: CustomTestStringConvertible {
        let name: String
        let data: String
        var file = ""
        let message: String
        /// Whether `validate`, which reads no table, finds the fault.
        var isOfPipelineFile = false
        var testDescription: String { name }
    }

    static let faults = [
        Fault(
            name: "a missing file", data: #"{"x":"data/none.json"}"#,
            message: "p.json:1:14: error: cannot open data/none.json: No such file or directory"),
        Fault(
            name: "a fault of JSON", data: #"{"x":"x.json"}"#, file: "{\n \"a\": 1,}",
            message: "p.json:1:14: error: x.json:2:9: expected a key in quotation marks, found \"}\""),
        Fault(
            name: "equal keys below the top", data: #"{"x":"x.json"}"#, file: #"[{"a":{"b":1,"b":2}}]"#,
            message: "p.json:1:14: error: x.json:1:8: the key \"b\" stands twice in one object"),
        Fault(
            name: "a fault of JSON Lines", data: #"{"x":"x.ndjson"}"#, file: "{\"a\":1}\n\n{\"a\":}\n",
            message: "p.json:1:14: error: x.ndjson:3:6: expected a value, found \"}\""),
        Fault(
            name: "a short row", data: #"{"x":"x.csv"}"#, file: "a,b\n1,2\n3\n",
            message: "p.json:1:14: error: x.csv:3:2: expected 2 cells, one for each column, found 1"),
        Fault(
            name: "a key that two rows have", data: #"{"x":{"from":"x.csv","key":".a"}}"#, file: "a,b\n1,2\n2,2\n1,3\n",
            message: "p.json:1:22: error: x.csv: line 2 and line 4 have the same key \"1\""),
        Fault(
            name: "a key that two elements have", data: #"{"x":{"from":"x.json","key":".a"}}"#, file: #"[{"a":1},{"a":"1"}]"#,
            message: "p.json:1:22: error: x.json: .[0] and .[1] have the same key \"1\""),
        Fault(
            name: "a row without a key", data: #"{"x":{"from":"x.json","key":".b"}}"#, file: #"[{"a":1}]"#,
            message: "p.json:1:22: error: x.json: .[0]: expected a string or a number as the key, found null"),
        Fault(
            name: "a row that fails the key", data: #"{"x":{"from":"x.json","key":".b + .a"}}"#, file: #"[{"a":1,"b":"x"}]"#,
            message: "p.json:1:22: error: x.json: .[0]: string (\"x\") and number (1) cannot be added"),
        Fault(
            name: "a document that has no rows", data: #"{"x":{"from":"x.json","key":".b"}}"#, file: #"{"a":1}"#,
            message: "p.json:1:22: error: x.json: expected an array, whose elements get keys, found an object"),
        Fault(
            name: "a URL", data: #"{"x":"https://example.org/x.json"}"#,
            message: "p.json:1:14: error: expected the path of a file, found a URL; fetch the table before the run", isOfPipelineFile: true),
        Fault(
            name: "the text of a file", data: #"{"x":{"$file":"x.json"}}"#, file: "[]",
            message: "p.json:1:14: error: expected the path of a file, found the text of x.json; write the path itself",
            isOfPipelineFile: true),
        Fault(
            name: "the name of a parameter", data: #"{"p":"x.json"}"#,
            message: "p.json:1:10: error: a parameter is called \"p\", too; give the table another name", isOfPipelineFile: true),
        Fault(
            name: "a name of jq", data: #"{"ENV":"x.json"}"#,
            message: "p.json:1:10: error: jq has a variable $ENV; give the table another name", isOfPipelineFile: true),
        Fault(
            name: "a name that programs cannot write", data: #"{"my-users":"x.json"}"#,
            message:
                "p.json:1:10: error: expected a name of letters, digits and \"_\", which programs write as $name, found \"my-users\"",
            isOfPipelineFile: true),
        Fault(
            name: "a number", data: #"{"x":3}"#, message: "p.json:1:14: error: expected a path as a string, or an object, found 3",
            isOfPipelineFile: true),
        Fault(
            name: "a misspelt option", data: #"{"x":{"form":"x.csv","from":"x.csv"}}"#,
            message: "p.json:1:15: error: unknown option \"form\"; did you mean \"from\"?", isOfPipelineFile: true),
        Fault(
            name: "a misspelt name in a program", data: #"{"tablo":"data/counts.tsv"}"#,
            message: "p.json:3:31: error: the variable $table is not defined; did you mean \"$tablo\"?", isOfPipelineFile: true),
        Fault(
            name: "an output of the run", data: #"{"table":"data/out.jsonl"}"#, file: "",
            message: "p.json:4:31: error: this output would replace what data.table reads", isOfPipelineFile: true),
    ]

    @Test("with a fault end the run before it begins, with two places", arguments: faults) func faulty(_ fault: Fault) async throws {
        let name = fault.message.contains("out.jsonl") || fault.data.contains("out.jsonl") ? "data/out.jsonl" : nil
        let names = ["x.json", "x.ndjson", "x.csv"]
        if let name = name ?? names.first(where: { fault.data.contains("\"\($0)\"") }) { try folder.write(fault.file, to: name) }
        let program = fault.data.contains("tabl") ? "$table" : "."
        let sink = name ?? "-"
        let outcome = try await run(data: fault.data, to: program, more: #""parameters":{"p":{"default":1}},"#, sink: sink)
        #expect(outcome.code == 78)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == fault.message, "\(outcome.messages)")
        let checked = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(checked.code == (fault.isOfPipelineFile ? 78 : 0), "\(checked.messages)")
    }

    @Test("have limits: a file of 256 MiB and a byte is too long") func limit() async throws {
        let file = FileManager.default.createFile(atPath: folder.file("data/big.json").path, contents: nil)
        try #require(file)
        let handle = try FileHandle(forWritingTo: folder.file("data/big.json"))
        try handle.truncate(atOffset: (256 << 20) + 1)
        let outcome = try await run(data: #"{"x":"data/big.json"}"#, to: ".")
        #expect(outcome.code == 78)
        #expect(
            outcome.messages.hasPrefix("p.json:1:14: error: data/big.json is longer than the limit of 268435456 bytes\n"),
            "\(outcome.messages.prefix(200))")
    }

    @Test("keep the path secret that came from the environment") func secret() async throws {
        let data = #"{"x":{"from":{"$env":"TABLE"},"key":".a"}}"#
        try folder.write("a\n1\n1\n", to: "hunter2.csv")
        _ = try await run(data: data, to: "$x | length")
        for table in ["hunter2.csv", "hunter2.json", "https://hunter2/x.csv"] {
            for command in ["run", "explain", "validate", "graph"] {
                let outcome = try await Program.run([command, "p.json"], in: folder.url, environment: ["TABLE": table])
                #expect(!(outcome.messages + outcome.output).contains("hunter2"), "\(command): \(outcome.messages)")
            }
        }
        let outcome = try await Program.run(["run", "p.json"], in: folder.url, environment: ["TABLE": "hunter2.csv"])
        #expect(
            outcome.messages.hasPrefix("p.json:1:22: error: $env.TABLE: line 2 and line 3 have the same key \"1\"\n"), "\(outcome.messages)"
        )
    }

    @Test("are explained with their options") func explained() async throws {
        let outcome = try await run(
            data: #"{"users":"data/users.jsonl","teams":{"from":"data/teams.csv","delimiter":";","key":".id"}}"#, to: ".",
            command: ["explain"])
        #expect(outcome.code == 0)
        let data = outcome.output.firstRange(of: "  \"data\": {").map { outcome.output[$0.lowerBound...] } ?? ""
        #expect(
            data.hasPrefix(
                """
                  "data": {
                    "users": "data/users.jsonl",
                    "teams": {
                      "from": "data/teams.csv",
                      "key": ".id",
                      "delimiter": ";",
                      "quote": "\\""
                    }
                  },
                """), "\(outcome.output)")
    }

    @Test("with bytes that are replaced get a warning") func replaced() async throws {
        let csv = folder.file("data/broken.csv")
        try Data(Array("id,name\nU1,".utf8) + [0xFF, 0x0A]).write(to: csv)
        let outcome = try await run(
            data: #"{"t":{"from":"data/broken.csv","encoding":"big5","on_bad_bytes":"replace"}}"#, to: "$t[0].name", command: ["run"])
        #expect(outcome.output.hasPrefix("\"\u{FFFD}\"\n"), "\(outcome.messages)")
        let remark = "data/broken.csv: 1 byte sequence is not Big5, and became U+FFFD; the first is at byte 11"
        #expect(outcome.messages.contains(remark), "\(outcome.messages)")
    }
}
