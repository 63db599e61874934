import LineDiffs
import Pipeline
import Testing

@testable import TabpipeCommands

@Suite("The diff of a planned file") struct FileDiffTests {
    @Test("shows no control characters to a terminal, and bytes as they are to programs") func style() {
        let line = DiffLine(kind: .added, bytes: [0x1B, 0x5B, 0x33, 0x31, 0x6D, 0xFF][...])
        #expect(OutputStyle.plain.line(line, masking: .init()) == [0x2B] + Array(line.bytes) + [0x0A])
        let plain = OutputStyle.terminal.line(line, masking: .init())
        #expect(String(decoding: plain, as: UTF8.self) == "+\u{241B}[31m\u{FFFD}\n")
        let colored = OutputStyle.colored.line(line, masking: .init())
        #expect(String(decoding: colored, as: UTF8.self) == "\u{1B}[32m+\u{241B}[31m\u{FFFD}\u{1B}[0m\n")
    }

    @Test("quotes names as Git does", arguments: [("a b", "b/a b\t"), ("/é", "b/é"), ("a\"\\\u{7}", #""b/a\"\\\007""#)])
    func names(_ path: String, _ name: String) throws {
        var file = PlannedFile(shown: path, change: .created)
        file.isTooLong = true
        var lines: [String] = []
        try FileDiff(file).forEachLine { lines.append(String(decoding: $0.bytes, as: UTF8.self)) }
        #expect(lines == ["Files /dev/null and \(name) differ, and are too long for a diff"])
    }
}
