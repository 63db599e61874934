import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("The command line") struct CommandLineTests {
    @Test(
        "is answered with what was meant",
        arguments: [
            (["readme.json"], 2, "error: no command is called \"readme.json\"\n  = help: tabpipe run readme.json\n"),
            (["help", "rum"], 2, "error: no command is called \"rum\"; did you mean \"run\"?\n  = help: tabpipe --help\n"),
            (
                ["list", "stage"], 2,
                "error: expected sources, stages or sinks, found \"stage\"; did you mean \"stages\"?\n  = help: tabpipe list --help\n"
            ),
            (
                ["run", "p.json", "--quiet", "--verbose"], 2,
                "error: --quiet and --verbose contradict each other\n  = help: tabpipe run --help\n"
            ),
            (
                ["validate", "no/a.json", "no/b.json"], 66,
                "error: cannot open no/a.json: No such file or directory\nerror: cannot open no/b.json: No such file or directory\n"
            ),
            (
                ["run", "pipelines/threads.json", "pipelines/custom.json", "--set", "form=x"], 2,
                "error: --set names \"form\", but no file has such a parameter; did you mean \"from\"?\n  = help: tabpipe run --help\n"
            ),
            (
                ["explain", "pipelines/threads.json", "--set", "form=x"], 2,
                "error: --set names \"form\", but the file has no such parameter; did you mean \"from\"?\n  = help: tabpipe explain --help\n"
            ),
            (["list", "-x"], 2, "error: unknown option \"-x\"\n  = help: tabpipe list --help\n"),
            (
                ["run", "p.json", "-n", "x"], 2,
                "error: --limit wants an integer of at least 0, found \"x\"\n  = help: tabpipe run --help\n"
            ),
            (["run", "p.json", "-qv"], 2, "error: --quiet and --verbose contradict each other\n  = help: tabpipe run --help\n"),
            (["validate", "--", "--help"], 66, "error: cannot open --help: No such file or directory\n"),
        ])
    func answers(_ arguments: [String], _ code: Int32, _ messages: String) async throws {
        #expect(try await Program.run(arguments) == .init(code: code, output: "", messages: messages))
    }

    @Test("takes a parameter that one of several files has") func parameters() async throws {
        let files = ["pipelines/threads.json", "pipelines/custom.json"]
        let outcome = try await Program.run(["validate"] + files + ["--set", "csv=x.csv"])
        #expect(outcome == .init(code: 0, output: "", messages: "\(files[0]): ok\n\(files[1]): ok\n"))
    }

    @Test("reports what is wrong with all of several files") func all() async throws {
        let folder = try ScratchFolder()
        for name in ["a", "b"] { try folder.write("{\"nme\":1}", to: "\(name).json") }
        let outcome = try await Program.run(["run", "a.json", "no.json", "b.json"], in: folder.url)
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains("a.json:1:2: error: unknown option \"nme\"; did you mean \"name\"?"))
        #expect(outcome.messages.contains("error: cannot open no.json: No such file or directory\n"))
        #expect(outcome.messages.contains("b.json:1:2: error: unknown option \"nme\""))
    }

    @Test("says when standard output cannot be written") func full() async throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let outcome = try await Program.run("/bin/sh", ["-c", "\"$0\" list > /dev/full", Program.path])
        #expect(outcome == .init(code: 74, output: "", messages: "error: standard output cannot be written: No space left on device\n"))
    }

    @Test(
        "explains a file so that what comes out is a pipeline file",
        arguments: ["case-studies", "threads", "custom", "messages-for-training"])
    func roundTrip(_ name: String) async throws {
        let first = try await Program.run(["explain", "pipelines/\(name).json"])
        #expect(first.code == 0)
        #expect(try await Program.run(["validate", "-"], input: first.output) == .init(code: 0, output: "", messages: "-: ok\n"))
        let second = try await Program.run(["explain", "-"], input: first.output)
        #expect(second.output == first.output)
        for text in try String(contentsOf: Program.root.appendingPathComponent("pipelines/\(name).json"), encoding: .utf8)
            .matches(of: #/"(?:description|help)": "([^"]+)"/#).map(\.output.1)
        {
            #expect(first.output.contains(text), "\(text) is dropped")
        }
    }

    @Test("warns once of records that a step skips, however many remarks it made before") func skips() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"stages":[{"type":"case_study","on_error":"skip"}]}"#, to: "p.json")
        let study =
            #"{"id":1,"client":null,"teaser":"T","title":"A","hero_image":"https://https://x/h","sections":[{"title":null,"body_elements":[]}]}"#
        let input = Array(repeating: study, count: 3).joined(separator: "\n") + "\n{}\n{}\n{}\n"
        let outcome = try await Program.run(["pipe", file, "--jobs", "1"], input: input)
        let lines = outcome.messages.split(separator: "\n").map(String.init)
        #expect(lines.filter { $0.contains("item 4: case_study: a case study needs") }.count == 1)
        #expect(lines.contains("warning: more of the kind at stages[0]; --verbose shows all"))
        #expect(lines.contains("stages[0]: 3 records skipped in all"))
    }

    @Test("keeps the records that pipe rejects, and names the line of a fault") func pipe() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(#"{"stages":[{"type":"filter","where":".a > 0"}]}"#, to: "p.json")
        let input = "{\"a\":1}\n{\"a\":2}\nx\n{\"a\":3}\n"
        let stopped = try await Program.run(["pipe", file], input: input, in: folder.url)
        #expect(stopped.code == 65)
        #expect(stopped.output == "{\"a\":1}\n{\"a\":2}\n")
        #expect(stopped.messages.hasPrefix("error: standard input: line 3, byte 16: expected a value, found \"x\"\n"))
        let outcome = try await Program.run(["pipe", file, "--on-bad-line", "reject"], input: input, in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.output == "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n")
        let rejects = try #require(try folder.names().first { $0.hasPrefix("p.rejects.") && $0.hasSuffix("-1.jsonl") })
        #expect(outcome.messages.contains("\nrejected records are in \(rejects)\n"))
        #expect(try folder.read(rejects).contains(#""item":3,"line":3,"byte_offset":16},"record":"x"}"#))
    }

    @Test("pipes and draws without the source's parameters") func unusedSource() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"parameters":{"from":{}},"source":{"type":"json","from":{"$param":"from"}},"stages":[],"sinks":[{"type":"jsonl","to":{"$env":"NO_SUCH"}}]}"#,
            to: "p.json")
        #expect(try await Program.run(["pipe", file, "--quiet"], input: "1\n") == .init(code: 0, output: "1\n", messages: ""))
        #expect(try await Program.run(["graph", file]) == .init(code: 0, output: "json → jsonl\n", messages: ""))
        #expect(try await Program.run(["validate", file]).code == 78)
    }

    @Test("takes with --dry-run the outputs that a run takes", arguments: ["/dev/stdout", "/dev/null", "pipe", "link"])
    func dryRunOutputs(_ to: String) async throws {
        let folder = try ScratchFolder()
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        try FileManager.default.createSymbolicLink(atPath: folder.file("link").path, withDestinationPath: "not/there/yet.jsonl")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"-"},"sinks":[{"type":"jsonl","to":"\#(to)"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", file, "--dry-run"], input: "{}", in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(try folder.names() == ["link", "p.json", "pipe"])
    }

    @Test("says with --dry-run what would be written, and what cannot be") func dryRun() async throws {
        let folder = try ScratchFolder()
        let arguments = ["run", "pipelines/threads.json", "--dry-run", "--set"]
        let good = try await Program.run(arguments + ["to=\(folder.path)/new/x.jsonl"])
        #expect(good.messages.withoutTimes == "threads: read 2 + made 5 = would be written 7 + filtered 0 + rejected 0 (dry run)\n")
        try folder.write("", to: "file")
        let bad = try await Program.run(arguments + ["to=\(folder.path)/file/x.jsonl"])
        #expect(bad.code == 73)
        #expect(bad.messages == "error: sinks[0].to: \(folder.path)/file/x.jsonl cannot be written: no folder is there\n")
        #expect(try folder.names() == ["file"])
    }

    @Test("completes values of options, and files only where there are files") func completion() async throws {
        guard let bash = Program.find("bash") else { return }
        let script = try await Program.run(["completion", "bash"]).output
        func complete(_ words: [String]) async throws -> [String] {
            let quoted = words.map { "'\($0)'" }.joined(separator: " ")
            let call = "COMP_WORDS=('\(Program.path)' \(quoted)); COMP_CWORD=\(words.count); _tabpipe; printf '%s\\n' \"${COMPREPLY[@]}\""
            return try await Program.run(bash, ["-c", script + "\n" + call]).output.split(separator: "\n").map(String.init)
        }
        #expect(try await complete(["graph", "x.json", "--format", ""]) == ["text", "mermaid", "dot"])
        #expect(try await complete(["run", "--log-format", "j"]) == ["json"])
        #expect(try await complete(["list", "s"]) == ["sources", "stages", "sinks"])
        #expect(try await complete(["describe", "Pack"]) == [])
        #expect(try await complete(["run", "Packa"]) == ["Package.swift"])
        #expect(try await complete(["run", "--rejects", "Packa"]) == ["Package.swift"])
        #expect(try await complete(["convert", "Packa"]) == ["Package.swift"])
        #expect(try await complete(["run", "pipelines/threads.json", "--set", "f"]) == ["from="])
        #expect(try await complete(["run", "pipelines/custom.json", "--set", ""]) == ["csv=", "from=", "json="])
    }
}
