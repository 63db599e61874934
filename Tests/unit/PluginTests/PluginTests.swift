import TabpipeCommands
import Foundation
import Pipeline
import TestSupport
import Testing

@Suite("A program with components of its own") struct PluginTests: ~Copyable {
    static var registry: Registry {
        var registry = Registry.standard
        registry.add(Countdown.self)
        registry.add(Shorten.self)
        registry.add(Joined.self)
        registry.add(Notes.self)
        registry.add(Failing.self)
        registry.add(Words.self)
        registry.add(Upcase.self)
        registry.add(Initials.self)
        registry.add(LookUp.self)
        registry.add(Reverse.self)
        registry.add(Cards.self)
        registry.add(Ledger.self)
        registry.add(shout)
        return registry
    }

    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ text: String) throws -> String { try folder.write(text, to: "p.json") }

    @Test("runs them from a pipeline file") func runs() async throws {
        let path = try file(
            #"""
            {"source": {"type": "countdown", "from": 4},
             "stages": [{"type": "shorten", "field": "text", "length": 4}, {"type": "filter", "where": ".text != \"2 to\""}],
             "sinks": [{"type": "joined", "to": "out.txt"}]}
            """#)
        #expect(await TabpipeProgram.run(["run", path, "--quiet"], registry: Self.registry) == 0)
        #expect(try folder.read("out.txt") == "4 to|3 to|1 to|")
    }

    @Test("plans sinks that support it, and leaves others alone") func plans() async throws {
        let ledger = folder.file("ledger.txt").path
        let sinks = [#"{"type": "joined", "to": "out.txt"}"#, #"{"type": "ledger", "to": "\#(ledger)"}"#]
        for sink in sinks {
            let path = try file(#"{"source": {"type": "countdown", "from": 2}, "sinks": [\#(sink)]}"#)
            #expect(await TabpipeProgram.run(["plan", path, "--quiet", "--exit-code"], registry: Self.registry) == 3)
            #expect(try folder.names() == ["p.json"])
        }
        let path = try file(#"{"source": {"type": "countdown", "from": 2}, "sinks": [\#(sinks.joined(separator: ","))]}"#)
        #expect(await TabpipeProgram.run(["run", path, "--quiet"], registry: Self.registry) == 0)
        #expect(try folder.names() == ["ledger.txt", "out.txt", "p.json"])
        // The file is unchanged, but the other output stays unknown.
        #expect(await TabpipeProgram.run(["plan", path, "--quiet", "--exit-code"], registry: Self.registry) == 3)
    }

    @Test("calls its own functions in jq programs, and describes them") func functions() async throws {
        let path = try file(
            #"""
            {"source": {"type": "countdown", "from": 1}, "stages": [{"type": "set", "fields": {"text": ".text | shout | html_text"}}],
             "sinks": [{"type": "joined", "to": "out.txt"}]}
            """#)
        #expect(await TabpipeProgram.run(["run", path, "--quiet"], registry: Self.registry) == 0)
        #expect(try folder.read("out.txt") == "1 TO GO|")
        var plan = PipelinePlan(name: "shouting")
        try plan.append(stage: "set", json: #"{"fields": {"text": ".text | shout"}}"#, from: Self.registry)
        #expect(throws: PipelineFileError.self) {
            try plan.append(stage: "set", json: #"{"fields": {"text": ".text | shout(1)"}}"#, from: Self.registry)
        }
    }

    @Test("runs one of each kind: a source with input, stages that keep state, work in lists, wait and hold records, a folder of files")
    func eachKind() async throws {
        try folder.write("ann bob\ncid\n", to: "in.txt")
        for name in ["ann", "cid"] { try folder.write("content of \(name)", to: "notes/\(name)") }
        let path = try file(
            #"""
            {"source": {"type": "words", "from": "in.txt"},
             "stages": [{"type": "set", "fields": {"people": "[.words[] | {name: .}]", "name": ".words[0]"}},
                        {"type": "initials", "field": ".people[].name"}, {"type": "look_up", "folder": "notes"},
                        {"type": "set", "fields": {"text": ".content + \": \" + ([.people[].initial] | add)"}}, {"type": "upcase"},
                        {"type": "reverse"}],
             "sinks": [{"type": "cards", "to": "out/{{.name}}.txt"}, {"type": "joined", "to": "all.txt"}]}
            """#)
        #expect(await TabpipeProgram.run(["run", path, "--quiet", "--jobs", "2"], registry: Self.registry) == 0)
        #expect(try folder.read("all.txt") == "CONTENT OF CID: C|CONTENT OF ANN: AB|")
        #expect(try folder.read("out/ann.txt") == "CONTENT OF ANN: AB")
        #expect(try folder.names("out") == ["ann.txt", "cid.txt"])
    }

    @Test("has a sink whose file grows") func grows() async throws {
        let path = try file(
            #"""
            {"source": {"type": "countdown"}, "stages": [{"type": "set", "fields": {"key": "(.text[:1] | tonumber) % 2"}}],
             "sinks": [{"type": "notes", "to": "out.jsonl", "mode": "merge", "key": ".key"}]}
            """#)
        try folder.write("{\"key\":7}\n{\"key\":0.0}\n", to: "out.jsonl")
        #expect(await TabpipeProgram.run(["run", path, "--quiet"], registry: Self.registry) == 0)
        #expect(
            try folder.read("out.jsonl")
                == "{\"key\":7}\n{\"text\":\"2 to go\",\"key\":0}\n{\"text\":\"1 to go\",\"key\":1}\n")
    }

    @Test("tests a stage in three lines") func unitTest() throws {
        let stage = try Shorten(json: #"{"field": "title", "length": 3}"#)
        var record = Record(["title": "A long title"])
        _ = try stage.process(&record)
        #expect(try record.string("title") == "A l")
    }

    @Test(
        "says what is wrong with options in code",
        arguments: [
            (#"{"field": "title"}"#, "options:1:1: \"length\" is missing; it is an integer from 1 to 100"),
            (#"{"field": "title", "length": 0}"#, "options:1:30: length: expected an integer from 1 to 100, found 0"),
            (
                #"{"field": "title", "length": 3, "lenght": 3}"#,
                #"options:1:33: lenght: unknown option "lenght"; did you mean "length"?"#
            ), ("[]", "options:1:1: expected an object with options, found a list"), ("{", "options:1:2: "),
        ])
    func wrongOptions(_ json: String, _ message: String) throws {
        let error = #expect(throws: PipelineFileError.self) { _ = try Shorten(json: json) }
        #expect(error?.messages.first?.hasPrefix(message) ?? false, "\(error?.messages ?? [])")
    }

    /// Runs a command and returns its output.
    private func output(_ arguments: [String]) async throws -> (code: Int32, output: String, messages: String) {
        let urls = [folder.file("output"), folder.file("messages")]
        for url in urls { try Data().write(to: url) }
        let files = try urls.map { try FileHandle(forWritingTo: $0) }
        let code = await TabpipeProgram.run(
            arguments, registry: Self.registry, output: files[0].fileDescriptor, messages: files[1].fileDescriptor)
        let texts = try urls.map { try String(contentsOf: $0, encoding: .utf8) }
        return (code, texts[0], texts[1])
    }

    @Test(
        "knows them in list, describe and schema",
        arguments: [
            (["list", "sources"], ["\n  countdown  Counts down to one.\n"]),
            (["list", "stages"], ["shorten           Cuts a text field.\n"]),
            (["list", "sinks"], ["  joined    Writes a field's texts with a bar behind each.\n"]),
            (
                ["describe", "shorten"],
                ["shorten (stage)\n  Cuts a text field.\n", "    length (integer from 1 to 100, required)\n      Characters that stay.\n"]
            ),
            (["schema"], [#""const": "countdown""#, #""const": "shorten""#, #""const": "joined""#]),
        ])
    func knows(_ arguments: [String], _ expected: [String]) async throws {
        let (code, output, messages) = try await output(arguments)
        #expect(code == 0)
        #expect(messages == "")
        for text in expected { #expect("\n\(output)".contains(text), "\(output)") }
    }

    @Test("validates files with them") func validates() async throws {
        let path = try file(
            #"{"source": {"type": "countdown"}, "stages": [{"type": "shorten", "field": "text", "length": 101}], "sinks": [{"type": "joined", "to": "x"}]}"#
        )
        let (code, output, messages) = try await output(["validate", path])
        #expect(code == 78)
        #expect(output == "")
        #expect(messages.hasPrefix("\(path):1:93: error: expected an integer from 1 to 100, found 101\n"))
    }

    @Test(
        "says what their errors say",
        arguments: [
            ("plain", "Plain: tooOdd"), ("worded", "the moon is not full"), ("described", "the tide is low"),
        ])
    func errors(_ kind: String, _ message: String) async throws {
        let path = try file(
            #"{"source": {"type": "countdown", "from": 1}, "stages": [{"type": "failing", "kind": "\#(kind)"}], "sinks": [{"type": "joined", "to": "x"}]}"#
        )
        let (_, _, messages) = try await output(["run", path, "--rejects", "/dev/null"])
        #expect(messages.contains(": rejected by failing: \(message)\n"), "\(messages)")
    }

    @Test("checks their options") func checks() async throws {
        let path = try file(#"{"source": {"type": "countdown", "from": 0}, "sinks": [{"type": "joined", "to": "x"}]}"#)
        #expect(await TabpipeProgram.run(["validate", path], registry: Self.registry) == 78)
    }
}
