import Foundation
import ProgramSupport
import TestSupport
import Testing

@Suite("A diff of a plan") struct AppliedDiffTests {
    /// The contents of a file before a run.
    static let earlier: [String: [UInt8]] = [
        "empty": [],
        "lines": Array("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n".utf8),
        "unended": Array("a\nb\nc\nd\ne\nf\ng\nh\ni\nj".utf8),
        "faulty": Array("a\nb\n".utf8) + [0xFF, 0xC3, 0x0A, 0x80] + Array("\nc\r\nd\u{1B}[31m\n".utf8),
        "marks": Array("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n\\ No newline\n".utf8),
        "repeated": Array(String(repeating: "a\n\n", count: 20).utf8),
    ]
    /// Texts that the run writes into the file.
    static let texts = ["a\nB\nc\nd\ne\nf\ng\nh\nI\nj\nk\n", "f\ng\nh\ni\nj\na\nb\nc\nd\ne\n", "--- a\n+++ b\n@@ -1 +1 @@\n-x\n", ""]

    @Test("leads to the new file with git apply and patch", arguments: earlier.keys.sorted())
    func applies(_ name: String) async throws {
        let folder = try ScratchFolder()
        let old = try #require(Self.earlier[name])
        try folder.write(
            #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"csv","to":"o/f 1.csv","fields":["text"]}]}"#, to: "p.json")
        let file = folder.file("o/f 1.csv")
        for text in Self.texts {
            try folder.write(String(decoding: JSONEncoder().encode(["text": text]), as: UTF8.self), to: "in.json")
            try folder.write("", to: "o/f 1.csv")
            try Data(old).write(to: file)
            #expect(try await run("'\(Program.path)' plan p.json --diff --quiet > diff.txt", in: folder) == 0)
            var results: [Data] = []
            for command in ["git apply - < diff.txt", "patch -p1 --binary < diff.txt"] {
                try Data(old).write(to: file)
                guard Program.find(String(command.prefix { $0 != " " })) != nil else { continue }
                #expect(try await run(command, in: folder) == 0, "\(command), \(text)")
                results.append(try Data(contentsOf: file))
            }
            #expect(!results.isEmpty)
            #expect(try await run("'\(Program.path)' run p.json --quiet", in: folder) == 0)
            let new = try Data(contentsOf: file)
            #expect(results.allSatisfy { $0 == new }, "\(text)")
        }
    }

    /// Runs a command line of the shell, because the diff may be no UTF-8.
    private func run(_ command: String, in folder: borrowing ScratchFolder) async throws -> Int32 {
        let environment = ["GIT_CEILING_DIRECTORIES": folder.url.deletingLastPathComponent().path]
        return try await Program.run("/bin/sh", ["-c", command], in: folder.url, environment: environment).code
    }
}
