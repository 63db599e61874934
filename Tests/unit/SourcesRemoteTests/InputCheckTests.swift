import Pipeline
import TestSupport
import Testing

@testable import SourcesLocal

@Suite("The check of inputs") struct InputCheckTests {
    private static func found(_ inputs: [Input]) async throws -> String? { try await InputDocuments(inputs).check(in: RunContext()) }

    @Test("names each file with its size, and counts the files of a pattern") func files() async throws {
        let scratch = try ScratchFolder()
        for name in ["a.json", "b.json"] { try scratch.write("[1]", to: name) }
        let (path, pattern) = (scratch.path + "/a.json", scratch.path + "/*.json")
        #expect(try await Self.found([Input(path)]) == "\(path): 3 bytes")
        #expect(try await Self.found([Input(pattern), Input(path)]) == "\(pattern): 2 files, 6 bytes; \(path): 3 bytes")
        #expect(try await Self.found([.standardInput]) == nil)
    }

    @Test("fails at a missing file and at a pattern without files") func missing() async throws {
        let scratch = try ScratchFolder()
        for name in ["none.json", "*.json"] {
            let input = Input("\(scratch.path)/\(name)")
            await #expect(throws: PipelineFailure.self) { try await Self.found([input]) }
        }
    }
}
