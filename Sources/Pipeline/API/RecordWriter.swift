public import JSONParsing

/// Takes the records of a source or a stream stage, and passes them on in batches.
///
/// A batch is closed at 256 records or 1 MiB, or as soon as somebody waits for work. There is one writer for an output; so
/// it cannot be copied.
public struct RecordWriter: ~Copyable {
    static let maxBatchRecords = 256
    static let maxBatchBytes = 1 << 20

    private let channel: Channel<RecordBatch>
    /// What records without an origin are said to come from; nil leaves origins alone.
    private let sourceName: String?
    private var remaining: Int
    private var pending: [Record] = []
    private var pendingBytes = 0
    private var batchNumber = 0
    /// Records that were passed on.
    private(set) var sent = 0
    private let onSend: @Sendable (Int) -> Void

    init(
        into channel: Channel<RecordBatch>, sourceName: String? = nil, limit: Int? = nil, onSend: @escaping @Sendable (Int) -> Void
    ) {
        self.channel = channel
        self.sourceName = sourceName
        self.onSend = onSend
        remaining = limit ?? .max
    }

    /// Passes on a record, and waits while the pipeline is full.
    ///
    /// - Throws: An error that the caller lets pass, when nobody wants more records.
    public mutating func send(_ record: Record) async throws {
        try take(record)
        if pending.count >= Self.maxBatchRecords || pendingBytes >= Self.maxBatchBytes || channel.hasWaitingReceiver {
            try await flush()
        }
        try await stopAtLimit()
    }

    /// Passes on a record that holds this value.
    public mutating func send(_ value: JSONValue) async throws {
        try await send(Record(value))
    }

    /// Passes on records that are at hand, and waits while the pipeline is full.
    ///
    /// - Throws: An error that the caller lets pass, when nobody wants more records.
    public mutating func send(contentsOf records: [Record]) async throws {
        for record in records {
            try take(record)
            if pending.count >= Self.maxBatchRecords || pendingBytes >= Self.maxBatchBytes { try await flush() }
            try await stopAtLimit()
        }
        try await flush()
    }

    /// Passes on what has not been passed on yet.
    mutating func flush() async throws {
        guard !pending.isEmpty else { return }
        let batch = RecordBatch(number: batchNumber, records: pending)
        pending = []
        pendingBytes = 0
        batchNumber += 1
        try await channel.send(batch)
        sent += batch.records.count
        onSend(batch.records.count)
    }

    private mutating func take(_ record: Record) throws {
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        var record = record
        if let sourceName {
            if record.origin.item == 0 { record.origin.item = sent + pending.count + 1 }
            if record.origin.source.isEmpty { record.origin.source = sourceName }
        }
        pendingBytes += record.approximateBytes
        pending.append(record)
    }

    private mutating func stopAtLimit() async throws {
        guard remaining == 0 else { return }
        try await flush()
        throw ReadingStopped()
    }
}

/// Records that travel together; numbered so that they leave a segment in the order in which they came.
struct RecordBatch: Sendable {
    let number: Int
    var records: [Record]
}
