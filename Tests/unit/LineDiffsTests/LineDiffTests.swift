import TestSupport
import Testing

@testable import LineDiffs

@Suite("The comparison of lines") struct LineDiffTests {
    /// The new text, by the lines that a diff keeps and adds; and the number of changes.
    private func applied(_ old: [Int32], _ new: [Int32]) -> (kept: [Int32], keptOfNew: [Int32], changes: Int) {
        let diff = LineDiff(old, new, tableCount: 1 + Int((old + new).max() ?? 0))
        let kept = zip(old, diff.isRemoved).filter { !$1 }.map(\.0)
        let keptOfNew = zip(new, diff.isAdded).filter { !$1 }.map(\.0)
        return (kept, keptOfNew, diff.isRemoved.count { $0 } + diff.isAdded.count { $0 })
    }

    /// The length of the shortest edit script, by a table of all pairs.
    private func shortest(_ old: [Int32], _ new: [Int32]) -> Int {
        var row = [Int](0...new.count)
        for (index, line) in old.enumerated() {
            var corner = row[0]
            row[0] = index + 1
            for column in new.indices {
                let above = row[column + 1]
                row[column + 1] = line == new[column] ? corner : min(above, row[column]) + 1
                corner = above
            }
        }
        return row[new.count]
    }

    @Test("finds a shortest edit script of small texts", arguments: [2, 3, 8])
    func smallest(_ alphabet: Int32) {
        var generator = SeededRandom(seed: UInt64(alphabet))
        for _ in 0..<400 {
            let (old, new) = (random(alphabet, &generator), random(alphabet, &generator))
            let result = applied(old, new)
            #expect(result.kept == result.keptOfNew, "\(old) \(new)")
            #expect(result.changes == shortest(old, new), "\(old) \(new)")
        }
    }

    private func random(_ alphabet: Int32, _ generator: inout SeededRandom) -> [Int32] {
        (0..<Int.random(in: 0...30, using: &generator)).map { _ in Int32.random(in: 0..<alphabet, using: &generator) }
    }

    @Test("stays right and quick for texts without much in common") func bounded() {
        var generator = SeededRandom(seed: 1)
        let (old, new) = (random(of: 20_000, &generator), random(of: 20_000, &generator))
        let clock = ContinuousClock()
        let start = clock.now
        let result = applied(old, new)
        #expect(result.kept == result.keptOfNew)
        #expect(!result.kept.isEmpty)
        #expect(start.duration(to: clock.now) < .seconds(60))
    }

    private func random(of count: Int, _ generator: inout SeededRandom) -> [Int32] {
        (0..<count).map { _ in Int32.random(in: 0..<500, using: &generator) }
    }

    private func unified(_ old: String, _ new: String, skipped: Int = 0) -> String {
        guard let diff = UnifiedDiff(DiffText(Array(old.utf8)), DiffText(Array(new.utf8)), skippedLines: skipped) else { return "too long" }
        var text = ""
        diff.forEachLine { text += $0.kind.mark + String(decoding: $0.bytes, as: UTF8.self) + "\n" }
        return text
    }

    static let examples = [
        ("equal", "a\nb\n", "a\nb\n", ""),
        ("added to nothing", "", "a\n", "@@ -0,0 +1 @@\n+a\n"),
        ("removed", "a\n", "", "@@ -1 +0,0 @@\n-a\n"),
        ("a line feed at the end", "a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"),
        ("three lines of context", "1\n2\n3\n4\n5\n", "1\n2\n3\n4\nx\n5\n", "@@ -2,4 +2,5 @@\n 2\n 3\n 4\n+x\n 5\n"),
        (
            "one hunk for near changes", "a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
            "@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"
        ),
        (
            "two hunks for far changes", "a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
            "@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"
        ),
    ]

    @Test("is written as a unified diff", arguments: examples)
    func writes(_ name: String, _ old: String, _ new: String, _ expected: String) { #expect(unified(old, new) == expected, "\(name)") }

    @Test("numbers lines behind skipped ones") func skipped() {
        #expect(unified("a\n", "b\n", skipped: 41) == "@@ -42 +42 @@\n-a\n+b\n")
        #expect(unified("", "b\n", skipped: 41) == "@@ -41,0 +42 @@\n+b\n")
    }
}
