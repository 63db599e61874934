import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Programs as source, stage and sink, by the built program.
@Suite("exec", .startsInTurn, .timeLimit(.minutes(5))) struct ExecTests {
    /// A pipeline whose steps are programs. Each of them leaves a file, so that a test sees whether it was started.
    private static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            """
            {
              "source": { "type": "exec", "command": ["sh", "-c", "touch source; printf '{\\"id\\":1}\\\\n{\\"id\\":2}\\\\n'"] },
              "stages": [ { "type": "exec", "command": ["sh", "-c", "touch stage; exec cat", {"$env": "T"}], "env": {"T": {"$env": "T"}} } ],
              "sinks": [ { "type": "exec", "command": ["./sink.sh", "a\\u001bb"] } ]
            }
            """, to: "d/p.json")
        try folder.write("#!/bin/sh\nexec cat > out.jsonl\n", to: "d/sink.sh")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("d/sink.sh").path)
        return folder
    }

    private static let list = "stages[0] starts [\"sh\",\"-c\",\"touch stage; exec cat\",\"$env.T\"]"
    private static let sink = ", sinks[0] starts [\"./sink.sh\",\"a\u{241B}b\"]"
    private static let refusal = ": a run may start programs of this machine only with --allow-exec (in code: allowsPrograms)\n"
    private static let source =
        #"source starts ["sh","-c","touch source; printf '{\"id\":1}\\n{\"id\":2}\\n'"], "#

    private static let started: [(command: String, shown: String)] = [
        ("run", source + list + sink), ("plan", source + list), ("peek", source + list), ("preview", source + list), ("pipe", list),
    ]

    @Test("starts nothing without --allow-exec, and shows what it would start", arguments: started)
    func refused(_ command: String, shown: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run([command, "d/p.json"], in: folder.url, environment: ["T": "secret-value"])
        #expect(outcome.code == 78)
        #expect(outcome.output.isEmpty && outcome.messages == "error: d/p.json: \(shown)\(Self.refusal)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("d").path).sorted() == ["p.json", "sink.sh"])
    }

    @Test("is never started by a command that only reads the file", arguments: ["validate", "explain", "graph", "check"])
    func read(_ command: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run([command, "d/p.json"], in: folder.url, environment: ["T": "secret-value"])
        #expect(outcome.code == 0 && !(outcome.output + outcome.messages).contains("secret-value"), "\(outcome.messages)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("d").path).sorted() == ["p.json", "sink.sh"])
    }

    @Test("runs in the folder of the file") func runs() async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["run", "d/p.json", "--allow-exec"], in: folder.url, environment: ["T": "secret-value"])
        #expect(outcome.messages.withoutTimes == "p: read 2 = written 2 + filtered 0 + rejected 0\n")
        #expect(outcome.code == 0)
        #expect(try folder.read("d/out.jsonl") == "{\"id\":1}\n{\"id\":2}\n")
    }

    /// A stage, the records that it gets, and what a run says.
    struct Example: CustomTestStringConvertible, Sendable {
        let name: String
        let stage: String
        let output: String
        let messages: String
        let code: Int32
        var testDescription: String { name }
    }

    static let examples: [Example] = [
        .init(
            name: "a program that is missing", stage: #""command":["no-such-program"]"#, output: "",
            messages: "error: no-such-program was not found in the folders of PATH\n", code: 66),
        .init(
            name: "a file of the folder without its ./", stage: #""command":["empty"]"#, output: "",
            messages: "error: empty was not found in the folders of PATH; the file beside the pipeline file is \"./empty\"\n", code: 66),
        .init(
            name: "a command line as one string", stage: #""command":["cat -u"]"#, output: "",
            messages: "error: cat -u was not found: each argument is a string of its own, as in [\"python3\", \"-u\", \"a.py\"]\n", code: 66
        ),
        .init(
            name: "a file that is no program", stage: #""command":["./p.json"]"#, output: "",
            messages: "error: ./p.json is not an executable file\n", code: 66),
        .init(
            name: "a file that cannot be started", stage: #""command":["./empty"]"#, output: "",
            messages: "error: exec: empty cannot be started: Exec format error\n", code: 66),
        .init(
            name: "a line that is not JSON", stage: #""command":["sh","-c","read a; printf 'no\\033\\n'; exec cat"]"#, output: "2\n3\n",
            messages: "warning: standard input, item 1: rejected by exec: sh wrote a line that is not JSON: expected true, false or null, "
                + "found \"o\" (at byte 1): no\u{241B}\n", code: 1),
        .init(
            name: "a program that ends too often", stage: #""command":["sh","-c","read a; exit 3"],"restarts":1,"records_in_flight":1"#,
            output: "",
            messages:
                "warning: standard input, item 1: rejected by exec: sh exited with the status 3 before it had answered\n"
                + "rejected records were dropped\nerror: exec: sh exited with the status 3, and was started again 1 time before (restarts)\n",
            code: 65),
        .init(
            name: "a line too few", stage: #""command":["sh","-c","read a; exec cat"]"#, output: "",
            messages:
                "error: exec: sh wrote 2 lines for 3 records: the protocol \"lines\" needs one line for each, so the answers cannot be "
                + "told apart; an empty line drops a record\n", code: 65),
        .init(
            name: "standard error with a secret",
            stage: #""command":["sh","-c","read a; echo \"say $T\" >&2; sleep 0.3; echo $a; exec cat"],"env":{"T":{"$env":"T"}}"#,
            output: "1\n2\n3\n", messages: "warning: standard input, item 1: say ***\n", code: 0),
        .init(
            name: "an envelope without an end", stage: #""command":["sed","s/.*/{\"ok\":&}/"],"protocol":"envelope""#, output: "1\n2\n3\n",
            messages: "error: exec: sed wrote no line \"end\", so its output is not complete\n", code: 65),
        .init(
            name: "an envelope",
            stage:
                #""command":["sh","-c","sed 's/^2$/{\"reject\":{\"reason\":\"even\",\"origin\":{\"line\":2},\"record\":2}}/;"#
                + #"s/^[0-9]$/{\"ok\":&}/'; echo '{\"end\":{\"read\":3,\"written\":2,\"rejected\":1}}'"],"protocol":"envelope""#,
            output: "1\n3\n", messages: "warning: standard input, item 2: rejected by exec: sh: even\n", code: 1),
    ]

    @Test("ends as its program does", arguments: examples) func stage(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"exec",\#(example.stage)}]}"#, to: "p.json")
        try folder.write("nothing", to: "empty")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.file("empty").path)
        let outcome = try await Program.run(
            ["pipe", "p.json", "--allow-exec", "--rejects", "none"], input: "1\n2\n3\n", in: folder.url,
            environment: ["T": "secret-value"])
        #expect(outcome.code == example.code)
        #expect(outcome.messages.hasPrefix(example.messages), "\(outcome.messages)")
        if example.code != 65 { #expect(outcome.output == example.output) }
    }

    @Test("keeps all outputs as they are if the program of a sink fails before the commit point") func sinkFails() async throws {
        let folder = try ScratchFolder()
        try folder.write("1\n", to: "in.jsonl")
        try folder.write("old\n", to: "out.jsonl")
        try folder.write(
            #"""
            {
              "source": {"type": "exec", "command": ["sh", "-c", "i=0; while [ $i -lt 400 ]; do echo 1; sleep 0.05; i=$((i+1)); done"]},
              "sinks": [{"type": "jsonl", "to": "out.jsonl"}, {"type": "exec", "command": ["sh", "-c", "exit 3"]}]
            }
            """#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--allow-exec"], in: folder.url)
        #expect(outcome.code == 74)
        #expect(outcome.messages.contains("error: exec: sh exited with the status 3\n"), "\(outcome.messages)")
        #expect(try folder.read("out.jsonl") == "old\n")
    }

    @Test("is a stage for partitions unless one program gets all records", arguments: [("worker", 0), ("run", 78)])
    func partitioned(_ per: String, code: Int32) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {"source":{"type":"json","from":"-"},"stages":[{"type":"exec","command":["cat"],"per":"\#(per)"}],
            "sinks":[{"type":"jsonl","to":"-"}]}
            """#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--partitioned"], in: folder.url)
        #expect(outcome.code == code, "\(outcome.messages)")
    }

    @Test("has the name of the shard among its arguments") func shard() async throws {
        let folder = try ScratchFolder()
        try folder.write("1\n", to: "a.jsonl")
        try folder.write("2\n", to: "b.jsonl")
        try folder.write(
            #"""
            {"source":{"type":"json","from":["a.jsonl","b.jsonl"]},
            "sinks":[{"type":"exec","command":["sh","-c","cat > \"$0\"","part-{{$shard}}.jsonl"]}]}
            """#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--allow-exec", "--quiet", "--shard", "2/2"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(try folder.read("part-00002-of-00002.jsonl") == "2\n")
    }
}
