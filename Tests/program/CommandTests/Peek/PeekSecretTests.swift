import ProgramSupport
import TestSupport
import Testing

@Suite("A secret in what becomes of a record") struct PeekSecretTests {
    private static let secret = "Abc123SecretTok4567-and-more-of-it"

    /// A pipeline whose source sends the secret, and whose stage gets it in a record.
    private static func folder(_ stage: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"source":{"type":"json","from":"in.jsonl","headers":{"Authorization":{"$env":"TOKEN"}}},"stages":[\#(stage)],"#
                + #""sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        // A run that writes no record keeps no rejects.
        let others = stage.contains("skip") ? "" : "{\"t\":\"ok\"}\n{\"t\":\"1\"}\n"
        try folder.write(others + #"{"t":"\#(secret)"}"#, to: "in.jsonl")
        return folder
    }

    static let stages = [
        #"{"type":"filter","where":".t | if . == \"ok\" then . else error(\"no\") end"}"#,
        #"{"type":"filter","where":".t | tonumber"}"#,
        #"{"type":"map","to":"error(\"bad \" + .t)","on_error":"skip"}"#,
    ]

    @Test("is not in the rejects and the messages of a run", arguments: stages) func run(_ stage: String) async throws {
        let folder = try Self.folder(stage)
        let outcome = try await Program.run(
            ["run", "p.json", "--rejects", "rejects.jsonl"], in: folder.url, environment: ["TOKEN": Self.secret])
        let rejects = stage.contains("skip") ? "" : try folder.read("rejects.jsonl")
        #expect(!(rejects + outcome.messages).contains("Abc1"), "\(rejects)\(outcome.messages)")
        #expect((rejects + outcome.messages).contains("***"), "\(rejects)\(outcome.messages)")
    }

    @Test("is not in the reason that peek --each shows", arguments: stages) func each(_ stage: String) async throws {
        let folder = try Self.folder(stage)
        let outcome = try await Program.run(["peek", "p.json", "--each"], in: folder.url, environment: ["TOKEN": Self.secret])
        let end = outcome.output.split(separator: "\n").last ?? ""
        #expect(end.contains(stage.contains("skip") ? "skipped by stages[0]" : "rejected by stages[0]"), "\(outcome.output)")
        #expect(!end.contains("Abc1"), "\(end)")
    }
}
