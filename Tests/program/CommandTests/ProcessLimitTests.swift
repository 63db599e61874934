import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("The process", .startsInTurn, .timeLimit(.minutes(5))) struct ProcessLimitTests {
    private static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"csv","to":"o.csv"}]}"#, to: "p.json")
        try folder.write(#"{"source":{"type":"json","from":"pipe"},"sinks":[{"type":"csv","to":"o.csv"}]}"#, to: "slow.json")
        try folder.write("{\"a\":1}\n", to: "in.jsonl")
        #expect(unsafe mkfifo(folder.file("pipe").path, 0o600) == 0)
        return folder
    }

    @Test("ends with a message where too few files may be open", arguments: 8...40) func descriptors(_ count: Int) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run("/bin/sh", ["-c", "ulimit -n \(count); \"$0\" run p.json", Program.path], in: folder.url)
        #expect(outcome.code == 73 && outcome.messages.hasPrefix("error: ") || outcome.code == 0, "\(outcome)")
        #expect(try folder.names().contains("o.csv") == (outcome.code == 0))
    }

    @Test("ends in order when its terminal goes") func hangUp() async throws {
        let folder = try Self.folder()
        let program = try await RunningProgram.start(
            ["run", "slow.json", "--progress", "always"], input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.waitForMessage("records/s")
        program.signal(SIGHUP)
        #expect(await program.code(within: 60) == 128 + SIGHUP)
        #expect(program.messages.contains("\nslow: read 0 = written 0"))
        #expect(try !folder.names().contains { $0.hasPrefix(".tabpipe") })
    }

    @Test("does not hear a signal that was ignored when it started", arguments: [("HUP", SIGHUP), ("INT", SIGINT)])
    func ignored(_ name: String, _ number: Int32) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(
            "/bin/sh",
            [
                "-c",
                "trap '' \(name); \"$0\" run slow.json --progress always 2> messages & until grep -q records/s messages; do sleep 0.05; done; "
                    + "kill -\(name) $!; sleep 0.3; echo '{\"a\":1}' > pipe; wait $!", Program.path,
            ], in: folder.url)
        let messages = try folder.read("messages")
        #expect(outcome.code == 0, "\(messages)")
        #expect(try folder.names().contains("o.csv"))
    }
}
