internal import Ground

/// The state of a transfer: head, unread bytes of the body, and result. A pure value; ``CurlTransfer`` shares it between threads.
struct TransferState {
    /// The events that a reader can wait for.
    enum Event: Sendable { case head, bytes }

    /// The decision about received bytes: taken, paused until the reader catches up, or refused.
    enum Reception: Equatable { case taken, paused, refused }

    /// The next step of a reader: bytes, the end, or a wait.
    enum Next: Equatable { case piece([UInt8]), end, wait }

    /// The limit of bytes that wait for the reader. Above it, the transfer pauses.
    static let maxUnreadBytes = 1 << 20

    private var parser = ResponseHeadParser()
    private var body = PieceBuffer()
    /// The reason why received bytes were refused.
    private var refusal: TransportError.Reason?
    private(set) var hasExcess = false
    private var hasCloseNotify = false
    /// The bytes of the body that libcurl has logged.
    private var loggedBytes = 0
    private var hasNews = false
    private var result: Result<Void, TransportError>?
    private(set) var head: ResponseHead?
    private(set) var isPaused = false
    private(set) var isCancelled = false

    /// The number of received bytes of the body.
    var bodyBytes: Int { body.total }

    /// Whether a wait for an event is over.
    func isReady(for event: Event) -> Bool {
        isCancelled || result != nil || (event == .head ? head != nil : !body.isEmpty)
    }

    /// Receives a part of a head.
    mutating func receiveHead(_ bytes: Span<UInt8>) -> Reception {
        guard !isCancelled else { return .refused }
        hasNews = true
        do throws(ResponseHeadParser.Fault) {
            if let head = try parser.feed(bytes) { self.head = head }
            return .taken
        } catch {
            refusal = error.reason
            return .refused
        }
    }

    /// Receives a part of the body. If the transfer pauses, the same bytes come again later.
    mutating func receive(_ bytes: Span<UInt8>) -> Reception {
        guard !isCancelled else { return .refused }
        hasNews = true
        guard body.count < Self.maxUnreadBytes else {
            isPaused = true
            return .paused
        }
        body.append(bytes)
        guard let head, let excess = excess(behind: head) else { return .taken }
        // A refusal makes libcurl close the connection. Otherwise the next transfer might read the rest.
        refusal = excess
        return .refused
    }

    /// Notes what libcurl's log says.
    mutating func note(_ note: CurlLogEvent) {
        switch note {
        case .excess: hasExcess = true
        case .closeNotify: hasCloseNotify = true
        case .tlsMessage: break
        }
    }

    /// Counts bytes of the body, and returns whether its announced length is reached, so that nothing may follow. On a connection of
    /// HTTP/2, frames of other responses may.
    mutating func endsBody(with count: Int) -> Bool {
        loggedBytes += count
        guard parser.isVersion1, let head, head.headers["Transfer-Encoding"] == nil,
            let length = head.headers["Content-Length"].flatMap({ Int($0) })
        else { return false }
        return loggedBytes >= length
    }

    /// Returns whether bytes have arrived since the last call.
    mutating func takeNews() -> Bool {
        defer { hasNews = false }
        return hasNews
    }

    /// Ends the transfer. Received bytes stay for the reader.
    ///
    /// - Parameters:
    ///   - error: The failure; nil if libcurl has none. A reason for which this type refused bytes takes precedence.
    ///   - needsCloseNotify: Whether libcurl would have logged the end of a TLS connection.
    ///   - excludesBody: Whether a response with a status has no body.
    mutating func finish(_ error: TransportError?, needsCloseNotify: Bool = false, excludesBody: (Int) -> Bool) {
        guard result == nil else { return }
        isPaused = false
        if let refusal {
            result = .failure(TransportError(refusal))
        } else if let error {
            result = .failure(error)
        } else if let head {
            let fault = excludesBody(head.status) ? nil : fault(behind: head, needsCloseNotify)
            result = fault.map { .failure(TransportError($0)) } ?? .success(())
        } else {
            result = .failure(TransportError(.connectionLost(bytes: 0)))
        }
    }

