import Foundation
import Testing

@testable import Pipeline
@testable import SourcesRemote

@Suite("The file of a state") struct StateFileTests {
    private static func server() throws -> ChangingServer {
        let server = try ChangingServer()
        server.items = [(1, #""2024-05-01T08:00:01Z""#), (2, #""2024-05-01T08:00:02Z""#)]
        return server
    }

    @Test("refuses a state that is damaged or belongs to another list, and names the remedy") func wrongState() async throws {
        let server = try Self.server()
        _ = try await server.run(server.source(#""send_as": "since""#))
        let other = try await server.run(server.source(#""send_as": "since""#, more: #", "query": {"team": "b"}"#))
        #expect(other.run.report.exitCode == 78)
        #expect(other.run.requests.isEmpty)
        let message = "\(other.run.report.failure.map { "\($0)" } ?? "")"
        #expect(message.contains("belongs to another list: the url and query of the earlier run: https://example.org/list, and now: "))
        #expect(message.contains("--reset-state"))

        let text = try String(contentsOfFile: server.state, encoding: .utf8)
        try text.dropLast(20).write(toFile: server.state, atomically: true, encoding: .utf8)
        let damaged = try await server.run(server.source(#""send_as": "since""#))
        #expect(damaged.run.report.exitCode == 78)
        #expect("\(damaged.run.report.failure.map { "\($0)" } ?? "")".contains("the state is damaged: line "))

        #expect(try server.source(#""send_as": "since""#).resetState()?.contains("deleted") == true)
        #expect(try server.source(#""send_as": "since""#).resetState()?.contains("there is no state") == true)
        #expect(try await server.run(server.source(#""send_as": "since""#)).ids == [1, 2])
    }

    @Test(
        "deletes and replaces a state that is empty or blank, and refuses to read it",
        arguments: [[], Array(" \n".utf8), [UInt8](repeating: 0, count: 300), [0xEF, 0xBB, 0xBF]])
    func blankState(_ bytes: [UInt8]) async throws {
        let server = try Self.server()
        let source = try server.source(#""send_as": "since""#)
        func write() throws { try Data(bytes).write(to: URL(fileURLWithPath: server.state)) }
        try write()
        let refused = try await server.run(source).run.report
        #expect(refused.exitCode == 78)
        #expect(refused.failure.map { "\($0)" }?.contains("--reset-state") == true)
        #expect(try source.resetState()?.contains("deleted") == true)
        #expect(!FileManager.default.fileExists(atPath: server.state))
        try write()
        #expect(try await server.run(source.readingAll()).run.report.exitCode == 0)
        #expect(try await server.run(source).ids == [])
    }

    @Test("reads a state with a byte order mark") func markedState() async throws {
        let server = try Self.server()
        let source = try server.source(#""send_as": "since""#)
        _ = try await server.run(source)
        try Data([0xEF, 0xBB, 0xBF] + Array(try String(contentsOfFile: server.state, encoding: .utf8).utf8))
            .write(to: URL(fileURLWithPath: server.state))
        #expect(try await server.run(source).ids == [])
        #expect(try source.resetState()?.contains("deleted") == true)
    }

    @Test("neither reads nor replaces nor deletes a file that is no state") func foreignFile() async throws {
        let server = try Self.server()
        try "{\"id\": 1}\n".write(toFile: server.state, atomically: true, encoding: .utf8)
        let source = try server.source(#""send_as": "since""#)
        #expect(try await server.run(source).run.report.exitCode == 78)
        #expect(try await server.run(source.readingAll()).run.report.exitCode == 78)
        #expect(throws: PipelineFailure.self) { try source.resetState() }
        #expect(try String(contentsOfFile: server.state, encoding: .utf8) == "{\"id\": 1}\n")
    }
}
