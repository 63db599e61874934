import ProgramSupport
import TestSupport
import Testing

@Suite("Stages from another file") struct UsedStagesTests {
    private static let cleaning = """
        {
          "parameters": { "field": {}, "least": { "default": 3 }, "from": { "help": "only the source needs it" } },
          "definitions": "def trimmed: trim;",
          "source": { "type": "json", "from": { "$param": "from" } },
          "stages": [
            { "type": "set", "fields": { "text": ".[$field] | trimmed" } },
            { "type": "filter", "where": "(.text | length) >= $least" }
          ]
        }
        """

    private static func pipeline(_ steps: String) -> String { #"{"parameters":{"f":{"default":"body"}},"stages":["# + steps + "]}" }

    private static let use = #"{"use":"lib/cleaning.json","with":{"field":{"$param":"f"}}}"#

    private static func folder(_ files: [String: String]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (name, text) in ["lib/cleaning.json": cleaning].merging(files, uniquingKeysWith: { $1 }) { try folder.write(text, to: name) }
        return folder
    }

    @Test("run as if they stood in the pipeline, with values for their parameters") func run() async throws {
        let folder = try Self.folder(["p.json": Self.pipeline(Self.use + #",{"type":"map","to":".text"}"#)])
        let input = #"{"body":" hello "}{"body":"x"}{"body":7}"#
        let outcome = try await Program.run(["pipe", "p.json", "--rejects", "r.jsonl"], input: input, in: folder.url)
        #expect(outcome.output == "\"hello\"\n")
        #expect(
            outcome.messages.withoutTimes == """
                warning: standard input, item 3: rejected by set: trim input must be a string (lib/cleaning.json:3:32: \
                stages[0].stages[0].fields.text: trim; input number (7))
                rejected records are in r.jsonl
                p: read 3 = written 1 + filtered 1 + rejected 1

                """)
        let rejects = try folder.read("r.jsonl")
        let place = #""file":"lib/cleaning.json","line":3,"column":32,"option":"stages[0].stages[0].fields.text""#
        #expect(rejects.contains(place), "\(rejects)")
        let other = try await Program.run(["pipe", "p.json", "--set", "f=other", "-q"], input: #"{"other":"abcd"}"#, in: folder.url)
        #expect(other == .init(code: 0, output: "\"abcd\"\n", messages: ""))
    }

    @Test("appear where they stand in explain, graph and check") func commands() async throws {
        let folder = try Self.folder(["p.json": Self.pipeline(Self.use)])
        let explained = try await Program.run(["explain", "p.json"], in: folder.url)
        #expect(
            explained.output.contains(
                """
                  "stages": [
                    {
                      "use": "lib/cleaning.json",
                      "with": {
                        "field": "body",
                        "least": 3
                      },
                      "stages": [
                        {
                          "type": "set",
                """), "\(explained.output)")
        #expect(explained.messages == "look at each record alone: stages[0].stages[0] set, stages[0].stages[1] filter\n")
        let graph = try await Program.run(["graph", "p.json"], in: folder.url)
        #expect(graph.output == "stdin → lib/cleaning.json [ set → filter ] → stdout\n")
    }

    @Test("have paths relative to their file, and protect it from outputs") func paths() async throws {
        let pipeline =
            #"{"source":{"type":"json","from":"in.json"},"stages":[{"use":"lib/part.json"}],"sinks":[{"type":"jsonl","to":"%"}]}"#
        let folder = try Self.folder([
            "lib/part.json": #"{"stages":[{"use":"inner/program.json"}]}"#,
            "lib/inner/program.json": #"{"stages":[{"type":"map","to":{"$file":"p.jq"}}]}"#, "lib/inner/p.jq": ".a + 1",
            "in.json": #"{"a":1}"#,
            "p.json": pipeline.replacing("%", with: "-"), "q.json": pipeline.replacing("%", with: "lib/inner/program.json"),
        ])
        let outcome = try await Program.run(["run", "p.json", "-q"], in: folder.url)
        #expect(outcome == .init(code: 0, output: "2\n", messages: ""))
        let clash = try await Program.run(["validate", "q.json"], in: folder.url)
        #expect(clash.messages.contains("error: this output would replace what stages[0].stages[0].use reads"), "\(clash.messages)")
        #expect(clash.code == 78)
    }

    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var part = #"{"stages":[]}"#
        let step: String
        let messages: String
    }

    static let faults = [
        Fault(
            testDescription: "a missing file", step: #"{"use":"lib/none.json"}"#,
            messages: """
                p.json:2:8: error: cannot open lib/none.json: No such file or directory
                  2 | {"use":"lib/none.json"}
                    |        ^^^^^^^^^^^^^^^
                    = at stages[0].use

                """),
        Fault(
            testDescription: "a program with a fault in that file",
            part: "{\"stages\":[\n{\"type\":\"filter\",\"where\":\".a | lenght\"}]}",
            step: #"{"use":"part.json"}"#,
            messages: """
                part.json:2:32: error: lenght/0 is not defined; did you mean "length"?
                  2 | {"type":"filter","where":".a | lenght"}]}
                    |                                ^
                    = at stages[0].stages[0].where

                """),
        Fault(
            testDescription: "a program in a list of lines in that file",
            part: "{\"stages\":[{\"type\":\"filter\",\"where\":[\".a\",\n\"== $b\"]}]}", step: #"{"use":"part.json"}"#,
            messages: """
                part.json:2:5: error: the variable $b is not defined
                  2 | "== $b"]}]}
                    |     ^
                    = at stages[0].stages[0].where[1]

                """),
        Fault(
            testDescription: "faults in both files, those of the pipeline file first", part: #"{"stages":[{"type":"fliter"}],"stags":[]}"#,
            step: #"{"use":"part.json","width":{}}"#,
            messages: """
                p.json:2:20: error: a step with "use" has no option "width"; did you mean "with"?
                  2 | {"use":"part.json","width":{}}
                    |                    ^^^^^^^
                    = at stages[0].width

                part.json:1:20: error: no stage is called "fliter"; did you mean "filter"?
                  1 | {"stages":[{"type":"fliter"}],"stags":[]}
                    |                    ^^^^^^^^
                    = at stages[0].stages[0].type
                    = help: tabpipe list stages

                part.json:1:31: error: unknown option "stags"; did you mean "stages"?
                  1 | {"stages":[{"type":"fliter"}],"stags":[]}
                    |                               ^^^^^^^
                    = at stages[0].stags

                """),
        Fault(
            testDescription: "a parameter that the file lacks, one of another kind, and one without a value",
            step: #"{"use":"lib/cleaning.json","with":{"feld":"a","least":"b"}}"#,
            messages: """
                p.json:2:1: error: the parameter "field" of lib/cleaning.json has no value
                  2 | {"use":"lib/cleaning.json","with":{"feld":"a","least":"b"}}
                    | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                    = at stages[0]
                    = help: give one with "with": { "field": … }

                p.json:2:36: error: lib/cleaning.json has no parameter "feld"; did you mean "field"?
                  2 | {"use":"lib/cleaning.json","with":{"feld":"a","least":"b"}}
                    |                                    ^^^^^^
                    = at stages[0].with.feld

                p.json:2:55: error: expected a number like the default in lib/cleaning.json, found "b"
                  2 | {"use":"lib/cleaning.json","with":{"feld":"a","least":"b"}}
                    |                                                       ^^^
                    = at stages[0].with.least

                """),
        Fault(
            testDescription: "files that use each other", part: "{\"stages\":[\n{\"use\":\"p.json\"}]}", step: #"{"use":"part.json"}"#,
            messages: """
                part.json:2:8: error: the file uses itself: p.json → part.json → p.json
                  2 | {"use":"p.json"}]}
                    |        ^^^^^^^^
                    = at stages[0].stages[0].use

                """),
        Fault(
            testDescription: "on_error, which the stages of the file have", step: #"{"use":"part.json","on_error":"fail"}"#,
            messages: """
                p.json:2:20: error: a step with "use" has no option "on_error"
                  2 | {"use":"part.json","on_error":"fail"}
                    |                    ^^^^^^^^^^
                    = at stages[0].on_error
                    = help: each stage of the file has its own "on_error"

                """),
        Fault(
            testDescription: "a secret name", step: #"{"use":{"$env":"HOME"}}"#,
            messages: """
                p.json:2:8: error: the file cannot come from $env.HOME: messages quote its name
                  2 | {"use":{"$env":"HOME"}}
                    |        ^^^^^^^^^^^^^^^
                    = at stages[0].use

                """),
        Fault(
            testDescription: "standard input", step: #"{"use":"-"}"#,
            messages: """
                p.json:2:8: error: expected the path of a file, found "-"
                  2 | {"use":"-"}
                    |        ^^^
                    = at stages[0].use

                """),
        Fault(
            testDescription: "a file without stages", part: #"{"name":"x"}"#, step: #"{"use":"part.json"}"#,
            messages: """
                part.json:1:1: error: "stages" is missing; it is a list of objects
                  1 | {"name":"x"}
                    | ^^^^^^^^^^^^
                    = at stages[0]
                    = help: tabpipe list stages

                """),
        Fault(
            testDescription: "another key for it", step: #"{"include":"part.json"}"#,
            messages: """
                p.json:2:1: error: "type" is missing; it names the stage
                  2 | {"include":"part.json"}
                    | ^^^^^^^^^^^^^^^^^^^^^^^
                    = at stages[0]
                    = help: { "use": "FILE" } brings in the stages of another file

                """),
    ]

    @Test("report", arguments: faults) func reports(_ fault: Fault) async throws {
        let folder = try Self.folder(["part.json": fault.part, "p.json": "{\"stages\":[\n\(fault.step)\n]}"])
        let outcome = try await Program.run(["validate", "p.json", "--stages-only"], in: folder.url)
        #expect(outcome == .init(code: 78, output: "", messages: fault.messages))
    }

    @Test("are at most 16 files deep") func depth() async throws {
        let folder = try ScratchFolder()
        for number in 1...17 { try folder.write("{\"stages\":[{\"use\":\"\(number + 1).json\"}]}", to: "\(number).json") }
        let outcome = try await Program.run(["validate", "1.json", "--stages-only"], in: folder.url)
        #expect(outcome.messages.contains("16.json:1:19: error: more than 16 files use each other: 1.json → 2.json → "))
        #expect(outcome.code == 78)
    }

    @Test("are at most 1,000 files") func count() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[]}"#, to: "part.json")
        let steps = Array(repeating: #"{"use":"part.json"}"#, count: 1_001).joined(separator: ",\n")
        try folder.write("{\"stages\":[\(steps)]}", to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--stages-only"], in: folder.url)
        #expect(outcome.messages.hasPrefix("p.json:1001:8: error: the pipeline uses more than 1000 files\n"), "\(outcome.messages)")
    }

    @Test("make the text of a sample") func sample() async throws {
        let outcome = try await Program.run(["run", "pipelines/mail-of-sender.json", "--set", "to=-", "--set", "sender=mira", "-q"])
        let second = #"{"subject":"Order 4711: the blue one, please","index":2,"text":"It says 77-1_a, no REV.","sender":"mira"}"#
        #expect(outcome.output.split(separator: "\n").last == second[...])
        #expect(outcome.code == 0)
    }

    @Test("are in the schema") func schema() async throws {
        let schema = try await Program.run(["schema"]).output
        #expect(schema.contains("\"$ref\": \"#/$defs/use\""))
        #expect(schema.contains("A file whose stages stand here."))
    }
}
