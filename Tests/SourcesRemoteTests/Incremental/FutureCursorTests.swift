import Testing

@testable import SourcesRemote

@Suite("An incremental source whose greatest cursor is in the future") struct FutureCursorTests {
    private static func clockOf2024() -> ScriptedClock {
        let clock = ScriptedClock()
        clock.advance(by: 1_717_200_000)
        return clock
    }

    @Test("warns of a time, behind which nothing is read") func future() async throws {
        let server = try ChangingServer()
        server.items = [(1, #""2024-05-01T08:00:01Z""#), (2, #""9999-12-31T00:00:00Z""#)]
        let result = try await server.run(server.source(#""send_as": "since""#), clock: Self.clockOf2024())
        #expect(
            result.run.warnings == [
                "the greatest cursor, 9999-12-31T00:00:00Z, is in the future; runs read nothing that changes before that time"
            ])
    }

    @Test(
        "warns of a number only if the other numbers are times",
        arguments: [
            (["1714550401", "32503680000"], "32503680000"), (["1714550401000", "32503680000000"], "32503680000000"),
            (["1714550401", "1714550500"], nil), (["17", "32503680000"], nil), (["1250000000000000000", "1250000000000000001"], nil),
            (["32503680000"], nil),
        ] as [([String], String?)])
    func futureNumber(_ cursors: [String], _ greatest: String?) async throws {
        let server = try ChangingServer()
        server.items = cursors.enumerated().map { ($0 + 1, $1) }
        let result = try await server.run(server.source(#""send_as": "since""#), clock: Self.clockOf2024())
        #expect(
            result.run.warnings
                == (greatest.map {
                    ["the greatest cursor, \($0), is in the future as a time since 1970; runs read nothing that changes before that time"]
                } ?? []))
    }

    @Test("warns of a number also where only the state has a time") func futureNumberLater() async throws {
        let server = try ChangingServer()
        server.items = [(1, "1714550401")]
        let source = try server.source(#""send_as": "since""#)
        #expect(try await server.run(source, clock: Self.clockOf2024()).run.warnings.isEmpty)
        server.items = [(2, "32503680000")]
        #expect(try await server.run(source, clock: Self.clockOf2024()).run.warnings.count == 1)
    }
}
