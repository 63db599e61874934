import Synchronization
@testable import HTTP
@testable import HTTPReading
@testable import Pipeline
@testable import SourcesRemote

/// A run of the source `http` with a script in place of the network.
struct SourceRun {
    /// The values of the records, in order.
    let values: [String]
    /// The origins of the records, in order.
    let origins: [String]
    let report: RunReport
    /// The warnings about the input as a whole.
    let warnings: [String]
    /// The largest number of requests at once.
    let maxConcurrent: Int
    /// The requests in the order in which they were made.
    let requests: [HTTPRequest]

    private final class Observer: RunObserver {
        let warnings = Mutex<[String]>([])

        func warn(_ warning: RunWarning) { warnings.withLock { $0.append(warning.text) } }
        func reject(_ reject: Reject) {}
    }

    /// Runs the source with a sink that keeps the records.
    ///
    /// - Parameters:
    ///   - json: The options of the source.
    ///   - limit: The limit of records of the run.
    ///   - receive: Is called with each record.
    ///   - respond: Responds to a request; the number counts from 0.
    init(
        _ json: String, limit: Int? = nil, receive: @escaping @Sendable (Record) async throws -> Void = { _ in },
        respond: @escaping @Sendable (HTTPRequest, _ number: Int) async throws -> CompleteResponse
    ) async throws {
        let source = try HTTPSource(json: json)
        let state = Mutex((requests: [HTTPRequest](), running: 0, most: 0))
        let feeding = FeedingSource(source: source) { request, _ in
            let number = state.withLock { state in
                state.requests.append(request)
                state.running += 1
                state.most = max(state.most, state.running)
                return state.requests.count - 1
            }
            defer { state.withLock { $0.running -= 1 } }
            return try await respond(request, number)
        }
        (report, values, origins, warnings) = await Self.run(feeding, limit: limit, in: RunContext(), receive)
        maxConcurrent = state.withLock { $0.most }
        requests = state.withLock { $0.requests }
    }

    /// Runs the source with its client, and a script in place of the network.
    ///
    /// - Parameters:
    ///   - json: The options of the source.
    ///   - clock: The clock, which does not sleep.
    ///   - respond: Responds to a request as it is sent; the number counts from 0.
    init(
        _ json: String, clock: ScriptedClock = ScriptedClock(),
        sending respond: @escaping @Sendable (HTTPRequest, _ number: Int) throws -> HTTPResponse
    ) async throws {
        try await self.init(of: HTTPSource(json: json), clock: clock, sending: respond)
    }

    /// Runs a source with its client, and a script in place of the network.
    init(
        of source: some Source, clock: ScriptedClock = ScriptedClock(),
        sending respond: @escaping @Sendable (HTTPRequest, _ number: Int) throws -> HTTPResponse
    ) async throws {
        let transport = ScriptedTransport(respond)
        let network = RunNetwork(transport: transport, clock: clock.clock())
        (report, values, origins, warnings) = await Self.run(source, limit: nil, in: RunContext(network)) { _ in }
        maxConcurrent = 0
        requests = transport.requests
    }

    private static func run(
        _ source: some Source, limit: Int?, in context: RunContext, _ receive: @escaping @Sendable (Record) async throws -> Void
    ) async -> (RunReport, [String], [String], [String]) {
        let records = Mutex<[Record]>([])
        let observer = Observer()
        var plan = PipelinePlan(name: "test", source: source)
        plan.append(
            sink: OutcomeSink(rejects: RejectQueue()) { outcome in
                guard case .kept(let record) = outcome else { return }
                try await receive(record)
                records.withLock { $0.append(record) }
            })
        let report = await plan.run(limit: limit, observer: observer, in: context)
        let all = records.withLock { $0 }
        return (report, all.map(\.value.compactText), all.map(\.origin.description), observer.warnings.withLock { $0 })
    }
}

/// The source `http` with a script in place of its client.
private struct FeedingSource: Source {
    static let name = "http"
    static let summary = "Reads a script."
    static let example = ""

    let source: HTTPSource
    let fetch: @Sendable (HTTPRequest, String) async throws -> CompleteResponse

    init(source: HTTPSource, fetch: @escaping @Sendable (HTTPRequest, String) async throws -> CompleteResponse) {
        self.source = source
        self.fetch = fetch
    }

    init(options: inout OptionReader) { preconditionFailure("made in code only") }

    var hooks: Hooks { source.hooks }
    var continuation: SourceContinuation { .none }

    func run(into output: inout RecordWriter) async throws { try await source.run(into: &output, fetch: fetch) }
}

extension CompleteResponse {
    /// A response for a script.
    static func scripted(
        _ body: String, to request: HTTPRequest, head: ResponseHead = ResponseHead(status: 200), meaning: Meaning = .content
    ) throws -> CompleteResponse {
        var stored = StoredBody(folder: "/tmp")
        try stored.append(Array(body.utf8))
        return CompleteResponse(head: head, address: request.address, meaning: meaning, body: stored)
    }
}
