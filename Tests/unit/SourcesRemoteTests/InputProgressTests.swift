import Foundation
import Pipeline
import TestSupport
import Testing

@testable import HTTPReading
@testable import SourcesLocal

@Suite("The progress of an input") struct InputProgressTests {
    @Test("is known where its size is") func share() async throws {
        let folder = try ScratchFolder()
        let file = folder.file("zeros")
        try Data(count: 1 << 20).write(to: file)
        let progress = InputProgress()
        #expect(progress.share == nil)
        var input = try await InputReader(Input(file.path), in: RunContext(progress: progress), showsProgress: true)
        #expect(progress.share == 0)
        _ = try await input.read()
        #expect(progress.share == 0.25)
    }

    @Test("is that of all inputs together, if there are several") func several() async throws {
        let folder = try ScratchFolder()
        let file = folder.file("zeros")
        try Data(count: 1 << 20).write(to: file)
        let progress = InputProgress()
        progress.begin(all: [1 << 20, 3 << 20])
        var input = try await InputReader(Input(file.path), in: RunContext(progress: progress), showsProgress: true)
        _ = try await input.readAll(limit: 1 << 20)
        #expect(progress.share == 0.25)
        progress.begin(all: [1 << 20, nil])
        #expect(progress.share == nil)
    }

    @Test("counts the bytes of the file if it is compressed") func compressed() async throws {
        let folder = try ScratchFolder()
        let file = folder.file("zeros.gz")
        // A member of one stored block.
        let content = [UInt8](repeating: 0x61, count: 9)
        let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 1, 9, 0, 0xF6, 0xFF]
        try Data(head + content + [0x66, 0xDE, 0xB7, 0x77, 9, 0, 0, 0]).write(to: file)
        let progress = InputProgress()
        var input = try await InputReader(Input(file.path), in: RunContext(progress: progress), showsProgress: true)
        #expect(try await input.read() == content)
        #expect(input.position == nil)
        #expect(progress.share == 1)
        #expect(try await input.read() == [])
        #expect(try await input.read() == [])
    }
}
