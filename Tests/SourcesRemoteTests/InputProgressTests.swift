import Foundation
import Pipeline
import TestSupport
import Testing

@testable import SourcesRemote

@Suite("The progress of an input") struct InputProgressTests {
    @Test("is known where its size is") func share() async throws {
        let folder = try ScratchFolder()
        let file = folder.file("zeros")
        try Data(count: 1 << 20).write(to: file)
        let progress = InputProgress()
        #expect(progress.share == nil)
        try await InputProgress.$current.withValue(progress) {
            var input = try await InputReader(Input(file.path), showsProgress: true)
            #expect(progress.share == 0)
            _ = try await input.read()
            #expect(progress.share == 0.25)
        }
    }
}
