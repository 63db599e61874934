import ProgramSupport
import TestSupport
import Testing

@Suite("Parameters in the programs of a file") struct ProgramVariableTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var arguments: [String] = []
        let pipeline: String
        var input = #"{"state":"open","n":3}"#
        var output = ""
        var messages = "p: read 1 = written 1 + filtered 0 + rejected 0 in 0.00 s\n"
        var code: Int32 = 0
    }

    /// Parameters of several kinds, and the stages of an example.
    private static func file(_ stages: String, _ start: String = "") -> String {
        #"{"parameters":{"state":{"default":"open"},"n":{"default":2},"list":{"default":["open","new"]},"needed":{},"#
            + #""start-date":{"default":"2026"},"token":{"default":{"$env":"TOKEN"}}},"# + start + #""stages":["# + stages + "]}"
    }

    private static func map(_ program: String) -> String { #"{"type":"map","to":"\#(program)"}"# }

    static let examples = [
        Example(
            testDescription: "are variables with JSON values", pipeline: file(map(".state == $state, $n + 1, .state == $list[0]")),
            output: "true\n3\ntrue\n", messages: "p: read 1 + made 2 = written 3 + filtered 0 + rejected 0 in 0.00 s\n"),
        Example(
            testDescription: "have the value of --set, of the kind of the default",
            arguments: ["--set", "n=10", "--set", "state=new", "--set", #"list=["x"]"#],
            pipeline: file(map("[$n + 1, $state, $list]")), output: #"[11,"new",["x"]]"# + "\n"),
        Example(
            testDescription: "stand in fields, templates and definitions",
            pipeline: file(
                #"{"type":"set","fields":{"a":"big","b":"\"\\($state)!\""}},"# + map("[.a, .b]"),
                #""definitions":"def big: .n > $n;","#), output: #"[true,"open!"]"# + "\n"),
        Example(
            testDescription: "may have the name of a variable of the shell",
            pipeline: #"{"parameters":{"STATE":{"default":"x"}},"stages":[{"type":"map","to":"$STATE"}]}"#, output: "\"x\"\n"),
        Example(
            testDescription: "are hidden by a variable of the program", pipeline: file(map("1 as $n | $n")), output: "1\n"),
        Example(
            testDescription: "need a value only if a program that runs uses them", arguments: ["--set", "needed=x"],
            pipeline: file(map("$needed")), output: "\"x\"\n"),
        Example(
            testDescription: "without a value are missed if only a program uses them", pipeline: file(map("$needed")),
            messages: """
                p.json:1:95: error: the parameter "needed" has no value
                  1 | …{"state":{"default":"open"},"n":{"default":2},"list":{"default":["open","new"]},"needed":{},"start-date":{"default":"2026"},"token":{"default":{"$en
                    |                                                                                  ^^^^^^^^
                    = at parameters.needed
                    = help: give one with --set needed=…

                """, code: 78),
        Example(
            testDescription: "are suggested for an unknown name",
            pipeline: #"{"parameters":{"state":{"default":1}},"stages":[{"type":"map","to":".a | $stat"}]}"#,
            messages: """
                p.json:1:74: error: the variable $stat is not defined; did you mean "$state"?
                  1 | {"parameters":{"state":{"default":1}},"stages":[{"type":"map","to":".a | $stat"}]}
                    |                                                                          ^
                    = at stages[0].to

                """, code: 78),
        Example(
            testDescription: "need another name if theirs is none of a variable",
            pipeline: #"{"parameters":{"start-date":{"default":"x"}},"stages":[{"type":"map","to":"$start-date"}]}"#,
            messages: """
                p.json:1:76: error: the variable $start is not defined; in programs, names of parameters consist of letters, digits and "_"; rename "start-date" to "start_date"
                  1 | {"parameters":{"start-date":{"default":"x"}},"stages":[{"type":"map","to":"$start-date"}]}
                    |                                                                            ^
                    = at stages[0].to

                """, code: 78),
        Example(
            testDescription: "with a fault cause no second message", pipeline: #"{"parameters":[],"stages":[{"type":"map","to":"$a"}]}"#,
            messages: """
                p.json:1:15: error: expected an object of parameters
                  1 | {"parameters":[],"stages":[{"type":"map","to":"$a"}]}
                    |               ^^
                    = at parameters

                """, code: 78),
        Example(
            testDescription: "that are secret stay hidden where a message shows their beginning", arguments: ["--rejects", "none"],
            pipeline: file(map("$token | keys")),
            messages: """
                warning: standard input, item 1: rejected by map: string ("***...") has no keys (p.json:1:216: stages[0].to: keys; input string ("***..."))
                rejected records were dropped
                p: read 1 = written 0 + filtered 0 + rejected 1 in 0.00 s

                """, code: 1),
    ]

    @Test("work as said", arguments: examples) func programs(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(example.pipeline, to: "p.json")
        let outcome = try await Program.run(
            ["pipe", "p.json"] + example.arguments, input: example.input, in: folder.url,
            environment: ["TOKEN": "a-long-secret-that-messages-shorten-1234567890"])
        #expect(outcome.messages.withoutTimes == example.messages.withoutTimes)
        #expect(outcome.output == example.output)
        #expect(outcome.code == example.code)
    }

    @Test("compile without values", arguments: ["validate", "graph"]) func placeholders(_ command: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"re":{"default":{"$env":"NO_SUCH_VARIABLE"}}},"stages":[{"type":"filter","where":".a | test($re)"}]}"#,
            to: "p.json")
        let outcome = try await Program.run([command, "p.json"] + (command == "graph" ? [] : ["--stages-only"]), in: folder.url)
        let warning = "warning: p.json:1:40: parameters.re.default: the environment variable NO_SUCH_VARIABLE is not set\n"
        #expect(outcome.messages == (command == "graph" ? "" : warning + "p.json: ok\n"))
        #expect(outcome.code == 0)
    }
}
