internal import Ground
internal import Synchronization
internal import WebAddresses

/// The network as the steps of one run share it: connections, rate limits of hosts, trace and counts.
///
/// A class, because all clients of a run use it.
package final class RunNetwork: Sendable {
    private struct State {
        var gates: [String: HostGate] = [:]
        var counts = RequestCounts()
        var warnings: [String] = []
        var refused: [String] = []
    }

    /// Sends requests to servers.
    let transport: any HTTPTransport
    package let clock: NetworkClock
    package let access: NetworkAccess
    /// Whether the caches of steps store responses. Recordings always do.
    let fillsCaches: Bool
    package let progress = NetworkProgress()
    private let trace: (any RequestObserver)?
    private let state = Mutex(State())

    /// Creates the network of a run. Nothing is loaded before the first request.
    ///
    /// - Parameters:
    ///   - trace: Receives an event for each request.
    ///   - access: Whether requests are sent, and where responses are recorded.
    ///   - fillsCaches: Whether the caches of steps store responses. False for a run that writes nothing, which only reads caches.
    ///   - now: A fixed time in seconds since 1970; nil for the time of the system.
    package convenience init(
        trace: (any RequestObserver)? = nil, access: NetworkAccess = .open, fillsCaches: Bool = true, now: Double? = nil
    ) {
        var clock = NetworkClock.system
        if let now { clock.wallTime = { now } }
        self.init(
            transport: access.isClosed ? ClosedTransport() : CurlTransport.shared, clock: clock, trace: trace, access: access,
            fillsCaches: fillsCaches)
    }

    init(
        transport: any HTTPTransport, clock: NetworkClock, trace: (any RequestObserver)? = nil, access: NetworkAccess = .open,
        fillsCaches: Bool = true
    ) {
        self.transport = transport
        self.clock = clock
        self.trace = trace
        self.access = access
        self.fillsCaches = fillsCaches
    }

    /// The counts of requests so far.
    package var counts: RequestCounts {
        var counts = state.withLock { $0.counts }
        counts.secondsWaited = progress.secondsWaited
        return counts
    }

    /// The warnings of the run's clients, without repetitions.
    package var warnings: [String] { state.withLock { $0.warnings } }

    /// Notes a warning.
    package func warn(_ text: String) {
        state.withLock { state in
            if !state.warnings.contains(text) { state.warnings.append(text) }
        }
    }

    /// The requests that a run without a network wanted to send, such as `GET https://api.example.com/items`, without repetitions.
    package var refusedRequests: [String] { state.withLock { $0.refused } }

    /// Notes a request that was not sent.
    func refuse(_ request: HTTPRequest) {
        let text = "\(request.method) \(request.shown)"
        state.withLock { state in
            if !state.refused.contains(text) { state.refused.append(text) }
        }
    }

    /// The state of requests for the progress line, such as `page 3; waiting 38 s for api.example.com: 429`; nil without requests.
    package var progressLine: String? { progress.line(now: clock.now()) }

    /// Changes the counts of requests.
    func count(_ change: (inout RequestCounts) -> Void) { state.withLock { change(&$0.counts) } }

    /// The gate of a host: its name and port. The default ports of `http` and `https` count as one, because they lead to one service,
    /// which counts both requests of a redirect from one to the other. Other ports are other servers.
    func gate(of origin: WebOrigin) -> HostGate {
        state.withLock { state in
            if let gate = state.gates[origin.hostAndPort] { return gate }
            let gate = HostGate(clock: clock, progress: progress)
            state.gates[origin.hostAndPort] = gate
            return gate
        }
    }

    /// Records a request in the trace, and counts it.
    ///
    /// - Parameters:
    ///   - bytes: The bytes of the body after decompression.
    ///   - cache: How a cache took part; nil without one.
    ///   - event: Makes the event. It is called only in a run with a trace, because masking costs time.
    func record(bytes: Int = 0, cache: CacheUse? = nil, _ event: () -> RequestEvent) {
        state.withLock { state in
            state.counts.bytes += bytes
            if cache == .hit || cache == .revalidated { state.counts.fromCache += 1 }
        }
        trace?.record(event())
    }
}

extension RunNetwork {
    /// Puts the recording of the run in front of the transport of a step.
    ///
    /// - Parameters:
    ///   - next: The transport of the step, with its cache.
    ///   - headerNames: The names of response headers that the step uses.
    ///   - secrets: The secrets that stored responses must not contain.
    func transport(recording next: any HTTPTransport, headerNames: [String], secrets: LearnedSecrets) -> any HTTPTransport {
        let recorded: any HTTPTransport =
            access.recording(headerNames: headerNames).map {
                CachingTransport($0, next: next, clock: clock, secrets: secrets) { self.warn($0) }
            } ?? next
        return access.isClosed ? OfflineRequestTracker(next: recorded, network: self) : recorded
    }
}

/// The access of a run to the network: requests, recordings, or none.
package enum NetworkAccess: Sendable, Equatable {
    /// Requests are sent.
    case open
    /// Requests are sent, and all responses are stored in a folder.
    case recording(folder: String)
    /// No request is sent. Responses come from the folder of a recording; without one, from the offline caches of the steps.
    case closed(recording: String?)

    /// Whether no request is sent.
    var isClosed: Bool {
        if case .closed = self { true } else { false }
    }

    /// The cache that records responses or replays a recording; nil for none.
    ///
    /// - Parameter headerNames: The names of response headers that the step uses.
    func recording(headerNames: [String]) -> CacheSettings? {
        let settings: CacheSettings
        switch self {
        case .open, .closed(recording: nil): return nil
        case .recording(let folder): settings = CacheSettings(folder: MaskedText(folder), keep: .all)
        case .closed(recording: let folder?): settings = CacheSettings(folder: MaskedText(folder), mode: .offline, keep: .all)
        }
        var recording = settings
        recording.headerNames = headerNames
        recording.isRecording = true
        return recording
    }
}

/// Refuses every request. Tests use it in place of the network.
private struct ClosedTransport: HTTPTransport {
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        throw TransportError(.closedNetwork, mayHaveReachedServer: false)
    }
}

/// Notes the requests that a run without a network wanted to send. A step may continue without the response, but a test must still fail.
private struct OfflineRequestTracker: HTTPTransport {
    let next: any HTTPTransport
    let network: RunNetwork

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        do {
            return try await next.send(request)
        } catch let error as TransportError where error.isMissingOffline {
            network.refuse(request)
            throw error
        }
    }
}
