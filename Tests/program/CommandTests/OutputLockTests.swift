import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("Two runs with one output", .startsInTurn, .timeLimit(.minutes(5))) struct OutputLockTests {
    static let sinks = [
        (sink: #"{"type":"jsonl","to":"o/a.jsonl"}"#, shown: "o/a.jsonl", other: #"{"type":"jsonl","to":"o/b.jsonl"}"#),
        (sink: #"{"type":"markdown","to":"o/{{.id}}.md"}"#, shown: "o", other: #"{"type":"markdown","to":"q/{{.id}}.md"}"#),
    ]

    /// Three pipelines: `slow` waits for a named pipe, `p` has the same output, `q` has another output beside it.
    private static func folder(_ sink: String, _ other: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"pipe"},"sinks":[\#(sink)]}"#, to: "slow.json")
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[\#(sink)]}"#, to: "p.json")
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[\#(other)]}"#, to: "q.json")
        try folder.write("{\"id\":1,\"html\":\"a\"}\n", to: "in.jsonl")
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        return folder
    }

    @Test("do not write at once: the second one names the first, or waits", arguments: sinks)
    func second(_ example: (sink: String, shown: String, other: String)) async throws {
        let folder = try Self.folder(example.sink, example.other)
        let slow = try await RunningProgram.start(
            ["run", "slow.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await slow.waitForMessage("records/s")
        let refused = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(refused.code == 75)
        #expect(
            refused.messages.hasPrefix(
                "error: \(example.shown) is being written by process \(slow.processIdentifier); try again when that has ended, or wait with "
                    + "--wait SECONDS\n"), "\(refused.messages)")
        #expect(try await Program.run(["run", "p.json", "--wait", "1"], in: folder.url).code == 75)
        // A dry run and a run with another output do not need the lock.
        #expect(try await Program.run(["run", "p.json", "--dry-run"], in: folder.url).code == 0)
        #expect(try await Program.run(["run", "q.json"], in: folder.url).code == 0)
        slow.signal(SIGKILL)
        _ = await slow.code(within: 60)
        #expect(try await Program.run(["run", "p.json", "--wait", "20"], in: folder.url).code == 0)
        let left = try (folder.names("o") + folder.names()).filter { $0.hasPrefix(".tabpipe") }
        #expect(left == [], "locks are gone with their runs")
    }

    @Test("leave no folder behind that they made for nothing") func folders() async throws {
        let folder = try Self.folder(#"{"type":"jsonl","to":"x/y/o.jsonl"}"#, #"{"type":"csv","to":"-"}"#)
        try folder.write("{", to: "in.jsonl")
        #expect(try await Program.run(["run", "p.json"], in: folder.url).code == 65)
        #expect(try !folder.names().contains("x"))
    }
}

@Suite("Outputs that vanish under a run", .startsInTurn, .timeLimit(.minutes(5))) struct VanishedOutputTests {
    static let examples: [(name: String, sink: String, change: @Sendable (URL) throws -> Void)] = [
        ("the folder of a file is moved", #"{"type":"jsonl","to":"o/a.jsonl"}"#, { try move($0, "o", "elsewhere") }),
        ("the folder of pages is moved", #"{"type":"markdown","to":"o/{{.id}}.md"}"#, { try move($0, "o", "elsewhere") }),
        (
            "a page that would not change is removed", #"{"type":"markdown","to":"o/{{.id}}.md"}"#,
            { try FileManager.default.removeItem(at: $0.appendingPathComponent("o/1.md")) }
        ),
    ]

    private static func move(_ folder: URL, _ from: String, _ to: String) throws {
        try FileManager.default.moveItem(at: folder.appendingPathComponent(from), to: folder.appendingPathComponent(to))
    }

    @Test("keep all outputs of the run as they were") func all() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"pipe"},"sinks":[{"type":"jsonl","to":"a/x.jsonl"},{"type":"json","to":"b/y.json"}]}"#,
            to: "p.json")
        try folder.write("old\n", to: "a/x.jsonl")
        try folder.write("old\n", to: "b/y.json")
        let pipe = folder.file("pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let program = try await RunningProgram.start(
            ["run", "p.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        let writer = try #require(await onBlockingThread { FileHandle(forWritingAtPath: pipe) })
        try writer.write(contentsOf: Data("{\"id\":1}\n".utf8))
        await program.waitForMessage("read 1, ")
        try Self.move(folder.url, "b", "c")
        try writer.close()
        #expect(await program.code(within: 60) == 74, "\(program.messages)")
        #expect(try folder.read("a/x.jsonl") == "old\n")
        #expect(try folder.read("c/y.json") == "old\n")
    }

    @Test("are a failure", arguments: 0..<examples.count) func vanished(_ index: Int) async throws {
        let example = Self.examples[index]
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"pipe"},"sinks":[\#(example.sink)]}"#, to: "p.json")
        try folder.write("{\"id\":1,\"html\":\"a\"}\n", to: "in.jsonl")
        try folder.write("a\n", to: "o/1.md")
        let pipe = folder.file("pipe").path
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let program = try await RunningProgram.start(
            ["run", "p.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        let writer = try #require(await onBlockingThread { FileHandle(forWritingAtPath: pipe) })
        try writer.write(contentsOf: Data("{\"id\":1,\"html\":\"a\"}\n".utf8))
        await program.waitForMessage("read 1, ")
        try await Task.sleep(for: .milliseconds(300))
        try example.change(folder.url)
        try writer.close()
        #expect(await program.code(within: 60) == 74, "\(program.messages)")
        #expect(program.messages.contains("moved or removed while the run"), "\(program.messages)")
    }
}
