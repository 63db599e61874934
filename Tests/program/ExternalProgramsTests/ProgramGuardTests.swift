import Foundation
import Pipeline
import ProgramRunning
import TestSupport
import Testing

@testable import ExternalPrograms

@Suite("A program below its guard", .startsOnIdlePool, .timeLimit(.minutes(5))) struct ProgramGuardTests {
    private static func command(_ script: String, variables: [String] = []) -> ProgramCommand {
        ProgramCommand(
            path: "/bin/sh", arguments: ["sh", "-c", script], folder: "/", variables: variables, hasOutput: true, outputLimit: 1 << 20)
    }

    /// Runs a script as a source.
    private static func run(_ script: String, variables: [String] = []) async throws -> [StreamDialog.Answer] {
        let dialog = StreamDialog(name: "p", role: .source, style: .lines, start: .seconds(20), idle: .seconds(20))
        return try await withProgram(command(script, variables: variables), dialog) { loop in
            var answers: [StreamDialog.Answer] = []
            while true {
                let events = await loop.events()
                if events.isEmpty { return answers }
                for case .answer(let answer) in events { answers.append(answer) }
            }
        }
    }

    @Test("has the variables that it is given, its folder, and no other descriptor than its standard streams")
    func surroundings() async throws {
        let script = #"echo "\"$A $(pwd) ${HOME-none} $(ls /dev/fd | tr '\n' ' ')\"""#
        let answers = try await Self.run(script, variables: ["A=1", "PATH=/usr/bin:/bin"])
        // The last one is the folder that ls reads.
        #expect(answers == [.value("1 / none 0 1 2 3 "), .over(nil)])
    }

    /// Starts of scripts, and how they start a child. `setsid` gives it a process group of its own.
    private static let scripts =
        ["", "trap '' TERM; ", "exec 0<&- 1<&-; ", "kill -STOP $PPID; "].map { ($0, "") }
        + (InstalledProgram.isThere("setsid") ? [("", "setsid "), ("trap '' TERM; ", "setsid ")] : [])

    @Test("is gone with its children, when the loop has ended", arguments: scripts)
    func children(_ beginning: String, _ starter: String) async throws {
        let folder = try ScratchFolder()
        let file = folder.file("pid").path
        let start = "sh -c 'echo $$ > \(file).new; mv \(file).new \(file); exec sleep 1000'"
        let script = beginning + starter + start + " & wait"
        let dialog = LineDialog(name: "p", window: 1, restarts: 0, timeouts: LineTimeouts())
        let child: Int32 = try await withProgram(Self.command(script), dialog) { loop in
            loop.tell { $0.add(Array("1\n".utf8), ends: [2]) }
            while !FileManager.default.fileExists(atPath: file) { try await Task.sleep(for: .milliseconds(20)) }
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return try #require(Int32(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        }
        #expect(kill(child, 0) != 0 && errno == ESRCH)
    }

    @Test("that is not there is an answer") func missing() async throws {
        let isInputOpen = fcntl(0, F_GETFD) >= 0
        let command = ProgramCommand(
            path: "/nonexistent/program", arguments: ["program"], folder: "/", variables: [], hasOutput: true, outputLimit: 10)
        let dialog = StreamDialog(name: "p", role: .sink, style: .lines, start: .seconds(5), idle: .seconds(5))
        let answers = try await withProgram(command, dialog) { loop in await loop.events() }
        #expect(answers == [.answer(.cannotStart("p cannot be started: No such file or directory"))])
        #expect((fcntl(0, F_GETFD) >= 0) == isInputOpen)
    }
}
