import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("Messages for programs") struct LogFormatTests {
    /// Parses messages as JSON Lines.
    static func lines(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
    }

    @Test("have the place of what led to an error in fields") func place() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            "{\n\"source\":{\"type\":\"json\",\"from\":\"no.json\"},\n\"sinks\":[{\"type\":\"json\",\"to\":\"-\"}]}", to: "p.json")
        let outcome = try await Program.run(["run", "p.json", "--log-format", "json"], in: folder.url)
        let error = try #require(try Self.lines(outcome.messages).first)
        #expect(error["level"] as? String == "error")
        #expect(error["message"] as? String == "cannot open no.json: No such file or directory")
        #expect(error["file"] as? String == "p.json")
        #expect(error["line"] as? Int == 2)
        #expect(error["column"] as? Int == 32)
        #expect(error["path"] as? String == "source.from")
    }

    @Test("have the record that was rejected in fields, and the counts") func rejects() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"stages":[{"type":"filter","where":".a + 1 > 0"}]}"#, to: "p.json")
        let outcome = try await Program.run(
            ["pipe", "p.json", "--log-format", "json", "--rejects", "r.jsonl"], input: "{\"a\":1}\n{\"a\":\"x\"}\n", in: folder.url)
        let lines = try Self.lines(outcome.messages)
        let warning = try #require(lines.first { $0["level"] as? String == "warning" })
        #expect(warning["path"] as? String == "stages[0]")
        #expect(warning["source"] as? String == "standard input")
        #expect(warning["item"] as? Int == 2)
        #expect(warning["stage"] as? String == "filter")
        #expect((warning["reason"] as? String)?.contains("cannot be added") == true)
        let summary = try #require(lines.last)
        #expect(summary["pipeline"] as? String == "p")
        #expect([summary["read"], summary["written"], summary["rejected"]].compactMap { $0 as? Int } == [2, 1, 1])
    }

    @Test("have the place in a program's own file") func programFile() async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"-"},"stages":[{"type":"map","to":{"$file":"p.jq"}}],"sinks":[{"type":"jsonl","to":"-"}]}"#,
            to: "p.json")
        try folder.write("# a file\n  .x | selct(.y)\n", to: "p.jq")
        let outcome = try await Program.run(["validate", "p.json", "--log-format", "json"], in: folder.url)
        let error = try #require(try Self.lines(outcome.messages).first)
        #expect(error["file"] as? String == "p.jq")
        #expect([error["line"], error["column"]].compactMap { $0 as? Int } == [2, 8])
        #expect(error["path"] as? String == "stages[0].to")
    }

    @Test("of validate are lines of JSON, too") func validate() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"nme":1}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json", "--log-format", "json"], in: folder.url)
        let lines = try Self.lines(outcome.messages)
        #expect(
            lines.contains { $0["message"] as? String == "unknown option \"nme\"; did you mean \"name\"?" && $0["column"] as? Int == 2 })
    }
}
