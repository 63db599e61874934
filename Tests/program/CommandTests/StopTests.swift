import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A run that waits for another program, and the counts in its summary after a signal.
struct WaitingExample: CustomTestStringConvertible {
    let name: String
    var source = #"{"type":"json","from":"in.jsonl"}"#
    var sink = #"{"type":"jsonl","to":"-"}"#
    let counts: String
    var testDescription: String { name }
}

@Suite("A run that waits for another program", .startsInTurn, .timeLimit(.minutes(5))) struct StopTests {
    static let recordCount = 20_000

    static let examples = [
        WaitingExample(
            name: "a named pipe without a writer", source: #"{"type":"json","from":"pipe"}"#,
            counts: "read 0 = written 0 + filtered 0 + rejected 0"),
        WaitingExample(
            name: "a named pipe without a reader", sink: #"{"type":"csv","to":"pipe"}"#, counts: " = written 0 + filtered 0"),
        WaitingExample(name: "a full pipe behind standard output", counts: " = written "),
        WaitingExample(
            name: "a full pipe, beside a file that waits for it",
            sink: #"{"type":"csv","to":"out.csv"},{"type":"json","to":"-"}"#, counts: " = written 0 + filtered 0"),
    ]

    /// A folder with a pipeline, many records and a named pipe.
    static func folder(_ source: String, _ sink: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":\#(source),"sinks":[\#(sink)]}"#, to: "p.json")
        let line = #"{"text":"\#(String(repeating: "x", count: 80))"}"# + "\n"
        try folder.write(String(repeating: line, count: recordCount), to: "in.jsonl")
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        return folder
    }

    @Test("ends at the first signal, with a summary", arguments: examples) func ends(_ example: WaitingExample) async throws {
        let folder = try Self.folder(example.source, example.sink)
        let output = Pipe()
        let program = try await RunningProgram.start(
            ["run", "p.json", "--progress", "always"], input: "/dev/null", output: output, in: folder.url)
        // The first line of progress appears after the run has begun to wait.
        await program.waitForMessage("records/s")
        program.signal(SIGTERM)
        #expect(await program.code(within: 60) == 128 + SIGTERM)
        let summary = program.messages.split(separator: "\n").last ?? ""
        #expect(summary.hasPrefix("p: read ") && summary.contains(example.counts), "\(program.messages)")
        #expect(try !folder.names().contains("out.csv"))
        withExtendedLifetime(output) {}
    }

    @Test("ends at a signal also where another run of the same process came before it") func secondRun() async throws {
        let folder = try Self.folder(#"{"type":"json","from":"pipe"}"#, #"{"type":"jsonl","to":"-"}"#)
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"csv","to":"/dev/null"}]}"#, to: "first.json")
        let program = try await RunningProgram.start(
            ["run", "first.json", "p.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("records/s")
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 128 + SIGINT)
    }

    /// jq programs that would run for hours: loops of nodes, and of built-in functions.
    static let programs = [
        "reduce range(infinite) as $i (0; . + 1)", "[range(1e5)] | until(false; sort)",
        "[range(1e5)] | until(false; group_by(. % 10) | add)",
        "\"x\" * 1e5 | until(false; explode | implode)", "\"x\" * 100 | until(false; ltrimstr(\"y\"))",
        "\"a b\" * 1000 | until(false; gsub(\"b+\"; \"b\"))", "[range(1e5) | {a: .}] | until(false; tojson | fromjson)",
    ]

    @Test("by a jq program ends at the first signal, whatever the program does", arguments: programs, ["1", "2"])
    func programStops(_ program: String, jobs: String) async throws {
        let folder = try ScratchFolder()
        let text = program.replacing("\"", with: "\\\"")
        let stages = #"[{"type":"filter","where":"true"},{"type":"set","fields":{"r":"\#(text)"}}]"#
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl"},"stages":\#(stages),"sinks":[{"type":"csv","to":"out.csv"}]}"#, to: "p.json")
        try folder.write("{}\n{}\n{}\n", to: "in.jsonl")
        let arguments = ["run", "p.json", "--jobs", jobs, "--progress", "always"]
        let running = try await RunningProgram.start(arguments, input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await running.waitForMessage("records/s")
        running.signal(SIGTERM)
        #expect(await running.code(within: 60) == 128 + SIGTERM)
        let summary = running.messages.split(separator: "\n").last ?? ""
        #expect(summary.hasPrefix("p: read 3 = written 0 + filtered 0 + rejected 0 + unfinished 3"), "\(running.messages)")
        #expect(try !folder.names().contains { $0.hasPrefix("out") })
    }

    @Test("gives a reader that is alive whole records only") func wholeRecords() async throws {
        let folder = try Self.folder(#"{"type":"json","from":"in.jsonl"}"#, #"{"type":"jsonl","to":"-"}"#)
        let output = Pipe()
        let program = try await RunningProgram.start(
            ["run", "p.json", "--progress", "always"], input: "/dev/null", output: output, in: folder.url)
        let reader = output.fileHandleForReading
        let beginning = await onBlockingThread { reader.availableData }
        program.signal(SIGINT)
        try? output.fileHandleForWriting.close()
        let text = String(decoding: beginning + (await onBlockingThread { try? reader.readToEnd() } ?? Data()), as: UTF8.self)
        #expect(text.hasSuffix("\"}\n"))
        #expect(await program.code(within: 60) == 128 + SIGINT)
        let written = text.utf8.count { $0 == 0x0A }
        #expect(program.messages.contains(" = written \(written) + filtered 0"), "\(program.messages)")
    }
}
