import ProgramSupport
import TestSupport
import Testing

@Suite("Standard input that is a file") struct SharedInputTests {
    private static func lines(_ numbers: ClosedRange<Int>) -> String { numbers.map { #"{"n":\#($0),"text":"abc"}"# + "\n" }.joined() }

    private static let pipeline = #"{"source":{"type":"json","from":"-","items":"."},"sinks":[{"type":"jsonl","to":"-"}]}"#

    /// Runs a shell command with a file as its standard input; `$0` is the program, `$1` a pipeline that copies its input.
    private static func shell(_ command: String, input: String) async throws -> Program.Outcome {
        let folder = try ScratchFolder()
        let file = try folder.write(pipeline, to: "p.json")
        return try await Program.run("/bin/sh", ["-c", command, Program.path, file], input: input, in: folder.url)
    }

    @Test("is read to its end, so that the next program of the shell gets nothing", arguments: [100, 60_000], ["1", "3"])
    func shared(_ count: Int, _ jobs: String) async throws {
        let input = Self.lines(1...count)
        let outcome = try await Self.shell(#""$0" run "$1" --quiet --jobs \#(jobs); echo behind; cat"#, input: input)
        #expect(outcome.output == input + "behind\n")
    }

    @Test("is read from the position at which another program stopped", arguments: ["1", "3"]) func begun(_ jobs: String) async throws {
        let input = Self.lines(1...60_000)
        // The shell's `read` takes one byte at a time, and so it stops right behind the line.
        let outcome = try await Self.shell(#"read -r line; "$0" run "$1" --quiet --jobs \#(jobs)"#, input: input)
        #expect(outcome.output == Self.lines(2...60_000))
    }

    @Test("is named with the line of a fault in lines, wherever that is", arguments: ["1", "3"]) func fault(_ jobs: String) async throws {
        let input = Self.lines(1...55_000) + "{\"n\":}\n" + Self.lines(1...5000)
        let outcome = try await Self.shell(#""$0" pipe "$1" --quiet --jobs \#(jobs)"#, input: input)
        let offset = Self.lines(1...55_000).utf8.count + 5
        #expect(outcome.output == Self.lines(1...55_000))
        #expect(outcome.messages.contains("standard input: line 55001, byte \(offset): "))
        #expect(outcome.code == 65)
    }

    @Test("gives what a limit asks for", arguments: ["1", "3"]) func limited(_ jobs: String) async throws {
        let outcome = try await Self.shell(#""$0" run "$1" --quiet --limit 40000 --jobs \#(jobs)"#, input: Self.lines(1...120_000))
        #expect(outcome.output == Self.lines(1...40_000))
        #expect(outcome.code == 0)
    }
}
