import Foundation
import ProgramSupport
import TestSupport
import Testing

/// Inputs that were made after reports about other programs.
@Suite("A reported case", .needs(SharedData.exists("cases/api"), "needs the shared test data"))
struct ReportedCaseTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let input: String
        let source: String
        let code: Int32
        let message: String
        var testDescription: String { input }
    }

    static let examples = [
        Example(
            input: "semi-default.csv", source: #""type":"csv","from":"INPUT""#, code: 0,
            message: #"the header is one column, and ";" stands in it: "delimiter": ";" makes several, and "auto" finds it"#),
        Example(
            input: "semi3.csv", source: #""type":"csv","from":"INPUT""#, code: 1,
            message: #"the header is one column, and ";" stands in it: "delimiter": ";" makes several, and "auto" finds it"#),
        Example(
            input: "grp.jsonl", source: #""type":"json","from":"INPUT","items":"[inputs] | group_by(.t)[]""#, code: 78,
            message: "input and inputs give nothing here: the program runs on one value at a time"),
        Example(
            input: "nan.dat", source: #""type":"json","from":"INPUT""#, code: 65,
            message: #"expected a value, found "N"; JSON has no NaN or None, write null"#),
    ]

    @Test("is said with the cure", arguments: examples) func input(_ example: Example) async throws {
        let folder = try ScratchFolder()
        let path = SharedData.folder.appendingPathComponent("cases/api/inputs/\(example.input)").path
        let source = example.source.replacing("INPUT", with: path)
        try folder.write(#"{"source":{\#(source)},"sinks":[{"type":"jsonl","to":"-"}]}"#, to: "p.json")
        let outcome = try await Program.run(["run", "p.json"], in: folder.url)
        #expect(outcome.code == example.code)
        #expect(outcome.messages.contains(example.message), "\(outcome.messages)")
    }

    @Test("of a whole job is a valid file", arguments: SharedData.files(in: "cases/api/pipelines", "json").map(\.lastPathComponent))
    func valid(_ file: String) async throws {
        let folder = SharedData.folder.appendingPathComponent("cases/api/pipelines")
        let outcome = try await Program.run(["validate", file], in: folder)
        #expect(outcome.code == 0)
        #expect(outcome.messages.hasSuffix("\(file): ok\n"), "\(outcome.messages)")
    }

    @Test("groups the records of a file") func groups() async throws {
        let folder = try ScratchFolder()
        try folder.write(String(decoding: SharedData.read("cases/api/pipelines/grp-2.json"), as: UTF8.self), to: "p.json")
        try folder.write(#"[{"id":1,"title":"a"},{"id":2,"title":"b"},{"id":4,"title":"c"}]"#, to: "o-all.json")
        #expect(try await Program.run(["run", "p.json", "-q"], in: folder.url) == .init(code: 0, output: "", messages: ""))
        #expect(try folder.read("o-grp/1.md") == "# 1\n\n* a\n* c\n")
    }
}
