import Testing

@testable import SourcesRemote

@Suite("An incremental source whose greatest cursor misleads later runs") struct FutureCursorTests {
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
        "warns of texts whose order is not that of time",
        arguments: [
            (#""31.01.2024""#, 1), (#""31/1/24 10:00""#, 1), (#""31 Jan 2024""#, 1), (#""Wed, 31 Jan 2024 10:00:00 GMT""#, 1),
            (#""2024.01.31""#, 0), (#""01HQZX""#, 0), (#""310120""#, 0), (#""v1.2.3""#, 0),
        ])
    func order(_ cursor: String, _ count: Int) async throws {
        let server = try ChangingServer()
        server.items = [(1, cursor)]
        let warnings = try await server.run(server.source(#""send_as": "since""#), clock: Self.clockOf2024()).run.warnings
        #expect(warnings.count { $0.contains("are compared as texts, byte by byte") } == count, "\(warnings)")
    }

    @Test("warns of a start of another kind than the cursors") func start() async throws {
        let server = try ChangingServer()
        server.items = [(1, "5")]
        let source = try server.source(#""send_as": "since", "from": "2024-01-31T00:00:00Z""#)
        #expect(
            try await server.run(source, clock: Self.clockOf2024()).run.warnings == [
                #"this run sent 2024-01-31T00:00:00Z, the value of "from", and the next one sends 5, which is of another kind; "#
                    + #""value" is a program that can convert it"#
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
