import ProgramSupport
import TestSupport
import Testing

@Suite("A jq program that fails for a record") struct ProgramErrorTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// The part of the pipeline file behind the source.
        let steps: String
        /// A text that the messages contain.
        let message: String
        /// Members of the reject beside reason, origin and record; nil if the run writes no rejects.
        var at: String?
        /// The text of a second file, beside the pipeline file.
        var program = ""
        /// Input behind the first record.
        var more = ""
        var environment: [String: String] = [:]
        var code: Int32 = 1
    }

    private static let sink = #""sinks": [{"type": "jsonl", "to": "-"}]"#

    static let examples = [
        Example(
            testDescription: "names its place in a stage",
            steps: #""stages": [{"type": "set", "fields": {"a": "1", "é\n": "\"\\u00e9\" + (.x | .y.z)"}}], \#(sink)"#,
            message: """
                warning: in.jsonl, item 1: rejected by set: Cannot index number with string ("y") (p.json:2:79: stages[0].fields.é␊: .y; input number (1))

                """,
            at: #""at":{"file":"p.json","line":2,"column":79,"option":"stages[0].fields.é\n","expression":".y","input":"number (1)"}"#),
        Example(
            testDescription: "names its place in a condition", steps: #""stages": [{"type": "filter", "where": ".x.y"}], \#(sink)"#,
            message: "rejected by filter: Cannot index number with string (\"y\") (p.json:2:43: stages[0].where: .x.y; input "
                + ".x: number (1))\n",
            at: #""at":{"file":"p.json","line":2,"column":43,"option":"stages[0].where","expression":".x.y","input":".x: number (1)"}"#),
        Example(
            testDescription: "names its place in a stage for all records",
            steps: #""stages": [{"type": "sort", "by": "[.x, (.x | keys)]"}], \#(sink)"#,
            message: "rejected by sort: number (1) has no keys (p.json:2:49: stages[0].by: keys; input .x: number (1))\n",
            at: #""at":{"file":"p.json","line":2,"column":49,"option":"stages[0].by","expression":"keys","input":".x: number (1)"}"#),
        Example(
            testDescription: "names its place in a path", steps: #""sinks": [{"type": "markdown", "to": "out/{{.t}}-{{.x.y}}.md"}]"#,
            message: "rejected by markdown: Cannot index number with string (\"y\") (p.json:2:54: sinks[0].to: .x.y; input "
                + ".x: number (1))\n",
            at: #""at":{"file":"p.json","line":2,"column":54,"option":"sinks[0].to","expression":".x.y","input":".x: number (1)"}"#,
            more: #"{"t":"b","x":{"y":1},"html":"fine"}"#),
        Example(
            testDescription: "names its place when it stops the run",
            steps: #""stages": [{"type": "map", "to": "error(\"no\")", "on_error": "fail"}], \#(sink)"#,
            message: "error: in.jsonl, item 1: map: no (p.json:2:37: stages[0].to: error(\"no\"))\n", code: 65),
        Example(
            testDescription: "names line and column of a file of its own",
            steps: #""stages": [{"type": "map", "to": {"$file": "p.jq"}}], \#(sink)"#,
            message: "rejected by map: Cannot index number with string (\"y\") (p.jq:2:6: stages[0].to: .y; input .x: number (1))\n",
            at: #""at":{"file":"p.jq","line":2,"column":6,"option":"stages[0].to","expression":".y","input":".x: number (1)"}"#,
            program: "# a file\n.x | .y\n"),
        Example(
            testDescription: "names line and column of a definition of its own",
            steps: #""definitions": ["def a: 1;", {"$file": "p.jq"}], "stages": [{"type": "map", "to": "b"}], \#(sink)"#,
            message: "rejected by map: Cannot index number with string (\"y\") (p.jq:2:13: stages[0].to: .y; input .x: number (1))\n",
            at: #""at":{"file":"p.jq","line":2,"column":13,"option":"stages[0].to","expression":".y","input":".x: number (1)"}"#,
            program: "# a file\ndef b: .x | .y;\n"),
        Example(
            testDescription: "names its place in a line of definitions",
            steps: #""definitions": ["def a: 1;", "def \u0062: .x | .y;"], "stages": [{"type": "map", "to": "b"}], \#(sink)"#,
            message: "(p.json:2:50: stages[0].to: .y; input .x: number (1))\n",
            at: #""at":{"file":"p.json","line":2,"column":50,"option":"stages[0].to","expression":".y","input":".x: number (1)"}"#),
        Example(
            testDescription: "is not quoted if it came from the environment",
            steps: #""stages": [{"type": "map", "to": {"$env": "P"}}], \#(sink)"#,
            message: "rejected by map: the jq program from $env.P fails for this record\n", environment: ["P": ".x | .y"]),
        Example(
            testDescription: "is named whole where a limit ended it",
            steps: #""stages": [{"type": "map", "to": "[range(1e6)] | length"}], "limits": {"program_memory_bytes": 2000000}, \#(sink)"#,
            message: "the program uses more memory than the limit of 2000000 bytes (p.json:2:37: stages[0].to: [range(1e6)] | length)\n",
            at: #""expression":"[range(1e6)] | length"}"#),
    ]

    @Test("says where", arguments: examples) func places(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write("{\"source\": {\"type\": \"json\", \"from\": \"in.jsonl\"},\n  \(example.steps)}", to: "p.json")
        try folder.write(#"{"x":1,"t":"a"}"# + "\n" + example.more, to: "in.jsonl")
        if !example.program.isEmpty { try folder.write(example.program, to: "p.jq") }
        let outcome = try await Program.run(
            ["run", "p.json", "--rejects", "r.jsonl"], in: folder.url, environment: example.environment)
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
        #expect(outcome.code == example.code)
        let rejects = (try? folder.read("r.jsonl")) ?? ""
        #expect(rejects.contains(example.at ?? ""), "\(rejects)")
        if example.at == nil { #expect(!rejects.contains("\"at\":")) }
    }

    @Test("in a file of its own is quoted where it is wrong") func wrongFile() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"map","to":{"$file":"p.jq"}}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        try folder.write("# a file\n  .x | selct(.y)\n", to: "p.jq")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(
            outcome.messages == """
                p.jq:2:8: error: selct/1 is not defined; did you mean "select"?
                  2 |   .x | selct(.y)
                    |        ^
                    = at stages[0].to

                """)
        #expect(outcome.code == 78)
    }

    @Test("may use as much memory as the command line says") func memoryOption() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"stages":[{"type":"map","to":"[range(1e5)] | length"}],"limits":{"program_memory_bytes":1048576}}"#, to: "p.json")
        func run(_ option: [String]) async throws -> (output: String, code: Int32) {
            let outcome = try await Program.run(["pipe", "p.json", "--rejects", "r.jsonl"] + option, input: "1\n", in: folder.url)
            return (outcome.output, outcome.code)
        }
        #expect(try await run([]) == ("", 1))
        #expect(try await run(["--program-memory", "16m"]) == ("100000\n", 0))
        #expect(try await run(["--program-memory", "1G"]) == ("100000\n", 0))
        let wrong = try await Program.run(["pipe", "p.json", "--program-memory", "4"], input: "", in: folder.url)
        #expect(wrong.code == 2)
        #expect(
            wrong.messages.contains(
                "--program-memory wants a number of bytes from 1048576 to 1099511627776, or such as 512M or 2G, found \"4\""))
    }
}
