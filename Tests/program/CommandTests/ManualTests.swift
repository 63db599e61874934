import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("The manual page") struct ManualTests {
    /// The page as a reader sees it: without the escapes of roff.
    private static func plain(_ page: String) -> String {
        let escapes = [
            ("\\fB", ""), ("\\fR", ""), ("\\-", "-"), ("\\(dq", "\""), ("\\(aq", "'"), ("\\(ga", "`"), ("\\(ha", "^"), ("\\(ti", "~"),
            ("...", "…"), ("\\&", ""), ("\\e", "\\"),
        ]
        return escapes.reduce(page) { $0.replacing($1.0, with: $1.1) }
    }

    /// What stands between a heading of the page and the next one.
    private static func section(_ heading: String, of page: String) throws -> String {
        let rest = try #require(page.components(separatedBy: ".SS \"\(heading)").dropFirst().first, "\(heading) is missing")
        return rest.components(separatedBy: "\n.SS ")[0].components(separatedBy: "\n.SH ")[0]
    }

    @Test("has every command with its operands, options and examples, as its help shows them") func commands() async throws {
        let page = Self.plain(try await Program.run(["manual"]).output)
        let commands = try await Program.run(["--help"]).output.matches(of: #/(?m)^  ([a-z]+)  /#).map { String($0.output.1) }
        #expect(commands.count >= 14)
        for command in commands {
            let help = try await Program.run([command, "--help"]).output
            let usage = try #require(help.firstMatch(of: #/(?m)^usage: (.*)$/#)).output.1
            let section = try Self.section(String(usage), of: page)
            let options = help.matches(of: #/(?m)^  (-.*?)  +(\S.*)$/#)
            #expect(options.count == section.components(separatedBy: ".TP\n").count - 1, "\(command)")
            for option in options { #expect(section.contains("\n.TP\n\(option.1)\n\(option.2.replacing("`", with: ""))\n"), "\(option.1)") }
            let examples = try #require(help.components(separatedBy: "\nexamples:\n").last).split(separator: "\n")
            for example in examples { #expect(section.contains("\n  \(example)\n"), "\(example)") }
        }
        for option in ["-h, --help", "-V, --version"] { #expect(page.contains("\n.TP\n\(option)\n")) }
    }

    @Test("has every component with its options and fields, as describe shows them") func components() async throws {
        let page = Self.plain(try await Program.run(["manual"]).output)
        let names = try await Program.run(["list"]).output.matches(of: #/(?m)^  (\w+)  /#).map { String($0.output.1) }
        #expect(names.count >= 25)
        for name in names {
            let text = try await Program.run(["describe", name]).output
            let headings = text.matches(of: #/(?m)^(\w+ \(\w+\))$/#).map { String($0.output.1) }
            let sections = try headings.map { try Self.section($0, of: page) }.joined()
            let facts = text.matches(of: #/(?m)^ {4,}(\w+ \(.*\))$/#).map { String($0.output.1) }
            #expect(!facts.isEmpty)
            for fact in facts { #expect(sections.contains("\n.TP\n\(fact)\n"), "\(name): \(fact)") }
        }
    }

    @Test("has the exit codes of the overview") func exitCodes() async throws {
        let page = Self.plain(try await Program.run(["manual"]).output)
        let overview = try await Program.run(["--help"]).output.replacing("\n", with: " ")
        let codes = try #require(overview.components(separatedBy: "exit codes: ").last).matches(of: #/\b\d+\b/#).map { String($0.output) }
        let status = try #require(page.components(separatedBy: ".SH \"EXIT STATUS\"").last?.components(separatedBy: "\n.SH ").first)
        #expect(codes == status.matches(of: #/(?m)^(\d+(?:, \d+)*)$/#).flatMap { $0.output.1.components(separatedBy: ", ") })
        #expect(codes.count == 17)
    }

    @Test("is formatted without a warning", arguments: [["groff", "-man", "-Tutf8", "-ww", "-z"], ["mandoc", "-Tlint", "-Wwarning"]])
    func formats(_ formatter: [String]) async throws {
        guard let path = Program.find(formatter[0]) else { try SkippedTests.skip("needs \(formatter[0])") }
        let page = try await Program.run(["manual"]).output
        // The page has no date, so that two builds of one version print the same.
        let outcome = try await Program.run(path, Array(formatter.dropFirst()), input: page)
        let warnings = (outcome.output + outcome.messages).split(separator: "\n").filter { !$0.contains("missing date") }
        #expect(warnings.isEmpty, "\(warnings)")
    }
}
