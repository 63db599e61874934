import Testing

@testable import SourcesLocal

@Suite("Lines") struct LineSplitterTests {
    @Test(
        "are the same wherever the text is cut",
        arguments: [
            ("a\nbb\r\n\nccc", ["1@0 a", "2@2 bb", "3@6 ", "4@7 ccc"]), ("a\n", ["1@0 a"]), ("", []), ("\n", ["1@0 "]),
            ("123456789\nx\n123456", ["1@0 12345!", "2@10 x", "3@12 12345!"]), ("12345\r\n", ["1@0 12345"]),
            ("12345\r789\nx", ["1@0 12345!", "2@10 x"]), ("12345\r\r\nx", ["1@0 12345!", "2@8 x"]), ("1234\r6\n", ["1@0 1234\r!"]),
        ])
    func split(_ text: String, _ expected: [String]) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            var splitter = LineSplitter(maxLineBytes: 5)
            var lines: [String] = []
            for piece in [bytes[..<cut], bytes[cut...]].filter({ !$0.isEmpty }) + [[]] {
                splitter.feed(piece) { line in
                    lines.append(
                        "\(line.number)@\(line.offset) " + String(decoding: line.bytes, as: UTF8.self) + (line.isTooLong ? "!" : ""))
                }
            }
            #expect(lines == expected, "cut at \(cut)")
        }
    }
}
