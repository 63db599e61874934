import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A run that watches", .startsInTurn, .timeLimit(.minutes(20))) struct WatchTests {
    @Test("runs again after a change of its files, survives faults, and ends at a signal") func changes() async throws {
        let folder = try ScratchFolder()
        let pipeline = #"{"source":{"type":"json","from":"in/*.jsonl"},"sinks":[{"type":"jsonl","to":"in/out.jsonl"}]}"#
        try folder.write(pipeline.replacing(#""in/out.jsonl""#, with: #"{"$file":"name"}"#), to: "p.json")
        try folder.write("first.jsonl", to: "name")
        try folder.write("{\"id\":1}\n", to: "in/a.jsonl")
        let program = try await RunningProgram.start(
            ["run", "p.json", "--watch"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("p: read 1 = written 1")
        // A further input that matches the pattern.
        try folder.write("{\"id\":2}\n", to: "in/b.jsonl")
        await program.waitForMessage("p: read 2 = written 2")
        try folder.write("{\n", to: "p.json")
        await program.waitForMessage("error")
        #expect(try folder.read("first.jsonl") == "{\"id\":1}\n{\"id\":2}\n")
        // The output is now in the folder of the inputs, and must not cause a run.
        try FileManager.default.removeItem(at: folder.file("in/b.jsonl"))
        try await Task.sleep(for: .seconds(1))
        try folder.write(pipeline, to: "p.json")
        await program.waitForMessage("jsonl: in/out.jsonl: 1 record written\np: read 1 = written 1")
        let count = program.messages.components(separatedBy: "p: read").count
        try await Task.sleep(for: .seconds(1.5))
        #expect(program.messages.components(separatedBy: "p: read").count == count)
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 128 + SIGINT)
        #expect(try folder.names() == ["first.jsonl", "in", "messages", "name", "p.json"])
    }

    @Test("runs again after a change of a table") func table() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"data":{"names":"names.csv"},"source":{"type":"json","from":"in.jsonl"},"#
                + #""stages":[{"type":"map","to":".id as $id | $names[] | select(.id == ($id | tostring)).name"}],"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#,
            to: "p.json")
        try folder.write("{\"id\":1}\n", to: "in.jsonl")
        try folder.write("id,name\n1,Ann\n", to: "names.csv")
        let program = try await RunningProgram.start(
            ["run", "p.json", "--watch"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("p: read 1 = written 1")
        let first = try folder.read("out.jsonl")
        try folder.write("id,name\n1,Ben\n", to: "names.csv")
        await program.waitForMessage("p: read 1 = written 1", times: 2)
        #expect([first, try folder.read("out.jsonl")] == ["\"Ann\"\n", "\"Ben\"\n"])
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 128 + SIGINT)
    }

    @Test("runs again after the repair of a file that a faulty file names", arguments: ["use", "data", "$file"])
    func repair(_ kind: String) async throws {
        let folder = try ScratchFolder()
        let pipeline = #"{"source":{"type":"json","from":"in.jsonl"},"stages":[],"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#
        try folder.write(pipeline, to: "p.json")
        try folder.write("1\n", to: "in.jsonl")
        let program = try await RunningProgram.start(
            ["run", "p.json", "--watch"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("p: read 1 = written 1")
        let changed =
            switch kind {
            case "use": pipeline.replacing("[]", with: #"[{"use":"new.json"}]"#)
            case "data": pipeline.replacing("[]", with: #"[],"data":{"new":"new.json"}"#)
            default: pipeline.replacing("[]", with: #"[{"type":"filter","where":{"$file":"new.json"}}]"#)
            }
        try folder.write(changed, to: "p.json")
        await program.waitForMessage("new.json")
        try folder.write(kind == "$file" ? "true" : #"{"stages":[{"type":"limit","count":1}]}"#, to: "new.json")
        await program.waitForMessage("p: read 1 = written 1", times: 2)
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 128 + SIGINT)
    }

    @Test("watches an input in the folder of its outputs, and no output", arguments: ["sub/items.jsonl", "sub/./i*.jsonl"])
    func inputBesideOutputs(_ from: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"\#(from)"},"sinks":[{"type":"markdown","to":"sub/{{.id}}.md","body":"b"}]}"#,
            to: "p.json")
        try folder.write(#"{"id":1,"b":"x"}"#, to: "sub/items.jsonl")
        let program = try await RunningProgram.start(
            ["run", "p.json", "--watch"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("p: read 1 = written 1")
        try folder.write(#"{"id":1,"b":"x"}{"id":2,"b":"y"}"#, to: "sub/items.jsonl")
        await program.waitForMessage("p: read 2 = written 2")
        try await Task.sleep(for: .seconds(1))
        #expect(program.messages.components(separatedBy: "p: read").count == 3)
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 128 + SIGINT)
    }

    @Test("ends at a signal at the end of a run", arguments: 0..<10)
    func end(_ milliseconds: Int) async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"jsonl","to":"o.jsonl"}]}"#, to: "p.json")
        try folder.write("1\n", to: "in.jsonl")
        let program = try await RunningProgram.start(
            ["run", "p.json", "--watch"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("1 record written")
        try await Task.sleep(for: .milliseconds(milliseconds))
        program.signal(SIGTERM)
        #expect(await program.code(within: 60) == 128 + SIGTERM)
    }

    @Test("needs files") func standardInput() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"-"},"sinks":[{"type":"jsonl","to":"o.jsonl"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--watch"], in: folder.url)
        let messages = "error: --watch cannot watch standard input\n  = help: tabpipe run --help\n"
        #expect(outcome == .init(code: 2, output: "", messages: messages))
    }
}
