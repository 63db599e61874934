import Testing

@testable import TabpipeCommands

@Suite("The diff of a snapshot") struct SnapshotDiffTests {
    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let old: String
        let new: String
        let lines: [String]
    }

    static let examples = [
        Example(testDescription: "a changed line", old: "a\nb\nc\n", new: "a\nx\nc\n", lines: ["@@ -1,3 +1,3 @@", " a", "-b", "+x", " c"]),
        Example(testDescription: "a new line in an empty text", old: "", new: "a\n", lines: ["@@ -0,0 +1 @@", "+a"]),
        Example(testDescription: "all lines removed", old: "a\nb\n", new: "", lines: ["@@ -1,2 +0,0 @@", "-a", "-b"]),
        Example(
            testDescription: "no line break at the end", old: "a\n", new: "a",
            lines: ["@@ -1 +1 @@", "-a", "+a", "\\ No newline at end of file"]),
        Example(
            testDescription: "two places far from each other", old: "1\n2\n3\n4\n5\n6\n7\n8\n9\n", new: "x\n2\n3\n4\n5\n6\n7\n8\ny\n",
            lines: ["@@ -1,4 +1,4 @@", "-1", "+x", " 2", " 3", " 4", "@@ -6,4 +6,4 @@", " 6", " 7", " 8", "-9", "+y"]),
    ]

    @Test("shows changes with the lines around them", arguments: examples) func shows(_ example: Example) {
        let diff = SnapshotDiff(expected: ("old", Array(example.old.utf8)), found: ("new", Array(example.new.utf8)))
        #expect(diff.lines == ["--- old", "+++ new"] + example.lines)
    }

    @Test("is cut if it is long") func long() {
        func text(_ line: String) -> [UInt8] { Array(String(repeating: line, count: 100).utf8) }
        let diff = SnapshotDiff(expected: ("old", text("a\n")), found: ("new", text("b\n")))
        #expect(diff.lines.count == 63 && diff.lines.last == "… and 141 more lines")
    }
}
