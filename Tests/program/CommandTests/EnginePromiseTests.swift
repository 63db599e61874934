import Foundation
import ProgramSupport
import Testing

@Suite("ARCHITECTURE.md") struct EnginePromiseTests {
    /// The source of a suite, which is in a file with its name.
    private static func source(of suite: String) throws -> String {
        let tests = Program.root.appendingPathComponent("Tests")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: tests.path)
        let path = try #require(paths.first { $0.hasSuffix("/\(suite).swift") }, "there is no file of the suite \(suite)")
        return try String(contentsOf: tests.appendingPathComponent(path), encoding: .utf8)
    }

    @Test("names a test for each promise of the engine, and the test exists") func promises() throws {
        let text = try String(contentsOf: Program.root.appendingPathComponent("ARCHITECTURE.md"), encoding: .utf8)
        let heading = "## What the engine promises\n"
        let section = try #require(text.components(separatedBy: heading).dropFirst().first?.components(separatedBy: "\n## ").first)
        let promises = section.components(separatedBy: "\n* ").dropFirst()
        #expect(promises.count > 5)
        for promise in promises {
            let line = promise.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            let suites = line.matches(of: /\*(\w+Tests)\*: ("[^"]*"(?:, "[^"]*")*)/)
            #expect(!suites.isEmpty, "\(line)")
            for suite in suites {
                let source = try Self.source(of: String(suite.1))
                for name in suite.2.matches(of: /"[^"]*"/) { #expect(source.contains(name.0), "\(suite.1): \(name.0)") }
            }
        }
    }
}
