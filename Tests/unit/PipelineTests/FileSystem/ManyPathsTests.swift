import TestSupport
import Testing

@testable import Pipeline

@Suite("Many paths of records") struct ManyPathsTests {
    /// If each claim copied all earlier ones, 200,000 claims would take minutes instead of a second. The time limit ends a test that hangs.
    @Test("are claimed in constant time, however many were claimed before", .startsOnIdlePool, .timeLimit(.minutes(5))) func subfolders()
        throws
    {
        let outputPaths = ClaimedPaths { _ in false }
        let output = outputPaths.addOutput("/no/such/folder", place: "sinks[0].to")
        for number in 0..<200_000 {
            try outputPaths.claim([String(number % 100), "\(number).md"], of: output, for: Origin(item: number + 1))
        }
        #expect(throws: RecordError.self) { try outputPaths.claim(["7", "107.md"], of: output, for: Origin()) }
    }

    struct Limit: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let path: String
        let reason: String?
    }

    static let limits = [
        Limit(testDescription: "64 names", path: String(repeating: "a/", count: 63) + "b", reason: nil),
        Limit(
            testDescription: "65 names", path: String(repeating: "a/", count: 64) + "b",
            reason: #"the path "a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/a/…" has more than 64 names"#),
        Limit(
            testDescription: "1,024 bytes", path: Array(repeating: String(repeating: "x", count: 204), count: 5).joined(separator: "/"),
            reason: nil),
        Limit(
            testDescription: "1,025 bytes",
            path: Array(repeating: String(repeating: "x", count: 204), count: 5).joined(separator: "/") + "y",
            reason: "the path \"\(String(repeating: "x", count: 40))…\" is longer than 1024 bytes"),
        Limit(
            testDescription: "a name of 256 bytes", path: String(repeating: "x", count: 256),
            reason: "the file name \"\(String(repeating: "x", count: 40))…\" is longer than 255 bytes"),
    ]

    @Test("have limits", arguments: limits) func limit(_ example: Limit) throws {
        guard let reason = example.reason else {
            #expect(try ConfinedFolder.split(example.path).joined(separator: "/") == example.path)
            return
        }
        #expect(throws: RecordError(reason)) { try ConfinedFolder.split(example.path) }
    }
}
