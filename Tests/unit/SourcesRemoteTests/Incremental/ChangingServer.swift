import JSONParsing
import Synchronization
import TestSupport
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesLocal
@testable import SourcesRemote

/// A list that changes between runs, with pages of three items, and a state in a folder of its own.
final class ChangingServer: Sendable {
    typealias Item = (id: Int, at: String)

    private struct Content {
        var items: [Item] = []
        /// The page that fails, counted from 1.
        var failing: Int?
    }

    static let url = "https://example.org/list"
    let folder: ScratchPath
    private let content = Mutex(Content())

    init() throws { folder = try ScratchPath() }

    var items: [Item] {
        get { content.withLock { $0.items } }
        set { content.withLock { $0.items = newValue } }
    }

    var failing: Int? {
        get { content.withLock { $0.failing } }
        set { content.withLock { $0.failing = newValue } }
    }

    var state: String { folder.path + "/state.json" }

    /// Makes the source.
    ///
    /// - Parameters:
    ///   - incremental: The members of the option `incremental`.
    ///   - more: Further options.
    func source(_ incremental: String, more: String = "") throws -> HTTPSource {
        try HTTPSource(
            json: """
                {"url": "\(Self.url)", "items": ".items[]", "id": ".id", "paging": {"type": "cursor", "at": ".next"},
                 "incremental": {"cursor": ".at", \(incremental)}, "state": "\(state)", "retry": {"max_attempts": 1}\(more)}
                """)
    }

    /// Responds to a request: the items that are not older than `since`, as texts or numbers.
    func respond(_ request: HTTPRequest) -> HTTPResponse {
        let content = content.withLock { $0 }
        let since = request.address.queryValue("since").map { $0.first?.isNumber == true && Int($0) == nil ? "\"\($0)\"" : $0 }
        let first = since.flatMap { try? CursorValue(JSONValue(parsing: Array($0.utf8))) }
        let wanted = content.items.filter { item in
            guard let first, let at = try? CursorValue(JSONValue(parsing: Array(item.at.utf8))) else { return true }
            return (try? at.compared(to: first)).map { $0 >= 0 } ?? true
        }
        let start = request.address.queryValue("cursor").flatMap { Int($0) } ?? 0
        if content.failing == start / 3 + 1 { return .scripted(500, body: "{}") }
        let page = wanted.dropFirst(start).prefix(3).map { "{\"id\":\($0.id),\"at\":\($0.at)}" }.joined(separator: ",")
        let next = start + 3 < wanted.count ? "\"\(start + 3)\"" : "null"
        return .scripted(body: "{\"items\":[\(page)],\"next\":\(next),\"sync\":\"s\(content.items.count)\"}")
    }

    /// A clock that does not sleep and begins on 2024-06-01.
    static func clock() -> ScriptedClock {
        let clock = ScriptedClock()
        clock.advance(by: 1_717_200_000)
        return clock
    }

    /// Runs the source.
    ///
    /// - Returns: The ids of the records, and the run.
    func run(_ source: HTTPSource, clock: ScriptedClock = ChangingServer.clock()) async throws -> (ids: [Int], run: SourceRun) {
        let run = try await SourceRun(of: source, clock: clock) { request, _ in self.respond(request) }
        return (run.values.compactMap { $0.firstMatch(of: /"id":([0-9]+)/).flatMap { Int($0.1) } }, run)
    }
}

/// A scratch folder that classes can hold.
final class ScratchPath: Sendable {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    var path: String { folder.path }
}
