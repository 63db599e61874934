public import JSONParsing

/// Takes the records of a source or a stream stage, and passes them on in batches.
///
/// A batch is closed at 256 records or 1 MiB, or as soon as somebody waits for work. There is one writer for an output; so
/// it cannot be copied.
public struct RecordWriter: ~Copyable {
    private let channel: Channel<RecordBatch>
    private let open: OpenBatch
    /// What records without an origin are said to come from; nil leaves origins alone.
    private let sourceName: String?
    private let onRefuse: (@Sendable (RefusedInput) -> Void)?
    private var remaining: Int
    private var taken = 0

    init(
        into channel: Channel<RecordBatch>, sourceName: String? = nil, limit: Int? = nil,
        onRefuse: (@Sendable (RefusedInput) -> Void)? = nil, onSend: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        let open = OpenBatch(onSend: onSend)
        self.channel = channel
        self.open = open
        self.sourceName = sourceName
        self.onRefuse = onRefuse
        remaining = limit ?? .max
        channel.refill {
            guard let batch = open.take() else { return nil }
            open.countSent(batch)
            return batch
        }
    }

    /// Records that were passed on.
    var sent: Int { open.sent }

    /// Passes on a record, and waits while the pipeline is full.
    ///
    /// - Throws: An error that the caller lets pass, when nobody wants more records.
    public mutating func send(_ record: Record) async throws {
        if try take(record) || channel.hasWaitingReceiver { try await flush() }
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
            if try take(record) { try await flush() }
            try await stopAtLimit()
        }
        if channel.hasWaitingReceiver { try await flush() }
    }

    /// Sets input aside that no record can be made of: it counts as read and as rejected, and goes to the rejects file.
    /// For sources; in a stream stage, which fails its records by throwing, this does nothing.
    public mutating func refuse(_ input: RefusedInput) async throws {
        guard let onRefuse else { return }
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        taken += 1
        var input = input
        if input.origin.item == 0 { input.origin.item = taken }
        onRefuse(input)
        try await stopAtLimit()
    }

    /// Passes on what has not been passed on yet.
    mutating func flush() async throws {
        guard let batch = open.take() else { return }
        try await channel.send(batch)
        open.countSent(batch)
    }

    /// - Returns: Whether the batch is full.
    private mutating func take(_ record: Record) throws -> Bool {
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        taken += 1
        guard let sourceName, record.origin.item == 0 || record.origin.source.isEmpty else { return open.append(record) }
        var record = record
        if record.origin.item == 0 { record.origin.item = taken }
        if record.origin.source.isEmpty { record.origin.source = sourceName }
        return open.append(record)
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
