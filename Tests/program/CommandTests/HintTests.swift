import ProgramSupport
import TestSupport
import Testing

@Suite("Messages that help on") struct HintTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        var arguments = ["run", "p.json"]
        var pipeline = ""
        /// The content of the file `in.json` and of standard input.
        var input = ""
        let code: Int32
        /// The beginning of the messages.
        let message: String
    }

    static func source(_ from: String, items: String = ".", sinks: String = #"{"type":"json","to":"-"}"#) -> String {
        #"{"source":{"type":"json","from":"\#(from)","items":"\#(items)"},"sinks":[\#(sinks)]}"#
    }

    static let examples = [
        Example(
            testDescription: "name the key that was meant", pipeline: source("in.json", items: ".post[]"),
            input: #"{"a":{"pots":1},"posts":[1]}"#, code: 65,
            message: "error: in.json: line 1, byte 27: nothing found at .post; did you mean \"posts\"?\n"),
        Example(
            testDescription: "name the key that was meant in a stream", pipeline: source("-", items: ".post[]"),
            input: #"{"post":[1]} {"posts":[2]}"#, code: 65,
            message: "error: standard input: line 1, byte 25: nothing found at .post; did you mean \"posts\"?\n"),
        Example(
            testDescription: "name the key that was meant further in", pipeline: source("in.json", items: ".a[].post[]"),
            input: "\u{FEFF}{\"posts\":0,\n\"a\":[{\"post\":[1]},{\"posd\":2}]}", code: 65,
            message: "error: in.json: line 2, byte 42: nothing found at .a[].post; did you mean \"posd\"?\n"),
        Example(
            testDescription: "name all keys where none is near", pipeline: source("in.json", items: ".post[]"), input: #"{"a":1}"#,
            code: 65, message: "error: in.json: line 1, byte 6: nothing found at .post; the keys there: \"a\"\n"),
        Example(
            testDescription: "say that an array is one record", pipeline: source("in.json", items: ".a.posts"),
            input: #"{"a":{"posts":[1,2]}}"#, code: 0,
            message: "warning: in.json, item 1: .a.posts is an array, which makes one record; with .a.posts[] each of its elements "
                + "makes one\n"),
        Example(
            testDescription: "say that an input is an array", pipeline: source("in.json"), input: "[1,2]", code: 0,
            message: "warning: in.json: the first text is an array, which makes one record; with \"items\": \".[]\" each of its elements "
                + "makes one\n"),
        Example(
            testDescription: "say to pipe that an input is an array", arguments: ["pipe", "p.json"], pipeline: #"{"stages":[]}"#,
            input: "[1,2]\n[3]\n", code: 0,
            message: "warning: standard input: the first text is an array, which makes one record; with jq -c '.[]' in front of the pipe "
                + "each of its elements makes one\np: read 2 = "),
        Example(
            testDescription: "say to pipe with bad lines that an input is an array",
            arguments: ["pipe", "p.json", "--on-bad-line", "reject"],
            pipeline: #"{"stages":[]}"#, input: "[1,2]\n", code: 0, message: "warning: standard input: the first text is an array"),
        Example(
            testDescription: "recognise a web page", pipeline: source("in.json", items: ".a[]"), input: "<!doctype html><title>A b</title>",
            code: 65, message: "error: in.json: this is HTML: A b; JSON was expected\n"),
        Example(
            testDescription: "name some of many keys", pipeline: source("in.json", items: ".zzz[]"),
            input: "{" + (0..<12).map { "\"key\($0)\":1" }.joined(separator: ",") + "}", code: 65,
            message: "error: in.json: line 1, byte 110: nothing found at .zzz; the keys there: "
                + (0..<10).map { "\"key\($0)\"" }.joined(separator: ", ") + " and 2 more\n"),
        Example(
            testDescription: "say nothing of arrays that were asked for", pipeline: source("in.json", items: ".posts[]"),
            input: #"{"posts":[[1],[2]]}"#, code: 0, message: "p: read 2 = written 2 + filtered 0 + rejected 0"),
        Example(
            testDescription: "count the lines of a file", pipeline: source("in.json"), input: "{\"a\":1}\n{\"a\":2}\n{\"b\"}\n", code: 65,
            message: "error: in.json: line 3, byte 20: expected \":\" after a key, found \"}\"\n"),
        Example(
            testDescription: "say where the missing input is named", pipeline: source("inn.json"), code: 66,
            message: "error: cannot open inn.json: No such file or directory\n  = at p.json:1:33 (source.from)\n"),
        Example(
            testDescription: "know what only a shell knows", pipeline: source("$HOME/in.json"), code: 78,
            message: "p.json:1:33: error: expected a path, \"-\" or a URL as a string, found \"$HOME/in.json\": only a shell knows what "
                + "\"$HOME\" means; write the folder in full\n"),
        Example(
            testDescription: "know escapes of regular expressions",
            pipeline: #"{"stages":[{"type":"filter","where":".a | test(\"\d\")"}]}"#, code: 78,
            message: """
                p.json:1:51: error: \\d is no escape of JSON; write \\\\d
                  1 | {"stages":[{"type":"filter","where":".a | test(\\"\\d\\")"}]}
                    |                                                   ^

                """),
        Example(
            testDescription: "know quotation marks inside strings", pipeline: #"{"stages":[{"type":"filter","where":".a == "b""}]}"#,
            code: 78,
            message: """
                p.json:1:45: error: expected "," or "}", found "b", right behind a quotation mark
                  1 | {"stages":[{"type":"filter","where":".a == "b""}]}
                    |                                             ^
                    = help: inside a string, a quotation mark is written \\"

                """),
        Example(
            testDescription: "know typographic quotation marks", pipeline: #"{“stages”:[]}"#, code: 78,
            message: """
                p.json:1:2: error: expected a key in quotation marks or "}"; “ is a typographic quotation mark; strings stand in straight ones, "
                  1 | {“stages”:[]}
                    |  ^

                """),
        Example(
            testDescription: "know typographic quotation marks in programs",
            pipeline: #"{"source":{"type":"json","from":"-","items":"“é” | .a"},"sinks":[{"type":"json","to":"-"}]}"#, code: 78,
            message: """
                p.json:1:46: error: “ is a typographic quotation mark; strings stand in straight ones, "
                  1 | {"source":{"type":"json","from":"-","items":"“é” | .a"},"sinks":[{"type":"json","to":"-"}]}
                    |                                              ^
                    = at source.items

                """),
        Example(
            testDescription: "know comments of other languages", pipeline: "{\n  // what it does\n  \"stages\": []}", code: 78,
            message: """
                p.json:2:3: error: JSON has no comments
                  2 |   // what it does
                    |   ^
                    = help: "description" holds a remark: of the file, a source, a stage or a sink

                """),
        Example(
            testDescription: "know comments behind a value", pipeline: "{\"stages\": [] /* none */}", code: 78,
            message: """
                p.json:1:15: error: JSON has no comments
                  1 | {"stages": [] /* none */}
                    |               ^
                    = help: "description" holds a remark: of the file, a source, a stage or a sink

                """),
        Example(
            testDescription: "know comments of scripts", pipeline: "{\n# none\n}", code: 78,
            message: """
                p.json:2:1: error: JSON has no comments
                  2 | # none
                    | ^
                    = help: "description" holds a remark: of the file, a source, a stage or a sink

                """),
        Example(
            testDescription: "know variables of a shell", arguments: ["validate", "p.json"],
            pipeline: #"{"source":{"type":"json","from":"https://x.example/","auth":{"type":"bearer","token":"$TOKEN"}},"#
                + #""sinks":[{"type":"jsonl","to":"${OUT}"}]}"#, code: 0,
            message: "warning: p.json:1:86: source.auth.token: this text stays as it is; { \"$env\": \"TOKEN\" } takes the value from the "
                + "environment\nwarning: p.json:1:127: sinks[0].to: this text stays as it is; { \"$env\": \"OUT\" } takes the value from "
                + "the environment\np.json: ok\n"),
        Example(
            testDescription: "know variables of a shell in parameters", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"parameters":{"t":{"default":"${TOKEN_1}"}},"stages":[]}"#, code: 0,
            message: "warning: p.json:1:31: parameters.t.default: this text stays as it is; { \"$env\": \"TOKEN_1\" } takes the value from "
                + "the environment\np.json: ok\n"),
        Example(
            testDescription: "say nothing of other texts with a dollar sign", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"description":"$","name":"$5","stages":[{"type":"map","to":"$ENV"},{"type":"sort","by":"$__loc__"}]}"#, code: 0,
            message: "p.json: ok\n"),
        Example(
            testDescription: "say which variable is missing, and validate all else", arguments: ["validate", "p.json"],
            pipeline: #"{"source":{"type":"json","from":{"$env":"TABPIPE_NO_SUCH"}},"sinks":[{"type":"jsonl","to":"-"}]}"#, code: 0,
            message: "warning: p.json:1:41: source.from: the environment variable TABPIPE_NO_SUCH is not set\np.json: ok\n"),
        Example(
            testDescription: "validate all else where a variable is missing", arguments: ["validate", "p.json"],
            pipeline: #"{"source":{"type":"json","from":{"$env":"TABPIPE_NO_SUCH"}},"sinks":[{"type":"jsn","to":"-"}]}"#, code: 78,
            message: "p.json:1:78: error: no sink is called \"jsn\"; did you mean \"json\"?\n"),
        Example(
            testDescription: "say that a run needs the variable",
            pipeline: #"{"source":{"type":"json","from":{"$env":"TABPIPE_NO_SUCH"}},"sinks":[{"type":"jsonl","to":"-"}]}"#, code: 78,
            message: "p.json:1:41: error: the environment variable TABPIPE_NO_SUCH is not set\n"),
        Example(
            testDescription: "name both places of a query item", arguments: ["validate", "p.json"],
            pipeline: #"{"source":{"type":"http","url":"https://x.example/?a=1&li%6Dit=5","items":".[]","query":{"limit":9}},"#
                + #""sinks":[{"type":"jsonl","to":"-"}]}"#, code: 78,
            message: "p.json:1:89: error: \"url\" has the query item \"limit\", too; remove it there or here\n"),
        Example(
            testDescription: "doubt a condition that assigns",
            pipeline:
                #"{"source":{"type":"json","from":"in.json"},"stages":[{"type":"filter","where":".a = 1"}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            input: #"{"a":2}"#, code: 0,
            message: "warning: p.json:1:79: stages[0].where: \"=\" assigns, and what it gives is true for every record; "
                + "did you mean \"==\"?\n"),
        Example(
            testDescription: "refuse a condition that is empty", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"stages":[{"type":"filter","where":""}]}"#, code: 78,
            message: "p.json:1:37: error: the program is empty; \".\" gives the whole value\n"),
        Example(
            testDescription: "doubt a condition that is a text", arguments: ["validate", "p.json", "--stages-only"],
            pipeline: #"{"stages":[{"type":"filter","where":".a and \"b\""}]}"#, code: 0,
            message: "warning: p.json:1:37: stages[0].where: \"b\" is the same, and true, for every record\n"),
        Example(
            testDescription: "list the value nodes",
            pipeline: #"{"name":{"$environ":"X"},"source":{"type":"json","from":"-"},"sinks":[{"type":"json","to":"-"}]}"#,
            code: 78,
            message: """
                p.json:1:10: error: no value node is called "$environ"
                  1 | {"name":{"$environ":"X"},"source":{"type":"json","from":"-"},"sinks":[{"type":"
                    |          ^^^^^^^^^^
                    = at name
                    = help: value nodes: $param, $env, $file

                """),
        Example(
            testDescription: "say what reads JSON Lines", pipeline: #"{"source":{"type":"jsonl"},"sinks":[{"type":"json","to":"-"}]}"#,
            code: 78,
            message:
                "p.json:1:19: error: no source is called \"jsonl\"; \"jsonl\" is a sink, and the source \"json\" reads JSON Lines, too\n"),
        Example(
            testDescription: "say it to a program, too", arguments: ["run", "p.json", "--log-format", "json"],
            pipeline: #"{"source":{"type":"xyz"},"sinks":[{"type":"json","to":"-"}]}"#, code: 78,
            message: #"{"level":"error","message":"no source is called \"xyz\"","file":"p.json","line":1,"column":19,"#
                + #""path":"source.type","help":"tabpipe list sources"}"# + "\n"),
        Example(
            testDescription: "complete a name", arguments: ["describe", "hyd"], code: 2,
            message: "error: nothing is called \"hyd\"; did you mean \"hydrate\"?\n"),
        Example(
            testDescription: "say what a preview wants", arguments: ["preview", "p.json"], pipeline: source("in.json"), code: 2,
            message: "error: p.json has no sink \"site\"; that is what a preview shows (tabpipe describe site)\n"),
        Example(
            testDescription: "pass over a byte order mark", pipeline: "\u{FEFF}" + source("in.json", sinks: #"{"type":"jsn","to":"-"}"#),
            code: 78,
            message: "p.json:1:73: error: no sink is called \"jsn\"; did you mean \"json\"?\n"),
        Example(
            testDescription: "recognise UTF-16", pipeline: "{\0\"\0s\0", code: 78,
            message: "p.json: error: the text is in UTF-16; JSON has to be in UTF-8\n"),
        Example(
            testDescription: "take an empty input for an error where items are named", pipeline: source("in.json", items: ".a[]"), code: 65,
            message: "error: in.json: line 1, byte 0: the text ends where a JSON text was expected\n"),
        Example(
            testDescription: "take an empty input for no records otherwise", pipeline: source("in.json"), code: 0,
            message: "p: read 0 = written 0 + filtered 0 + rejected 0"),
        Example(
            testDescription: "do not count a page as written that waits for the next one",
            pipeline: source("in.json", items: ".[]", sinks: #"{"type":"site","to":"q/{{.id}}.html"}"#),
            input: #"[{"id":"a","messages":[]},{"id":"#, code: 65,
            message: "error: in.json: line 1, byte 32: the text ends where a value was expected\n"
                + "p: read 1 = written 0 + filtered 0 + rejected 0 + unfinished 1 in "),
        Example(
            testDescription: "count no page as written where the run fails, and leave none",
            pipeline: source("in.json", items: ".[]", sinks: #"{"type":"site","to":"{{.id}}.html"}"#),
            input: #"[{"id":"a","messages":[]},{"id":"b","messages":[]},{"id":"#, code: 65,
            message: "error: in.json: line 1, byte 57: the text ends where a value was expected\n"
                + "p: read 2 = written 0 + filtered 0 + rejected 0 + unfinished 2 in "),
    ]

    /// Commands with parameters, and what they print before the message about an unknown one.
    static let parametric = ["run", "validate", "check", "explain"].map { command in
        Example(
            testDescription: "name the parameter that was meant to \(command)", arguments: [command, "p.json", "--set", "form=x"],
            pipeline: #"{"parameters":{"from":{"default":"in.json"}},"source":{"type":"json","from":{"$param":"from"}},"#
                + #""sinks":[{"type":"json","to":"-"}]}"#,
            code: 2,
            message: (command == "validate" ? "p.json: ok\n" : "")
                + "error: --set names \"form\", but the file has no such parameter; did you mean \"from\"?\n")
    }

    @Test("say what to do", arguments: examples + parametric) func hints(_ example: Example) async throws {
        let folder = try ScratchFolder()
        try folder.write(example.pipeline, to: "p.json")
        try folder.write(example.input, to: "in.json")
        let outcome = try await Program.run(example.arguments, input: example.input, in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.messages.hasPrefix(example.message), "\(outcome.messages)")
        #expect(try !folder.names().contains { $0 == "q" || $0.hasSuffix(".html") })
    }

    #if os(Linux)
    @Test("name no file that only the program knows") func temporaryFile() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.source("-", sinks: #"{"type":"json","to":"/proc/o.json"}"#), to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], input: "{}", in: folder.url)
        #expect(outcome.code == 73)
        #expect(
            outcome.messages.hasPrefix("error: /proc/o.json cannot be written: cannot make a file in /proc: No such file or directory\n"))
    }
    #endif

    @Test("say what a preview leaves out and leaves behind") func preview() async throws {
        let help = try await Program.run(["preview", "--help"]).output
        #expect(help.contains("Only the sinks `site` are run, and rejected records are dropped."))
        #expect(!help.contains("With several files"))
        #expect(try await Program.run(["run", "--help"]).output.contains("With several files"))
    }
}