    /// The fault of a body that libcurl reports as complete; nil if there is none.
    ///
    /// - SeeAlso: RFC 9112, sections 6.3 and 9.8
    private func fault(behind head: ResponseHead, _ needsCloseNotify: Bool) -> TransportError.Reason? {
        if let excess = excess(behind: head) { return excess }
        if head.bodyEndsWithConnection, needsCloseNotify, !hasCloseNotify { return .unannouncedEnd(bytes: bodyBytes) }
        return nil
    }

    private func excess(behind head: ResponseHead) -> TransportError.Reason? {
        guard hasExcess else { return nil }
        let isChunked = head.headers["Transfer-Encoding"] != nil
        return .malformedResponse(
            isChunked ? "something follows the last chunk of the body" : "the body is longer than its Content-Length")
    }

    /// Ends the transfer because its reader needs no more.
    mutating func cancel() {
        isCancelled = true
        body.removeAll()
    }

    /// Returns the head of the response.
    ///
    /// - Throws: The failure that came first.
    func finishedHead() throws(TransportError) -> ResponseHead? {
        if let head { return head }
        if case .failure(let error)? = result { throw error }
        return nil
    }

    /// Takes the next piece for the reader.
    ///
    /// - Returns: The piece, the end or a wait; and whether the loop must resume the paused transfer.
    /// - Throws: The failure, once the reader has taken all bytes that arrived before it.
    mutating func next() throws(TransportError) -> (next: Next, resumes: Bool) {
        let piece = body.take()
        if !piece.isEmpty {
            let resumes = isPaused && body.count <= Self.maxUnreadBytes / 2
            if resumes { isPaused = false }
            return (.piece(piece), resumes)
        }
        switch result {
        case .failure(let error)?: throw error
        case .success? where !isCancelled: return (.end, false)
        // A cancellation drops bytes. The wait of its reader ends at once with a `CancellationError`.
        case .success?, nil: return (.wait, false)
        }
    }
}

/// The received bytes that the reader has not taken yet, in pieces of about 256 KiB.
struct PieceBuffer {
    /// The size of a full piece in bytes.
    static let pieceBytes = InputFile.chunkBytes
    /// The spare capacity after a full piece, in bytes. The reader appends an index there.
    static let spareBytes = pieceBytes / 4

    private var pieces: [[UInt8]] = []
    /// The number of bytes in the buffer.
    private(set) var count = 0
    /// The number of bytes so far, with those that the reader has taken.
    private(set) var total = 0

    var isEmpty: Bool { count == 0 }

    /// Appends received bytes. Short bodies get small arrays, and long ones full pieces from the start.
    mutating func append(_ bytes: Span<UInt8>) {
        var offset = 0
        while offset < bytes.count {
            var piece = pieces.popLast() ?? []
            if piece.count >= Self.pieceBytes {
                pieces.append(piece)
                piece = []
            }
            let step = min(bytes.count - offset, Self.pieceBytes - piece.count)
            if piece.capacity < piece.count + step + Self.spareBytes {
                let isLong = total >= Self.pieceBytes / 4
                piece.reserveCapacity(isLong ? Self.pieceBytes + Self.spareBytes : (piece.count + step) * 2)
            }
            // The only copy between libcurl's buffer and the reader.
            unsafe bytes.extracting(offset..<offset + step).withUnsafeBufferPointer { unsafe piece.append(contentsOf: $0) }
            pieces.append(piece)
            offset += step
            count += step
            total += step
        }
    }

    /// Removes and returns the first piece; empty if there is none.
    mutating func take() -> [UInt8] {
        guard !pieces.isEmpty else { return [] }
        let piece = pieces.removeFirst()
        count -= piece.count
        return piece
    }

    /// Drops all bytes that the reader has not taken.
    mutating func removeAll() {
        pieces = []
        count = 0
    }
}
