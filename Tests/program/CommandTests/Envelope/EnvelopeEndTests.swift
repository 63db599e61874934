import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("pipe --envelope that is cut short", .startsInTurn, .timeLimit(.minutes(5))) struct EnvelopeEndTests {
    /// Many records, every second of which is rejected.
    private static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"filter","where":"if .n % 2 == 1 then error(\"odd\") else true end"}]}"#, to: "s.json")
        try folder.write((0..<30_000).map { "{\"n\":\($0),\"t\":\"\(String(repeating: "x", count: 50))\"}\n" }.joined(), to: "in.jsonl")
        return folder
    }

    @Test("has no end after a signal", arguments: [SIGTERM, SIGINT, SIGKILL]) func signal(_ number: Int32) async throws {
        let folder = try Self.folder()
        let output = Pipe()
        let program = try await RunningProgram.start(
            ["pipe", "s.json", "--envelope", "--progress", "always"], input: folder.file("in.jsonl").path, output: output, in: folder.url)
        // Once the first lines are there, nothing more is read: the pipe fills up, and the program cannot end by itself.
        try output.fileHandleForWriting.close()
        let reader = output.fileHandleForReading
        let beginning = await onBlockingThread { reader.availableData }
        await program.waitForMessage("records/s")
        program.signal(number)
        let code = await program.code(within: 60)
        #expect(number == SIGKILL ? code == nil : code == 128 + number)
        let rest = await onBlockingThread { try? reader.readToEnd() } ?? Data()
        let text = String(decoding: beginning + rest, as: UTF8.self)
        #expect(text.hasPrefix(#"{"ok":{"n":0,"#))
        #expect(!text.contains(#"{"end":"#))
    }

    @Test(
        "ends when its reader does, also where all records are rejected",
        arguments: [(nil, ["ok", "reject", "ok"]), (#"error(\"no\")"#, ["reject"])] as [(String?, [String])])
    func head(_ condition: String?, _ keys: [String]) async throws {
        let folder = try Self.folder()
        if let condition { try folder.write(#"{"stages":[{"type":"filter","where":"\#(condition)"}]}"#, to: "s.json") }
        let command = "\(Program.path) pipe s.json --envelope -q < in.jsonl | head -n \(keys.count); echo ${PIPESTATUS[0]}"
        let outcome = try await Program.run("/bin/bash", ["-c", command], in: folder.url)
        let lines = outcome.output.split(separator: "\n")
        #expect(lines.last == "141")
        #expect(try EnvelopeLines(lines.dropLast().joined(separator: "\n")).keys == keys)
        #expect(outcome.messages == "")
    }

    @Test("answers each record at once, also with a reject", arguments: ["", #",{"type":"dedupe","by":".n"}"#])
    func answers(_ more: String) async throws {
        let folder = try Self.folder()
        try folder.write(
            #"{"stages":[{"type":"filter","where":"if .n % 2 == 1 then error(\"odd\") else true end"}\#(more)]}"#, to: "s.json")
        // Each line is read before the next one is sent; a program that held an answer back would wait forever.
        let script = """
            mkfifo to from; "\(Program.path)" pipe s.json --envelope -q <to >from & exec 3>to 4<from
            for n in 1 2 3 5 4; do echo "{\\"n\\":$n}" >&3; IFS= read -r line <&4; echo "$line" | cut -c 1-8; done
            exec 3>&-; cat <&4 | cut -c 1-25
            """
        let outcome = try await Program.run("/bin/sh", ["-c", script], in: folder.url)
        #expect(
            outcome.output == """
                {"reject
                {"ok":{"
                {"reject
                {"reject
                {"ok":{"
                {"end":{"read":5,"made":0

                """)
    }
}
