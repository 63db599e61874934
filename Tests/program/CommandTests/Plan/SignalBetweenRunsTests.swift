import Foundation
import ProgramSupport
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

@Suite("A signal between two runs of a command", .startsInTurn) struct SignalBetweenRunsTests {
    @Test("keeps the others from running", arguments: [1, 2, 5]) func several(_ first: Int) async throws {
        let folder = try ScratchFolder()
        try folder.write(String(repeating: "1\n", count: 5_000), to: "in.jsonl")
        let files = (1...200).map { "p\($0).json" }
        for (number, file) in files.enumerated() {
            try folder.write(
                #"{"source":{"type":"json","from":"in.jsonl"},"sinks":[{"type":"jsonl","to":"out/\#(number + 1).jsonl"}]}"#, to: file)
        }
        let program = try await RunningProgram.start(["run"] + files, input: "/dev/null", output: FileHandle.nullDevice, in: folder.url)
        await program.signal(SIGINT, at: "p\(first): read 5000")
        #expect(await program.code(within: 60) == 128 + SIGINT)
        #expect(try folder.names("out").count < 200)
    }
}
