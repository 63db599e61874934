import Foundation
import Testing

@testable import Pipeline
@testable import HTTPReading
@testable import SourcesLocal
@testable import SourcesRemote

@Suite("An incremental source whose greatest cursor misleads later runs") struct FutureCursorTests {
    @Test(
        "warns of texts whose order is not that of time",
        arguments: [
            (#""31.01.2024""#, 1), (#""31/1/24 10:00""#, 1), (#""31 Jan 2024""#, 1), (#""Wed, 31 Jan 2024 10:00:00 GMT""#, 1),
            (#""2024.01.31""#, 0), (#""01HQZX""#, 0), (#""310120""#, 0), (#""v1.2.3""#, 0),
        ])
    func order(_ cursor: String, _ count: Int) async throws {
        let server = try ChangingServer()
        server.items = [(1, cursor)]
        let warnings = try await server.run(server.source(#""send_as": "since""#)).run.warnings
        #expect(warnings.count { $0.contains("are compared as texts, byte by byte") } == count, "\(warnings)")
    }

    @Test("warns of a start of another kind than the cursors") func start() async throws {
        let server = try ChangingServer()
        server.items = [(1, "5")]
        let source = try server.source(#""send_as": "since", "from": "2024-01-31T00:00:00Z""#)
        #expect(
            try await server.run(source).run.warnings == [
                #"this run sent 2024-01-31T00:00:00Z, the value of "from", and the next one sends 5, which is of another kind; "#
                    + #""value" is a program that can convert it"#
            ])
    }

    @Test("waits for a time that is ahead, and goes on behind it once it has come") func later() async throws {
        let server = try ChangingServer()
        server.items = [(1, #""2024-06-12T10:00:00Z""#), (2, #""2024-07-01T00:00:00Z""#)]
        let source = try server.source(#""send_as": "since""#)
        let clock = ChangingServer.clock()
        #expect(try await server.run(source, clock: clock).ids == [1, 2])
        #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains(#""greatest": "2024-06-12T10:00:00Z""#))
        server.items += [(3, #""2024-06-20T00:00:00Z""#)]
        clock.advance(by: 10 * 86_400)
        #expect(try await server.run(source, clock: clock).ids == [3])
        clock.advance(by: 20 * 86_400)
        let last = try await server.run(source, clock: clock)
        #expect(last.ids == [] && last.run.warnings.isEmpty)
        #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains(#""greatest": "2024-07-01T00:00:00Z""#))
    }

    @Test(
        "reads a list of coming events, also if all are ahead, and says so unless the option says that they are expected",
        arguments: [#""2024-08-%T00:00:00Z""#, "17220%000"], ["warn", "expected"])
    func events(_ pattern: String, _ option: String) async throws {
        let server = try ChangingServer()
        func cursor(_ day: Int) -> String { pattern.replacing("%", with: "\(day)") }
        let source = try server.source(#""send_as": "since", "future": "\#(option)""#)
        server.items = [(1, cursor(20)), (2, cursor(10))]
        let first = try await server.run(source)
        #expect(first.ids == [1, 2] && first.run.warnings.isEmpty == (option == "expected"), "\(first.run.warnings)")
        // A new event between the others, and one that was moved.
        server.items = [(1, cursor(20)), (2, cursor(12)), (3, cursor(15))]
        let second = try await server.run(source)
        #expect(second.ids == [2, 3] && second.run.warnings.isEmpty == (option == "expected"), "\(second.run.warnings)")
    }

    @Test("holds one number that may be a mistake until others come") func single() async throws {
        let server = try ChangingServer()
        server.items = [(1, "9999999999")]
        let source = try server.source(#""send_as": "since""#)
        #expect(try await server.run(source).run.warnings.isEmpty)
        server.items += [(2, "1717200000")]
        let second = try await server.run(source)
        #expect(second.ids == [2] && second.run.warnings.count == 1, "\(second.run.warnings)")
        server.items += [(3, "1717200001")]
        #expect(try await server.run(source).ids == [3])
    }

    @Test(
        "takes no id for a time",
        arguments: [
            (".id", ".id"), (".at", ".at"), (".message_id", ""), (".node.messageId", ""), (#".["id"]"#, ""), (".updated_at", ".id"),
        ])
    func ids(_ cursor: String, _ id: String) throws {
        let settings = IncrementalSettings(
            cursor: .item(try RecordQuery(cursor)), sendAs: nil, value: nil, from: nil, secretTexts: [], lag: 0, isDescending: false)
        let identity = ListIdentity(url: "https://example.org/", request: [], cursor: cursor, id: id)
        #expect(settings.isID(identity) == (cursor != ".updated_at"))
    }

    @Test("moves to numbers that are no times, if the option says so") func counts() async throws {
        let server = try ChangingServer()
        server.items = [(1, "1717200000"), (2, "1717203600000"), (3, "9999999999")]
        let result = try await server.run(server.source(#""send_as": "since", "future": "counts""#))
        #expect(result.ids == [1, 2, 3] && result.run.warnings.isEmpty)
        #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains(#""greatest": 1717203600000"#))
    }

    @Test("refuses a state in the future, as an earlier version left it, and warns of one that may be") func stateInFuture() async throws {
        for (cursor, later, isRefused) in [
            (#""2099-01-01T00:00:00Z""#, #""2024-06-01T00:00:00Z""#, true), ("9999999999", "1717200000", false),
        ] {
            let server = try ChangingServer()
            server.items = [(1, cursor)]
            _ = try await server.run(server.source(#""order": "none", "future": "counts""#))
            #expect(try String(contentsOfFile: server.state, encoding: .utf8).contains("\"greatest\": \(cursor)"))
            server.items += [(2, later)]
            let result = try await server.run(server.source(#""order": "none""#))
            #expect(result.run.report.exitCode == (isRefused ? 78 : 0))
            let said = isRefused ? "\(result.run.report.failure as Any)" : result.run.warnings.joined()
            #expect(said.contains("which is in the future") && said.contains("--full-refresh"), "\(said)")
            #expect(try await server.run(server.source(#""order": "none""#).readingAll()).ids == [1, 2])
            server.items += [(3, later)]
            #expect(try await server.run(server.source(#""order": "none""#)).ids == [3])
        }
    }

    @Test("warns of a first start in the future") func from() async throws {
        let server = try ChangingServer()
        server.items = [(1, #""2024-06-01T00:00:00Z""#)]
        let result = try await server.run(server.source(#""send_as": "since", "from": "2042-06-01T00:00:00Z""#))
        #expect(result.run.warnings.contains { $0.hasPrefix(#""from" is 2042-06-01T00:00:00Z, which is in the future"#) })
    }

    @Test("fails in the first run if the second could not start") func value() async throws {
        let server = try ChangingServer()
        server.items = [(1, #""yesterday""#)]
        let result = try await server.run(server.source(#""send_as": "since", "value": "fromdateiso8601""#))
        #expect(result.run.report.exitCode == 65)
        #expect("\(result.run.report.failure as Any)".contains("the next run could not start: incremental.value: "))
        #expect(!FileManager.default.fileExists(atPath: server.state))
    }

    @Test("says in a check what a run would say") func check() async throws {
        let server = try ChangingServer()
        let source = try server.source(#""send_as": "since""#)
        let found = try await source.check(in: RunContext()) { request, _ in
            try .scripted(#"{"items":[{"id":1,"at":"2099-01-01T00:00:00Z"}],"next":null}"#, to: request)
        }
        #expect(found?.contains("; 1 item has a cursor in the future, such as 2099-01-01T00:00:00Z at ") == true, "\(found ?? "")")
    }
}
