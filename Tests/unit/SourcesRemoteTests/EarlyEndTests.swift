@testable import Pipeline
import Testing

@testable import HTTP
@testable import SourcesLocal

@Suite("A document whose early end nothing would show") struct EarlyEndTests {
    private static let warning = "the response has no length, so that an early end cannot be noticed"
    private static let lines = "{\"id\":1}\n{\"id\":2}\n"

    /// Runs a source with one response.
    private func run(
        _ source: some Source, _ type: String, _ body: [UInt8], status: Int = 200, isHidden: Bool = true
    ) async throws -> SourceRun {
        try await SourceRun(
            of: source,
            sending: { _, _ in
                var head = ResponseHead(status: status, headers: ["Content-Type": type])
                head.hidesEarlyEnd = isHidden
                return HTTPResponse(head: head, body: ScriptedBody([body]))
            })
    }

    @Test("causes a warning if it has lines, or several texts of JSON") func lines() async throws {
        let from = #""from": "http://example.org/a""#
        for source: any Source in [
            try LinesSource(json: "{\(from)}", registry: .opening), try JSONSource(json: "{\(from)}", registry: .opening),
            try JSONSource(json: "{\(from), \"on_bad_line\": \"reject\"}", registry: .opening),
        ] {
            let run = try await run(source, "application/x-ndjson", Array(Self.lines.utf8))
            #expect(run.report.failure == nil)
            #expect(run.values.count == 2)
            #expect(run.warnings == [Self.warning])
            let known = try await self.run(source, "application/x-ndjson", Array(Self.lines.utf8), isHidden: false)
            #expect(known.warnings == [])
            let none = try await self.run(source, "application/x-ndjson", [], status: 204)
            #expect(none.warnings == [])
        }
    }

    @Test("causes none if it is one text of JSON, which shows its end") func document() async throws {
        let source = try JSONSource(json: #"{"from": "http://example.org/a", "items": ".[]"}"#, registry: .opening)
        let run = try await run(source, "application/json", Array("[1,2]".utf8))
        #expect(run.values == ["1", "2"])
        #expect(run.warnings == [])
    }
}
