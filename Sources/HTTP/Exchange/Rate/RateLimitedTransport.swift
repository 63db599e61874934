internal import Synchronization
internal import WebAddresses

/// Sends requests when the limits of their hosts allow, and learns from the responses. It stands below the cache, so that cached responses
/// do not count.
///
/// A class, because the tasks of a step share its count of requests.
final class RateLimitedTransport: HTTPTransport {
    private let next: any HTTPTransport
    private let network: RunNetwork
    private let settings: ClientSettings
    /// The numbers of calls of ``send(_:)``, and of requests that were sent.
    private let counts = Mutex((asked: 0, sent: 0))

    /// The number of requests that were sent.
    var sentCount: Int { counts.withLock { $0.sent } }

    init(_ next: any HTTPTransport, network: RunNetwork, settings: ClientSettings) {
        self.next = next
        self.network = network
        self.settings = settings
    }

    /// - Throws: As ``HTTPTransport/send(_:)``, ``HostRefusal``, and ``RequestLimitReached``.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        try count()
        let gate = network.gate(of: request.address.origin)
        gate.limit(settings.rate)
        let waited = try await gate.enter(
            maxWait: settings.retry.maxWaitSeconds, shown: request.shownHost, isOfContent: request.isOfContent)
        counts.withLock { $0.sent += 1 }
        network.count { $0.requests += 1 }
        network.progress.addRequest(now: network.clock.now())
        let response: HTTPResponse
        do {
            response = try await next.send(request)
        } catch var error as TransportError {
            gate.fail()
            error.isOfKnownHost = gate.hasAnswered
            throw error
        } catch {
            gate.fail()
            throw error
        }
        let delay = ServerDelay(response.head, now: network.clock.wallTime())
        gate.receive(status: response.head.status, delay, policy: settings.retry)
        if request.isStreamed { gate.finish() }
        let body: any BodyReader = request.isStreamed ? response.body : ConcurrencyCountedBody(response.body, gate: gate)
        return HTTPResponse(head: response.head, body: body, cacheUse: response.cacheUse, waited: waited)
    }

    private func count() throws(RequestLimitReached) {
        guard let limit = settings.maxRequests else { return }
        let number = counts.withLock { counts in
            counts.asked += 1
            return counts.asked
        }
        if settings.requestsBefore + number > limit { throw RequestLimitReached(limit: limit) }
    }
}

/// The body of a response that counts as a concurrent request of its host until it ends.
///
/// A class, because its `deinit` ends the count, too.
private final class ConcurrencyCountedBody: BodyReader {
    private let body: any BodyReader
    private let gate: HostGate
    private let isFinished = Mutex(false)

    init(_ body: any BodyReader, gate: HostGate) {
        self.body = body
        self.gate = gate
    }

    deinit { finish() }

    func read() async throws -> [UInt8] {
        do {
            let piece = try await body.read()
            if piece.isEmpty { finish() }
            return piece
        } catch {
            finish()
            throw error
        }
    }

    func cancel() {
        body.cancel()
        finish()
    }

    private func finish() {
        let isFirst = isFinished.withLock { isFinished in
            defer { isFinished = true }
            return !isFinished
        }
        if isFirst { gate.finish() }
    }
}

/// The step has sent as many requests as `limits.max_requests` allows.
struct RequestLimitReached: Error, Equatable {
    let limit: Int
}
