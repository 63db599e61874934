import Foundation
import JSONParsing
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline

@Suite("An incremental run whose children are unavailable") struct UnavailableChildrenTests {
    private static func time(_ second: Int) -> String { "\"2024-05-01T08:00:0\(second)Z\"" }

    /// Runs a list with a stage that fetches a child for each item.
    ///
    /// - Parameter broken: The ids of the items whose children are unavailable.
    private static func run(_ server: ChangingServer, broken: Set<Int>, status: Int = 503) async throws -> RunReport {
        let source = """
            {"type": "http", "url": "\(ChangingServer.url)", "items": ".items[]", "id": ".id", "paging": {"type": "cursor", "at": ".next"},
             "incremental": {"cursor": ".at", "send_as": "since"}, "state": "\(server.state)", "retry": {"max_attempts": 1}}
            """
        let stage = #"{"type": "hydrate", "url": "https://children.example.org/{{.id}}", "merge": "{body}", "concurrency": 1}"#
        var plan = try HydrateRun.plan(source: source, stage)
        plan.append(sink: OutcomeSink(rejects: RejectQueue()) { _ in })
        let transport = ScriptedTransport { request, _ in
            guard request.address.text.hasPrefix("https://children.example.org/") else { return server.respond(request) }
            let id = Int(request.address.path.dropFirst()) ?? 0
            return broken.contains(id) ? .scripted(status) : .scripted(body: #"{"body": "text"}"#)
        }
        let network = RunNetwork(transport: transport, clock: ScriptedClock().clock())
        return await plan.run(rejects: .file(server.folder.path + "/r.jsonl"), in: RunContext(network))
    }

    private static func ids(_ server: ChangingServer) throws -> [Int] {
        try String(contentsOfFile: server.folder.path + "/r.jsonl", encoding: .utf8).split(separator: "\n").map { line in
            let number = try JSONValue(parsing: Array(line.utf8)).member("record")?.member("id")
            return try #require(number.flatMap { Int($0.compactText) })
        }
    }

    @Test("keeps the state if all records are rejected, and ends with 69", arguments: [503, 404]) func outage(status: Int) async throws {
        let server = try ChangingServer()
        server.items = [(1, Self.time(1)), (2, Self.time(2)), (3, Self.time(3))]
        let report = try await Self.run(server, broken: [1, 2, 3], status: status)
        #expect(report.exitCode == 69)
        let failure = try #require(report.failure.map { "\($0)" })
        #expect(failure.hasPrefix("3 records were rejected and none was written; the state stays as it was; first reason: "))
        #expect(failure.contains("\(status)"))
        #expect(!FileManager.default.fileExists(atPath: server.state))
        let next = try await Self.run(server, broken: [])
        #expect(next.counts.written == 3)
        #expect(next.exitCode == 0)
    }

    @Test("collects the rejects of all runs, because the state has passed them") func collected() async throws {
        let server = try ChangingServer()
        server.items = [(1, Self.time(1)), (2, Self.time(2))]
        #expect(try await Self.run(server, broken: [1]).hasPassedRecords)
        server.items += [(3, Self.time(3)), (4, Self.time(4))]
        #expect(try await Self.run(server, broken: [1, 3]).counts.rejected == 1)
        #expect(try Self.ids(server) == [1, 3])
        server.items.append((5, Self.time(5)))
        #expect(try await Self.run(server, broken: []).rejects == .kept(path: server.folder.path + "/r.jsonl"))
        #expect(try Self.ids(server) == [1, 3])
    }
}
