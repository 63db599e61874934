import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("tabpipe peek") struct PeekTests {
    /// A folder with a pipeline of three stages, a sink and six items.
    static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {
              "source": { "type": "json", "from": "items.json", "items": ".items[]" },
              "stages": [
                { "type": "filter", "where": ".id != 2" },
                { "type": "set", "fields": { "slug": ".title | ascii_downcase | slug" } },
                { "type": "remove", "fields": ["title"] }
              ],
              "sinks": [ { "type": "jsonl", "to": "out.jsonl" } ]
            }
            """#, to: "p.json")
        let items = (1...6).map { #"{"id": \#($0), "title": \#($0 == 3 ? "3" : "\"Item \($0)\"")}"# }
        try folder.write(#"{"items": [\#(items.joined(separator: ", "))]}"#, to: "items.json")
        return folder
    }

    private static func lines(_ ids: [Int]) -> String { ids.map { "{\n  \"id\": \($0),\n  \"slug\": \"item-\($0)\"\n}\n" }.joined() }

    @Test("shows the first records behind the last stage, names rejected ones, and writes nothing") func end() async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["peek", "p.json"], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 0, output: Self.lines([1, 4, 5]),
                    messages: """
                        warning: items.json, item 3: rejected by set: ascii_downcase input must be a string \
                        (p.json:5:52: stages[1].fields.slug: ascii_downcase; input number (3))
                        3 records after stages[2] remove, of 5 read

                        """))
        #expect(try folder.names() == ["items.json", "p.json"])
    }

    @Test(
        "shows any place",
        arguments: [
            (["--after", "source", "-n", "1"], "{\n  \"id\": 1,\n  \"title\": \"Item 1\"\n}\n", "1 record after source json, of 1 read\n"),
            (["--after", "stages[0]", "-n", "2", "--only", ".id"], "1\n3\n", "2 records after stages[0] filter, of 3 read\n"),
            (["--after", "0", "-n", "1", "--only", ".id"], "1\n", "1 record after stages[0] filter, of 1 read\n"),
            (["--after", "filter", "-n", "1", "--only", ".id"], "1\n", "1 record after stages[0] filter, of 1 read\n"),
            (["--after", "sinks[0]", "-n", "1", "--only", ".slug"], "\"item-1\"\n", "1 record after stages[2] remove, of 1 read\n"),
            (["--after", "jsonl", "-n", "1", "--only", ".slug"], "\"item-1\"\n", "1 record after stages[2] remove, of 1 read\n"),
            (
                ["--after", "source", "--only", "select(.id > 4) | .id, .title"], "5\n\"Item 5\"\n6\n\"Item 6\"\n",
                "2 records after source json, of 6 read\n"
            ),
        ])
    func place(_ arguments: [String], _ output: String, _ messages: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["peek", "p.json"] + arguments, in: folder.url)
        #expect(outcome == .init(code: 0, output: output, messages: messages))
    }

    @Test(
        "refuses places that are none, and faulty programs",
        arguments: [
            (["--after", "stages[3]"], "--after stages[3]: the file has stages[0] to stages[2]"),
            (["--after", "sinks[1]"], "--after sinks[1]: the file has only sinks[0]"),
            (["--after", "flter"], #"--after wants source, stages[N], N, or the type of a step, found "flter"; did you mean "filter"?"#),
            (["--only", ".a |"], "--only: expected an expression, found the end of the program (at byte 4)"),
            (["-n", "-1"], "--count wants an integer of at least 1, found \"-1\""),
            (["--as", "pdf"], "--as wants one of html, text, markdown, found \"pdf\""),
        ])
    func refuses(_ arguments: [String], _ message: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["peek", "p.json"] + arguments, in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "error: \(message)\n  = help: tabpipe peek --help\n"))
    }

    @Test("asks for one of several stages of a type") func ambiguous() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"filter","where":"."},{"type":"filter","where":"."}],"sinks":[]}"#,
            to: "p.json")
        let outcome = try await Program.run(["peek", "p.json", "--after", "filter"], in: folder.url)
        #expect(outcome.messages.hasPrefix("error: --after filter can be stages[0] or stages[1]; name one of them\n"))
    }

    @Test("needs no values of steps behind the place, and no sinks") func missing() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {
              "parameters": { "to": { "help": "required" }, "field": { "help": "required" } },
              "source": { "type": "json", "from": "-" },
              "stages": [ { "type": "filter", "where": ".a" }, { "type": "remove", "fields": [ { "$param": "field" } ] }, { "type": "nonesuch" } ],
              "sinks": [ { "type": "jsonl", "to": { "$param": "to" } }, { "type": "csv", "to": { "$env": "TABPIPE_TEST_UNSET" } } ]
            }
            """#, to: "p.json")
        let good = try await Program.run(["peek", "p.json", "--after", "0"], input: #"{"a":1}"#, in: folder.url)
        #expect(good == .init(code: 0, output: "{\n  \"a\": 1\n}\n", messages: "1 record after stages[0] filter, of 1 read\n"))
        let bad = try await Program.run(["peek", "p.json", "--after", "1"], input: #"{"a":1}"#, in: folder.url)
        #expect(bad.code == 78)
        #expect(bad.messages.contains(#"error: the parameter "field" has no value"#))
        #expect(!bad.messages.contains(#"the parameter "to""#))
        let set = try await Program.run(["peek", "p.json", "--after", "1", "--set", "field=a"], input: #"{"a":1}"#, in: folder.url)
        #expect(set == .init(code: 0, output: "{}\n", messages: "1 record after stages[1] remove, of 1 read\n"))
    }

    @Test("runs stream stages in front of the place, and says that sort reads all") func streams() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"dedupe","by":".a"},{"type":"sort","by":".a"}]}"#, to: "p.json")
        let input = (1...1000).reversed().map { #"{"a":\#($0 / 2)}"# }.joined(separator: "\n")
        let sorted = try await Program.run(["peek", "p.json", "-n", "2", "--only", ".a"], input: input, in: folder.url)
        #expect(
            sorted
                == .init(
                    code: 0, output: "0\n1\n",
                    messages: """
                        stages[1] sort reads all records before it passes on the first one
                        2 records after stages[1] sort, of 1000 read

                        """))
        let unique = try await Program.run(
            ["peek", "p.json", "--after", "dedupe", "-n", "2", "--only", ".a"], input: input, in: folder.url)
        #expect(unique == .init(code: 0, output: "500\n499\n", messages: "2 records after stages[0] dedupe, of 2 read\n"))
    }

    @Test(
        "shows HTML in the form that is wanted",
        arguments: [
            ("html", #""<p>A <b>b</b> &amp; c</p>""#), ("text", #""A b & c""#), ("markdown", #""A **b** & c""#),
        ])
    func forms(_ form: String, _ body: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"sanitize_html","field":"body","into":"clean"}]}"#, to: "p.json")
        let input = #"{"body":"<p>A <b>b</b> &amp; c</p>","plain":"1 < 2"}"#
        let outcome = try await Program.run(["peek", "p.json", "--as", form, "-q"], input: input, in: folder.url)
        #expect(
            outcome == .init(code: 0, output: "{\n  \"body\": \(body),\n  \"plain\": \"1 < 2\",\n  \"clean\": \(body)\n}\n", messages: ""))
    }

    @Test("ends once twenty records were rejected and none came through") func vain() async throws {
        let folder = try ScratchFolder()
        try folder.write((1...5000).map { "{\"n\":\($0)}\n" }.joined(), to: "in.jsonl")
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl"},"stages":[{"type":"map","to":".n.x"}],"sinks":[{"type":"jsonl","to":"o"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["peek", "p.json"], in: folder.url)
        #expect(outcome.output == "")
        let text = try #require(
            outcome.messages.firstMatch(of: #/peek stops: (\d+) records were rejected, and none came through/#))
        #expect(try (20...200).contains(#require(Int(text.1))))
    }

    @Test("ends with the failure of the source or of a stage") func failures() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"none.json"}}"#, to: "none.json.p")
        let missing = try await Program.run(["peek", "none.json.p"], in: folder.url)
        #expect(missing.code == 66)
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"set","fields":{"a":".a + 1"},"on_error":"fail"}]}"#, to: "p.json")
        let bad = try await Program.run(["peek", "p.json"], input: #"{"a":1}{"a":"x"}"#, in: folder.url)
        #expect(bad.code == 65)
        #expect(bad.output == "{\n  \"a\": 2\n}\n")
        #expect(bad.messages.contains("error: standard input, item 2: set: string (\"x\") and number (1) cannot be added"))
        let program = try await Program.run(["peek", "p.json", "--only", ".a.b"], input: #"{"a":1}"#, in: folder.url)
        #expect(program.code == 65)
        #expect(program.messages.hasPrefix("error: standard input, item 1: --only: Cannot index number with "))
        try folder.write(#"{"stages":[]}"#, to: "stages.json")
        let stages = try await Program.run(["peek", "stages.json"], in: folder.url)
        #expect(stages.code == 2)
        #expect(stages.messages.hasPrefix("error: stages.json has no source to read; `tabpipe pipe`"))
    }

    @Test("warns of no field that the records behind a failure may have") func failedEarly() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"set","fields":{"c":".a + 1 + (.b // 0)"},"on_error":"fail"}]}"#,
            to: "p.json")
        let outcome = try await Program.run(["peek", "p.json"], input: #"{"a":"x"}{"a":1,"b":2}"#, in: folder.url)
        #expect(outcome.code == 65)
        #expect(!outcome.messages.contains("no record had a field"), "\(outcome.messages)")
    }

    @Test("names a field of --only that no record has") func misspelt() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":"json","from":"-"}}"#, to: "p.json")
        for each in [[], ["--each"]] {
            let arguments = ["peek", "p.json", "--only", "{id, titel}"] + each
            let outcome = try await Program.run(arguments, input: #"{"id":1,"title":"A"}"#, in: folder.url)
            #expect(outcome.code == 0)
            #expect(outcome.messages.hasPrefix("--only: no record had a field \"titel\"; did you mean \"title\"?\n"), "\(outcome)")
        }
    }

    @Test("reads the beginning of a large file only") func large() async throws {
        let folder = try ScratchFolder()
        let line = #"{"id":1,"text":"\#(String(repeating: "x", count: 1000))"}"# + "\n"
        // What follows the first records is no JSON: a run would end with that.
        try folder.write(String(repeating: line, count: 100) + "no JSON" + String(repeating: line, count: 100), to: "large.jsonl")
        try folder.write(#"{"source":{"type":"json","from":"large.jsonl"},"stages":[{"type":"filter","where":".id"}]}"#, to: "p.json")
        let outcome = try await Program.run(["peek", "p.json", "-n", "2", "--only", ".id"], in: folder.url)
        #expect(outcome == .init(code: 0, output: "1\n1\n", messages: "2 records after stages[0] filter, of 2 read\n"))
        let all = try await Program.run(["peek", "p.json", "-n", "200", "--only", ".id"], in: folder.url)
        #expect(all.code == 65)
        #expect(all.messages.contains("100 records after stages[0] filter, of 100 read\n"))
    }
}
