internal import Synchronization
internal import WebAddresses

/// One transfer, from the request to the end of the body.
///
/// A class, because the thread of the loop writes to it while the task of its reader reads and waits.
final class CurlTransfer: Sendable {
    private struct Shared {
        var state = TransferState()
        /// The last address that the guard refused.
        var refusal: AddressRefusal?
        var waiter: (event: TransferState.Event, continuation: CheckedContinuation<Void, any Error>)?
    }

    let request: WireRequest
    private let loop: CurlLoop
    private let shared = Mutex(Shared())

    init(_ request: WireRequest, on loop: CurlLoop) {
        self.request = request
        self.loop = loop
    }

    // MARK: The reader's side

    /// Sends the request, and waits for the head of the response.
    ///
    /// - Throws: ``TransportError``; `CancellationError` as soon as the task is cancelled.
    func start() async throws -> ResponseHead {
        loop.submit(.start(self))
        while true {
            if let head = try shared.withLock({ shared throws(TransportError) in try shared.state.finishedHead() }) { return head }
            try await wait(for: .head)
        }
    }

    /// Returns the next bytes of the body as the server sent them; none at the end.
    ///
    /// - Throws: As ``start()``.
    func read() async throws -> [UInt8] {
        try Task.checkCancellation()
        while true {
            let (next, resumes) = try shared.withLock { shared throws(TransportError) in try shared.state.next() }
            if resumes { loop.submit(.resume(self)) }
            switch next {
            case .piece(let piece): return piece
            case .end: return []
            case .wait: try await wait(for: .bytes)
            }
        }
    }

    private func wait(for event: TransferState.Event) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled: Bool? = shared.withLock { shared in
                    if shared.state.isReady(for: event) { return shared.state.isCancelled }
                    shared.waiter = (event, continuation)
                    return nil
                }
                switch isCancelled {
                case true?: continuation.resume(throwing: CancellationError())
                case false?: continuation.resume()
                case nil: break
                }
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends the transfer. The reader stops waiting at once; the loop closes the connection afterwards.
    func cancel() {
        let (isNew, waiter) = shared.withLock { shared in
            defer { shared.waiter = nil }
            let isNew = !shared.state.isCancelled
            shared.state.cancel()
            return (isNew, shared.waiter)
        }
        waiter?.continuation.resume(throwing: CancellationError())
        if isNew { loop.submit(.remove(self)) }
    }

    // MARK: The loop's side

    var isCancelled: Bool { shared.withLock { $0.state.isCancelled } }

    /// The number of received bytes of the body.
    var bodyBytes: Int { shared.withLock { $0.state.bodyBytes } }

    /// Whether the head of the response has arrived.
    var hasHead: Bool { shared.withLock { $0.state.head != nil } }

    func receiveHead(_ bytes: Span<UInt8>) -> TransferState.Reception { shared.withLock { $0.state.receiveHead(bytes) } }

    func receive(_ bytes: Span<UInt8>) -> TransferState.Reception { shared.withLock { $0.state.receive(bytes) } }

    /// Notes an address that the guard refused. The failure of the transfer follows, unless the host has another address.
    func noteRefusal(_ refusal: AddressRefusal) { shared.withLock { $0.refusal = refusal } }

    /// The last address that the guard refused; nil if there is none.
    var refusal: AddressRefusal? { shared.withLock { $0.refusal } }

    /// Whether the server has sent more than the response.
    var hasExcess: Bool { shared.withLock { $0.state.hasExcess } }

    /// Notes what libcurl's log says.
    func note(_ note: CurlLogEvent) {
        if note != .excess { loop.logsTLS.store(true, ordering: .relaxed) }
        shared.withLock { $0.state.note(note) }
    }

    /// Counts received bytes of the body, and returns whether its announced length is reached.
    func endsBody(with count: Int) -> Bool { shared.withLock { $0.state.endsBody(with: count) } }

    /// Wakes the reader if its event has happened. The loop calls this once for all bytes that arrived together, so that a short response
    /// takes one wake-up.
    ///
    /// - Returns: Whether bytes have arrived since the last call, and whether the transfer pauses.
    func deliver() -> (hasNews: Bool, isPaused: Bool) {
        let (waiter, hasNews, isPaused) = shared.withLock { shared in
            (Self.readyWaiter(&shared), shared.state.takeNews(), shared.state.isPaused)
        }
        waiter?.resume()
        return (hasNews, isPaused)
    }

    /// Ends the transfer, and wakes the reader.
    ///
    /// - Parameter error: The failure; nil if libcurl has none.
    func finish(_ error: TransportError?) {
        let needsCloseNotify = request.origin.isSecure && loop.logsTLS.load(ordering: .relaxed)
        let waiter = shared.withLock { shared in
            shared.state.finish(error, needsCloseNotify: needsCloseNotify, excludesBody: request.excludesBody)
            return Self.readyWaiter(&shared)
        }
        waiter?.resume()
    }

    private static func readyWaiter(_ shared: inout Shared) -> CheckedContinuation<Void, any Error>? {
        guard let waiter = shared.waiter, shared.state.isReady(for: waiter.event) else { return nil }
        shared.waiter = nil
        return waiter.continuation
    }
}

/// A line of libcurl's log about the end of a response. libcurl reports this nowhere else.
enum CurlLogEvent: Equatable {
    /// The server sent more than the body. libcurl drops the rest.
    case excess
    /// The server ended the TLS connection with the alert `close_notify`.
    case closeNotify
    /// Another message of TLS. It shows that this libcurl would also log an alert.
    case tlsMessage

    /// - Parameter line: A line of the log. nil if it says nothing of this.
    init?(_ line: Span<UInt8>) {
        guard line.count > 0 else { return nil }
        // The first byte excludes most lines.
        switch line[0] {
        case UInt8(ascii: "E"), UInt8(ascii: "L"), UInt8(ascii: "T"): break
        default: return nil
        }
        let text = unsafe line.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        // "Leftovers" is about chunked bodies, "Excess" about bodies with a Content-Length.
        if text.hasPrefix("Excess found") || text.hasPrefix("Leftovers after chunking") {
            self = .excess
        } else if text.hasPrefix("TLS"), text.contains(" (IN), TLS alert, close notify") {
            self = .closeNotify
        } else if text.hasPrefix("TLS"), text.contains(" (IN), TLS ") {
            self = .tlsMessage
        } else {
            return nil
        }
    }
}
