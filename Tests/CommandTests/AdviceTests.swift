import Foundation
import TestSupport
import Testing

/// A pipeline file with a common mistake, and the expected message.
struct AdviceExample: CustomTestStringConvertible {
    let name: String
    var file = "p.json"
    var text: String
    var arguments = ["validate"]
    let message: String
    var testDescription: String { name }
}

@Suite("A file as people write it") struct AdviceTests {
    static let sinks = #""sinks":[{"type":"jsonl","to":"-"}]"#

    static func source(_ option: String) -> String { #"{"source":{"type":"json","from":"-",\#(option)},\#(sinks)}"# }
    static func stage(_ stage: String) -> String { #"{"source":{"type":"json","from":"-"},"stages":[\#(stage)],\#(sinks)}"# }
    static func sink(_ sink: String) -> String { #"{"source":{"type":"json","from":"-"},"sinks":[\#(sink)]}"# }

    static let examples = [
        AdviceExample(
            name: "in YAML", file: "p.yaml", text: "source:\n  type: json\n",
            message: "p.yaml:1:1: error: a pipeline file is JSON, and this looks like YAML: expected a value, found \"s\"\n"),
        AdviceExample(
            name: "in YAML by another name", text: "# mine\nname: x\n",
            message: "p.json:1:1: error: a pipeline file is JSON, and this looks like YAML: "),
        AdviceExample(
            name: "in TOML", text: "[source]\ntype = \"json\"\n",
            message: "p.json:1:2: error: a pipeline file is JSON, and this looks like TOML: "),
        AdviceExample(name: "in JSON with a fault", text: "{\"a\" 1}", message: "p.json:1:6: error: expected \":\" after a key"),
        AdviceExample(name: "with headers", text: source(#""headers":{}"#), message: "= help: a source sends no credentials"),
        AdviceExample(name: "with auth", text: source(#""auth":"x""#), message: "= help: a source sends no credentials"),
        AdviceExample(
            name: "with a limit in the source", text: source(#""limit":1"#), message: "= help: --limit N makes the run read fewer records"),
        AdviceExample(
            name: "with url", text: #"{"source":{"type":"json","url":"x"},\#(sinks)}"#,
            message: "= help: the option \"from\" names what a source reads\n"),
        AdviceExample(
            name: "with path in a sink", text: sink(#"{"type":"jsonl","path":"x"}"#),
            message: "= help: the option \"to\" names where a sink writes\n"),
        AdviceExample(
            name: "with output at the top", text: #"{"source":{"type":"json","from":"-"},"output":1}"#,
            message: "= help: the list \"sinks\" says where records go\n"),
        AdviceExample(
            name: "with filter at the top", text: #"{"source":{"type":"json","from":"-"},"filter":1,\#(sinks)}"#,
            message: "= help: this is a stage: "),
        AdviceExample(
            name: "with a condition", text: stage(#"{"type":"filter","condition":"."}"#),
            message: "= help: the option \"where\" holds the jq program of this stage\n"),
        AdviceExample(
            name: "with stages only", text: #"{"stages":[]}"#,
            message:
                "= help: tabpipe list sources; `tabpipe pipe` runs a file that has stages alone, and `tabpipe validate --stages-only` checks it\n"
        ),
        AdviceExample(
            name: "with an output that is a folder", text: sink(#"{"type":"jsonl","to":"folder"}"#),
            message: "p.json:1:68: error: folder cannot be written: it is a folder\n"),
        AdviceExample(
            name: "with an output below a file", text: sink(#"{"type":"markdown","to":"file/{{.id}}.md"}"#),
            message: "p.json:1:71: error: file/{{.id}}.md cannot be written: no folder is there\n"),
        AdviceExample(
            name: "with a compressed output", text: sink(#"{"type":"jsonl","to":"x.jsonl.gz"}"#),
            message: #"p.json:1:68: error: expected a path as a string, found "x.jsonl.gz": this name promises a file compressed with gzip"#
        ),
        AdviceExample(
            name: "with compressed pages", text: sink(#"{"type":"markdown","to":"x/{{.id}}.md.zst"}"#),
            message: #": this name promises a file compressed with zstd"#),
        AdviceExample(
            name: "with a compressed input", text: #"{"source":{"type":"json","from":"in.jsonl.gz"},\#(sinks)}"#,
            message: #"found "in.jsonl.gz": a file of that name is compressed with gzip, which is not read yet; gzip -dc FILE | tabpipe"#),
    ]

    @Test("is answered with what was meant", arguments: examples) func answers(_ example: AdviceExample) async throws {
        let folder = try ScratchFolder()
        try folder.write("", to: "folder/x")
        try folder.write("", to: "file")
        try folder.write(example.text, to: example.file)
        let outcome = try await Program.run(example.arguments + [example.file], in: folder.url)
        #expect(outcome.code == 78)
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
    }

    /// The first bytes of compressed files, and the names of their formats.
    static let compressed: [([UInt8], String)] = [
        ([0x1F, 0x8B, 8, 0], "gzip"), ([0x28, 0xB5, 0x2F, 0xFD, 4], "zstd"), (Array("BZh91AY&SY".utf8), "bzip2"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 0], "xz"), ([0x50, 0x4B, 3, 4, 20], "zip"),
    ]

    @Test("reads no compressed input, whatever its name is", arguments: compressed, ["json", "lines", "files"])
    func compressedInput(_ example: ([UInt8], String), _ type: String) async throws {
        let folder = try ScratchFolder()
        try Data(example.0).write(to: folder.file("in.jsonl"))
        let option = type == "files" ? "match" : "from"
        try folder.write(#"{"source":{"type":"\#(type)","\#(option)":"in.jsonl"},\#(Self.sinks)}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 65)
        #expect(
            outcome.messages.hasPrefix("error: in.jsonl is compressed with \(example.1), which is not read yet; "), "\(outcome.messages)")
    }

    @Test("takes text that begins like a compressed file for text") func notCompressed() async throws {
        let folder = try ScratchFolder()
        try folder.write("BZh\nPK\n", to: "in.txt")
        try folder.write(#"{"source":{"type":"lines","from":"in.txt"},\#(Self.sinks)}"#, to: "p.json")
        #expect(try await Program.run(["run", "p.json", "-q"], in: folder.url).code == 0)
    }
}
