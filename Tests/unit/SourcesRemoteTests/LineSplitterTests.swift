import TestSupport
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

@Suite("A count of lines") struct LineCountTests {
    @Test("is that of single bytes", arguments: 0..<40) func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        // Some of these bytes differ from a line break in one bit.
        let choices: [UInt8] = [0x0A, 0x0B, 0x8A, 0x00, 0xFF]
        let bytes = (0..<Int.random(in: 0...6_000, using: &random)).map { _ in choices.randomElement(using: &random) ?? 0 }
        let cut = Int.random(in: 0...bytes.count, using: &random)
        let offset = Int.random(in: cut...bytes.count, using: &random)
        var lines = LineCounter()
        lines.add(InputChunk(Array(bytes[..<cut])))
        #expect(lines.line(of: offset, in: InputChunk(Array(bytes[cut...]))) == 1 + bytes[..<offset].count { $0 == 0x0A })
    }

    @Test("is right for nothing but line breaks, and for none", arguments: [(UInt8(0x0A), 10_000), (0x0B, 0)])
    func extremes(byte: UInt8, count: Int) {
        var lines = LineCounter()
        lines.add(InputChunk([UInt8](repeating: byte, count: 10_000)))
        #expect(lines.line(of: 10_000, in: nil) == 1 + count)
    }
}
