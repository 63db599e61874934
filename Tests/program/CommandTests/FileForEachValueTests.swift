import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A file for each value", .startsInTurn, .timeLimit(.minutes(5))) struct FileForEachValueTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func run(_ arguments: String...) async throws -> Program.Outcome {
        try await Program.run(arguments, in: folder.url, environment: ["TMPDIR": folder.path])
    }

    private static let sink = #"{"type":"jsonl","to":"o/{{.d}}.jsonl"}"#
    private static let records = "{\"d\":\"a\",\"n\":1}\n{\"d\":\"b\",\"n\":2}\n{\"d\":\"a\",\"n\":3}\n"

    private func write(_ sinks: String = Self.sink, _ records: String = Self.records, from: String = "in.jsonl") throws {
        try folder.write(#"{"source":{"type":"json","from":"\#(from)"},"sinks":[\#(sinks)]}"#, to: "p.json")
        try folder.write(records, to: "in.jsonl")
    }

    @Test("is written, counted and explained") func run() async throws {
        try write()
        let first = try await run("run", "p.json")
        #expect(first.code == 0)
        #expect(first.output == "")
        #expect(
            first.messages.hasPrefix("jsonl: o: 2 files written, 0 unchanged, 3 records\np: read 3 = written 3 + "), "\(first.messages)")
        #expect(try folder.read("o/a.jsonl") == "{\"d\":\"a\",\"n\":1}\n{\"d\":\"a\",\"n\":3}\n")
        #expect(try folder.read("o/b.jsonl") == "{\"d\":\"b\",\"n\":2}\n")
        #expect(try folder.names("o") == ["a.jsonl", "b.jsonl"])
        let second = try await run("run", "p.json", "--report", "r.json")
        #expect(second.messages.hasPrefix("jsonl: o: 0 files written, 2 unchanged, 3 records\n"), "\(second.messages)")
        let report = try folder.read("r.json").filter { !$0.isWhitespace }
        #expect(report.contains(#""files_written":0,"files_unchanged":2"#), "\(report)")
        let text = try await run("explain", "p.json").messages
        #expect(text.contains("sinks[0]: writes a file for each value of the path; at most 64 are open at once"), "\(text)")
        #expect(text.contains("sinks[0]: files stay inside o"), "\(text)")
    }

    @Test("is planned with its difference, and a plan writes nothing") func plan() async throws {
        try write()
        try folder.write("{\"d\":\"a\",\"n\":1}\n", to: "o/a.jsonl")
        try folder.write("mine", to: "o/z.jsonl")
        let plan = try await run("plan", "p.json", "--diff", "--quiet")
        #expect(
            plan
                == .init(
                    code: 0,
                    output: """
                        o: 1 would be created, 1 changed, 3 records
                        ~ o/a.jsonl
                        + o/b.jsonl
                        --- a/o/a.jsonl
                        +++ b/o/a.jsonl
                        @@ -1 +1,2 @@
                         {"d":"a","n":1}
                        +{"d":"a","n":3}
                        --- /dev/null
                        +++ b/o/b.jsonl
                        @@ -0,0 +1 @@
                        +{"d":"b","n":2}

                        """, messages: ""))
        #expect(try folder.names("o") == ["a.jsonl", "z.jsonl"])
        for (mode, words) in [
            (#""mode":"append""#, "o: 1 would be created, 1 changed, 3 records appended\n~ o/a.jsonl\n+ o/b.jsonl\n"),
            (#""mode":"merge","key":".n""#, "o: 1 would be created, 1 changed, 1 record replaced, 2 appended\n~ o/a.jsonl\n+ o/b.jsonl\n"),
        ] {
            try write(#"{"type":"jsonl","to":"o/{{.d}}.jsonl",\#(mode)}"#)
            #expect(try await run("plan", "p.json", "--quiet").output == words)
            #expect(try folder.names("o") == ["a.jsonl", "z.jsonl"])
        }
        #expect(try await run("run", "p.json", "--quiet").code == 0)
        #expect(try await run("plan", "p.json", "--quiet").output == "o: 2 unchanged, 3 records replaced, 0 appended\n")
    }

    @Test("is not appended to behind a source that reads only what is new") func incremental() async throws {
        try folder.write(
            #"{"source":{"type":"http","url":"http://127.0.0.1:1/","items":".[]","incremental":{"cursor":".at"},"state":"s.json"},"#
                + #""sinks":[{"type":"jsonl","to":"o/{{.d}}.jsonl","mode":"append"}]}"#, to: "i.json")
        let outcome = try await run("validate", "i.json")
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains("would append it twice\n"), "\(outcome.messages)")
        #expect(outcome.messages.contains(#"= help: use "mode": "merge" with "key""#), "\(outcome.messages)")
    }

    @Test("is never one outside of the folder, or one that the run needs") func hostile() async throws {
        try write(
            #"{"type":"csv","to":"{{.d}}","fields":["d"]}"#,
            """
            {"d":"../x"}
            {"d":"/tmp/x"}
            {"d":"in.jsonl"}
            {"d":"p.json"}
            {"d":"P.JSON"}
            {"d":"a\\u0000b"}
            {"d":null}
            {"d":"ok.csv"}

            """)
        let outcome = try await run("run", "p.json", "--jobs", "1", "--rejects", "none")
        #expect(outcome.code == 1)
        #expect(outcome.messages.components(separatedBy: "rejected by csv: ").count - 1 == 6, "\(outcome.messages)")
        for reason in [
            "the path \"../x\" leads out of the output folder", "the path \"/tmp/x\" is absolute",
            "the path \"in.jsonl\" would replace what source.from reads", "the path \"p.json\" would replace the pipeline file",
            "the path \"P.JSON\" would replace the pipeline file", "{{.d}} gives null or nothing",
        ] {
            #expect(outcome.messages.contains("rejected by csv: \(reason)"), "\(outcome.messages)")
        }
        #expect(try folder.read("ok.csv") == "d\r\nok.csv\r\n")
        #expect(try folder.names() == ["a-b", "in.jsonl", "ok.csv", "p.json"])
    }

    @Test("stays as it was if the run is killed or fails, and the next run removes what is left") func killed() async throws {
        try write(from: "pipe")
        try FileManager.default.moveItem(at: folder.file("p.json"), to: folder.file("slow.json"))
        try write()
        try folder.write("old\n", to: "o/a.jsonl")
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        let slow = try await RunningProgram.start(
            ["run", "slow.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await slow.waitForMessage("records/s")
        let refused = try await run("run", "p.json")
        #expect(refused.code == 75)
        #expect(refused.messages.hasPrefix("error: o is being written by process \(slow.processIdentifier); "), "\(refused.messages)")
        slow.signal(SIGKILL)
        _ = await slow.code(within: 60)
        #expect(try folder.read("o/a.jsonl") == "old\n")
        try folder.write("half", to: "o/.tabpipe-0.tmp/1")
        try write(Self.sink, Self.records + "{")
        #expect(try await run("run", "p.json", "--wait", "20").code == 65)
        #expect(try folder.read("o/a.jsonl") == "old\n")
        #expect(try folder.names("o") == ["a.jsonl"])
    }

    @Test("needs a record in its path") func options() async throws {
        try write(#"{"type":"json","to":"o/a.json","max_open_files":8}"#)
        let outcome = try await run("validate", "p.json")
        #expect(outcome.code == 78)
        #expect(
            outcome.messages.contains(
                "only a path with {{ … }} has several files; the path here has none that reads a record"),
            "\(outcome.messages)")
        try folder.write(
            #"{"parameters":{"day":{"default":"x"}},"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"json","to":"o/{{$day}}.json"}]}"#,
            to: "q.json")
        #expect(try await run("run", "q.json", "--quiet").code == 0)
        #expect(try folder.names("o") == ["x.json"])
    }
}
