import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Places of stages from another file") struct UsedStagesPlacesTests {
    /// A pipeline with a stage, a used file, which uses another one, and a stage behind them.
    static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            #"""
            {
              "source": { "type": "json", "from": "in.jsonl" },
              "stages": [
                { "type": "filter", "where": ".id > 0" },
                { "use": "lib/a.json", "description": "Makes b and c." },
                { "type": "set", "fields": { "d": ".c + 1" } }
              ],
              "sinks": [ { "type": "jsonl", "to": "out.jsonl" } ]
            }
            """#, to: "p.json")
        try folder.write(
            #"{"parameters":{"by":{"default":1}},"stages":[{"type":"set","fields":{"b":".id + $by"}},{"use":"b.json"},{"type":"limit","count":9}]}"#,
            to: "lib/a.json")
        try folder.write(#"{"stages":[{"type":"map","to":". + {c: (.b + 1)}"}]}"#, to: "lib/b.json")
        try folder.write("{\"id\":0}\n{\"id\":1}\n", to: "in.jsonl")
        return folder
    }

    @Test(
        "are those of the file as it is written",
        arguments: [
            ("0", #"{"id":1}"#, "stages[0] filter, of 2 read"),
            ("stages[1]", #"{"id":1,"b":2,"c":3}"#, "stages[1].stages[2] limit, of 2 read"),
            ("stages[1].stages[0]", #"{"id":1,"b":2}"#, "stages[1].stages[0] set, of 2 read"),
            ("stages[1].stages[1]", #"{"id":1,"b":2,"c":3}"#, "stages[1].stages[1].stages[0] map, of 2 read"),
            ("stages[1].stages[1].stages[0]", #"{"id":1,"b":2,"c":3}"#, "stages[1].stages[1].stages[0] map, of 2 read"),
            ("map", #"{"id":1,"b":2,"c":3}"#, "stages[1].stages[1].stages[0] map, of 2 read"),
            ("stages[2]", #"{"id":1,"b":2,"c":3,"d":4}"#, "stages[2] set, of 2 read"),
            ("2", #"{"id":1,"b":2,"c":3,"d":4}"#, "stages[2] set, of 2 read"),
            ("sinks[0]", #"{"id":1,"b":2,"c":3,"d":4}"#, "stages[2] set, of 2 read"),
        ])
    func peek(_ place: String, _ record: String, _ summary: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["peek", "p.json", "--after", place, "--only", "tojson"], in: folder.url)
        let shown = "\"\(record.replacing("\"", with: "\\\""))\"\n"
        #expect(outcome == .init(code: 0, output: shown, messages: "1 record after \(summary)\n"))
    }

    @Test(
        "that are none are refused",
        arguments: [
            ("stages[3]", "--after stages[3]: the file has stages[0] to stages[2]"),
            ("stages[0].stages[0]", "--after stages[0].stages[0]: stages[0] of the file uses no other file"),
            ("stages[1].stages[3]", "--after stages[1].stages[3]: lib/a.json has stages[0] to stages[2]"),
            ("stages[1].stages[1].stages[1]", "--after stages[1].stages[1].stages[1]: b.json has only stages[0]"),
            ("stages[4].stages[1]", "--after stages[4].stages[1]: the file has stages[0] to stages[2]"),
            ("set", "--after set can be stages[1].stages[0] or stages[2]; name one of them"),
        ])
    func refused(_ place: String, _ message: String) async throws {
        let folder = try Self.folder()
        let outcome = try await Program.run(["peek", "p.json", "--after", place], in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "error: \(message)\n  = help: tabpipe peek --help\n"))
    }

    @Test("need no values of the steps behind them") func missing() async throws {
        let folder = try Self.folder()
        let lib =
            #"{"parameters":{"by":{"default":1},"x":{}},"stages":[{"type":"set","fields":{"b":".id + $by"}},{"type":"filter","where":".b == $x"}]}"#
        try folder.write(lib, to: "lib/a.json")
        let first = try await Program.run(["peek", "p.json", "--after", "stages[1].stages[0]", "--only", ".b"], in: folder.url)
        #expect(first == .init(code: 0, output: "2\n", messages: "1 record after stages[1].stages[0] set, of 2 read\n"))
        let second = try await Program.run(["peek", "p.json", "--after", "stages[1].stages[1]"], in: folder.url)
        #expect(second.code == 78)
        #expect(second.messages.contains(#"error: the parameter "x" of lib/a.json has no value"#), "\(second.messages)")
    }

    @Test("bound the part of a test") func part() async throws {
        let folder = try Self.folder()
        func test(_ from: String, _ to: String, _ record: String, _ result: String) -> String {
            #"{"name":"\#(from) to \#(to)","records":[\#(record)],"part":{"from":"\#(from)","to":"\#(to)"},"#
                + #""expect":{"records":{"equals":[\#(result)]}}}"#
        }
        let tests = [
            test("stages[0]", "stages[0]", #"{"id":1}"#, #"{"id":1}"#),
            test("stages[1]", "stages[1]", #"{"id":-1}"#, #"{"id":-1,"b":0,"c":1}"#),
            test("stages[1].stages[1]", "stages[2]", #"{"b":1}"#, #"{"b":1,"c":2,"d":3}"#),
            test("stages[1].stages[0]", "stages[1].stages[0]", #"{"id":-1}"#, #"{"id":-1,"b":0}"#),
            test("stages[2]", "stages[2]", #"{"c":1}"#, #"{"c":1,"d":2}"#),
            test("map", "limit", #"{"b":1}"#, #"{"b":1,"c":2}"#),
        ]
        try folder.write(#"{"tests":[\#(tests.joined(separator: ",\n"))]}"#, to: "p.tests.json")
        let good = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(good.output.hasSuffix("6 passed, 0 failed\n"), "\(good)")
        try folder.write(#"{"tests":[\#(test("stages[1].stages[3]", "stages[7]", "{}", "{}"))]}"#, to: "p.tests.json")
        let bad = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(bad.code == 78)
        #expect(bad.messages.contains("error: lib/a.json has stages[0] to stages[2]; found stages[1].stages[3]\n"), "\(bad.messages)")
        #expect(bad.messages.contains("error: the pipeline has stages[0] to stages[2]; found stages[7]\n"), "\(bad.messages)")
        try folder.write(#"{"tests":[\#(test("set", "fitler", "{}", "{}"))]}"#, to: "p.tests.json")
        let vague = try await Program.run(["test", "p.json"], in: folder.url)
        #expect(vague.messages.contains("error: \"set\" can be stages[1].stages[0] or stages[2]; name one of them\n"), "\(vague.messages)")
        let near = #"error: expected a stage such as stages[1], found "fitler"; did you mean "filter"?"#
        #expect(vague.messages.contains(near + "\n"), "\(vague.messages)")
    }

    @Test("stay in what explain prints, which runs as the same pipeline") func explained() async throws {
        let folder = try Self.folder()
        let first = try await Program.run(["explain", "p.json"], in: folder.url)
        try folder.write(first.output, to: "e.json")
        #expect(try await Program.run(["explain", "e.json"], in: folder.url).output == first.output)
        #expect(try await Program.run(["run", "e.json", "-q"], in: folder.url) == .init(code: 0, output: "", messages: ""))
        #expect(try folder.read("out.jsonl") == "{\"id\":1,\"b\":2,\"c\":3,\"d\":4}\n")
        #expect(try await Program.run(["validate", "e.json"], in: folder.url).code == 0)

        try folder.write(#"{"stages":[{"type":"map","to":". + {c: (.b + 2)}"}]}"#, to: "lib/b.json")
        let changed = try await Program.run(["run", "e.json", "-q"], in: folder.url)
        #expect(changed.code == 78)
        let message = "error: these are no longer the stages of lib/a.json\n"
        #expect(changed.messages.contains(message), "\(changed.messages)")
        #expect(try await Program.run(["validate", "e.json"], in: folder.url).messages == changed.messages)
    }

    @Test("keep defaults that mean something else in another file: paths, and texts of files") func defaults() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"parameters":{"pictures":{"default":"pictures"},"program":{"default":{"$file":"p.jq"}},"n":{"default":2},"from":{}},"#
                + #""stages":[{"type":"assets","fields":[".image"],"folder":{"$param":"pictures"},"link_as":"{{.name}}"},"#
                + #"{"type":"filter","where":{"$param":"program"}},{"type":"filter","where":".n == $n and .from == $from"}]}"#,
            to: "lib/a.json")
        try folder.write(".n > 1", to: "lib/p.jq")
        try folder.write(
            #"{"source":{"type":"json","from":"in.json"},"stages":[{"use":"lib/a.json","with":{"from":"f"}}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        try folder.write(#"{"n":2,"from":"f"}"#, to: "in.json")
        let explained = try await Program.run(["explain", "p.json"], in: folder.url)
        #expect(explained.output.contains("\"with\": {\n        \"n\": 2,\n        \"from\": \"f\"\n      },"), "\(explained)")
        try folder.write(explained.output, to: "e.json")
        let outcome = try await Program.run(["run", "e.json", "-q"], in: folder.url)
        #expect(outcome == .init(code: 0, output: "{\"n\":2,\"from\":\"f\"}\n", messages: ""))
    }
}
