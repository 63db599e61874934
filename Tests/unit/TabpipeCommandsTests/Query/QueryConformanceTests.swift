import Foundation
import JSONParsing
import JSONQuery
import TestSupport
import TabpipeCommands
import Testing

/// All of jq's own tests through the command, inside of this process. `ConformanceTests` has them through the engine.
@Suite("jq's own tests through query", .needs(SharedData.exists("jq/cases.json"), "needs the shared test data"))
struct QueryConformanceTests {
    /// Cases that are not right, and will not be.
    private static let misses: [Int: Comment] = {
        var reasons: [Int: Comment] = [
            264: "the input has Infinity and NaN, which the strict reader refuses",
            486: "the input has nan, which the strict reader refuses",
            711: "the environment of the tests has no PAGER; QuerySuiteTests has this case",
            712: "the environment of the tests has no PAGER; QuerySuiteTests has this case",
        ]
        for index in [402, 403, 405, 406, 408, 409, 417, 418, 421] { reasons[index] = "there are no modules" }
        return reasons
    }()

    private struct Case {
        let index: Int
        let program: String
        let input: String
        let outputs: [String]
        let mustFail: Bool
    }

    @Test("are right in 573 of 586 cases, as they are through the engine") func all() async throws {
        let entries = try JSONValue(parsing: Array(try SharedData.read("jq/cases.json"))).array ?? []
        let folder = try ScratchFolder()
        var right = 0
        for entry in entries {
            let test = Case(
                index: Int(try entry.member("index")?.number?.int64 ?? -1), program: try entry.member("program")?.string ?? "",
                input: try entry.member("input")?.string ?? "null",
                outputs: try entry.member("outputs")?.array?.compactMap(\.string) ?? [], mustFail: try entry.member("fails")?.bool ?? false)
            let failure = try await Self.failure(of: test, in: folder)
            if failure == nil { right += 1 }
            if let reason = Self.misses[test.index] {
                withKnownIssue(reason) { #expect(failure == nil) }
            } else {
                #expect(failure == nil, "\(test.index): \(test.program)")
            }
        }
        #expect(entries.count == 586)
        #expect(right == 573)
    }

    private static func failure(of test: Case, in folder: borrowing ScratchFolder) async throws -> String? {
        let input = try folder.write(test.input, to: "input")
        let (outputFile, messageFile) = (try folder.write("", to: "output"), try folder.write("", to: "messages"))
        let output = try #require(FileHandle(forWritingAtPath: outputFile))
        let messages = try #require(FileHandle(forWritingAtPath: messageFile))
        let code = await TabpipeProgram.run(
            ["query", "-c", "--", test.program, input], registry: .standard, output: output.fileDescriptor,
            messages: messages.fileDescriptor)
        try output.close()
        try messages.close()
        if test.mustFail { return code == 3 ? nil : "exit code \(code)" }
        let found = try folder.read("output").split(separator: "\n").map { try JSONValue(parsing: String($0), limits: deep) }
        let wanted = try test.outputs.map { try JSONValue(parsing: $0.replacing("\u{FEFF}", with: ""), limits: deep) }
        let isRight = try wanted.count == found.count && zip(wanted, found).allSatisfy { try JSONValue.jqOrder($0, $1) == 0 }
        return isRight ? nil : "gives \(try folder.read("output")) \(try folder.read("messages")), not \(test.outputs)"
    }

    private static let deep = JSONLimits(maxDepth: 20_000)
}
