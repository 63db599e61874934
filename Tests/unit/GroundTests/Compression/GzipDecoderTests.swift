import Foundation
import TestSupport
import Testing

@testable import Ground

/// Compressed data, and what the decoder makes of it.
struct CompressionExample: CustomTestStringConvertible, Sendable {
    let name: String
    let data: [UInt8]
    /// The content that comes before the end or the error.
    var content: [UInt8] = []
    var error: CompressionError?
    var testDescription: String { name }
}

/// Reads the pieces in turn, and checks that each piece keeps the limit.
///
/// - Returns: The content up to the end or the error, and the error.
func decompress(
    _ pieces: [ArraySlice<UInt8>], _ format: CompressedFormat, upTo limit: Int = 1 << 16
) -> (content: [UInt8], error: CompressionError?) {
    var content: [UInt8] = []
    do throws(CompressionError) {
        var decoder = try Decompressor(format)
        for piece in pieces {
            var input = piece
            while case let made = try decoder.read(&input, upTo: limit, spare: 0), !made.isEmpty {
                #expect(made.count <= limit)
                content += made
            }
            #expect(input.isEmpty)
        }
        try decoder.finish()
        return (content, nil)
    } catch {
        return (content, error)
    }
}

/// The data whole, cut at every byte, and byte by byte.
func cuts(of data: [UInt8]) -> [[ArraySlice<UInt8>]] {
    data.indices.map { [data[..<$0], data[$0...]] } + [[data[...]], data.indices.map { data[$0...$0] }]
}

@Suite("Gzip data") struct GzipDecoderTests {
    /// Content that needs more than one block of deflate, and has long matches.
    static let text = Array((0..<400).map { "{\"id\":\($0),\"name\":\"n\($0 * 7919 % 1009)\"}\n" }.joined().utf8)
    private static let one = gzip(text)
    private static let hello = gzip(Array("hello\n".utf8))

    static func gzip(_ content: [UInt8]) -> [UInt8] { compressed(content, .gzip) }

    static func compressed(_ content: [UInt8], _ format: CompressedFormat) -> [UInt8] {
        guard var compressor = try? Compressor(format), let start = try? compressor.compress(content.span),
            let end = try? compressor.finish()
        else { return [] }
        return start + end
    }

    private static func changed(_ data: [UInt8], at index: Int) -> [UInt8] {
        var data = data
        data[index] ^= 0x40
        return data
    }

    static let hi = Array("hello\n".utf8)
    static let examples = [
        CompressionExample(name: "one member", data: one, content: text),
        CompressionExample(name: "no content", data: gzip([]), content: []),
        CompressionExample(name: "three members", data: hello + gzip([]) + hello, content: hi + hi),
        CompressionExample(name: "padding", data: hello + [UInt8](repeating: 0, count: 600), content: hi),
        CompressionExample(name: "padding between members", data: hello + [0, 0, 0] + hello, content: hi + hi),
        CompressionExample(
            name: "a text behind the member", data: hello + Array("xy".utf8), content: hi, error: .trailingData(offset: hello.count)),
        CompressionExample(
            name: "half a mark behind the member", data: hello + [0x1F, 0x8C], content: hi, error: .trailingData(offset: hello.count)),
        CompressionExample(
            name: "data behind the padding", data: hello + [0, 0, 7, 7], content: hi, error: .trailingData(offset: hello.count + 2)),
        CompressionExample(
            name: "a wrong checksum", data: changed(hello, at: hello.count - 8), content: hi, error: .wrongChecksum),
        CompressionExample(name: "a wrong length", data: changed(hello, at: hello.count - 1), content: hi, error: .wrongLength),
        CompressionExample(
            name: "a wrong checksum of the second member", data: hello + changed(hello, at: hello.count - 5), content: hi + hi,
            error: .wrongChecksum),
        CompressionExample(name: "another method", data: [0x1F, 0x8B, 7] + hello.dropFirst(3), error: .corrupt(offset: 4)),
        CompressionExample(name: "another mark", data: Array("GET / HTTP/1.1".utf8), error: .corrupt(offset: 2)),
        CompressionExample(name: "nothing", data: [], error: .truncated(afterBytes: 0)),
    ]

