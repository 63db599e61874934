import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("What a plan keeps to itself") struct PlannedSecretTests {
    @Test("is each line of a secret with several lines", arguments: ["first-line-secret\nsecond-line-secret", "one-line-secret"])
    func lines(_ secret: String) async throws {
        let folder = try ScratchFolder()
        try folder.write(
            #"{"description":{"$env":"TOKEN"},"source":{"type":"json","from":"in.jsonl"},"#
                + #""sinks":[{"type":"markdown","to":"out/{{.id}}.md","body":".body"}]}"#, to: "p.json")
        let body = try JSONEncoder().encode("one\n\n" + secret + "\n\ntwo")
        try folder.write(#"{"id":1,"body":\#(String(decoding: body, as: UTF8.self))}"#, to: "in.jsonl")
        let outcome = try await Program.run(["plan", "p.json", "--diff"], in: folder.url, environment: ["TOKEN": secret])
        #expect(outcome.code == 0)
        #expect(outcome.output.contains("+***"), "\(outcome.output)")
        #expect(!outcome.output.contains("line-secret"), "\(outcome.output)")
    }

    @Test(
        "is what servers send: it fills no cache", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping),
        arguments: [["plan", "p.json"], ["plan", "p.json", "--estimate"], ["run", "p.json", "--dry-run"]])
    func cache(_ command: [String]) async throws {
        let folder = try ScratchFolder()
        let origin = try await OriginServer.shared()
        try folder.write(
            #"{"source":{"type":"http","url":"\#(origin.base)/items","items":".items[]","cache":{"folder":"cache","fresh_seconds":600}},"#
                + #""stages":[{"type":"limit","count":1}],"sinks":[{"type":"jsonl","to":"out.jsonl"}]}"#, to: "p.json")
        let outcome = try await Program.run(command + ["--quiet"], in: folder.url)
        #expect(outcome.code == 0, "\(outcome.messages)")
        #expect(try folder.names() == ["p.json"])
    }
}
