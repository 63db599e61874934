import Foundation
import TestSupport
import Testing

@testable import Ground

@Suite("Compressed content") struct CompressorTests {
    /// Content of several blocks that compresses to about a half.
    static let content: [UInt8] = {
        var state: UInt64 = 88_172_645_463_325_252
        return (0..<700_000).map { _ in
            state ^= state << 13
            state ^= state >> 7
            state ^= state << 17
            return UInt8(truncatingIfNeeded: state & 0x0F) + 0x41
        }
    }()
    static let formats = CompressedFormat.allCases.filter { $0 == .gzip || $0 == .zstd && hasZstandard }

    @Test("is the same bytes, however the content is cut", arguments: formats) func equalBytes(_ format: CompressedFormat) throws {
        let expected = GzipDecoderTests.compressed(Self.content, format)
        #expect(expected.count < Self.content.count * 2 / 3)
        for step in [997, 65_536, 131_072, 131_073, 400_000] {
            var compressor = try Compressor(format)
            var made: [UInt8] = []
            for start in stride(from: 0, to: Self.content.count, by: step) {
                made += try compressor.compress(Self.content[start..<min(start + step, Self.content.count)].span)
            }
            made += try compressor.finish()
            #expect(made == expected, "pieces of \(step) bytes")
        }
    }

    @Test("has neither a time nor a name in gzip's head") func head() {
        let head = GzipDecoderTests.gzip([1, 2, 3]).prefix(9)
        #expect(head == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0])
    }

    @Test("is not made in other formats", arguments: [CompressedFormat.bzip2, .xz, .zip]) func others(_ format: CompressedFormat) {
        let expected = CompressionError.unsupported(feature: "is in the format \(format.rawValue)")
        #expect(throws: expected) { _ = try Compressor(format) }
        #expect(throws: expected) { _ = try Decompressor(format) }
    }
}
