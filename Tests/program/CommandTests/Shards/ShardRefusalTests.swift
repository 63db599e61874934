import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("run --shard refuses", .startsInTurn, .timeLimit(.minutes(5))) struct ShardRefusalTests {
    private static let help = "  = help: tabpipe run --help\n"
    private static let files = #"{"type":"json","from":"in/*.jsonl"}"#

    @Test(
        "what shards cannot do",
        arguments: [
            (#"{"type":"json","from":"in/*.jsonl"}"#, "", "out.jsonl", ["--shard", "1/2"], 2, "sinks[0].to has no {{$shard}}"),
            (#"{"type":"json","from":"in/*.jsonl"}"#, "", "-", ["--shard", "1/2"], 2, "sinks[0].to is a stream"),
            (#"{"type":"files","match":"in/*"}"#, "", "out/{{$shard}}", ["--shard", "1/2"], 2, "--shard-by PATH divides its records"),
            (
                #"{"type":"json","from":"in/*.jsonl"}"#, #"{"type":"sort","by":".n"}"#, "out/{{$shard}}", ["--shard", "1/2"], 78,
                "\"sort\" looks at neighbouring records"
            ),
            (#"{"type":"json","from":"in/*.jsonl"}"#, "", "out/{{$shard}}", ["--shard", "3/2"], 2, "such as 3/100, found \"3/2\""),
            (#"{"type":"json","from":"in/*.jsonl"}"#, "", "out/{{$shard}}", ["--shard-by", ".n"], 2, "there is no --shard"),
            (
                #"{"type":"json","from":"in/*.jsonl"}"#, "", "out/{{$shard}}", ["--shard", "1/2", "-n", "1"], 2,
                "--shard and --limit exclude each other"
            ),
            (
                #"{"type":"json","from":"in/*.jsonl"}"#, "", "out/{{$shard}}", ["--shard", "1/2", "--shard-by", "("], 2,
                "--shard-by wants a jq program such as .thread_id, found \"(\""
            ),
            (files, "", "out/{{$shard}}", ["--shard", "1/2", "--watch"], 2, "--shard and --watch exclude each other"),
            (files, "", "out/{{$shard}}", ["--shard", "1/2", "--reset-state"], 2, "--shard and --reset-state exclude each other"),
            (files, "", "out/{{$shard}}", ["p.json", "--shard", "1/2"], 2, "--shard runs one pipeline file, found 2"),
            (
                files, "", "out/{{$shard}}", ["--shard", "1/2", "--rejects", "all.jsonl"], 2,
                "error: p.json: --rejects has no {{$shard}}, so that all shards would write one file\n"
            ),
            (
                files, "", "out/{{$shard}}", ["--shard", "1/2", "--rejects", "fd:2"], 2,
                "error: p.json: fd:2 is a stream, and a shard's rejects are a file, which appears with its end record\n"
            ),
            (
                files, "", "out/{{$shard}}.jsonl", ["--shard", "1/2", "--rejects", "out/{{$shard}}.end.json"], 2,
                "error: p.json: the end record out/00001-of-00002.end.json would be the file of --rejects\n"
            ),
            (
                #"{"type":"json","from":"-"}"#, "", "out/{{$shard}}", ["--shard", "1/2"], 2,
                "error: p.json: source.from is standard input, and each shard would read its own; name files\n"
            ),
            (
                #"{"type":"json","from":["in/0.jsonl","-"]}"#, "", "out/{{$shard}}", ["--shard", "1/2", "--shard-by", ".n"], 2,
                "is standard input, and each shard would read its own; name files\n"
            ),
            (
                #"{"type":"lines","from":"/dev/stdin"}"#, "", "out/{{$shard}}", ["--shard", "1/2"], 2,
                "error: p.json: source.from is a pipe or device, which shards cannot share; name files\n"
            ),
            (
                files, #"{"type":"set","fields":{"n":"1"}},{"type":"dedupe","by":".n"}"#, "out/{{$shard}}",
                ["--shard", "1/2", "--shard-by", ".n"], 78,
                "\"dedupe\" works by .n, which stages[0] (set) may change, so that equal keys can be in several partitions"
            ),
        ] as [(String, String, String, [String], Int32, String)])
    func refused(
        _ source: String, _ stages: String, _ to: String, _ words: [String], _ code: Int32, _ message: String
    ) async throws {
        let folder = try await ShardTests.folder(files: 1, source: source, stages: stages, to: to)
        let outcome = try await Program.run(["run", "p.json"] + words, in: folder.url)
        #expect(outcome.code == code)
        #expect(outcome.messages.contains(message), "\(outcome.messages)")
        #expect(try folder.names() == ["in", "p.json"])
    }

    /// Pipelines whose outputs are refused, with the words of the run.
    static let sinks = [
        (
            "a sink that appends", #"{"type":"jsonl","to":"out/{{$shard}}.jsonl","mode":"append"}"#, ["1/2"],
            "sinks[0] adds to an earlier output, and a shard writes a new one"
        ),
        (
            "a second sink without the shard", #"{"type":"jsonl","to":"out/{{$shard}}.jsonl"},{"type":"csv","to":"out/all.csv"}"#, ["1/2"],
            "sinks[1].to has no {{$shard}}, so that all shards would write one file"
        ),
        (
            "a template without the shard in its folder", #"{"type":"markdown","to":"out/{{.n}}-{{$shard}}.md"}"#, ["1/2"],
            "sinks[0].to has no {{$shard}} in its folder, so that all shards would write one folder"
        ),
        (
            "a sink with the name of the end record",
            #"{"type":"jsonl","to":"out/{{$shard}}.jsonl"},{"type":"jsonl","to":"out/{{$shard}}.end.json"}"#, ["1/2"],
            "the end record out/00001-of-00002.end.json would be the file of sinks[1].to"
        ),
        (
            "a folder that would have the end record", #"{"type":"markdown","to":"{{.n}}.md"}"#, ["1/1"],
            "the end record p.end.json would be in the folder of sinks[0].to"
        ),
    ]

    @Test("outputs that shards would share, or that their end records would spoil", arguments: sinks)
    func refusedSinks(_ name: String, _ sinks: String, _ words: [String], _ message: String) async throws {
        let folder = try await ShardTests.folder(files: 1)
        try folder.write(#"{"source":\#(Self.files),"sinks":[\#(sinks)]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--shard"] + words, in: folder.url)
        #expect(outcome == .init(code: 2, output: "", messages: "error: p.json: \(message)\n\(Self.help)"), "\(name)")
        #expect(try folder.names() == ["in", "p.json"])
    }

    @Test("inputs that another shard has written", arguments: ["in", "./in", "out/../in"])
    func ownOutputs(_ inputs: String) async throws {
        let folder = try await ShardTests.folder(
            files: 2, source: #"{"type":"json","from":"\#(inputs)/*.jsonl"}"#, to: "in/{{$shard}}.jsonl")
        try FileManager.default.createDirectory(at: folder.file("out"), withIntermediateDirectories: true)
        #expect(try await Program.run(["run", "p.json", "-q", "--shard", "1/2"], in: folder.url).code == 0)
        let outcome = try await Program.run(["run", "p.json", "--shard", "2/2"], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 2, output: "",
                    messages: "error: p.json: the source reads \(inputs)/00001-of-00002.jsonl, which another shard has written; give the "
                        + "outputs another folder\n\(Self.help)"))
    }

    @Test("to put an end record in the place of a folder") func folderInPlace() async throws {
        let folder = try await ShardTests.folder()
        try folder.write("", to: "out/00001-of-00002.end.json/x")
        let outcome = try await Program.run(["run", "p.json", "--shard", "1/2"], in: folder.url)
        #expect(
            outcome
                == .init(
                    code: 73, output: "",
                    messages: "error: the end record out/00001-of-00002.end.json cannot be written: there is a folder\n"))
    }
}
