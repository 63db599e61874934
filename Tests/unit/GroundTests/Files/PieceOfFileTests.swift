import Foundation
import TestSupport
import Testing

@testable import Ground

@Suite("An input that is a file") struct PieceOfFileTests {
    private static let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 * 7) }

    private static func file(in scratch: borrowing ScratchFolder) async throws -> InputFile {
        try Data(bytes).write(to: scratch.file("bytes"))
        return try await InputFile.open(Input(scratch.file("bytes").path))
    }

    @Test(
        "gives out any piece",
        arguments: [(0, 300_000), (0, 1), (299_999, 1), (299_999, 10), (300_000, 5), (400_000, 5), (1000, 0), (100_000, 1_000_000)])
    func pieces(_ offset: Int, _ count: Int) async throws {
        let scratch = try ScratchFolder()
        let file = try await Self.file(in: scratch)
        #expect(try file.read(at: offset, count: count) == Array(Self.bytes.dropFirst(offset).prefix(count)))
        #expect(file.position == 0, "and reads on where it stands")
    }

    @Test("has a position, and can seek") func position() async throws {
        let scratch = try ScratchFolder()
        let file = try await Self.file(in: scratch)
        #expect(try await file.read() == Array(Self.bytes.prefix(InputFile.chunkBytes)))
        #expect(file.position == InputFile.chunkBytes)
        file.seek(to: 299_990)
        #expect(file.position == 299_990)
        #expect(try await file.read() == Array(Self.bytes.suffix(10)))
        #expect(try await file.read().isEmpty)
        #expect(file.position == 300_000)
    }

    @Test("that cannot be read gives the reason") func unreadable() async throws {
        // A folder can be opened like a file, but not read.
        let scratch = try ScratchFolder()
        let file = try FileDescriptor(opening: scratch.url.path, flags: O_RDONLY)
        #expect(throws: SystemError.self) { try FileDescriptor.read(from: file.number, at: 0, upTo: 10) }
    }
}
