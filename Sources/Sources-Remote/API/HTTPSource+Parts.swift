internal import HTTP
internal import HTTPReading
internal import Pipeline
internal import SourcesLocal
internal import Synchronization
internal import WebAddresses

// The run of a source: its lists one after another.
extension HTTPSource {
    /// Reads the lists in their order. The state of each list that was read to its end advances.
    func run(into output: inout RecordWriter, _ clients: ListClients) async throws {
        summary.counts.withLock { $0 = PartCounts(requests: clients.countsRequests ? 0 : nil) }
        let progress = output.context.network.progress
        var stored: StoredStates?
        if let incremental = lists[0].incremental {
            stored = try incremental.stored()
            // The state of another list ends the run before its first request.
            for case let incremental? in lists.map(\.incremental) { _ = try incremental.file.state(of: incremental.list, in: stored) }
            incremental.output.begin(after: stored)
        }
        var failures = 0
        for (number, list) in lists.enumerated() {
            var counts = WalkCounts()
            let place = list.part == nil ? "" : "part \(number + 1) of \(lists.count), "
            defer {
                let requests = clients.takeRequestCount()
                summary.counts.withLock { $0.add(counts, requests: requests, of: list.part?.shown) }
            }
            let fetch = clients.fetcher(of: list)
            if number > 0 { try await output.waitForDemand() }
            if list.part != nil { output.beginInput() }
            do {
                try await list.read(
                    into: &output, after: stored, counts: &counts, show: { progress.show(place + $0.label) }, fetch: fetch)
            } catch let failure as PipelineFailure
                where list.part != nil && onError == .reject && failure.concernsOnePart && !clients.hasReachedLimit
            {
                failures += 1
                // If all parts failed, so does the run, with the last failure.
                if failures == lists.count { throw failure }
                list.leave(because: "it failed", hasSent: counts.items > 0)
                summary.counts.withLock { $0.failures += 1 }
                try await output.refuse(
                    RefusedInput(list.part?.value.shown ?? .null, because: failure.message, origin: Origin(source: list.shown)))
            }
        }
    }
}

extension PipelineFailure {
    /// Whether other parts may be read although one has failed so. A limit of requests, an unusable state or a local fault concerns all.
    fileprivate var concernsOnePart: Bool {
        switch kind {
        case .badData, .remoteUnavailable, .credentialsRefused: true
        default: false
        }
    }
}

/// The clients with which a run or a check fetches the pages of the lists: one for each list, in their order.
///
/// A class, because the notes of a run count what its client has sent.
final class ListClients {
    private let context: RunContext
    /// Fetches in place of a client; nil for a client.
    private let fetch: ResponseFetcher?
    private var client: HTTPClient?
    private var list: HTTPList?
    /// The number of requests that earlier clients have sent.
    private var sentBefore = 0

    init(_ context: RunContext, fetch: ResponseFetcher? = nil) {
        self.context = context
        self.fetch = fetch
    }

    /// Whether clients send requests, and count them.
    var countsRequests: Bool { fetch == nil }

    /// Begins the next list.
    ///
    /// - Parameter isCheck: Whether the requests belong to the command `check`.
    func fetcher(of list: HTTPList, isCheck: Bool = false) -> ResponseFetcher {
        if let fetch { return fetch }
        context.secrets.insert(partsOf: list.template.first.address.text)
        var settings = isCheck ? list.settings.forCheck : list.settings
        settings.requestsBefore = sentBefore
        // A token or a session serves all parts with the same credentials.
        let isSame = self.list.map { $0.settings.auth == list.settings.auth && $0.scope == list.scope } ?? false
        let next = HTTPClient(settings, scope: list.scope, in: context, sharing: isSame ? client : nil)
        client = next
        self.list = list
        return { try await next.fetch($0, label: $1) }
    }

    /// Whether the source has sent as many requests as `limits.max_requests` allows, so that no other part can be read.
    var hasReachedLimit: Bool {
        guard let client, let limit = list?.settings.maxRequests else { return false }
        return sentBefore + client.requestCount >= limit
    }

    /// The number of requests of the list that was read last; nil without a client.
    func takeRequestCount() -> Int? {
        guard let client else { return nil }
        sentBefore += client.requestCount
        return client.requestCount
    }
}
