import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe test") struct TestCommandTests {
    private static func pipeline(_ tests: String, more: String = "") -> String {
        #"{"source":{"type":"json","from":"in.json","items":".[]"},\#(more)"#
            + #""sinks":[{"type":"jsonl","to":"out.jsonl"}],"tests":[\#(tests)]}"#
    }

    @Test(
        "refuses a faulty test, with place and near miss",
        arguments: [
            (#"{"name":"t","expct":{}}"#, [#"unknown option "expct"; did you mean "expect"?"#, #""expect" is missing; it is an object"#]),
            (#"{"name":"t","expect":{}}"#, ["expected at least one of files, records, counts, rejects, messages and exit_code"]),
            (
                #"{"name":"t","expect":{"counts":{}}}"#,
                ["expected at least one of read, made, written, filtered, rejected and skipped", "tests[0].expect.counts"]
            ),
            (
                #"{"name":"t","expect":{"records":{"contains":[],"matches":[]}}}"#,
                [
                    #"an empty list expects nothing; "equals": [] expects no records"#, "tests[0].expect.records.contains",
                    "tests[0].expect.records.matches",
                ]
            ),
            (#"{"name":"t","expect":{"counts":{"wrote":1}}}"#, [#"unknown option "wrote""#]),
            (#"{"name":"t","expect":{"counts":{"read":-1}}}"#, ["expected an integer of at least 0, found -1"]),
            (#"{"name":"t","now":"today","expect":{"exit_code":0}}"#, [#"expected a time such as 2024-01-01T00:00:00Z, found "today""#]),
            (
                #"{"name":"t","set":{"frm":"x"},"part":{"from":"stages[0]","to":"stage 2"},"expect":{"exit_code":0}}"#,
                [
                    #"no parameter is called "frm""#, #"expected a stage such as stages[1], found "stage 2""#,
                    #"a part that begins behind the source needs "records""#,
                ]
            ),
            (
                #"{"name":"t","records":[],"part":{"from":"stages[1]"},"expect":{"exit_code":0}}"#,
                ["the pipeline has no stages; found stages[1]"]
            ),
            (
                #"{"name":"t","expect":{"records":{"matches":[".a ||| 1"]},"rejects":[{"reason_matches":"("}]}}"#,
                ["tests[0].expect.records.matches[0]", #"expected a regular expression, found "(""#]
            ),
            (
                #"{"name":"t","expect":{"exit_code":0}},{"name":"t","expect":{"exit_code":0}}"#,
                [#"tests[1].name"#, #"another test is called "t", too"#]
            ),
            (#"{"name":"t","name":"u","expect":{"exit_code":0}}"#, [#"the key "name" stands twice in this object"#]),
        ])
    func faults(_ tests: String, _ messages: [String]) async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(tests), to: "p.json")
        for command in ["test", "validate"] {
            let outcome = try await Program.run([command, "p.json"], in: folder.url)
            #expect(outcome.code == 78 && outcome.output == "", "\(outcome.output)")
            let text = outcome.messages.replacing("error: ", with: "").replacing("  = at ", with: "")
            for message in messages { #expect(text.contains(message), "\(outcome.messages)") }
        }
    }

    @Test("shows the line of a faulty test") func place() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder)
        try folder.write("{\n  \"tests\": [ { \"name\": \"t\", \"expect\": { \"file\": \"x\" } } ]\n}\n", to: "p.tests.json")
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 78, output: "",
                    messages: """
                        p.tests.json:2:39: error: expected at least one of files, records, counts, rejects, messages and exit_code
                          2 |   "tests": [ { "name": "t", "expect": { "file": "x" } } ]
                            |                                       ^^^^^^^^^^^^^^^
                            = at tests[0].expect

                        p.tests.json:2:41: error: unknown option "file"; did you mean "files"?
                          2 |   "tests": [ { "name": "t", "expect": { "file": "x" } } ]
                            |                                         ^^^^^^
                            = at tests[0].expect.file

                        """))
    }

    @Test("has its faults found by validate, too, which reads the file beside the pipeline") func validated() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder)
        let good = try await Program.run(["validate", "p.json"], in: folder.url)
        #expect(good == .init(code: 0, output: "", messages: "p.json: ok\n"))
        try folder.write(#"{"tests":[{"name":"t","set":{"frm":"x"},"expect":{"exit_code":0}}]}"#, to: "p.tests.json")
        let message = try await Program.run(["test", "p.json"], in: folder.url).messages
        #expect(message.hasPrefix("p.tests.json:1:36: error: no parameter is called \"frm\""), "\(message)")
        for words in [["p.json"], ["p.tests.json"], ["p.json", "p.tests.json"]] {
            let outcome = try await Program.run(["validate"] + words, in: folder.url)
            let ok = words.count == 2 ? "p.json: ok\n" : ""
            #expect(outcome == .init(code: 78, output: "", messages: ok + message), "\(words)")
        }
    }

    @Test("ends with 2 without a test, and with 66 without a file") func none() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder)
        let filtered = try await Program.run(["test", "p.json", "--filter", "nothing"], in: folder.url)
        #expect(
            filtered
                == .init(code: 2, output: "", messages: "error: no test has \"nothing\" in its name\n  = help: tabpipe test --help\n"))
        try FileManager.default.removeItem(at: folder.file("p.tests.json"))
        let none = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(none == .init(code: 2, output: "", messages: "error: no test was found\n  = help: tabpipe test --help\n"))
        #expect(try await Program.run(["test", "q.json"], in: folder.url).code == 66)
        #expect(try await Program.run(["test", "-"], in: folder.url).code == 2)
    }

    @Test("finds the pipeline of a file with tests, and runs each test once") func names() async throws {
        let folder = try ScratchFolder()
        try TestedPipeline.write(to: folder)
        let outcome = try await Program.run(["test", "p.tests.json", "p.json"], in: folder.url)
        #expect(outcome.output.withoutTimes == "ok articles\nok file\n2 passed, 0 failed\n")
    }

    @Test("updates the expected files of tests that ran and pass everything else, and no others") func update() async throws {
        let folder = try ScratchFolder()
        let tests = #"""
            {"name":"one","expect":{"files":"a/one"}},
            {"name":"two","expect":{"files":"a/two"}},
            {"name":"wrong","expect":{"files":"a/wrong","counts":{"read":9}}},
            {"name":"other","records":[{"id":2}],"expect":{"files":"a/other"}}
            """#
        try folder.write(Self.pipeline(tests), to: "p.json")
        try folder.write(#"[{"id":1}]"#, to: "in.json")
        try folder.write("old\n", to: "a/one/out.jsonl")
        try folder.write("old\n", to: "a/two/out.jsonl")
        try folder.write("old\n", to: "a/wrong/out.jsonl")
        let one = try await Program.run(["test", "p.json", "--update", "--filter", "one"], in: folder.url)
        #expect(one.output.withoutTimes == "ok one\n  updated a/one/out.jsonl\n1 passed, 0 failed\n")
        #expect(try ["one", "two", "wrong"].map { try folder.read("a/\($0)/out.jsonl") } == ["{\"id\":1}\n", "old\n", "old\n"])
        let all = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(all.code == 1)
        #expect(all.output.contains("ok one\n".dropLast()) && all.output.contains("  updated a/two/out.jsonl\n"))
        #expect(!all.output.contains("updated a/one") && !all.output.contains("updated a/wrong"), "\(all.output)")
        #expect(try ["two", "wrong", "other"].map { try folder.read("a/\($0)/out.jsonl") } == ["{\"id\":1}\n", "old\n", "{\"id\":2}\n"])
        #expect(try folder.names() == ["a", "in.json", "p.json"])
    }

    @Test("keeps files that the pipeline no longer writes, and names them") func stale() async throws {
        let folder = try ScratchFolder()
        try folder.write(Self.pipeline(#"{"name":"t","expect":{"files":"a"}}"#), to: "p.json")
        try folder.write("[1]", to: "in.json")
        try folder.write("old", to: "a/old.txt")
        let outcome = try await Program.run(["test", "p.json", "--update"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.output.contains("old.txt was not written; if that is right, remove a/old.txt"), "\(outcome.output)")
        #expect(try folder.names("a") == ["old.txt", "out.jsonl"])
    }

    @Test("writes JUnit XML") func junit() async throws {
        let folder = try ScratchFolder()
        let tests = #"{"name":"good <1>","expect":{"counts":{"read":1}}},{"name":"bad","expect":{"records":{"equals":["<\u0007&>"]}}}"#
        try folder.write(Self.pipeline(tests), to: "p.json")
        try folder.write(#"["x"]"#, to: "in.json")
        let outcome = try await Program.run(["test", "p.json", "--junit", "out/tests.xml"], in: folder.url)
        #expect(outcome.code == 1)
        let text = try folder.read("out/tests.xml").replacing(#/time="[0-9.]+"/#, with: "time=\"T\"")
        #expect(
            text == #"""
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="2" failures="1" time="T">
                  <testsuite name="p.json" tests="2" failures="1" time="T">
                    <testcase name="good &lt;1&gt;" classname="p.json" file="p.json" line="1" time="T"/>
                    <testcase name="bad" classname="p.json" file="p.json" line="1" time="T">
                      <failure message="the records differ">p.json:1:206: tests[1].expect.records.equals: the records differ
                record 0: .: expected &quot;&lt;\u0007&amp;&gt;&quot;, found &quot;x&quot;</failure>
                    </testcase>
                  </testsuite>
                </testsuites>

                """#)
    }

    @Test("gives the pipeline no variable of the environment, and no standard input") func environment() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"from":{"default":"-"}},"source":{"type":"json","from":{"$param":"from"}},"#
                + #""stages":[{"type":"set","fields":{"v":{"$env":"V"}}}],"sinks":[{"type":"jsonl","to":"-"}],"tests":["#
                + #"{"name":"given","records":[{}],"env":{"V":"\"test\""},"expect":{"records":{"equals":[{"v":"test"}]}}},"#
                + #"{"name":"input","env":{"V":"1"},"expect":{"exit_code":0}}]}"#, to: "p.json")
        let outcome = try await Program.run(["test", "p.json"], input: "{}", in: folder.url, environment: ["V": "\"real\""])
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("ok given"), "\(outcome.output)")
        #expect(outcome.output.contains("the pipeline reads standard input; \"from\" or \"records\" of the test replaces that"))
    }

    @Test("gives programs the tables of the pipeline, and fails without one") func tables() async throws {
        let folder = try ScratchFolder()
        let more =
            #""data":{"names":{"from":"names.csv","key":".id"}},"stages":[{"type":"set","fields":{"name":"$names[.user].name"}}],"#
        let test = #"{"name":"t","records":[{"user":"u1"}],"expect":{"records":{"contains":[{"name":"Ann"}]}}}"#
        try folder.write(Self.pipeline(test, more: more), to: "p.json")
        try folder.write("id,name\nu1,Ann\n", to: "names.csv")
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.output.withoutTimes == "ok t\n1 passed, 0 failed\n", "\(outcome)")
        try folder.write("id,name\nu1,Bea\n", to: "names.csv")
        let other = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(other.output.contains(#".name: expected "Ann", found "Bea""#), "\(other)")
        try FileManager.default.removeItem(at: folder.file("names.csv"))
        let missing = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(missing.code == 1)
        #expect(missing.output.contains("cannot open names.csv"), "\(missing)")
    }

    @Test("expects no warning of a run where messages are an empty list") func noWarning() async throws {
        let folder = try ScratchFolder()
        let stages = #""stages":[{"type":"set","fields":{"b":".a | if . == 2 then debug(\"two\") end"}}],"#
        let tests =
            #"{"name":"one","records":[{"a":1}],"expect":{"messages":[]}},"#
            + #"{"name":"two","records":[{"a":2}],"expect":{"messages":[]}}"#
        try folder.write(Self.pipeline(tests, more: stages), to: "p.json")
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(outcome.output.hasPrefix("ok one in "), "\(outcome)")
        #expect(outcome.output.contains("tests[1].expect.messages: expected no warning, found 1:\n    "), "\(outcome)")
        #expect(outcome.output.contains("debug in stages[0]"), "\(outcome)")
    }

    @Test("gives programs the time of the test") func clock() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            Self.pipeline(
                #"{"name":"a","records":[{}],"expect":{"records":{"equals":[{"t":"2024-01-01T00:00:00Z"}]}}},"#
                    + #"{"name":"b","records":[{}],"now":"2030-02-03T04:05:06Z","expect":{"records":{"equals":[{"t":"2030-02-03T04:05:06Z"}]}}}"#,
                more: #""stages":[{"type":"set","fields":{"t":"now | todate"}}],"#), to: "p.json")
        let outcome = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(outcome.output.withoutTimes == "ok a\nok b\n2 passed, 0 failed\n", "\(outcome.messages)")
    }
}
