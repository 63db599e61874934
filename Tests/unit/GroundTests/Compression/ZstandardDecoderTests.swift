import TestSupport
import Testing

@testable import Ground

/// Whether the system has libzstd. Without it, there is a message instead.
let hasZstandard = (try? ZstandardLibrary.loaded.get()) != nil

@Suite("Zstandard data", .needs(hasZstandard, "needs libzstd")) struct ZstandardDecoderTests {
    private static let text = GzipDecoderTests.text
    private static let hi = GzipDecoderTests.hi
    private static let one = GzipDecoderTests.compressed(text, .zstd)
    private static let hello = GzipDecoderTests.compressed(hi, .zstd)
    private static let skippable: [UInt8] = [0x53, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]

    static let examples = [
        CompressionExample(name: "one frame", data: one, content: text),
        CompressionExample(name: "no content", data: GzipDecoderTests.compressed([], .zstd), content: []),
        CompressionExample(name: "three frames", data: hello + skippable + hello, content: hi + hi),
        CompressionExample(name: "a text behind the frame", data: hello + [1], content: hi, error: .trailingData(offset: hello.count)),
        CompressionExample(
            name: "a bracket behind the frame", data: hello + Array("(hello".utf8), content: hi,
            error: .trailingData(offset: hello.count)),
        CompressionExample(
            name: "a wrong checksum", data: hello.dropLast() + [hello[hello.count - 1] ^ 1], content: hi, error: .wrongChecksum),
        CompressionExample(name: "nothing", data: [], error: .truncated(afterBytes: 0)),
    ]

    @Test("is read with its frames and its faults, wherever it is cut", arguments: examples, [1, 7, 1 << 16])
    func reads(_ example: CompressionExample, limit: Int) {
        for pieces in limit == 1 << 16 || example.data.count < 700 ? cuts(of: example.data) : [[example.data[...]]] {
            let (content, error) = decompress(pieces, .zstd, upTo: limit)
            // libzstd drops the end of the content before an error.
            #expect(content == example.content || error != nil && example.content.starts(with: content))
            #expect(error == example.error, "cut at \(pieces[0].count)")
        }
    }

    @Test("that is truncated at any byte is an error, after all content that is there") func truncated() {
        let data = Self.hello + Self.one
        for end in 1..<data.count where end != Self.hello.count {
            let (content, error) = decompress([data[..<end]], .zstd)
            #expect(error == .truncated(afterBytes: end))
            #expect((Self.hi + Self.text).starts(with: content))
        }
    }

    @Test("with any byte changed gives an error, or the same content") func damaged() {
        for index in Self.one.indices {
            var data = Self.one
            data[index] ^= 0x40
            let (content, error) = decompress([data[...]], .zstd)
            #expect(error != nil || content == Self.text, "byte \(index)")
        }
    }
}
