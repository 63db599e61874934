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
        (program.format == .gzip || (try? Decompressor(.zstd)) != nil)
            && InstalledProgram.isThere(program.command[0])
    }
}

@Suite("Compressed content, beside other programs") struct CompressionProgramTests {
    /// Content of several blocks that compresses to about a half.
    private static let content: [UInt8] = {
        var random = RandomText(seed: 88)
        return (0..<700_000).map { _ in UInt8(random.number(below: 16)) + 0x41 }
    }()

    private static func compressed(_ content: [UInt8], _ format: CompressedFormat) throws -> [UInt8] {
        var compressor = try Compressor(format)
        let start = try compressor.compress(content.span)
        return try start + compressor.finish()
    }

    private static func decompressed(_ data: [UInt8], _ format: CompressedFormat) throws -> [UInt8] {
        var decoder = try Decompressor(format)
        var (input, content) = (data[...], [UInt8]())
        while case let made = try decoder.read(&input, upTo: 1 << 16, spare: 0), !made.isEmpty { content += made }
        try decoder.finish()
        return content
    }

    @Test("is read by them, and theirs is read", arguments: CompressionProgram.all, [0, 1, 128 << 10, 700_000])
    func exchanges(_ program: CompressionProgram, count: Int) async throws {
        let content = Array(Self.content.prefix(count))
        #expect(try await program.run(program.decompress, Self.compressed(content, program.format)) == content)
        #expect(try await Self.decompressed(program.run(program.compress, content), program.format) == content)
    }
}
