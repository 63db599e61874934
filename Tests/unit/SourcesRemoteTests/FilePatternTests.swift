import Foundation
import TestSupport
import Testing

@testable import SourcesLocal

@Suite("File patterns") struct FilePatternTests {
    @Test(
        "match as a shell does",
        arguments: [
            ("*.txt", ["a.txt", "n[1].txt"]), ("b/*", ["b/c.txt", "b/d.md"]), ("**/*.txt", ["a.txt", "b/c.txt", "b/e/f.txt", "n[1].txt"]),
            ("b/?.md", ["b/d.md"]),
            ("a.txt", ["a.txt"]), ("none/*.txt", []), ("**/f.txt", ["b/e/f.txt"]),
            ("**", ["a.txt", "b/c.txt", "b/d.md", "b/e/f.txt", "n[1].txt"]), ("b/**", ["b/c.txt", "b/d.md", "b/e/f.txt"]),
            ("[ax].txt", ["a.txt"]), ("**/**/*.txt", ["a.txt", "b/c.txt", "b/e/f.txt", "n[1].txt"]),
            ("**/b/**/*.txt", ["b/c.txt", "b/e/f.txt"]),
            ("*/**/*.txt", ["b/c.txt", "b/e/f.txt"]), ("**/e/*", ["b/e/f.txt"]), (".*", [".hidden.txt"]), ("n[1].txt", ["n[1].txt"]),
            ("b", []),
        ])
    func matches(_ pattern: String, _ expected: [String]) throws {
        let folder = try ScratchFolder()
        for name in ["a.txt", "b/c.txt", "b/d.md", "b/e/f.txt", "n[1].txt", ".hidden.txt"] { try folder.write("x", to: name) }
        let found = try FilePattern("\(folder.path)/\(pattern)").matches().map { String($0.path.dropFirst(folder.path.count + 1)) }
        #expect(found == expected)
    }

    @Test(
        "know where their fixed part ends",
        arguments: [
            ("a/b/**/*.txt", "a/b/c/d.txt", "c/d.txt"), ("/a/*.txt", "/a/b.txt", "b.txt"), ("*/b.txt", "a/b.txt", "a/b.txt"),
            ("/*/b", "/a/b", "a/b"), ("a/b.txt", "a/b.txt", "b.txt"), ("**", "a", "a"),
        ])
    func relative(_ pattern: String, _ path: String, _ expected: String) {
        #expect(FilePattern(pattern).relativePath(of: path) == expected)
    }

    // All ways to share 40 folders among 15 wildcards are more than 10^10.
    @Test("read each folder once, however many ** they have", .startsOnIdlePool, .timeLimit(.minutes(5))) func manyWildcards() throws {
        let folder = try ScratchFolder()
        let deep = Array(repeating: "d", count: 40).joined(separator: "/")
        try folder.write("x", to: "\(deep)/a.txt")
        let pattern = folder.path + String(repeating: "/**/d", count: 15)
        #expect(try FilePattern(pattern + "/**/*.txt").matches().count == 1)
        #expect(try FilePattern(pattern + "/**/none").matches().isEmpty)
    }

    @Test("end as soon as their task is cancelled") func cancelled() async throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "a.txt")
        let pattern = FilePattern("\(folder.path)/**/*.txt")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try pattern.matches()
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("follow a link to a folder where they name it, and find links whose targets are missing") func links() throws {
        let folder = try ScratchFolder()
        try folder.write("x", to: "a/b.txt")
        for (name, target) in [("a/loop", "."), ("a/none.txt", "missing")] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(name).path, withDestinationPath: target)
        }
        func found(_ pattern: String) throws -> [FileMatch] { try FilePattern("\(folder.path)/\(pattern)").matches() }
        let names = try found("**/*.txt").map { ($0.path.dropFirst(folder.path.count + 1), $0.fault) }
        #expect(names.map { String($0.0) } == ["a/b.txt", "a/none.txt"])
        #expect(names.map { $0.1 } == [nil, .missing])
        #expect(try found("a/*/b.txt").map { $0.path.hasSuffix("a/loop/b.txt") } == [true])
        #expect(try found("none*/*.txt").isEmpty)
    }

    @Test("find pipes, and take one for readable only where it is named") func pipes() throws {
        let folder = try ScratchFolder()
        try #require(unsafe mkfifo(folder.file("pipe[1].txt").path, 0o600) == 0)
        #expect(try FilePattern("\(folder.path)/*.txt").matches().map(\.fault) == [.special])
        #expect(try FilePattern("\(folder.path)/pipe[1].txt").matches().map(\.fault) == [nil])
    }

    #if os(Linux)
    @Test("find files whose names look alike, each once") func lookAlikes() throws {
        let folder = try ScratchFolder()
        let names = ["e\u{301}.txt", "\u{E9}.txt"]
        for name in names { try folder.write("x", to: name) }
        let found = try FilePattern("\(folder.path)/**/*.txt").matches().map { $0.path.utf8.suffix(7).elementsEqual(names[0].utf8) }
        #expect(found == [true, false])
    }
    #endif
}
