import ProgramSupport
import TestSupport
import Testing

@Suite("Functions of a pipeline file, and what its programs log") struct DefinitionsTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var arguments = ["pipe", "p.json", "--rejects", "none"]
        let pipeline: String
        var library = ""
        var input = #"{"t":"x"}"#
        var output = ""
        let messages: String
        var code: Int32 = 0
    }

    private static let count = "p: read 1 = written 1 + filtered 0 + rejected 0 in"

    static let examples = [
        Example(
            testDescription: "are in scope in every stage",
            pipeline: #"{"definitions":["def shout:","ascii_upcase + \"!\";",{"$file":"lib.jq"}],"stages":["#
                + #"{"type":"filter","where":"has_t"},{"type":"set","fields":{"s":".t | shout"}},{"type":"map","to":"{s, l: here}"}]}"#,
            library: "def has_t: .t != null;\ndef here: $__loc__;\n", output: #"{"s":"X!","l":{"file":"lib.jq","line":2}}"# + "\n",
            messages: count),
        Example(
            testDescription: "are wrong at their own place", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"definitions":{"$file":"lib.jq"},"stages":[]}"#, library: "def a: 1;\ndef b:\n  a | lenght;\n",
            messages: """
                lib.jq:3:7: error: lenght/0 is not defined; did you mean "length"?
                  3 |   a | lenght;
                    |       ^
                    = at definitions

                """, code: 78),
        Example(
            testDescription: "have one fault that is said once, in a file of one line", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"definitions":{"$file":"lib.jq"},"stages":[{"type":"map","to":".t | shout"}]}"#,
            library: "def shout: ascii_upcase",
            messages: """
                lib.jq:1:24: error: expected ";" for `def shout: ascii_upcase`, found the end of the program
                  1 | def shout: ascii_upcase
                    |                        ^
                    = at definitions

                """, code: 78),
        Example(
            testDescription: "are wrong in a line of a list", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"definitions":["def a: 1;","def b: .x ?? 1;"],"stages":[]}"#,
            messages: """
                p.json:1:40: error: "??" is no operator; use "//", as in `.a // "none"`
                  1 | {"definitions":["def a: 1;","def b: .x ?? 1;"],"stages":[]}
                    |                                        ^
                    = at definitions[1]

                """, code: 78),
        Example(
            testDescription: "hold no program", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"definitions":"def a: 1; a","stages":[]}"#,
            messages: """
                p.json:1:27: error: expected a definition, found "a"; definitions are `def name: …;` and hold no program
                  1 | {"definitions":"def a: 1; a","stages":[]}
                    |                           ^
                    = at definitions

                """, code: 78),
        Example(
            testDescription: "never come from the environment", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"definitions":{"$env":"HOME"},"stages":[]}"#,
            messages: """
                p.json:1:16: error: definitions cannot come from $env.HOME: messages quote them
                  1 | {"definitions":{"$env":"HOME"},"stages":[]}
                    |                ^^^^^^^^^^^^^^^
                    = at definitions

                """, code: 78),
        Example(
            testDescription: "log once, also where the record fails",
            pipeline: #"{"stages":[{"type":"map","to":"debug(\"a\\n\\u001b\") | .t | stderr | keys"}]}"#,
            messages: """
                standard input, item 1: debug in stages[0].to: "a\\n\\u001b"
                standard input, item 1: debug in stages[0].to: "x"
                warning: standard input, item 1: rejected by map: string ("x") has no keys (p.json:1:71: stages[0].to: keys; input .t: string ("x"))

                """, code: 1),
        Example(
            testDescription: "log as JSON", arguments: ["pipe", "p.json", "--log-format", "json"],
            pipeline: #"{"stages":[{"type":"map","to":".t | debug"}]}"#, output: "\"x\"\n",
            messages: #"{"level":"info","message":"standard input, item 1: debug in stages[0].to: \"x\"","path":"stages[0].to","#
                + #""source":"standard input","item":1,"debug":"\"x\""}"# + "\n"),
        Example(
            testDescription: "log no secret", arguments: ["pipe", "p.json"],
            pipeline: #"{"stages":[{"type":"set","fields":{"k":{"$env":"PROGRAM"}}},{"type":"map","to":".k | debug | 1"}]}"#,
            output: "1\n", messages: "standard input, item 1: debug in stages[1].to: ***\n\(count)"),
    ]

    @Test("work as said", arguments: examples) func messages(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(example.pipeline, to: "p.json")
        if !example.library.isEmpty { try folder.write(example.library, to: "lib.jq") }
        let outcome = try await Program.run(
            example.arguments, input: example.input, in: folder.url, environment: ["HOME": "/x", "PROGRAM": #""hidden-secret-42""#])
        #expect(outcome.messages.hasPrefix(example.messages), "\(outcome.messages)")
        if example.code == 78 { #expect(outcome.messages.split(separator: ": error: ").count == 2, "\(outcome.messages)") }
        #expect(outcome.output == example.output)
        #expect(outcome.code == example.code)
    }

    @Test("log in the order of the records with several jobs, and stop at a limit") func order() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"filter","where":".n | debug | true"}]}"#, to: "p.json")
        let input = (1...3000).map { "{\"n\":\($0)}\n" }.joined()
        let outcome = try await Program.run(["pipe", "p.json", "--jobs", "4"], input: input, in: folder.url)
        let lines = outcome.messages.split(separator: "\n")
        #expect(lines.prefix(100).enumerated().allSatisfy { $1.hasSuffix("debug in stages[0].where: \($0 + 1)") })
        #expect(lines.dropFirst(100).first == "more of the kind at stages[0].where; --verbose shows all")
        #expect(lines.contains("stages[0].where: 3000 messages of jq programs in all"))
        #expect(lines.count == 103)
    }
}
