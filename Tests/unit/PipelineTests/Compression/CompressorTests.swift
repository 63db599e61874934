import Foundation
import TestSupport
import Testing

@testable import Pipeline

/// A program that reads and writes one of the formats, beside tabpipe.
struct CompressionProgram: CustomTestStringConvertible, Sendable {
    let format: CompressedFormat
    let command: [String]
    /// The arguments that compress standard input, and those that decompress it.
    let compress: [String]
    let decompress: [String]
    var testDescription: String { command.joined(separator: " ") }

    /// Runs the program with a file as its input.
    func run(_ arguments: [String], _ input: [UInt8]) async throws -> [UInt8] {
        let folder = try ScratchFolder()
        let (source, target) = (folder.file("in"), folder.file("out"))
        try Data(input).write(to: source)
        try Data().write(to: target)
        let child = try ChildProcess("/usr/bin/env", command + arguments) { process in
            let files = [FileHandle(forReadingAtPath: source.path), FileHandle(forWritingAtPath: target.path)]
            (process.standardInput, process.standardOutput) = (files[0], files[1])
            return files
        }
        #expect(await child.exit().status == 0)
        return try Array(Data(contentsOf: target))
    }

    private static let python = """
        import gzip, sys
        data = sys.stdin.buffer.read()
        sys.stdout.buffer.write(gzip.compress(data) if sys.argv[1] == "c" else gzip.decompress(data))
        """

    static let all = [
        CompressionProgram(format: .gzip, command: ["gzip"], compress: ["-9", "-c"], decompress: ["-d", "-c"]),
        CompressionProgram(format: .gzip, command: ["python3", "-c", python], compress: ["c"], decompress: ["d"]),
        CompressionProgram(format: .zstd, command: ["zstd", "-q"], compress: ["-c"], decompress: ["-d", "-c"]),
    ].filter { program in
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return (program.format == .gzip || hasZstandard)
            && folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program.command[0])") }
    }
}

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

    @Test("is read by other programs, and theirs is read", arguments: CompressionProgram.all, [0, 1, 128 << 10, 700_000])
    func exchanges(_ program: CompressionProgram, count: Int) async throws {
        let content = Array(Self.content.prefix(count))
        #expect(try await program.run(program.decompress, GzipDecoderTests.compressed(content, program.format)) == content)
        let theirs = try await program.run(program.compress, content)
        let (read, error) = decompress([theirs[...]], program.format)
        #expect(read == content)
        #expect(error == nil)
    }

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
