import Foundation
import JSONParsing
import Synchronization
import TestSupport
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

@Suite("The states of parts") struct PartStateTests {
    /// Lists with items of one second each, and the names of those that fail behind their first page.
    private final class Server: Sendable {
        let folder: ScratchPath
        private let content = Mutex((lists: ["a": [1, 2], "b": [1], "c": [3]], failing: Set<String>()))

        init() throws { folder = try ScratchPath() }

        var state: String { folder.path + "/state.json" }
        var lists: [String: [Int]] {
            get { content.withLock { $0.lists } }
            set { content.withLock { $0.lists = newValue } }
        }

        func fail(_ names: Set<String>) { content.withLock { $0.failing = names } }

        func source(_ parts: String = #"["a", "b", "c"]"#, more: String = "") throws -> HTTPSource {
            try HTTPSource(
                json: """
                    {"for_each": \(parts), "url": "https://api.test/{{$part}}", "items": ".[]", "id": ".id", "paging": {"type": "page"},
                     "incremental": {"cursor": ".at", "send_as": "since"}, "state": "\(state)", "retry": {"max_attempts": 1}\(more)}
                    """)
        }

        /// Pages of one item.
        private func respond(_ request: HTTPRequest) -> HTTPResponse {
            let name = String(request.address.path.dropFirst())
            let (lists, failing) = content.withLock { $0 }
            let since = request.address.queryValue("since") ?? ""
            let items = (lists[name] ?? []).filter { Self.time($0) >= since }
            let page = (request.address.queryValue("page").flatMap { Int($0) } ?? 1) - 1
            if failing.contains(name), page == min(1, items.count) { return .scripted(500, body: "{}") }
            guard page < items.count else { return .scripted(body: "[]") }
            return .scripted(body: #"[{"id":"\#(name)\#(items[page])","at":"\#(Self.time(items[page]))"}]"#)
        }

        private static func time(_ second: Int) -> String { "2024-05-01T08:00:0\(second)Z" }

        func run(_ source: HTTPSource) async throws -> (ids: [String], run: SourceRun) {
            let run = try await SourceRun(of: source, clock: ChangingServer.clock()) { request, _ in self.respond(request) }
            return (run.values.compactMap { $0.firstMatch(of: /"id":"([^"]+)"/).map { String($0.1) } }, run)
        }

        func note(_ run: SourceRun) -> String? {
            run.report.notes.first { $0.contains(state) }.map { String($0.trimmingPrefix("http: \(state): ")) }
        }
    }

    @Test("advance each for itself, and stay for parts that are not read now") func advance() async throws {
        let server = try Server()
        let first = try await server.run(server.source())
        #expect(first.ids == ["a1", "a2", "b1", "c3"])
        #expect(server.note(first.run) == "the states of 3 parts advanced")
        server.lists["a"] = [1, 2, 4]
        server.lists["b"] = [1, 5]
        let second = try await server.run(server.source(#"["a", "c"]"#))
        #expect(second.ids == ["a4"])
        #expect(second.run.requests.first?.address.queryValue("since") == "2024-05-01T08:00:02Z")
        #expect(second.run.report.notes.first == "http: 2 parts: 1 new or changed item of 5 pages, 2 dropped as seen, 5 requests")
        #expect(try await server.run(server.source()).ids == ["b5"])
        let last = try await server.run(server.source())
        #expect(last.ids == [] && server.note(last.run) == "the states of 3 parts are as they were")
        #expect(try await server.run(server.source().readingAll()).ids == ["a1", "a2", "a4", "b1", "b5", "c3"])
    }

    @Test("stay for a part that failed, whose items come again") func failed() async throws {
        let server = try Server()
        server.fail(["a"])
        let source = try server.source(more: #", "on_error": "reject""#)
        let first = try await server.run(source)
        #expect(first.run.report.exitCode == 1 && first.ids == ["a1", "b1", "c3"])
        #expect(server.note(first.run) == "the states of 2 of 3 parts advanced; that of a stays, because it failed")
        server.fail([])
        #expect(try await server.run(source).ids == ["a1", "a2"])
    }

    @Test("all stay if the run fails at a part") func stopped() async throws {
        let server = try Server()
        server.fail(["b"])
        let failed = try await server.run(server.source())
        #expect(failed.run.report.exitCode == 69)
        #expect(!FileManager.default.fileExists(atPath: server.state))
        server.fail([])
        #expect(try await server.run(server.source()).ids == ["a1", "a2", "b1", "c3"])
    }

    @Test("refuse to append if a part failed behind its first items, and append if it sent none", arguments: [("a", 65), ("none", 1)])
    func appended(_ failing: String, _ code: Int32) async throws {
        let server = try Server()
        server.lists["none"] = []
        server.fail([failing])
        let source = try server.source(#"["a", "none", "c"]"#, more: #", "on_error": "reject""#)
        var plan = PipelinePlan(name: "part", source: source)
        plan.append(sink: AppendingSink())
        let transport = ScriptedTransport { request, _ in
            let name = String(request.address.path.dropFirst())
            let page = request.address.queryValue("page") ?? "1"
            if name == failing, page == (name == "a" ? "2" : "1") { return .scripted(500, body: "{}") }
            return .scripted(body: page == "1" && name != "none" ? #"[{"id":"\#(name)","at":"2024-05-01T08:00:01Z"}]"# : "[]")
        }
        let report = await plan.run(in: RunContext(RunNetwork(transport: transport, clock: ChangingServer.clock().clock())))
        #expect(report.exitCode == code, "\(String(describing: report.failure))")
    }

    @Test("of a window that the present time cuts belong to the window in the next run, too") func openWindow() throws {
        func identity(to end: String) throws -> ListIdentity? {
            try HTTPSource(
                json: """
                    {"for_each": {"from": "2024-01-01", "to": "\(end)", "step": "9999w"}, "items": ".[]", "id": ".id",
                     "url": "https://api.test/?from={{$part.from}}&to={{$part.to}}",
                     "incremental": {"cursor": ".at"}, "state": "state.json"}
                    """
            ).lists.last?.incremental?.list.identity
        }
        #expect(try identity(to: "now")?.url.contains("&to=2215-08-") == true)
        #expect(try identity(to: "2024-01-05") != identity(to: "2024-01-06"))
    }

    @Test("belong to a source with for_each, and to its list") func foreign() async throws {
        let server = try Server()
        _ = try await server.run(server.source())
        func message(_ source: HTTPSource) async throws -> String {
            let run = try await server.run(source).run
            #expect(run.report.exitCode == 78 && run.requests.isEmpty)
            return run.report.failure.map { "\($0)" } ?? ""
        }
        let other = try await message(server.source(more: #", "query": {"x": 1}"#))
        #expect(other.contains("the state of the part a belongs to another list: the url and query of the earlier run"), "\(other)")
        let single = try HTTPSource(
            json: """
                {"url": "https://api.test/a", "items": ".[]", "id": ".id", "incremental": {"cursor": ".at"}, "state": "\(server.state)"}
                """)
        #expect(try await message(single).contains("it has the states of parts, and the source has no \"for_each\" now"))
    }

    @Test("are read as they were written, with the outputs") func file() throws {
        let identity = ListIdentity(url: "https://api.test/a", request: ["GET"], cursor: ".at", id: ".id")
        let state = IncrementalState(identity: identity, position: .token(PageToken("s1")))
        let marks = [OutputMark(path: "out.jsonl", content: .file(bytes: 7))]
        let states = StoredStates([.init(name: "a \"b\"", state: state), .init(name: "c", state: state)], outputs: marks)
        let read = try StoredStates(states.bytes)
        #expect(read.bytes == states.bytes && read.outputs == marks && read.parts?.map(\.name) == ["a \"b\"", "c"])
        #expect(IncrementalState.isState(states.bytes) && read.state(of: "c")?.shown == "s1" && read.state(of: "d") == nil)
        #expect(try StoredStates(state.bytes).single?.shown == "s1")
        let damaged = Array(String(decoding: states.bytes, as: UTF8.self).replacing(#""token": "s1""#, with: #""token": true"#).utf8)
        #expect(throws: StateFault(".parts[0].token: expected a text, a number, a list or an object, found a boolean")) {
            try StoredStates(damaged)
        }
    }
}