    @Test("is read with its members and its faults, wherever it is cut", arguments: examples, [1, 7, 1 << 16])
    func reads(_ example: CompressionExample, limit: Int) {
        for pieces in limit == 1 << 16 || example.data.count < 700 ? cuts(of: example.data) : [[example.data[...]]] {
            let (content, error) = decompress(pieces, .gzip, upTo: limit)
            #expect(content == example.content)
            #expect(error == example.error, "cut at \(pieces[0].count)")
        }
    }

    @Test("that is truncated at any byte is an error, after all content that is there") func truncated() {
        let data = Self.hello + Self.one
        for end in 1..<data.count where end != Self.hello.count {
            let (content, error) = decompress([data[..<end]], .gzip)
            #expect(error == .truncated(afterBytes: end))
            #expect((Self.hi + Self.text).starts(with: content))
        }
    }

    @Test("with any byte changed gives an error, or the same content") func damaged() {
        for index in Self.one.indices {
            let (content, error) = decompress([Self.changed(Self.one, at: index)[...]], .gzip)
            #expect(error != nil || content == Self.text, "byte \(index)")
        }
    }

    @Test("keeps the error for later calls") func keepsError() throws {
        var decoder = try GzipDecoder()
        for _ in 0..<3 {
            #expect(throws: CompressionError.corrupt(offset: 2)) { try decoder.decode(Array("xxxxx".utf8)[...]) { _ in } }
        }
        #expect(throws: CompressionError.corrupt(offset: 2)) { try decoder.finish() }
    }

    @Test("that grows a thousandfold is read in pieces") func bomb() throws {
        let data = Self.gzip([UInt8](repeating: 0x41, count: 64 << 20))
        #expect(data.count < 70_000)
        var decoder = try GzipDecoder()
        var count = 0
        try decoder.decode(data[...]) { piece in
            #expect(piece.count <= 256 << 10)
            count += piece.count
        }
        try decoder.finish()
        #expect(count == 64 << 20)
        var other = try GzipDecoder()
        #expect(throws: CompressionError.tooLong(limit: 1 << 20)) { _ = try other.content(of: data, limit: 1 << 20) }
    }

    @Test("is described as zlib.h does") func layout() {
        #expect(unsafe MemoryLayout<ZStream>.size == 112)
        let offsets = unsafe [
            MemoryLayout<ZStream>.offset(of: \.nextIn), MemoryLayout<ZStream>.offset(of: \.availableIn),
            MemoryLayout<ZStream>.offset(of: \.totalIn), MemoryLayout<ZStream>.offset(of: \.nextOut),
            MemoryLayout<ZStream>.offset(of: \.availableOut), MemoryLayout<ZStream>.offset(of: \.totalOut),
            MemoryLayout<ZStream>.offset(of: \.message), MemoryLayout<ZStream>.offset(of: \.state),
            MemoryLayout<ZStream>.offset(of: \.dataType), MemoryLayout<ZStream>.offset(of: \.adler),
        ]
        #expect(offsets == [0, 8, 16, 24, 32, 40, 48, 56, 88, 96])
    }

    @Test("is not read without the library, and the message names it, and a command that decompresses") func missingLibrary() {
        let error = CompressionError.missingLibrary(MissingLibrary("zlib cannot be loaded"))
        #expect(error.message == "zlib cannot be loaded")
        #expect(CompressedFormat.gzip.message(for: error) == #"zlib cannot be loaded; gzip -dc FILE | tabpipe … reads it from "-""#)
    }
}

extension DecompressionStream where Self: ~Copyable {
    /// Decompresses an input, and hands over its content in pieces.
    fileprivate mutating func decode(_ input: ArraySlice<UInt8>, into output: ([UInt8]) throws -> Void) throws {
        var input = input
        while case let piece = try read(&input, upTo: InputFile.chunkBytes, spare: 0), !piece.isEmpty { try output(piece) }
    }
}
