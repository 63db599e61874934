import JSONParsing
import Testing

@testable import ExternalPrograms
@testable import ProgramRunning

@Suite("What a program writes") struct OutputLinesTests {
    private static let text = "{\"a\":1}\n\n  \r\n[1,2]\r\nno\n\"" + String(repeating: "x", count: 40) + "\"\n7"

    @Test("is cut into lines, wherever its pieces end", arguments: 1...70) func lines(_ piece: Int) {
        var reader = OutputLineReader(limit: 30)
        let bytes = Array(Self.text.utf8)
        var lines: [ProgramLine] = []
        for start in stride(from: 0, to: bytes.count, by: piece) { lines += reader.feed(bytes[start..<min(start + piece, bytes.count)]) }
        #expect(reader.hasRest)
        lines += reader.feed([])
        #expect(
            lines == [
                .json(.object(["a": 1])), .empty, .empty, .json(.array([1, 2])),
                .garbage(text: "no", fault: "expected true, false or null, found \"o\" (at byte 1)"), .tooLong(limit: 30), .json(7),
            ])
    }

    @Test("on standard error becomes messages of limited length and number, without control characters") func messages() {
        var reader = StandardErrorLines()
        let long = String(repeating: "y", count: 5000)
        var messages = reader.feed(Array("a\u{1B}[31m\r\n\n\(long)\nb".utf8)[...])
        #expect(messages == ["a\u{241B}[31m", String(repeating: "y", count: StandardErrorLines.maxBytes) + "…"])
        messages += reader.feed(Array(String(repeating: "c\n", count: 5000).utf8)[...])
        messages += reader.feed([])
        #expect(messages.count == StandardErrorLines.maxLines + 1)
        #expect(messages[2] == "bc" && messages.last == "4002 further lines on standard error")
    }

    @Test(
        "ends with words for each kind of end",
        arguments: [
            (ProgramEnd(status: .init(waitStatus: 3 << 8)), "exited with the status 3"),
            (ProgramEnd(status: .init(waitStatus: 9)), "was ended by the signal 9 (SIGKILL)"),
            (ProgramEnd(status: .init(waitStatus: 11 | 0x80)), "was ended by the signal 11 (SIGSEGV)"),
            (ProgramEnd(status: .unknown), "was lost: its guard process was killed"),
            (ProgramEnd(status: .exited(0), stopReason: "read nothing for 3 s"), "read nothing for 3 s"),
        ])
    func end(_ end: ProgramEnd, words: String) { #expect(end.words == words) }
}
