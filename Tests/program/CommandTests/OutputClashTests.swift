import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A command line whose pipelines would overwrite an output, and the expected message.
struct ClashExample: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    let pipelines: [String: String]
    var code: Int32 = 2
    let message: String
    var testDescription: String { name }

    /// A single pipeline, `p.json`, whose outputs clash.
    init(_ name: String, command: String = "run", _ pipeline: String, at column: Int, _ message: String) {
        self.name = name
        arguments = [command, "./p.json"]
        pipelines = ["p.json": pipeline]
        code = 78
        self.message = "./p.json:1:\(column): error: \(message)"
    }

    /// Pipelines that clash with each other or with an option of the command line.
    init(_ name: String, _ arguments: [String], _ pipelines: [String: String], _ message: String) {
        self.name = name
        self.arguments = ["run"] + arguments
        self.pipelines = pipelines
        self.message = "error: \(message)"
    }
}

@Suite("Outputs that would be lost") struct OutputClashTests {
    static func pipeline(_ sinks: String, rejects: String? = nil) -> String {
        #"{"source":{"type":"json","from":"in.json"},"stages":[{"type":"filter","where":".a > 0"}],"sinks":["# + sinks + "]"
            + (rejects.map { #","rejects":"\#($0)""# } ?? "") + "}"
    }

    static func lost(_ what: String, _ other: String) -> String { "\(what) is the output of \(other), too; one of the two would be lost" }

    static let input = #"{"a":1,"s":"x"}{"a":2,"s":"y"}"#
    static let one = ["p.json": pipeline(#"{"type":"jsonl","to":"o.jsonl"}"#)]

    static let examples = [
        ClashExample(
            "two sinks with one path", pipeline(#"{"type":"jsonl","to":"o.jsonl"},{"type":"csv","to":"./sub/../o.jsonl"}"#), at: 150,
            lost("this file", "sinks[0].to")),
        ClashExample(
            "a sink onto a link to the other's file", command: "validate",
            pipeline(#"{"type":"jsonl","to":"o.jsonl"},{"type":"csv","to":"link.jsonl"}"#), at: 150, lost("this file", "sinks[0].to")),
        ClashExample(
            "two sinks on standard output", pipeline(#"{"type":"jsonl","to":"-"},{"type":"json","to":"-"}"#), at: 145,
            lost("standard output", "sinks[0].to")),
        ClashExample(
            "a sink onto the source", pipeline(#"{"type":"jsonl","to":"./in.json"}"#), at: 120,
            "this output would replace what source.from reads"),
        ClashExample(
            "a sink onto a file that a parameter reads",
            #"{"parameters":{"q":{"default":{"$file":"in.json"}}},"source":{"type":"json","from":"-"},"sinks":[{"type":"jsonl","to":"in.json"}]}"#,
            at: 119, "this output would replace what parameters.q.default.$file reads"),
        ClashExample(
            "a sink onto the pipeline file", pipeline(#"{"type":"jsonl","to":"p.json"}"#), at: 120,
            "this output would replace the pipeline file"),
        ClashExample(
            "two Markdown sinks with one template",
            pipeline(#"{"type":"markdown","to":"m/{{.a}}.md"},{"type":"markdown","to":"./m/{{ .a }}.md"}"#), at: 162,
            lost("this file", "sinks[0].to")),
        ClashExample(
            "a sink onto an index", pipeline(#"{"type":"markdown","to":"m/{{.a}}.md","index":{}},{"type":"jsonl","to":"m/README.md"}"#),
            at: 170, lost("this file", "sinks[0].index")),
        ClashExample(
            "pages on standard output", command: "validate", pipeline(#"{"type":"site","to":"-"}"#), at: 119,
            #"expected the path of a file for each record, found "-", which is standard output"#),
        ClashExample(
            "Markdown files on standard output", pipeline(#"{"type":"markdown","to":"-"}"#), at: 123,
            #"expected the path of a file for each record, found "-", which is standard output"#),
        ClashExample(
            "rejects in a sink's file", pipeline(#"{"type":"jsonl","to":"o.jsonl"}"#, rejects: "o.jsonl"), at: 120,
            lost("this file", "rejects")),
        ClashExample(
            "--rejects onto a sink", ["p.json", "--rejects", "./o.jsonl"], one,
            "--rejects names ./o.jsonl, which is the file of sinks[0].to"),
        ClashExample(
            "--rejects onto the source", ["p.json", "--rejects", "in.json"], one,
            "--rejects names in.json, which is the file of source.from"),
        ClashExample(
            "--rejects onto the pipeline file", ["p.json", "--rejects", "p.json"], one,
            "--rejects names p.json, which is the file of the pipeline file"),
        ClashExample(
            "--rejects on standard output", ["p.json", "--rejects", "-"], one,
            #"--rejects wants the path of a file, fd:N or none, found "-""#),
        ClashExample(
            "--rejects onto a folder", ["p.json", "--rejects", "."], one, "--rejects wants a file, and . is a folder"),
        ClashExample(
            "--rejects for several pipelines", ["p.json", "q.json", "--rejects", "r.jsonl"],
            one.merging(["q.json": pipeline(#"{"type":"csv","to":"-"}"#)]) { $1 },
            "--rejects names one file for several pipelines; without it each one gets its own"),
        ClashExample(
            "two pipelines with one output", ["p.json", "q.json"],
            one.merging(["q.json": pipeline(#"{"type":"csv","to":"o.jsonl"}"#)]) { $1 },
            "p.json (sinks[0].to) and q.json (sinks[0].to) write the same file; one of the two would be lost"),
        ClashExample(
            "a pipeline onto another one's file", ["p.json", "q.json"],
            one.merging(["q.json": pipeline(#"{"type":"csv","to":"p.json"}"#)]) { $1 },
            "q.json (sinks[0].to) would replace the pipeline file p.json"),
    ]

    static func folder(_ pipelines: [String: String] = [:]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (name, text) in pipelines { try folder.write(text, to: name) }
        try folder.write(input, to: "in.json")
        try folder.write("", to: "o.jsonl")
        try FileManager.default.createDirectory(at: folder.file("sub"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.jsonl").path, withDestinationPath: "o.jsonl")
        return folder
    }

    @Test("are refused before anything is written", arguments: examples) func refused(_ example: ClashExample) async throws {
        let folder = try Self.folder(example.pipelines)
        let before = try folder.names()
        let outcome = try await Program.run(example.arguments, in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == example.message)
        #expect(try folder.names() == before)
        #expect(try folder.read("in.json") == Self.input)
    }

    @Test("do not include devices, which many may write to") func devices() async throws {
        let folder = try Self.folder()
        let file = try folder.write(
            Self.pipeline(#"{"type":"jsonl","to":"/dev/null"},{"type":"csv","to":"/dev/null"}"#), to: "p.json")
        #expect(try await Program.run(["run", file, "--quiet"]) == .init(code: 0, output: "", messages: ""))
    }

    @Test("do not include rejects: each pipeline of a command line has its own") func rejects() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"a":1}{"b":2}"#, to: "in.json")
        for (name, kind) in [("x", "jsonl"), ("y", "csv")] {
            try folder.write(
                #"{"source":{"type":"json","from":"in.json"},"stages":[{"type":"set","fields":{"c":"if .a then 1 else error(\"\#(name)\") end"}}],"#
                    + #""sinks":[{"type":"\#(kind)","to":"o.\#(kind)"}]}"#, to: "\(name).json")
        }
        let outcome = try await Program.run(["run", "x.json", "y.json"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(try folder.names() == ["in.json", "o.csv", "o.jsonl", "o.rejects.jsonl", "o.y.rejects.jsonl", "x.json", "y.json"])
        #expect(try folder.read("o.rejects.jsonl").contains(#""reason":"x""#))
        #expect(try folder.read("o.y.rejects.jsonl").contains(#""reason":"y""#))
    }

    @Test("do not include rejects of an earlier run, which are removed by a run that rejects nothing") func stale() async throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"source":{"type":"json","from":"in.json","on_bad_line":"reject"},"sinks":[{"type":"jsonl","to":"o.jsonl"}]}"#, to: "p.json")
        try folder.write("{\"a\":1}\nx\n", to: "in.json")
        #expect(try await Program.run(["run", file]).code == 1)
        #expect(try folder.names() == ["in.json", "o.jsonl", "o.rejects.jsonl", "p.json"])
        try folder.write("{\"a\":1}\n", to: "in.json")
        #expect(try await Program.run(["run", file, "--dry-run"]).code == 0)
        #expect(try folder.names() == ["in.json", "o.jsonl", "o.rejects.jsonl", "p.json"])
        let outcome = try await Program.run(["run", file])
        #expect(
            outcome.messages.hasPrefix(
                "jsonl: \(folder.path)/o.jsonl: unchanged, 1 record\nnothing was rejected; \(folder.path)/o.rejects.jsonl of an earlier run is removed\n"
            ))
        #expect(try folder.names() == ["in.json", "o.jsonl", "p.json"])
        // The run must not touch a file that holds no rejects, even under the name of a rejects file.
        let notes = try folder.write("my notes\n", to: "notes.txt")
        #expect(try await Program.run(["run", file, "--rejects", notes]).code == 2)
        #expect(try folder.read("notes.txt") == "my notes\n")
    }

    @Test(
        "do not include rejects of a folder without a name: they go inside",
        arguments: [("{{.a}}.md", "d/p.rejects.jsonl"), ("../{{.a}}.md", "p.rejects.jsonl"), ("o/{{.a}}.md", "d/o.rejects.jsonl")])
    func folders(_ to: String, _ expected: String) async throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(at: folder.file("d"), withIntermediateDirectories: true)
        try folder.write(#"{"a":1}{"a":2,"html":"x"}"#, to: "in.json")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"../in.json"},"sinks":[{"type":"markdown","to":"\#(to)"}]}"#, to: "d/p.json")
        #expect(try await Program.run(["run", file]).code == 1)
        #expect(FileManager.default.fileExists(atPath: folder.file(expected).path))
    }
}
