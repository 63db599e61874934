import TabpipeCommands
import Foundation
import Pipeline
import TestSupport
import Testing

// What somebody outside writes: a source, a stage and a sink, with the public API alone.

struct Countdown: Source {
    static let name = "countdown"
    static let summary = "Counts down to one."
    private let from: Int

    init(options: inout OptionReader) {
        from = options.integer("from", in: 1...1000, default: 3, help: "Where to begin.")
    }

    func run(into output: inout RecordWriter) async throws {
        for number in stride(from: from, through: 1, by: -1) {
            try await output.send(Record(["text": .string("\(number) to go")]))
        }
    }
}

struct Shorten: Stage {
    static let name = "shorten"
    static let summary = "Cuts a text field."
    private let field: String
    private let length: Int

    init(options: inout OptionReader) {
        field = options.string("field", help: "The field to cut.")
        length = options.integer("length", in: 1...100, help: "Characters that stay.")
    }

    func process(_ record: inout Record) throws -> Verdict {
        try record.set(field, to: .string(String(record.string(field).prefix(length))))
        return .keep
    }
}

struct AppendTo: Sink {
    static let name = "append_to"
    static let summary = "Appends a field's text to a file."
    private let path: String

    init(options: inout OptionReader) { path = options.output("to", help: "The file.").path ?? "" }

    func render(_ record: Record) throws -> String { try record.string("text") }

    func write(_ documents: Batches<String>) async throws {
        var text = ""
        for try await batch in documents { text += batch.joined(separator: "|") + "|" }
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
}

/// A stage that fails with an error of its own.
struct Failing: Stage {
    enum Plain: Error { case tooOdd }
    struct Worded: LocalizedError { var errorDescription: String? { "the moon is not full" } }
    struct Described: Error, CustomStringConvertible { let description = "the tide is low" }

    static let name = "failing"
    static let summary = "Fails."
    private let kind: String

    init(options: inout OptionReader) { kind = options.string("kind", help: "Which error it is.") }

    func process(_ record: inout Record) throws -> Verdict {
        switch kind {
        case "plain": throw Plain.tooOdd
        case "worded": throw Worded()
        default: throw Described()
        }
    }
}

@Suite("A program with components of its own") struct PluginTests: ~Copyable {
    static var registry: Registry {
        var registry = Registry.standard
        registry.add(Countdown.self)
        registry.add(Shorten.self)
        registry.add(AppendTo.self)
        registry.add(Failing.self)
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
             "sinks": [{"type": "append_to", "to": "out.txt"}]}
            """#)
        #expect(await TabpipeProgram.run(["run", path, "--quiet"], registry: Self.registry) == 0)
        #expect(try folder.read("out.txt") == "4 to|3 to|1 to|")
    }

    /// Runs a command and gives what it prints.
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
            (["list", "sinks"], ["  append_to  Appends a field's text to a file.\n"]),
            (
                ["describe", "shorten"],
                ["shorten (stage)\n  Cuts a text field.\n", "    length (integer from 1 to 100, required)\n      Characters that stay.\n"]
            ),
            (["schema"], [#""const": "countdown""#, #""const": "shorten""#, #""const": "append_to""#]),
        ])
    func knows(_ arguments: [String], _ expected: [String]) async throws {
        let (code, output, messages) = try await output(arguments)
        #expect(code == 0)
        #expect(messages == "")
        for text in expected { #expect("\n\(output)".contains(text), "\(output)") }
    }

    @Test("validates files with them") func validates() async throws {
        let path = try file(
            #"{"source": {"type": "countdown"}, "stages": [{"type": "shorten", "field": "text", "length": 101}], "sinks": [{"type": "append_to", "to": "x"}]}"#
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
            #"{"source": {"type": "countdown", "from": 1}, "stages": [{"type": "failing", "kind": "\#(kind)"}], "sinks": [{"type": "append_to", "to": "x"}]}"#
        )
        let (_, _, messages) = try await output(["run", path, "--rejects", "/dev/null"])
        #expect(messages.contains(": rejected by failing: \(message)\n"), "\(messages)")
    }

    @Test("checks their options") func checks() async throws {
        let path = try file(#"{"source": {"type": "countdown", "from": 0}, "sinks": [{"type": "append_to", "to": "x"}]}"#)
        #expect(await TabpipeProgram.run(["validate", path], registry: Self.registry) == 78)
    }
}
