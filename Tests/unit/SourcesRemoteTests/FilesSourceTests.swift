@testable import HTTP
@testable import Pipeline
import Testing
import WebAddresses

@testable import SourcesLocal

@Suite("The source files") struct FilesSourceTests {
    @Test("makes a record of each document that a server has, and none of a response without one") func noContent() async throws {
        let source = try FilesSource(
            json: """
                {"match": ["https://example.org/a.txt", "https://example.org/none", "https://example.org/gone", "https://example.org/empty.txt"],
                 "responses": [{"status": 404, "action": "skip"}]}
                """, registry: .opening)
        let run = try await SourceRun(
            of: source,
            sending: { request, _ in
                switch request.address.path {
                case "/a.txt": .scripted(200, ["Content-Type": "text/plain"], body: "text")
                case "/empty.txt": .scripted(200, ["Content-Type": "text/plain"])
                case "/none": .scripted(204, [:])
                default: .scripted(404, body: "not found")
                }
            })
        #expect(run.report.failure == nil)
        #expect(run.origins == ["https://example.org/a.txt, item 1", "https://example.org/empty.txt, item 2"])
    }
}
