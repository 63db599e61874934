import Foundation
import TestSupport
import Testing

@testable import Ground

#if os(Linux)
@Suite("An input") struct InputFileTests {
    @Test("stays open for a cancelled read that still blocks", .startsOnIdlePool, .timeLimit(.minutes(5))) func orphan() async throws {
        let scratch = try ScratchFolder()
        let path = scratch.file("pipe").path
        #expect(unsafe mkfifo(path, 0o600) == 0)
        let writer = try FileDescriptor(opening: path, flags: O_RDWR)
        func count() -> Int {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return names.count { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")) == path }
        }
        let reading = Task { try await InputFile.open(Input(path)).read() }
        while count() < 2 { try await Task.sleep(for: .milliseconds(1)) }
        // Nothing shows from outside that the read blocks. Under load it takes a while until it does.
        try await Task.sleep(for: .milliseconds(300))
        reading.cancel()
        await #expect(throws: CancellationError.self) { try await reading.value }
        #expect(count() == 2, "a closed number may become another file, and the read would take that one's bytes")
        try writer.write(Array("x".utf8).span)
        while count() > 1 { try await Task.sleep(for: .milliseconds(1)) }
    }
}
#endif
