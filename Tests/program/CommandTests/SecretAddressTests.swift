import Foundation
import ProgramSupport
import TestSupport
import Testing

/// `Tests/slow/SeriesTests` puts a secret into every option of every component.
@Suite("A secret") struct SecretAddressTests {
    /// The text that no output may contain.
    static let word = "hunter2"

    static let address = "http://user:hunter2@127.0.0.1:1/a?jwt=hunter2&page=2"

    @Test(
        "of an address in the file itself is in nothing that is written",
        arguments: [["explain"], ["run"], ["graph"], ["run", "--log-format", "json"], ["validate"]])
    func literal(_ command: [String]) async throws {
        let folder = try ScratchFolder()
        let good = #"{"parameters":{"p":{"default":"\#(Self.address)"}},"source":{"type":"json","from":"\#(Self.address)"#
        try folder.write(good + #""},"sinks":[{"type":"json","to":"-"}]}"#, to: "good.json")
        try folder.write(good + #"","itmes":"."},"sinks":[{"type":"json","to":"-"}]}"#, to: "bad.json")
        for file in ["good.json", "bad.json"] {
            let outcome = try await Program.run(command + [file], in: folder.url)
            #expect(!(outcome.messages + outcome.output).contains(Self.word), "\(outcome.messages)")
            if command == ["explain"], file == "good.json" {
                #expect(outcome.output.contains("http://127.0.0.1:1/a?jwt=***&page=2"), "\(outcome.output)")
            }
        }
    }

    @Test("that a type names is not quoted") func type() async throws {
        let folder = try ScratchFolder()
        try folder.write(#"{"source":{"type":{"$env":"SECRET"}},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["validate", "p.json"], in: folder.url, environment: ["SECRET": "hunter2"])
        #expect(outcome.code == 78)
        #expect(outcome.messages.hasPrefix("p.json:1:19: error: no source is called what $env.SECRET gives\n"), "\(outcome.messages)")
        #expect(!outcome.messages.contains(Self.word))
    }
}
