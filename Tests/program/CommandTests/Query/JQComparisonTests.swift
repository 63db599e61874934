import Foundation
import ProgramSupport
import TestSupport
import Testing

/// The behaviours of jq's manual, checked with `query` and with the installed jq.
@Suite("query, as jq's manual has it,") struct JQComparisonTests {
    static let cases = JQCase.inputs + JQCase.arguments + JQCase.outputs + JQCase.endings

    @Test("behaves in the way of the manual", arguments: cases) func behaves(_ example: JQCase) async throws {
        let outcome = try await Self.outcome(of: Program.path, ["query"] + example.arguments, example)
        #expect(outcome.output == example.output)
        #expect(outcome.code == example.code, "\(outcome.messages)")
        if let messages = example.messages { #expect(outcome.messages == messages) }
    }

    @Test(
        "behaves as the installed jq", .needs(Program.find("jq") != nil, "jq is not installed"),
        arguments: cases.filter { $0.difference == nil })
    func compares(_ example: JQCase) async throws {
        let jq = try #require(Program.find("jq"))
        let outcome = try await Self.outcome(of: jq, example.arguments, example)
        #expect(outcome.output == example.output)
        #expect(outcome.code == example.code, "\(outcome.messages)")
        if let messages = example.messages { #expect(outcome.messages == messages) }
    }

    @Test("has 60 cases and more") func count() {
        #expect(Self.cases.count >= 60)
        #expect(Self.cases.count { $0.difference == nil } >= 60)
    }

    private static func outcome(of program: String, _ arguments: [String], _ example: JQCase) async throws -> Program.Outcome {
        let folder = try ScratchFolder()
        for (name, text) in JQCase.files { try folder.write(text, to: name) }
        return try await Program.run(program, arguments, input: example.input, in: folder.url, environment: ["LAMP": "on"])
    }
}
