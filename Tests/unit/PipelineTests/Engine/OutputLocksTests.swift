import Foundation
@testable import Pipeline
import TestSupport
import Testing

@Suite("The locks of runs on their outputs", .startsOnIdlePool, .timeLimit(.minutes(5))) struct OutputLocksTests {
    /// Takes the locks of a run several times, and releases them at once.
    private static func takeLocks(_ outputs: [OutputLockPath], rounds: Int) async throws {
        for _ in 0..<rounds {
            let locks = try await OutputLocks(outputs, patience: .seconds(300)) { false }
            _ = consume locks
        }
    }

    @Test("are taken in the order of the paths, so that two runs never wait for each other") func order() async throws {
        let folder = try ScratchFolder()
        let outputs = try ["a.json", "b.json"].map { name in
            try #require(OutputLockPath(file: folder.file(name).path, shown: name))
        }
        async let other: Void = Self.takeLocks(outputs.reversed(), rounds: 40)
        try await Self.takeLocks(outputs, rounds: 40)
        try await other
        #expect(try folder.names() == [])
    }
}
