internal import JSONParsing
internal import Synchronization

/// Brings records and rejects into one order: that of the input, up to the first stream stage. A class, because the workers, which admit
/// records and add rejects, share it with the task that writes them.
///
/// A record is admitted before the rejects of its batch are added. Once all admitted records are taken, no earlier record can follow, so
/// rejects are sent immediately. A caller that sends one record at a time gets its reject without delay.
final class EnvelopeQueue: Sendable {
    /// The next records and rejects for the writer, each in order.
    struct WriterBatch: Sendable {
        var lines: [EnvelopeItem] = []
        var rejects: [Reject] = []
    }

    fileprivate struct State {
        var rejects: [Reject] = []
        /// The batch of records that waits for the writer; nil for none.
        var lines: [EnvelopeItem]?
        /// The number of records that the writer has taken.
        var taken = 0
        var hasEnded = false
        /// The error that closed the receiving end.
        var failure: (any Error)?
        var writer: CheckedContinuation<Void, Never>?
        var sender: CheckedContinuation<Bool, Never>?
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// The number of queued rejects from which on the parts of a run wait.
    private static let maxRejects = 1024

    private let state = Mutex(State())
    private let admitted = Atomic(0)

    /// Notes a record that will be sent. Called once for each record, in order, before rejects of the same batch are added.
    func admit() { admitted.add(1, ordering: .acquiringAndReleasing) }

    /// Reverts ``admit()`` for a record that will not be sent.
    func withdraw() { admitted.subtract(1, ordering: .acquiringAndReleasing) }

    /// Adds rejects.
    ///
    /// - Throws: The error with which the writer has closed the queue.
    func add(_ rejects: [Reject]) throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            state.rejects += rejects
            state.writer.take()?.resume()
        }
    }

    /// Waits while many rejects are queued.
    func waitForRoom() async {
        await withCheckedContinuation { continuation in
            state.withLock { state in
                if state.rejects.count < Self.maxRejects || state.failure != nil || state.hasEnded {
                    continuation.resume()
                } else {
                    state.waiting.append(continuation)
                }
            }
        }
    }

    /// Sends a batch of records, and waits until it is written.
    ///
    /// - Returns: Whether the writer accepts more batches.
    func send(_ lines: [EnvelopeItem]) async -> Bool {
        await withCheckedContinuation { sender in
            state.withLock { state in
                guard state.failure == nil else { return sender.resume(returning: false) }
                state.lines = lines
                state.sender = sender
                state.writer.take()?.resume()
            }
        }
    }

    /// Marks the end of the records. The writer still receives rejects that are queued.
    func end() {
        state.withLock { state in
            state.hasEnded = true
            state.writer.take()?.resume()
        }
    }

    /// Closes the receiving end, because the writer has failed.
    func close(_ error: any Error) {
        state.withLock { state in
            state.failure = error
            state.rejects = []
            state.sender.take()?.resume(returning: false)
            state.releaseWaiting()
        }
    }

    /// Waits for the next lines. Each call confirms that the ones before are written.
    ///
    /// - Returns: nil at the end.
    func next() async -> WriterBatch? {
        // The sender goes on only when its batch has been taken, so that at most one batch waits.
        state.withLock { state in if state.lines == nil { state.sender.take()?.resume(returning: true) } }
        while true {
            let (step, isEnd) = state.withLock { state in state.take(admitted: admitted.load(ordering: .acquiring)) }
            if let step { return step }
            if isEnd { return nil }
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    if state.isReady(admitted: admitted.load(ordering: .acquiring)) {
                        continuation.resume()
                    } else {
                        state.writer = continuation
                    }
                }
            }
        }
    }
}

extension EnvelopeQueue.State {
    /// Whether the writer can take records or rejects, or has reached the end.
    fileprivate func isReady(admitted: Int) -> Bool { lines != nil || hasEnded || (!rejects.isEmpty && taken == admitted) }

    /// Removes and returns the records and rejects that are ready.
    fileprivate mutating func take(admitted: Int) -> (step: EnvelopeQueue.WriterBatch?, isEnd: Bool) {
        guard isReady(admitted: admitted) else { return (nil, false) }
        var step = EnvelopeQueue.WriterBatch()
        step.lines = lines.take() ?? []
        taken += step.lines.count
        takeRejects(into: &step, isLast: taken == admitted || hasEnded && step.lines.isEmpty)
        guard step.lines.isEmpty, step.rejects.isEmpty else { return (step, false) }
        return (nil, hasEnded)
    }

    /// Takes the rejects that stand before the last of the records, or all if no admitted record follows.
    private mutating func takeRejects(into step: inout EnvelopeQueue.WriterBatch, isLast: Bool) {
        guard !rejects.isEmpty else { return }
        rejects.sort { $0.place < $1.place }
        let count = isLast ? rejects.count : step.lines.last.map { line in rejects.prefix { $0.place < line.place }.count } ?? 0
        step.rejects = Array(rejects.prefix(count))
        rejects.removeFirst(count)
        releaseWaiting()
    }

    fileprivate mutating func releaseWaiting() {
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// A record that an envelope sends, and its place in the order of the input, which decides the rejects that come before it.
struct EnvelopeItem: Sendable {
    let value: JSONValue
    let place: RecordPlace
}
