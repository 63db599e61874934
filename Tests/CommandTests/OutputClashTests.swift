import Foundation
import TestSupport
import Testing

/// A command line on files of a scratch folder that would lose an output, and what is said about it.
struct ClashExample: CustomTestStringConvertible {
    let name: String
    let arguments: [String]
    var code: Int32 = 2
    let message: String
    var testDescription: String { name }
}

@Suite("Outputs that would be lost") struct OutputClashTests {
    static func pipeline(_ sinks: String, rejects: String? = nil) -> String {
        #"{"source":{"type":"json","from":"in.json"},"stages":[{"type":"filter","where":".a > 0"}],"sinks":["# + sinks + "]"
            + (rejects.map { #","rejects":"\#($0)""# } ?? "") + "}"
    }

    static let files = [
        "in.json": #"{"a":1,"s":"x"}{"a":2,"s":"y"}"#,
        "twice.json": pipeline(#"{"type":"jsonl","to":"o.jsonl"},{"type":"csv","to":"./sub/../o.jsonl"}"#),
        "link.json": pipeline(#"{"type":"jsonl","to":"o.jsonl"},{"type":"csv","to":"link.jsonl"}"#),
        "stdout.json": pipeline(#"{"type":"jsonl","to":"-"},{"type":"json","to":"-"}"#),
        "source.json": pipeline(#"{"type":"jsonl","to":"./in.json"}"#),
        "self.json": pipeline(#"{"type":"jsonl","to":"self.json"}"#),
        "templates.json": pipeline(#"{"type":"markdown","to":"m/{{.a}}.md"},{"type":"markdown","to":"./m/{{ .a }}.md"}"#),
        "query.json": #"{"parameters":{"q":{"default":{"$file":"in.json"}}},"source":{"type":"json","from":"-"},"#
            + #""sinks":[{"type":"jsonl","to":"in.json"}]}"#,
        "index.json": pipeline(#"{"type":"markdown","to":"m/{{.a}}.md","index":{}},{"type":"jsonl","to":"m/README.md"}"#),
        "rejects.json": pipeline(#"{"type":"jsonl","to":"o.jsonl"}"#, rejects: "o.jsonl"),
        "one.json": pipeline(#"{"type":"jsonl","to":"o.jsonl"}"#), "two.json": pipeline(#"{"type":"csv","to":"o.jsonl"}"#),
        "stdin.json": pipeline(#"{"type":"csv","to":"-"}"#), "over.json": pipeline(#"{"type":"csv","to":"one.json"}"#),
    ]

    static let examples = [
        ClashExample(
            name: "two sinks with one path", arguments: ["run", "twice.json"], code: 78,
            message: "twice.json:1:150: error: this file is the output of sinks[0].to, too; one of the two would be lost"),
        ClashExample(
            name: "a sink onto a link to the other's file", arguments: ["validate", "link.json"], code: 78,
            message: "link.json:1:150: error: this file is the output of sinks[0].to, too; one of the two would be lost"),
        ClashExample(
            name: "two sinks on standard output", arguments: ["run", "stdout.json"], code: 78,
            message: "stdout.json:1:145: error: standard output is the output of sinks[0].to, too; one of the two would be lost"),
        ClashExample(
            name: "a sink onto the source", arguments: ["run", "source.json"], code: 78,
            message: "source.json:1:120: error: this output would replace what source.from reads"),
        ClashExample(
            name: "a sink onto a file that a parameter reads", arguments: ["run", "query.json"], code: 78,
            message: "query.json:1:121: error: this output would replace what parameters.q.default.$file reads"),
        ClashExample(
            name: "a sink onto the pipeline file", arguments: ["run", "./self.json"], code: 78,
            message: "./self.json:1:120: error: this output would replace the pipeline file"),
        ClashExample(
            name: "two Markdown sinks with one template", arguments: ["run", "templates.json"], code: 78,
            message: "templates.json:1:162: error: this file is the output of sinks[0].to, too; one of the two would be lost"),
        ClashExample(
            name: "a sink onto an index", arguments: ["run", "index.json"], code: 78,
            message: "index.json:1:170: error: this file is the output of sinks[0].index, too; one of the two would be lost"),
        ClashExample(
            name: "rejects in a sink's file", arguments: ["run", "rejects.json"], code: 78,
            message: "rejects.json:1:120: error: this file is the output of rejects, too; one of the two would be lost"),
        ClashExample(
            name: "--rejects onto a sink", arguments: ["run", "one.json", "--rejects", "./o.jsonl"],
            message: "error: --rejects names ./o.jsonl, which is the file of sinks[0].to"),
        ClashExample(
            name: "--rejects onto the source", arguments: ["run", "one.json", "--rejects", "in.json"],
            message: "error: --rejects names in.json, which is the file of source.from"),
        ClashExample(
            name: "--rejects onto the pipeline file", arguments: ["run", "one.json", "--rejects", "one.json"],
            message: "error: --rejects names one.json, which is the file of the pipeline file"),
        ClashExample(
            name: "--rejects on standard output", arguments: ["run", "one.json", "--rejects", "-"],
            message: #"error: --rejects wants the path of a file, found "-""#),
        ClashExample(
            name: "--rejects onto a folder", arguments: ["run", "one.json", "--rejects", "."],
            message: "error: --rejects wants a file, and . is a folder"),
        ClashExample(
            name: "--rejects for several pipelines", arguments: ["run", "one.json", "stdin.json", "--rejects", "r.jsonl"],
            message: "error: --rejects names one file for several pipelines; without it each one gets its own"),
        ClashExample(
            name: "two pipelines with one output", arguments: ["run", "one.json", "two.json"],
            message: "error: one.json (sinks[0].to) and two.json (sinks[0].to) write the same file; one of the two would be lost"),
        ClashExample(
            name: "a pipeline onto another one's file", arguments: ["run", "one.json", "over.json"],
            message: "error: over.json (sinks[0].to) would replace the pipeline file one.json"),
    ]

    static func folder() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (name, text) in files { try folder.write(text, to: name) }
        try folder.write("", to: "o.jsonl")
        try FileManager.default.createDirectory(at: folder.file("sub"), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.jsonl").path, withDestinationPath: "o.jsonl")
        return folder
    }

    @Test("are refused before anything is written", arguments: examples) func refused(_ example: ClashExample) throws {
        let folder = try Self.folder()
        let before = try folder.names()
        let outcome = try Program.run(example.arguments, in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.messages.split(separator: "\n").first.map(String.init) == example.message)
        #expect(try folder.names() == before)
        #expect(try folder.read("in.json") == Self.files["in.json"])
    }

    @Test("do not include devices, which many may write to") func devices() throws {
        let folder = try Self.folder()
        let file = try folder.write(
            Self.pipeline(#"{"type":"jsonl","to":"/dev/null"},{"type":"csv","to":"/dev/null"}"#), to: "p.json")
        #expect(try Program.run(["run", file, "--quiet"]) == .init(code: 0, output: "", messages: ""))
    }

    @Test("do not include rejects: each pipeline of a command line has its own") func rejects() throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"a":1}{"b":2}"#, to: "in.json")
        for (name, kind) in [("x", "jsonl"), ("y", "csv")] {
            try folder.write(
                #"{"source":{"type":"json","from":"in.json"},"stages":[{"type":"set","fields":{"c":"if .a then 1 else error(\"\#(name)\") end"}}],"#
                    + #""sinks":[{"type":"\#(kind)","to":"o.\#(kind)"}]}"#, to: "\(name).json")
        }
        let outcome = try Program.run(["run", "x.json", "y.json"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(try folder.names() == ["in.json", "o.csv", "o.jsonl", "o.rejects.jsonl", "o.y.rejects.jsonl", "x.json", "y.json"])
        #expect(try folder.read("o.rejects.jsonl").contains(#""reason":"x""#))
        #expect(try folder.read("o.y.rejects.jsonl").contains(#""reason":"y""#))
    }

    @Test("do not include rejects of an earlier run, which are removed by a run that rejects nothing") func stale() throws {
        let folder = try ScratchFolder()
        let file = try folder.write(
            #"{"source":{"type":"json","from":"in.json","on_bad_line":"reject"},"sinks":[{"type":"jsonl","to":"o.jsonl"}]}"#, to: "p.json")
        try folder.write("{\"a\":1}\nx\n", to: "in.json")
        #expect(try Program.run(["run", file]).code == 1)
        #expect(try folder.names() == ["in.json", "o.jsonl", "o.rejects.jsonl", "p.json"])
        try folder.write("{\"a\":1}\n", to: "in.json")
        #expect(try Program.run(["run", file, "--dry-run"]).code == 0)
        #expect(try folder.names() == ["in.json", "o.jsonl", "o.rejects.jsonl", "p.json"])
        let outcome = try Program.run(["run", file])
        #expect(outcome.messages.hasPrefix("nothing was rejected; \(folder.path)/o.rejects.jsonl of an earlier run is removed\n"))
        #expect(try folder.names() == ["in.json", "o.jsonl", "p.json"])
        // What is no rejects file is not touched, whatever it is called.
        let notes = try folder.write("my notes\n", to: "notes.txt")
        #expect(try Program.run(["run", file, "--rejects", notes]).code == 2)
        #expect(try folder.read("notes.txt") == "my notes\n")
    }

    @Test(
        "do not include rejects of a folder without a name: they go inside",
        arguments: [("{{.a}}.md", "d/p.rejects.jsonl"), ("../{{.a}}.md", "p.rejects.jsonl"), ("o/{{.a}}.md", "d/o.rejects.jsonl")])
    func folders(_ to: String, _ expected: String) throws {
        let folder = try ScratchFolder()
        try FileManager.default.createDirectory(at: folder.file("d"), withIntermediateDirectories: true)
        try folder.write(#"{"a":1}"#, to: "in.json")
        let file = try folder.write(
            #"{"source":{"type":"json","from":"../in.json"},"sinks":[{"type":"markdown","to":"\#(to)"}]}"#, to: "d/p.json")
        #expect(try Program.run(["run", file]).code == 1)
        #expect(FileManager.default.fileExists(atPath: folder.file(expected).path))
    }
}
