import JSONParsing
import Synchronization
import WebAddresses

@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

/// A run of a source and stages from a pipeline file, with a script in place of the network.
struct HydrateRun {
    /// The values of the records, in order.
    let values: [String]
    /// The reasons of the rejects, with their places.
    let rejects: [String]
    let warnings: [String]
    let report: RunReport
    /// The requests in the order in which they were sent.
    let requests: [HTTPRequest]
    /// The largest number of requests at once.
    let maxConcurrent: Int
    let events: [RequestEvent]

    /// The URL of the list that the source reads.
    static let list = "https://api.example.org/list"
    /// A source with credentials.
    static let source = #"{"type": "http", "url": "\#(list)", "items": ".[]", "auth": {"type": "bearer", "token": "token-of-the-source"}}"#

    private final class Observer: RunObserver {
        let warnings = Mutex<[String]>([])
        let rejects = Mutex<[String]>([])

        func warn(_ warning: RunWarning) { warnings.withLock { $0.append(warning.text) } }
        func reject(_ reject: Reject) { rejects.withLock { $0.append(reject.reason) } }
    }

    /// A transport whose script may wait.
    private final class Transport: HTTPTransport {
        let state = Mutex((requests: [HTTPRequest](), running: 0, most: 0))
        let respond: @Sendable (HTTPRequest) async throws -> HTTPResponse

        init(_ respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse) { self.respond = respond }

        func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try Task.checkCancellation()
            state.withLock { state in
                state.requests.append(request)
                state.running += 1
                state.most = max(state.most, state.running)
            }
            defer { state.withLock { $0.running -= 1 } }
            return try await respond(request)
        }
    }

    /// The registry of the components that a pipeline may name.
    static var registry: Registry {
        var registry = Registry()
        registry.addSources()
        return registry
    }

    /// Reads a pipeline file without sinks.
    static func plan(source: String = source, _ stages: String) throws -> PipelinePlan {
        try PipelineReader.read(
            text: Array(#"{"source": \#(source), "stages": [\#(stages)]}"#.utf8), file: "test.json", registry: registry,
            settings: PipelineSettings(needsSourceAndSinks: false))
    }

    /// - Parameters:
    ///   - stages: The stages in a pipeline file.
    ///   - records: The records as JSON, with which the script answers for the list.
    ///   - source: The source.
    ///   - clock: The clock, which does not sleep.
    ///   - transport: The network; nil for the script.
    ///   - respond: Responds to the requests for other URLs.
    init(
        _ stages: String, records: [String] = [], source: String = source, clock: NetworkClock? = ScriptedClock().clock(), jobs: Int = 2,
        transport: (any HTTPTransport)? = nil,
        respond: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse = { _ in .scripted(404) }
    ) async throws {
        let script = Transport { request in
            if request.address.text == Self.list { return .scripted(body: "[\(records.joined(separator: ","))]") }
            return try await respond(request)
        }
        let trace = ScriptedTrace()
        let network = RunNetwork(transport: transport ?? script, clock: clock ?? .system, trace: trace)
        let values = Mutex<[String]>([])
        let observer = Observer()
        var plan = try Self.plan(source: source, stages)
        plan.append(
            sink: OutcomeSink(rejects: RejectQueue()) { outcome in
                if case .kept(let record) = outcome { values.withLock { $0.append(record.value.compactText) } }
            })
        report = await plan.run(jobs: jobs, observer: observer, in: RunContext(network))
        self.values = values.withLock { $0 }
        rejects = observer.rejects.withLock { $0 }
        warnings = observer.warnings.withLock { $0 }
        (requests, _, maxConcurrent) = script.state.withLock { $0 }
        events = trace.events
    }

    /// The requests beside those for the list.
    var children: [HTTPRequest] { requests.filter { $0.address.text != Self.list } }
}

extension HTTPRequest {
    /// The value of the header Authorization; nil without one.
    var authorization: String? {
        credentials.compactMap { part in
            if case .header("Authorization", let value) = part { value } else { nil }
        }.first
    }
}
