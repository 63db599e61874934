import ProgramSupport
import TestSupport
import Testing

@Suite("Programs of several lines") struct ProgramLinesTests {
    private static let start = "{\"stages\":[\n{\"type\":\"map\",\"to\":"

    /// A program as the value of an option, with what it gives.
    static let examples: [(name: String, program: String, output: String, messages: String, code: Int32)] = [
        ("are joined by line ends", #"[".a # a comment","+ 1"]"#, "2\n", "", 0),
        ("may come from a file in part", #"[{"$file":"lib.jq"},".a | twice"]"#, "2\n", "", 0),
        ("know their places", "[\".a\",\n\"| [., $__loc__]\"]", #"[1,{"file":"p.json","line":3}]"# + "\n", "", 0),
        (
            "fail at their place", "[\".a\",\n\"| . | \\\"\\\" + .\"]", "",
            "warning: standard input, item 1: rejected by map: string (\"\") and number (1) cannot be added "
                + "(p.json:3:8: stages[0].to: \"\" + .; input .a: number (1))\n", 1
        ),
        (
            "are wrong at their place", "[\".a\",\n\"| . | lenght\"]", "",
            """
            p.json:3:8: error: lenght/0 is not defined; did you mean "length"?
              3 | "| . | lenght"]}]}
                |        ^
                = at stages[0].to[1]

            """, 78
        ),
        (
            "are at least one", "[]", "",
            """
            p.json:2:20: error: expected at least one line
              2 | {"type":"map","to":[]}]}
                |                    ^^
                = at stages[0].to

            """, 78
        ),
        (
            "are strings", "[\".a\", 5]", "",
            """
            p.json:2:27: error: expected a string, found 5
              2 | {"type":"map","to":[".a", 5]}]}
                |                           ^
                = at stages[0].to[1]

            """, 78
        ),
        (
            "hide a secret part", "[\".a\",\n{\"$env\":\"PART\"}]", "",
            "warning: standard input, item 1: rejected by map: the jq program from $env.PART fails for this record\n", 1
        ),
        ("or a text are expected", "5", "", "expected a jq program (a string, or a list of lines), found 5", 78),
    ]

    @Test("in a list", arguments: examples)
    func lines(_ example: (name: String, program: String, output: String, messages: String, code: Int32)) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.start + example.program + "}]}", to: "p.json")
        try folder.write("def twice: . * 2;", to: "lib.jq")
        let outcome = try await Program.run(
            ["pipe", "p.json", "--rejects", "none"], input: #"{"a":1}"#, in: folder.url, environment: ["PART": "| keys"])
        if example.messages.isEmpty {
            #expect(!outcome.messages.contains(#/warning|error/#), "\(example.name): \(outcome.messages)")
        } else {
            #expect(outcome.messages.contains(example.messages), "\(example.name): \(outcome.messages)")
        }
        #expect(outcome.output == example.output, "\(example.name)")
        #expect(outcome.code == example.code, "\(example.name): \(outcome.messages)")
    }

    @Test("reach every form of an option") func forms() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"stages":[{"type":"set","fields":{"b":[".a","+ 1"]}},{"type":"filter","where":[".b","> 1"]}]}"#, to: "p.json")
        let outcome = try await Program.run(["pipe", "p.json", "--quiet"], input: #"{"a":1}"#, in: folder.url)
        #expect(outcome == .init(code: 0, output: #"{"a":1,"b":2}"# + "\n", messages: ""))
        let explained = try await Program.run(["explain", "p.json"], in: folder.url)
        #expect(explained.output.contains("\"where\": [\n        \".b\",\n        \"> 1\"\n      ]"))
    }
}
