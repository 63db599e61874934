import Foundation
import ProgramRunning
import TestSupport
import Testing

@Suite("The output of a program", .startsOnIdlePool, .timeLimit(.minutes(5))) struct ProgramOutputTests {
    private static func command(_ script: String) -> ProgramCommand {
        ProgramCommand(
            path: "/bin/sh", arguments: ["sh", "-c", script], folder: "/", variables: ["PATH=/usr/bin:/bin"], hasOutput: true,
            outputLimit: 1000)
    }

    @Test(
        "is whole and within its limits, or the outcome says why not",
        arguments: [
            ("printf hello", .output(Array("hello".utf8))), ("cat", .output([])), ("echo bad >&2; printf ok", .output(Array("ok".utf8))),
            ("sleep 1000 & printf z", .output(Array("z".utf8))), ("exec 0<&-; printf y", .output(Array("y".utf8))),
            ("head -c 1000 /dev/zero", .output([UInt8](repeating: 0, count: 1000))), ("head -c 1001 /dev/zero", .wroteTooMuch),
            ("yes", .wroteTooMuch), ("exit 3", .failed(ProgramEnd(status: .exited(3)))),
            ("kill -9 $$", .failed(ProgramEnd(status: .signalled(9)))),
        ] as [(String, ProgramOutcome)])
    func outcome(_ script: String, _ outcome: ProgramOutcome) async throws {
        #expect(try await outputOfProgram(Self.command(script), input: nil, maxSeconds: 60) == outcome)
    }

    @Test("ends when time is up, also if the program and its child ignore signals", arguments: ["", "trap '' TERM; "])
    func late(_ beginning: String) async throws {
        let script = beginning + "sleep 1000 & sleep 1000"
        #expect(try await outputOfProgram(Self.command(script), input: nil, maxSeconds: 0.2) == .tookTooLong)
    }

    @Test("comes of a file from its current position on; the program need not read all of it") func input() async throws {
        let folder = try ScratchFolder()
        let bytes = Data((0..<300_000).map { UInt8($0 % 251) })
        try bytes.write(to: folder.file("a"))
        let file = try FileHandle(forReadingFrom: folder.file("a"))
        defer { try? file.close() }
        try file.seek(toOffset: 299_990)
        let end = try await outputOfProgram(Self.command("cat"), input: file.fileDescriptor, maxSeconds: 60)
        #expect(end == .output(Array(bytes.suffix(10))))
        try file.seek(toOffset: 0)
        let count = try await outputOfProgram(Self.command("wc -c | tr -d ' \\n'"), input: file.fileDescriptor, maxSeconds: 60)
        #expect(count == .output(Array("300000".utf8)))
        try file.seek(toOffset: 0)
        let start = try await outputOfProgram(Self.command("head -c 2"), input: file.fileDescriptor, maxSeconds: 60)
        #expect(start == .output([0, 1]))
    }

    @Test("does not come of a program or an input that is not there") func missing() async throws {
        let command = ProgramCommand(
            path: "/nonexistent/program", arguments: ["x"], folder: "/", variables: [], hasOutput: true, outputLimit: 1)
        #expect(try await outputOfProgram(command, input: nil, maxSeconds: 60) == .cannotStart("No such file or directory"))
        #expect(try await outputOfProgram(Self.command("cat"), input: 999_999, maxSeconds: 60) == .cannotStart("Bad file descriptor"))
    }
}
