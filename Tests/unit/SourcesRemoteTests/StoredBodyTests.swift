import Foundation
import Pipeline
import TestSupport
import Testing

@testable import HTTP

@Suite("The body of a response") struct StoredBodyTests {
    @Test("is unchanged, from memory and from a file without a name", arguments: [0, 5, 300_000, StoredBody.memoryBytes, 9 << 20])
    func reads(_ count: Int) async throws {
        let folder = try ScratchFolder()
        var body = StoredBody(folder: folder.path)
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
        for start in stride(from: 0, to: count, by: 1 << 20) { try body.append(Array(bytes[start..<min(start + 1 << 20, count)])) }
        #expect(body.count == count)
        let file = body.input(shownAs: "x")
        #expect(file.size == count)
        #expect(try folder.names() == [])
        #expect(file.position == 0)
        #expect(try file.read(at: count / 2, count: 10) == Array(bytes[(count / 2)...].prefix(10)))
        #expect(try await file.readAll(limit: count) == bytes)
        #expect(file.position == count)
        file.seek(to: 0)
        #expect(try await file.read() == Array(bytes.prefix(InputFile.chunkBytes)))
    }

    @Test("says that no file can be made", arguments: ["/nonexistent", "/dev/null"]) func noFolder(_ folder: String) {
        var body = StoredBody(folder: folder)
        var failure: SystemError?
        do throws(SystemError) {
            try body.append([UInt8](repeating: 0, count: StoredBody.memoryBytes + 1))
        } catch {
            failure = error
        }
        #expect(failure?.outputFailure == .cannotCreate)
    }
}
