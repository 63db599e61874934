import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A pipeline with a join") struct JoinTests: ~Copyable {
    private let folder: ScratchFolder

    init() throws {
        let folder = try ScratchFolder()
        try folder.write("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n", to: "in.jsonl")
        try folder.write("product,price\n1,10\n3,30\n3\n", to: "prices.csv")
        self.folder = folder
    }

    private func write(with: String = #"{"type":"csv","from":"prices.csv"}"#, more: String = "") throws {
        try folder.write(
            """
            {"name":"p","parameters":{"prices":{"default":"prices.csv"}},"source":{"type":"json","from":"in.jsonl"},
            "stages":[{"type":"join","with":\(with),"by":".id","with_key":".product | tonumber","with_value":".price","into":"price"\(more)}],
            "sinks":[{"type":"jsonl","to":"out.jsonl"}]}
            """, to: "p.json")
    }

    @Test("joins, rejects what the second source refuses, and its counts add up") func runs() async throws {
        try write(with: #"{"type":"csv","from":{"$param":"prices"}}"#)
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 1)
        #expect(
            try folder.read("out.jsonl") == "{\"id\":1,\"price\":\"10\"}\n{\"id\":2,\"price\":null}\n{\"id\":3,\"price\":\"30\"}\n")
        let messages = outcome.messages
        #expect(messages.contains("join: 2 of 3 records joined\n"))
        #expect(messages.contains("join: 1 record without a match kept, the first: 2 (in.jsonl, item 2)\n"))
        #expect(messages.contains("p: read 3 + made 1 = written 3 + filtered 0 + rejected 1 in "))
        let rejects = try folder.read("out.rejects.jsonl")
        #expect(rejects.contains(#""step":"stages[0].with""#) && rejects.contains(#""source":"prices.csv""#))
    }

    @Test("names the place of a second source that is missing, and leaves the old output") func missing() async throws {
        try write(with: #"{"type":"csv","from":"costs.csv"}"#)
        try folder.write("old\n", to: "out.jsonl")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == 66)
        #expect(outcome.messages.contains("p.json:2:") && outcome.messages.contains("costs.csv"), "\(outcome.messages)")
        #expect(try folder.read("out.jsonl") == "old\n")
    }

    @Test("starts the program of a second source only with permission") func programs() async throws {
        try write(with: #"{"type":"exec","command":["printf","{\"product\":\"1\",\"price\":5}\\n"]}"#)
        let refused = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(refused.code == 78 && refused.messages.contains("stages[0].with starts [\"printf\""), "\(refused.messages)")
        let outcome = try await Program.run(["run", "p.json", "-q", "--allow-exec"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(try folder.read("out.jsonl").hasPrefix("{\"id\":1,\"price\":5}\n"))
    }

    @Test(
        "is known to the other commands",
        arguments: [
            (["graph", "p.json"], "json → join (← csv) → jsonl p source json in.jsonl stages[0].with csv prices.csv"),
            (["explain", "p.json"], #""with": {"#),
            (["describe", "join"], "with (source, required)\n"),
            (["schema"], ##""with":"##),
        ])
    func commands(_ arguments: [String], _ text: String) async throws {
        try write()
        let outcome = try await Program.run(arguments, in: folder.url)
        #expect(outcome.code == 0)
        // The columns of `graph` depend on the longest path.
        func words(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        #expect(words(outcome.output).contains(words(text)), "\(outcome.output)")
    }

    @Test("is checked with its second source") func check() async throws {
        try write(with: #"{"type":"csv","from":"costs.csv"}"#)
        let outcome = try await Program.run(["check", "p.json"], in: folder.url)
        #expect(outcome.code == 66 && outcome.messages.contains("stages[0].with csv: "), "\(outcome.messages)")
    }
}
