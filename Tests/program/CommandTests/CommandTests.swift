import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe") struct CommandTests {
    @Test("prints its version, help and lists") func basics() async throws {
        #expect(try await Program.run(["--version"]) == .init(code: 0, output: "tabpipe 0.1.0\n", messages: ""))
        #expect(try await Program.run(["--help"]).output.hasPrefix("tabpipe carries content"))
        #expect(try await Program.run(["run", "--help"]).output.contains("--dry-run"))
        #expect(try await Program.run([]).code == 2)
        #expect(
            try await Program.run(["list", "sinks"]).output.split(separator: "\n").map { $0.split(separator: " ")[0] } == [
                "csv", "exec", "json", "jsonl", "markdown", "site",
            ])
        #expect(try await Program.run(["describe", "filter"]).output.contains("where (jq, required)"))
    }

    @Test(
        "answers a wrong command line with the near miss and exit code 2",
        arguments: [
            (["rum"], "error: no command is called \"rum\"; did you mean \"run\"?\n  = help: tabpipe --help\n"),
            (["run"], "error: FILE… is missing\n  = help: tabpipe run --help\n"),
            (
                ["run", "x.json", "--dryrun"],
                "error: unknown option \"--dryrun\"; did you mean \"--dry-run\"?\n  = help: tabpipe run --help\n"
            ),
            (
                ["run", "x.json", "--dry-run", "--diff"],
                "error: unknown option \"--diff\"; use tabpipe plan --diff\n  = help: tabpipe run --help\n"
            ),
            (
                ["run", "x.json", "--jobs", "0"],
                "error: --jobs wants an integer from 1 to 1024, found \"0\"\n  = help: tabpipe run --help\n"
            ),
            (["describe", "fliter"], "error: nothing is called \"fliter\"; did you mean \"filter\"?\n  = help: tabpipe describe --help\n"),
            (["list", "things"], "error: expected sources, stages or sinks, found \"things\"\n  = help: tabpipe list --help\n"),
        ])
    func wrong(_ arguments: [String], _ message: String) async throws {
        #expect(try await Program.run(arguments) == .init(code: 2, output: "", messages: message))
    }

    @Test("validates the pipelines of the project and the starting file") func validate() async throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Program.root.appendingPathComponent("pipelines").path)
            .filter { $0.hasSuffix(".json") }.map { "pipelines/\($0)" }
        #expect(files.count >= 4)
        #expect(try await Program.run(["validate"] + files).code == 0)
        let folder = try ScratchFolder()
        let new = try await folder.write(Program.run(["new"]).output, to: "new.json")
        #expect(try await Program.run(["validate", new]).code == 0)
    }

    @Test("shows a file that is wrong with place and caret, and exits with 78") func diagnostics() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            "{\"source\": {\"type\": \"jsn\", \"from\": \"-\"}, \"sinks\": [{\"type\": \"jsonl\", \"to\": \"-\"}]}", to: "p.json")
        #expect(
            try await Program.run(["run", file])
                == .init(
                    code: 78, output: "",
                    messages: """
                        \(file):1:21: error: no source is called "jsn"; did you mean "json"?
                          1 | {"source": {"type": "jsn", "from": "-"}, "sinks": [{"type": "jsonl", "to": "-"}]}
                            |                     ^^^^^
                            = at source.type
                            = help: tabpipe list sources

                        """))
    }

    @Test("explains with defaults filled in and secrets masked") func explain() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"source":{"type":"json","from":{"$env":"TABPIPE_TEST_SECRET"},"items":".a[]"},"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["explain", file], environment: ["TABPIPE_TEST_SECRET": "hunter2"])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains(#""from": "***""#))
        #expect(outcome.output.contains(#""max_depth": 512"#))
        #expect(!(outcome.output + outcome.messages).contains("hunter2"))
        #expect(outcome.messages == "source: items: streamed at .a[]\n")
    }

    @Test("draws a pipeline", arguments: ["text", "mermaid", "dot"]) func graph(_ format: String) async throws {
        let outcome = try await Program.run(["graph", "pipelines/custom.json", "--format", format])
        let expected = [
            "text": "json → filter → dedupe → set → select → rename → sort → json\n",
            "mermaid": "---\ntitle: \"custom: ",
            "dot": "digraph pipeline {\n  rankdir=LR;\n  label=\"custom: ",
        ]
        #expect(outcome.output.hasPrefix(try #require(expected[format])))
    }

    @Test("pipes JSON Lines through the stages of a file") func pipe() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"stages":[{"type":"html_to_markdown","field":"html"},{"type":"select","fields":["id","markdown"]}]}"#, to: "p.json")
        let outcome = try await Program.run(
            ["pipe", file, "--quiet"], input: "{\"id\":1.0,\"html\":\"<h1>A</h1><p>b*c*\"}\n{\"id\":2,\"html\":\"<ul><li>x</ul>\"}\n")
        #expect(
            outcome
                == .init(
                    code: 0, output: "{\"id\":1.0,\"markdown\":\"# A\\n\\nb\\\\*c\\\\*\\n\"}\n{\"id\":2,\"markdown\":\"- x\"}\n",
                    messages: ""))
    }

    @Test("gives completions that a shell loads", arguments: ["bash", "zsh"]) func completion(_ shell: String) async throws {
        let script = try await Program.run(["completion", shell]).output
        guard let path = Program.find(shell) else { try SkippedTests.skip("needs \(shell)") }
        let load = shell == "zsh" ? "autoload -U compinit && compinit -u -D && \(script)" : script
        #expect(try await Program.run(path, ["-c", load]) == .init(code: 0, output: "", messages: ""))
    }

    @Test("gives the same output for every number of workers") func jobs() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"stages":[{"type":"filter","where":".n % 3 != 0"},{"type":"set","fields":{"m":".n * 2"}}]}"#, to: "p.json")
        let input = (0..<20_000).map { "{\"n\":\($0)}\n" }.joined()
        var outputs: [String] = []
        for jobs in ["1", "2", "7"] {
            outputs.append(try await Program.run(["pipe", file, "--quiet", "--jobs", jobs], input: input).output)
        }
        #expect(outputs[0].split(separator: "\n").count == 13_333)
        #expect(outputs[1] == outputs[0])
        #expect(outputs[2] == outputs[0])
    }
}
