import Foundation
import ProgramSupport
import TestSupport
import Testing

/// A sample of jq's own tests, through the program. `TabpipeCommandsTests` has all of them, inside of one process.
@Suite("jq's own tests through the program", .needs(SharedData.exists("jq/cases.json"), "needs the shared test data"))
struct QuerySuiteTests {
    private struct Case: Decodable {
        let index: Int
        let program: String
        let input: String?
        let outputs: [String]?
        let fails: Bool?
    }

    @Test("are right in every tenth case") func sample() async throws {
        let cases = try JSONDecoder().decode([Case].self, from: SharedData.read("jq/cases.json"))
        // Those of modules, and one with a number that is none.
        let misses = [264, 486, 402, 403, 405, 406, 408, 409, 417, 418, 421]
        let sample = cases.filter { ($0.index % 10 == 0 || [711, 712].contains($0.index)) && !misses.contains($0.index) }
        #expect(sample.count >= 55)
        for test in sample {
            let outcome = try await Program.run(
                ["query", "-c", test.program], input: test.input ?? "null", environment: ["PAGER": "less"])
            if test.fails == true {
                #expect(outcome.code == 3, "\(test.program)")
                continue
            }
            let found = try outcome.output.split(separator: "\n").map { try Self.value(String($0)) }
            #expect(try found == (test.outputs ?? []).map(Self.value), "\(test.index): \(test.program)")
        }
    }

    /// The value in a form that can be compared.
    private static func value(_ text: String) throws -> NSObject {
        let plain = text.replacing("\u{FEFF}", with: "")
        return try #require(JSONSerialization.jsonObject(with: Data(plain.utf8), options: .fragmentsAllowed) as? NSObject)
    }
}
