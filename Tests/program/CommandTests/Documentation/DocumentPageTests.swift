import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A page of the documentation") struct DocumentPageTests {
    @Test(
        "has blocks that run, are valid, compile, and show what they print",
        .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), arguments: DocumentPage.paths)
    func blocks(_ path: String) async throws {
        let page = try DocumentPage(path)
        let session = try await DocumentSession()
        #expect(!page.blocks.isEmpty)
        for block in page.blocks {
            let fault = try await session.fault(of: block)
            #expect(fault == nil, "\(path):\(block.line)")
        }
        #expect(try await session.faultOfSources() == nil)
    }

    @Test("has links that lead somewhere", arguments: DocumentPage.paths + ["CONTRIBUTING.md", "SECURITY.md"])
    func links(_ path: String) throws {
        let page = try DocumentPage(path)
        let base = Program.root.appendingPathComponent(path).deletingLastPathComponent()
        for link in page.links where !link.contains("://") {
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            let target = parts[0].isEmpty ? Program.root.appendingPathComponent(path) : base.appendingPathComponent(parts[0])
            #expect(FileManager.default.fileExists(atPath: target.path), "\(path): \(link)")
            guard parts.count > 1 else { continue }
            let name = target.standardizedFileURL.path.dropFirst(Program.root.standardizedFileURL.path.count + 1)
            #expect(try DocumentPage(String(name)).anchors.contains(parts[1]), "\(path): \(link)")
        }
    }

    @Test("for contributors names scripts that are there") func scripts() throws {
        let commands = try DocumentPage("CONTRIBUTING.md").blocks.flatMap { $0.text.split(separator: "\n") }
        #expect(!commands.isEmpty)
        for command in commands {
            let name = String(command.prefix { $0 != " " })
            let file = Program.root.appendingPathComponent(name).path
            #expect(name == "swift" || FileManager.default.isExecutableFile(atPath: file), "\(command)")
        }
    }

    @Test("in docs begins with the list of its chapters", arguments: DocumentPage.paths.dropFirst())
    func contents(_ path: String) throws {
        let page = try DocumentPage(path)
        let listed = page.prose.filter { $0.hasPrefix("* [") }.compactMap { $0.firstMatch(of: /\(#(.*)\)$/).map { String($0.1) } }
        #expect(listed == Array(page.anchors.dropFirst()))
    }

    @Test(
        "has a limited number of words",
        arguments: [("README.md", 1000), ("docs/plug-ins.md", 1960)])
    func length(_ path: String, _ limit: Int) throws {
        let words = try DocumentPage(path).text.split { $0.isWhitespace }.count
        #expect(words <= limit)
    }

    @Test(
        "is refused where its blocks are not what they say",
        arguments: [
            ("a fence of no kind", "```ruby\nputs 1\n```\n"), ("a fence without a kind", "```\ntabpipe list\n```\n"),
            ("no end", "```sh\ntrue\n"), ("no fence", "text\n\n    tabpipe list\n"),
        ])
    func malformed(_ name: String, _ text: String) throws {
        let folder = try ScratchFolder()
        let path = try folder.write(text, to: "page.md")
        #expect(throws: DocumentPage.Fault.self, "\(name)") { try DocumentPage(path, in: URL(fileURLWithPath: "/")) }
    }

    @Test(
        "has faults that are found", .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping),
        arguments: [
            ("sh", nil, "false\ntrue\n"), ("console", nil, "$ echo a\nb\n"), ("console", nil, "$ false\n"), ("console", nil, "a\n"),
            ("console", nil, "$ exit 0\n$ echo a\na\n"), ("json", nil, #"{"stages": []}"#),
            ("json", "p.json", #"{"stages": [{"type": "sett"}]}"#),
            ("swift", "main.swift", "let a: Int = \"\"\n"), ("swift", nil, "let a = 1\n"), ("markdown", nil, "# a\n"),
            ("text", nil, "tabpipe list\n"), ("json", "pipelines/threads.json", "{ \"a\": 1 }\n"),
        ] as [(String, String?, String)])
    func faulty(_ kind: String, _ file: String?, _ text: String) async throws {
        let block = DocumentBlock(kind: try #require(DocumentBlock.Kind(rawValue: kind)), file: file, text: text, line: 1)
        let session = try await DocumentSession()
        var fault = try await session.fault(of: block)
        // The sources of a page are one module, and are checked together after the last block.
        if fault == nil { fault = try await session.faultOfSources() }
        #expect(fault != nil)
    }

    @Test(
        "fails with the block that does not end",
        .needs(OriginServer.isAvailable, OriginServer.reasonForSkipping), arguments: ["sh", "console"])
    func endless(_ kind: String) async throws {
        let command = (kind == "console" ? "$ " : "") + "sleep 600\n"
        let block = DocumentBlock(kind: try #require(DocumentBlock.Kind(rawValue: kind)), file: nil, text: command, line: 7)
        let fault = try await DocumentSession(limit: 1).fault(of: block)
        #expect(fault == "the block in line 7 has not ended after 1 s:\n\(command)")
    }

    @Test(
        "shows an output with … for what differs",
        arguments: [
            ("a\n", "a\n", true), ("a\n", "b\n", false), ("one two three\n", "one … three\n", true), ("one\ntwo\n", "one…\n", true),
            ("one\ntwo\n", "…\ntwo\n", true), ("abc\n", "ab…bc\n", false), ("a b c d\n", "a …c… d\n", true),
            ("a b c d\n", "a …e… d\n", false),
        ])
    func outputs(_ output: String, _ expected: String, _ isMatch: Bool) {
        #expect(DocumentSession.matches(output, expected) == isMatch)
    }
}
