import Foundation
import TestSupport
import Testing

@Suite("A diff of a plan") struct AppliedDiffTests {
    /// The old texts of a file, of which each is replaced by each other one.
    static let texts: [String: [UInt8]] = [
        "empty": [],
        "lines": Array("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n".utf8),
        "changed": Array("a\nB\nc\nd\ne\nf\ng\nh\nI\nj\nk\n".utf8),
        "unended": Array("a\nb\nc\nd\ne\nf\ng\nh\ni\nj".utf8),
        "faulty": Array("a\nb\n".utf8) + [0xFF, 0xC3, 0x0A, 0x80] + Array("\nc\r\nd\u{1B}[31m\n".utf8),
        "moved": Array("f\ng\nh\ni\nj\na\nb\nc\nd\ne\n".utf8),
        "marks": Array("--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n\\ No newline\n".utf8),
        "repeated": Array(String(repeating: "a\n\n", count: 20).utf8),
    ]

    @Test("leads to the new file with git apply and patch", arguments: texts.keys.sorted())
    func applies(_ oldName: String) async throws {
        let folder = try ScratchFolder()
        let git = try #require(Program.find("git"))
        let patch = Program.find("patch")
        let old = try #require(Self.texts[oldName])
        for (name, text) in Self.texts.sorted(by: { $0.key < $1.key }) where name != "faulty" {
            let string = String(decoding: text, as: UTF8.self)
            let record = try String(decoding: JSONEncoder().encode(["text": string]), as: UTF8.self)
            try folder.write(record, to: "in.json")
            try folder.write(
                #"{"source":{"type":"json","from":"in.json"},"sinks":[{"type":"csv","to":"o/f 1.csv","fields":["text"]}]}"#,
                to: "p.json")
            let file = folder.file("o/f 1.csv")
            for program in [git, patch].compactMap(\.self) {
                try FileManager.default.createDirectory(at: folder.file("o"), withIntermediateDirectories: true)
                try Data(old).write(to: file)
                let plan = try await Program.run(["plan", "p.json", "--diff", "--quiet"], in: folder.url)
                try #require(plan.code == 0, "\(plan.messages)")
                let arguments = program.hasSuffix("git") ? ["apply", "-"] : ["-p1", "--quiet", "--binary"]
                let diff = try await Self.diff(in: folder)
                let outcome = try await Self.apply(program, arguments, diff, in: folder)
                #expect(outcome == 0, "\(program) \(oldName) to \(name)")
                let applied = try Data(contentsOf: file)
                #expect(try await Program.run(["run", "p.json", "--quiet"], in: folder.url).code == 0)
                #expect(try Data(contentsOf: file) == applied, "\(program) \(oldName) to \(name)")
            }
        }
    }

    /// The diff as bytes.
    private static func diff(in folder: borrowing ScratchFolder) async throws -> Data {
        let command = "'\(Program.path)' plan p.json --diff --quiet > diff.txt"
        _ = try await Program.run("/bin/sh", ["-c", command], in: folder.url)
        return try Data(contentsOf: folder.file("diff.txt"))
    }

    private static func apply(
        _ program: String, _ arguments: [String], _ diff: Data, in folder: borrowing ScratchFolder
    ) async throws -> Int32 {
        if !diff.contains(Array("--- ".utf8)) { return 0 }
        let command = "'\(program)' \(arguments.joined(separator: " ")) < diff.txt"
        return try await Program.run("/bin/sh", ["-c", command], in: folder.url, environment: ["GIT_CEILING_DIRECTORIES": folder.path]).code
    }
}
