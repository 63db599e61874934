import TestSupport
import Testing

@testable import SourcesLocal

@Suite("A count of lines") struct LineCountTests {
    @Test("is that of single bytes", arguments: 0..<40) func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        // Some of these bytes differ from a line break in one bit.
        let choices: [UInt8] = [0x0A, 0x0B, 0x8A, 0x00, 0xFF]
        let bytes = (0..<Int.random(in: 0...6_000, using: &random)).map { _ in choices.randomElement(using: &random) ?? 0 }
        let cut = Int.random(in: 0...bytes.count, using: &random)
        let offset = Int.random(in: cut...bytes.count, using: &random)
        var lines = LineCount()
        lines.add(InputChunk(Array(bytes[..<cut])))
        #expect(lines.line(of: offset, in: InputChunk(Array(bytes[cut...]))) == 1 + bytes[..<offset].count { $0 == 0x0A })
    }

    @Test("is right for nothing but line breaks, and for none", arguments: [(UInt8(0x0A), 10_000), (0x0B, 0)])
    func extremes(byte: UInt8, count: Int) {
        var lines = LineCount()
        lines.add(InputChunk([UInt8](repeating: byte, count: 10_000)))
        #expect(lines.line(of: 10_000, in: nil) == 1 + count)
    }
}
