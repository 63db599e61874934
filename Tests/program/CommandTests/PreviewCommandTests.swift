import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A preview") struct PreviewCommandTests {
    @Test("that fails leaves nothing behind") func failure() async throws {
        let folder = try ScratchFolder()
        try folder.write("[{", to: "in.json")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json","items":".[]"},"sinks":[{"type":"site","to":"{{.id}}.html"}]}"#, to: "a.json")
        let before = try folder.names()
        let outcome = try await Program.run(["preview", "a.json"], in: folder.url, environment: ["TMPDIR": folder.path])
        #expect(outcome.code == 65)
        #expect(outcome.output == "")
        #expect(try folder.names() == before)
    }

    static let site =
        #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"site","to":"{{.id}}.html"},{"type":"jsonl","to":"o.jsonl"}]}"#

    @Test("says why it cannot make its folder", arguments: [("file", "Not a directory"), ("no", "No such file or directory")])
    func noFolder(_ name: String, _ reason: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.site, to: "p.json")
        try folder.write("", to: "file")
        let temporary = folder.file(name).path
        let outcome = try await Program.run(["preview", "p.json"], in: folder.url, environment: ["TMPDIR": temporary])
        #expect(outcome.code == 73)
        #expect(outcome.messages.hasPrefix("error: cannot make \(temporary)/tabpipe-preview-"))
        #expect(outcome.messages.hasSuffix(": \(reason)\n"))
        #expect(try folder.names() == ["file", "p.json"])
    }

    @Test("that watches removes its folder at a signal, and runs no other sinks") func signal() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.site, to: "p.json")
        try folder.write(#"{"id":"a","subject":"x","messages":[]}"#, to: "in.json")
        let temporary = folder.file("temporary")
        try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
        let program = try await RunningProgram.start(
            ["preview", "p.json", "--watch"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url,
            environment: ["TMPDIR": temporary.path])
        await program.waitForMessage("p: read 1 = written 1")
        #expect(try folder.names("temporary").count == 1)
        // A signal that arrives before the program handles it ends the process at once, and the folder stays.
        try await Task.sleep(for: .seconds(1))
        program.signal(SIGINT)
        #expect(await program.code(within: 60) == 128 + SIGINT)
        #expect(try folder.names("temporary") == [])
        #expect(try !folder.names().contains("o.jsonl"))
    }
}
