import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("query") struct QueryTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let arguments: [String]
        var input = ""
        var output = ""
        var code: Int32 = 0
        var messages = ""
    }

    private static let half = #"this \u escape is half of a surrogate pair and stands for no character"#

    static let examples = [
        Example(
            testDescription: "shows the place of an error in the program", arguments: [".a | selct(.b)"], code: 3,
            messages: "program:1:6: error: selct/1 is not defined; did you mean \"select\"?\n  1 | .a | selct(.b)\n    |      ^\n"),
        Example(
            testDescription: "shows the file and line of an input with an error", arguments: ["-c", ".a"], input: "1\n{\"a\":2}\n[]\n",
            output: "2\n", code: 5,
            messages: "error: standard input: line 1: Cannot index number with string (\"a\")\n"
                + "error: standard input: line 3: Cannot index array with string (\"a\")\n"),
        Example(
            testDescription: "shows a value that was raised", arguments: ["-n", "error({a: 1})"], code: 5,
            messages: "error: {\"a\":1} (not a string)\n"),
        Example(
            testDescription: "shows the place of invalid JSON", arguments: ["."], input: "1\n[2,}", output: "1\n", code: 5,
            messages: "error: standard input: line 2, byte 5: expected a value, found \"}\"\n"),
        Example(
            testDescription: "reads the files behind a missing one", arguments: [".", "missing.json", "-"], input: "1", output: "1\n",
            code: 2,
            messages: "error: cannot open missing.json: No such file or directory\n"),
        Example(
            testDescription: "warns of a cut number in a sequence", arguments: ["-c", "--seq", "."], input: "\u{1E}1\n\u{1E}2",
            output: "\u{1E}1\n",
            messages: "warning: standard input: skipped a text: a number at the end may be cut, because no white space follows it\n"),
        Example(
            testDescription: "gives invalid JSON as an event with --stream-errors", arguments: ["-c", "--stream-errors", "."],
            input: "[1,]",
            output: "[[0],1]\n[\"line 1, byte 3: expected a value, found \\\"]\\\"\",[0]]\n"),
        Example(testDescription: "takes the last of equal keys", arguments: [".a"], input: #"{"a":1,"a":2}"#, output: "2\n"),
        Example(
            testDescription: "keeps the digits of numbers", arguments: ["-c", "."], input: "[1.10,1e2,100000000000000000000000001]",
            output: "[1.10,1e2,100000000000000000000000001]\n"),
        Example(
            testDescription: "refuses half of a surrogate pair in front of other strings", arguments: ["-c", "."],
            input: #"["\ud800\u0041","secret"]"# + "\n1\n" + #"{"k\udc00":"abcdefgh"}"#, output: "1\n", code: 5,
            messages: "error: standard input: line 1: \(half)\nerror: standard input: line 3: \(half)\n"),
        Example(
            testDescription: "refuses half of a surrogate pair at the end of the input", arguments: ["."], input: #""\ud800""#, code: 5,
            messages: "error: standard input: line 1: \(half)\n"),
        Example(
            testDescription: "refuses half of a surrogate pair in all inputs together", arguments: ["-s", "."], input: #""\ud800a""#,
            code: 5,
            messages: "error: \(half)\n"),
        Example(
            testDescription: "refuses half of a surrogate pair in an event", arguments: ["-c", "--stream", "."], input: #""\ud800""#,
            code: 5,
            messages: "error: standard input: line 1: \(half)\n"),
        Example(
            testDescription: "refuses half of a surrogate pair in a sequence", arguments: ["-c", "--seq", "."],
            input: "\u{1E}\"\\ud800\"\n\u{1E}1\n", output: "\u{1E}1\n", messages: "error: standard input: line 3: \(half)\n"),
        Example(
            testDescription: "refuses half of a surrogate pair in an argument", arguments: ["-n", "--argjson", "a", #""\ud800""#, "1"],
            code: 2,
            messages: #"error: --argjson a wants JSON, found ""\ud800"""# + "\n  = help: tabpipe query --help\n"),
        Example(
            testDescription: "shows half of a surrogate pair in a message", arguments: ["-c", "debug | 1"], input: #"["\ud800"]"#,
            output: "1\n",
            messages: #"["DEBUG:",["\ud800"]]"# + "\n"),
        Example(
            testDescription: "keeps pairs", arguments: ["-c", "."], input: #"["\ud83d\ude00","\u00e9"]"#, output: "[\"😀\",\"é\"]\n"),
        Example(
            testDescription: "counts the lines of all inputs together", arguments: ["-s", "input_line_number"], input: "1\n2\n3\n",
            output: "3\n"),
        Example(
            testDescription: "counts the lines of a whole text", arguments: ["-sR", "input_line_number"], input: "1\n2\n3", output: "2\n"),
        Example(
            testDescription: "counts the lines of events", arguments: ["-c", "--stream", "[.[1], input_line_number]"], input: "1\n2\n3\n",
            output: "[1,1]\n[2,2]\n[3,3]\n"),
        Example(testDescription: "escapes DEL", arguments: ["."], input: "\"\u{7F}\"", output: "\"\\u007f\"\n"),
        Example(
            testDescription: "knows the functions for content", arguments: ["-n", #""Crème brûlée" | slug"#], output: "\"creme-brulee\"\n"),
        Example(
            testDescription: "runs a script by its first line", arguments: ["--args", "-MRnf", "--", "total", "1", "2"], output: "3\n"),
        Example(
            testDescription: "says that a name wants a value", arguments: ["-n", "--argjson", "a"], code: 2,
            messages: "error: --argjson wants NAME JSON\n  = help: tabpipe query --help\n"),
        Example(
            testDescription: "has a nearest name for an option", arguments: ["--slurpfiles", "."], code: 2,
            messages: "error: unknown option \"--slurpfiles\"; did you mean \"--slurpfile\"?\n  = help: tabpipe query --help\n"),
        Example(
            testDescription: "quotes control characters of messages", arguments: ["-n", "error(\"\\u001b[31m\")"], code: 5,
            messages: "error: ␛[31m\n"),
    ]

    @Test("of the shell", arguments: examples) func answers(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            "#!/bin/sh --\n# \\\nexec tabpipe query --args -MRnf -- \"$0\" \"$@\"\n[$ARGS.positional[] | tonumber] | add\n", to: "total")
        let outcome = try await Program.run(["query"] + example.arguments, input: example.input, in: folder.url)
        #expect(outcome == .init(code: example.code, output: example.output, messages: example.messages))
    }

    @Test("gives the same bytes for every number of workers", arguments: ["1", "2", "5"]) func jobs(_ jobs: String) async throws {
        let lines = (0..<30_000).map { $0 % 7_000 == 6_999 ? "\"text \($0)\"" : "{\"id\":\($0),\"name\":\"n\($0)\"}" }
        let wanted = (0..<30_000).filter { $0 % 7_000 != 6_999 }.map { "\($0)\n" }.joined()
        let messages = stride(from: 6_999, to: 30_000, by: 7_000).map {
            "error: standard input: line \($0 + 1): Cannot index string with string (\"id\")\n"
        }.joined()
        let outcome = try await Program.run(["query", "--jobs", jobs, ".id"], input: lines.joined(separator: "\n") + "\n")
        #expect(outcome == .init(code: 0, output: wanted, messages: messages))
    }

    @Test("reads compressed files") func compressed() async throws {
        let folder = try ScratchFolder()
        try folder.write("[1,2]\n", to: "a.json")
        _ = try await Program.run("/bin/sh", ["-c", "gzip a.json"], in: folder.url)
        #expect(
            try await Program.run(["query", "-c", ".", "a.json.gz"], in: folder.url) == .init(code: 0, output: "[1,2]\n", messages: ""))
    }

    @Test("ends when its output is closed", arguments: ["repeat(1)", "range(1e12) | debug"]) func closed(_ program: String) async throws {
        let outcome = try await Program.run(
            "/bin/bash", ["-c", "timeout 20 '\(Program.path)' query -n '\(program)' 2>/dev/null | head -n 1; echo ${PIPESTATUS[0]}"])
        #expect(outcome.output.hasSuffix("\n141\n"), "\(outcome.output)")
    }

    @Test("leaves standard input to other programs with -n") func untouched() async throws {
        let outcome = try await Program.run("/bin/sh", ["-c", "'\(Program.path)' query -n 1; cat"], input: "rest\n")
        #expect(outcome.output == "1\nrest\n")
    }

    @Test(
        "takes its colors from JQ_COLORS",
        arguments: [
            ("0;31", "\u{1B}[0;31mnull\u{1B}[0m\n", ""),
            (
                "0;31:x", "\u{1B}[0;90mnull\u{1B}[0m\n",
                "warning: JQ_COLORS is not used: it may hold digits, semicolons and colons\n"
            ),
        ])
    func colors(_ colors: String, _ output: String, _ messages: String) async throws {
        let outcome = try await Program.run(["query", "-nC", "."], environment: ["JQ_COLORS": colors])
        #expect(outcome == .init(code: 0, output: output, messages: messages))
    }

    @Test("says that the program comes first", arguments: ["https://example.com/a.json", "in.json"])
    func order(_ word: String) async throws {
        let folder = try ScratchFolder()
        try folder.write("{}", to: "in.json")
        let outcome = try await Program.run(["query", word, ".a"], in: folder.url)
        #expect(outcome.code == 3)
        #expect(outcome.output == "")
        #expect(outcome.messages.hasPrefix("program:1:"))
        #expect(outcome.messages.contains("= help: the program comes first: tabpipe query PROGRAM FILE\n"), "\(outcome)")
    }
}
