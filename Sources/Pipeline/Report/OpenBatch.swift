import Synchronization

/// The batch that a writer fills. A waiting worker may take it before it is full.
///
/// A class, because the writer and the workers share it.
final class OpenBatch: Sendable {
    private struct State {
        var batch = RecordBatch(records: [])
        var bytes = 0
        var sent = 0

        var isFull: Bool { batch.count >= OpenBatch.maxRecords || bytes >= OpenBatch.maxBytes }
    }

    /// The number of records at which a batch is full.
    static let maxRecords = 256
    /// The approximate size at which a batch is full, in bytes.
    static let maxBytes = 1 << 20

    private let state = Mutex(State())
    private let onSend: @Sendable (RecordBatch) -> Void

    init(onSend: @escaping @Sendable (RecordBatch) -> Void) {
        self.onSend = onSend
    }

    /// The number of records that were sent.
    var sent: Int { state.withLock { $0.sent } }

    /// Adds a record.
    ///
    /// - Returns: Whether the batch is full.
    func append(_ record: Record) -> Bool {
        state.withLock { state in
            state.batch.records.append(record)
            state.bytes += record.approximateBytes
            return state.isFull
        }
    }

    /// Adds input that the source refused.
    ///
    /// - Returns: Whether the batch is full.
    func append(_ refused: Reject) -> Bool {
        state.withLock { state in
            state.batch.refused.append(refused)
            state.bytes += refused.record.approximateByteCount
            return state.isFull
        }
    }

    /// Fills the empty batch with records, without a copy of them. The caller has sent all earlier records.
    ///
    /// - Parameter bytes: Their approximate size in bytes.
    /// - Returns: Whether the batch is full.
    func fill(with records: consuming [Record], bytes: Int) -> Bool {
        state.withLock { state in
            precondition(state.batch.count == 0, "records were left behind in an open batch")
            swap(&state.batch.records, &records)
            state.bytes = bytes
            return state.isFull
        }
    }

    /// Takes the batch, full or not; nil if it is empty.
    ///
    /// - Parameter isSent: Whether the batch counts as sent at once. Otherwise the caller must call ``countSent(_:)`` after sending it.
    func take(isSent: Bool) -> RecordBatch? {
        let batch = state.withLock { state -> RecordBatch? in
            guard state.batch.count > 0 else { return nil }
            let batch = state.batch
            state.batch = RecordBatch(records: [])
            state.bytes = 0
            if isSent { state.sent += batch.records.count }
            return batch
        }
        if isSent, let batch { onSend(batch) }
        return batch
    }

    /// Counts a batch that was sent.
    func countSent(_ batch: RecordBatch) {
        state.withLock { $0.sent += batch.records.count }
        onSend(batch)
    }
}
