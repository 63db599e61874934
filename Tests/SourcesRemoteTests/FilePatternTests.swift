import TestSupport
import Testing

@testable import SourcesRemote

@Suite("File patterns") struct FilePatternTests {
    @Test(
        "match as a shell does",
        arguments: [
            ("*.txt", ["a.txt", "n[1].txt"]), ("b/*", ["b/c.txt", "b/d.md"]), ("**/*.txt", ["a.txt", "b/c.txt", "b/e/f.txt", "n[1].txt"]),
            ("b/?.md", ["b/d.md"]),
            ("a.txt", ["a.txt"]), ("none/*.txt", []), ("**/f.txt", ["b/e/f.txt"]),
            ("**", ["a.txt", "b/c.txt", "b/d.md", "b/e/f.txt", "n[1].txt"]), ("b/**", ["b/c.txt", "b/d.md", "b/e/f.txt"]),
            ("[ax].txt", ["a.txt"]), ("n[1].txt", ["n[1].txt"]), ("b", []),
        ])
    func matches(_ pattern: String, _ expected: [String]) throws {
        let folder = try ScratchFolder()
        for name in ["a.txt", "b/c.txt", "b/d.md", "b/e/f.txt", "n[1].txt", ".hidden.txt"] { try folder.write("x", to: name) }
        let found = FilePattern("\(folder.path)/\(pattern)").matches().map { String($0.dropFirst(folder.path.count + 1)) }
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

    #if os(Linux)
    @Test("find files whose names look alike, each once") func lookAlikes() throws {
        let folder = try ScratchFolder()
        let names = ["e\u{301}.txt", "\u{E9}.txt"]
        for name in names { try folder.write("x", to: name) }
        let found = FilePattern("\(folder.path)/**/*.txt").matches().map { $0.utf8.suffix(7).elementsEqual(names[0].utf8) }
        #expect(found == [true, false])
    }
    #endif
}
