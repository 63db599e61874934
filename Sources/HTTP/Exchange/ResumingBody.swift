internal import Checksums
internal import Ground
internal import Synchronization

/// The body of a streamed document. If the transfer breaks, it repeats the request, skips the bytes that it returned, and goes on.
///
/// A class, because a cancellation may come from another task.
final class ResumingBody: BodyReader {
    private struct State {
        var stream: OpenStream
        /// The bytes of the stream that wait for the next read.
        var first: [UInt8]
        /// The hash of the bytes that were given.
        var hash = StreamHash()
        var attempts: Attempts
        var breaks = 0
        /// The bytes of the current transfer.
        var received = 0
        /// Whether the trace contains the current transfer.
        var isRecorded = false
        var isCancelled = false
    }

    /// The limit of breaks of one document. A server that sends a few bytes each time would keep the run busy without end.
    static let maxBreaks = 100

    private let client: HTTPClient
    private let request: HTTPRequest
    private let name: RequestName
    private let state: Mutex<State>

    init(_ stream: OpenStream, client: HTTPClient, request: HTTPRequest, name: RequestName) {
        self.client = client
        self.request = request
        self.name = name
        let attempts = Attempts(start: client.network.clock.now())
        state = Mutex(State(stream: stream, first: stream.first, attempts: attempts))
    }

    func read() async throws -> [UInt8] {
        while true {
            let first = state.withLock { state in
                let first = state.first
                state.first = []
                return first
            }
            if !first.isEmpty { return given(first) }
            let body = state.withLock { $0.stream.reply.response.body }
            do {
                let piece = try await body.read()
                if !piece.isEmpty { return given(piece) }
                record()
                return []
            } catch let error as TransportError {
                record(error)
                try await resume(after: error)
            }
        }
    }

    func cancel() {
        let body = state.withLock { state in
            state.isCancelled = true
            return state.stream.reply.response.body
        }
        body.cancel()
        record()
    }

    /// Records the current transfer in the trace, once: a reader may also stop before the end.
    private func record(_ error: TransportError? = nil) {
        let transfer = state.withLock { state in
            defer { state.isRecorded = true }
            return state.isRecorded ? nil : (reply: state.stream.reply, bytes: state.received)
        }
        if let transfer { client.record(transfer.reply, bytes: transfer.bytes, error: error) }
    }

    private func given(_ piece: [UInt8]) -> [UInt8] {
        let now = client.network.clock.now()
        state.withLock { state in
            state.hash.add(piece.span)
            state.received += piece.count
            // The first byte after a break ends its attempts: the next break gets the full number again.
            state.attempts = Attempts(start: now)
        }
        return piece
    }

    private func resume(after error: TransportError) async throws {
        var (attempts, hash, breaks) = state.withLock { state in
            state.breaks += 1
            return (state.attempts, state.hash, state.breaks)
        }
        if breaks > Self.maxBreaks {
            let words = ExchangeFailureMaker(name: name, attempts: breaks, seconds: client.network.clock.now() - attempts.start)
            throw words.failure(.transport(error))
        }
        let stream = try await client.complete(request, name, &attempts, after: .transport(error)) { reply in
            try await self.client.receiveStream(reply, self.name, behind: hash)
        }
        let isCancelled = state.withLock { state in
            state.stream = stream
            state.first = stream.first
            state.attempts = attempts
            state.received = hash.count
            state.isRecorded = false
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }
}

/// A response whose body arrives as a stream.
struct OpenStream: Sendable {
    let reply: HTTPExchange
    /// The bytes that were read already.
    let first: [UInt8]
    /// Whether a rule of the source skips the content.
    var isSkipped = false
}
