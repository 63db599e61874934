import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A limited run") struct LimitedRunTests {
    private static let json = #""source":{"type":"json","from":"in.jsonl"}"#

    private static func folder(_ sink: String, parameters: String = "") throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(#"{\#(parameters)\#(json),"sinks":[\#(sink)]}"#, to: "p.json")
        try folder.write("{\"id\":1,\"html\":\"a\"}\n{\"id\":2,\"html\":\"b\"}\n", to: "in.jsonl")
        return folder
    }

    static let sinks: [(sink: String, parameters: String, shown: String, elsewhere: String)] = [
        (#"{"type":"jsonl","to":"o.jsonl"}"#, "", "o.jsonl", "another path at sinks[0].to"),
        (#"{"type":"csv","to":{"$param":"to"}}"#, #""parameters":{"to":{"default":"o.csv"}},"#, "o.csv", "--set to=PATH"),
        (#"{"type":"markdown","to":"out/{{.id}}.md"}"#, "", "out", "another path at sinks[0].to"),
    ]

    @Test("replaces no output that is there", arguments: sinks)
    func replacesNothing(_ example: (sink: String, parameters: String, shown: String, elsewhere: String)) async throws {
        let folder = try Self.folder(example.sink, parameters: example.parameters)
        let first = try await Program.run(["run", "p.json", "--limit", "1", "--quiet"], in: folder.url)
        #expect(first == .init(code: 0, output: "", messages: ""), "nothing is there yet")
        let names = try folder.names()
        let refused = try await Program.run(["run", "p.json", "--limit", "1"], in: folder.url)
        #expect(
            refused
                == .init(
                    code: 73, output: "",
                    messages:
                        "error: \(example.shown) exists already, and a run with --limit would put a part in its place; --dry-run writes "
                        + "nothing, \(example.elsewhere) writes elsewhere, and --force replaces it\n"))
        #expect(try folder.names() == names)
        #expect(try await Program.run(["run", "p.json", "--limit", "1", "--dry-run"], in: folder.url).code == 0)
        #expect(try await Program.run(["run", "p.json", "--limit", "1", "--force"], in: folder.url).code == 0)
    }

    @Test("warns of --force without --limit, which has no effect") func force() async throws {
        let folder = try Self.folder(#"{"type":"jsonl","to":"out.jsonl"}"#)
        let outcome = try await Program.run(["run", "p.json", "--force"], in: folder.url)
        #expect(outcome.code == 0)
        #expect(outcome.messages.hasPrefix("warning: --force has no effect without --limit or --shard\n"))
        #expect(try await Program.run(["run", "p.json", "--force", "--quiet"], in: folder.url).messages == "")
    }

    @Test("is not asked where the output is a stream, and leaves the rejects of a full run") func streams() async throws {
        let folder = try Self.folder(#"{"type":"jsonl","to":"-"},{"type":"csv","to":"/dev/null"}"#)
        try folder.write("{\"id\":1}\n{\"id\":2}\nx\n", to: "in.jsonl")
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl","on_bad_line":"reject"},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        #expect(try await Program.run(["run", "p.json", "--quiet"], in: folder.url).code == 1)
        let rejects = try folder.read("p.rejects.jsonl")
        #expect(
            try await Program.run(["run", "p.json", "--limit", "1", "--quiet"], in: folder.url)
                == .init(code: 0, output: "{\"id\":1}\n", messages: ""))
        #expect(try folder.read("p.rejects.jsonl") == rejects)
    }
}
