import Pipeline
import Testing

@testable import Sinks

@Suite("Paths of records") struct PathClaimsTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let earlier: [String]
        let path: String
        var reason: String?
        var foldsCase = false
    }

    static let examples = [
        Example(testDescription: "can be had once", earlier: ["a/b.md"], path: "a/b.md", reason: "is taken by an earlier record"),
        Example(testDescription: "differ by their folders", earlier: ["a/b.md", "b.md"], path: "c/b.md"),
        Example(testDescription: "share folders", earlier: ["a/b/c"], path: "a/b/d"),
        Example(
            testDescription: "cannot go through a file", earlier: ["a"], path: "a/b",
            reason: "needs the folder \"a\", which is the file of an earlier record"),
        Example(
            testDescription: "cannot go through a file further up", earlier: ["x/a"], path: "x/a/b/c",
            reason: "needs the folder \"x/a\", which is the file of an earlier record"),
        Example(testDescription: "cannot be a folder", earlier: ["a/b/c"], path: "a/b", reason: "is a folder that an earlier record needs"),
        Example(testDescription: "differ by case", earlier: ["a/B"], path: "a/b"),
        Example(
            testDescription: "do not differ by case where files do not", earlier: ["a/B"], path: "A/b",
            reason: "is taken by an earlier record", foldsCase: true),
        Example(
            testDescription: "know folders in other letters", earlier: ["É"], path: "é/x",
            reason: "needs the folder \"é\", which is the file of an earlier record", foldsCase: true),
        Example(testDescription: "differ by the bytes of their letters", earlier: ["\u{E9}/x"], path: "e\u{301}/x"),
        Example(testDescription: "may be a file and a folder that look alike", earlier: ["\u{E9}"], path: "e\u{301}/x"),
        Example(
            testDescription: "do not differ by the bytes of their letters where files do not", earlier: ["\u{E9}"], path: "E\u{301}",
            reason: "is taken by an earlier record", foldsCase: true),
        Example(testDescription: "leave the index alone", earlier: [], path: "list/index.md", reason: "is that of the index"),
        Example(
            testDescription: "leave the folder of the index alone", earlier: [], path: "list",
            reason: "is a folder that an earlier record needs"),
    ]

    @Test("are claimed", arguments: examples) func claims(_ example: Example) throws {
        let claims = PathClaims(reserved: ["list", "index.md"]) { example.foldsCase }
        func claim(_ path: String) throws { try claims.claim(path.split(separator: "/").map(String.init)) }
        for path in example.earlier { try claim(path) }
        if let reason = example.reason {
            #expect(throws: RecordError("the path \"\(example.path)\" \(reason)")) { try claim(example.path) }
        } else {
            try claim(example.path)
        }
    }

    @Test("can be given back") func withdraws() throws {
        let claims = PathClaims()
        try claims.claim(["a", "b"])
        try claims.claim(["a", "c"])
        claims.withdraw(["a", "b"])
        try claims.claim(["a", "b"])
        claims.withdraw(["a", "b"])
        #expect(throws: RecordError.self) { try claims.claim(["a"]) }
        claims.withdraw(["a", "c"])
        try claims.claim(["a"])
    }
}
