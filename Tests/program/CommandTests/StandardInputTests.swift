import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A command line with several readers of standard input, and the names that the message gives to them.
struct ReaderExample: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let readers: String
    /// The pipeline file on standard input, for commands that read one there.
    var input = "b.json"
    var testDescription: String { name }
}

@Suite("Standard input") struct StandardInputTests {
    static func pipeline(from: String = "-", where condition: String = #""true""#, parameters: String = "{}", to: String) -> String {
        #"{"parameters":\#(parameters),"source":{"type":"json","from":"\#(from)"},"#
            + #""stages":[{"type":"filter","where":\#(condition)}],"sinks":[{"type":"jsonl","to":"\#(to)"}]}"#
    }

    static let files = [
        "a.json": pipeline(to: "a.jsonl"), "b.json": pipeline(to: "b.jsonl"), "c.json": pipeline(from: "in.json", to: "c.jsonl"),
        "query.json": pipeline(where: #"{"$file":"-"}"#, to: "query.jsonl"),
        "site.json": #"{"source":{"type":"json","from":"-"},"sinks":[{"type":"site","to":"site/{{.id}}.html"}]}"#,
        "parameter.json": pipeline(
            where: #"{"$param":"q"}"#, parameters: #"{"q":{"default":{"$file":"-"}}}"#, to: "parameter.jsonl"),
    ]

    static let examples = [
        ReaderExample(
            name: "two sources", arguments: ["run", "a.json", "b.json"], readers: "a.json (source.from) and b.json (source.from)"),
        ReaderExample(
            name: "one pipeline twice", arguments: ["run", "a.json", "a.json"], readers: "a.json (source.from) and a.json (source.from)"),
        ReaderExample(
            name: "a pipeline file and its source", arguments: ["run", "-"], readers: #"the pipeline file "-" and - (source.from)"#),
        ReaderExample(
            name: "a pipeline file and another one's source", arguments: ["run", "a.json", "-"],
            readers: #"the pipeline file "-" and a.json (source.from)"#),
        ReaderExample(
            name: "a pipeline file that is previewed and its source", arguments: ["preview", "-"],
            readers: #"the pipeline file "-" and - (source.from)"#, input: "site.json"),
        ReaderExample(
            name: "a program and a source", arguments: ["run", "query.json"],
            readers: "query.json (stages[0].where.$file) and query.json (source.from)"),
        ReaderExample(
            name: "a parameter and a source", arguments: ["run", "parameter.json"],
            readers: "parameter.json (parameters.q.default.$file) and parameter.json (source.from)"),
        ReaderExample(
            name: "a pipeline file and the records of pipe", arguments: ["pipe", "-"],
            readers: #"the records of pipe and the pipeline file "-""#),
        ReaderExample(
            name: "a program and the records of pipe", arguments: ["pipe", "query.json"],
            readers: "the records of pipe and query.json (stages[0].where.$file)"),
    ]

    static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        try folder.write("{}", to: "in.json")
        return folder
    }

    @Test("has one reader", arguments: examples) func oneReader(_ example: ReaderExample) async throws {
        let folder = try Self.folder()
        let before = try folder.names()
        let input = example.arguments.contains("-") ? Self.files[example.input] ?? "" : "true"
        let outcome = try await Program.run(example.arguments, input: input, in: folder.url)
        #expect(outcome.code == 2)
        #expect(
            outcome.messages.split(separator: "\n").first.map(String.init)
                == "error: standard input has two readers, \(example.readers); one of the two would find it empty")
        #expect(try folder.names() == before)
    }

    @Test("may be read by any one", arguments: [["run", "a.json", "c.json"], ["run", "parameter.json", "--set", "q=true"]])
    func anyOne(_ arguments: [String]) async throws {
        let folder = try Self.folder()
        #expect(try await Program.run(arguments + ["--quiet"], input: "{}", in: folder.url) == .init(code: 0, output: "", messages: ""))
    }
}
