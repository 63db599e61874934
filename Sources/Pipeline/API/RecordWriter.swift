public import JSONParsing

/// Takes the records of a source or a stream stage, and passes them on in batches.
///
/// A batch is closed at 256 records or 1 MiB, or as soon as a worker waits; records that are sent together stay together if they
/// are at least a quarter of that, and no more. There is one writer for an output; so it cannot be copied.
public struct RecordWriter: ~Copyable {
    private let channel: Channel<RecordBatch>
    private let open: OpenBatch
    private let account: WriterAccount
    private let outputPaths: OutputPaths?
    /// How many workers the run has; a source may do as much at once.
    public let parallelism: Int
    private var remaining: Int
    private var taken = 0
    /// Records that a stream stage refused.
    private(set) var refused = 0
    /// The place of the last record that a stream stage sent; nil if it sent none.
    private(set) var lastPlace: RecordPlace?
    /// Whether a stream stage has sent a record behind one with a later place.
    private(set) var isReordered = false

    init(
        into channel: Channel<RecordBatch>, for account: WriterAccount, parallelism: Int = 1, limit: Int? = nil,
        outputPaths: OutputPaths? = nil
    ) {
        let open = OpenBatch { account.count(sent: $0) }
        self.channel = channel
        self.open = open
        self.account = account
        self.parallelism = parallelism
        self.outputPaths = outputPaths
        remaining = limit ?? .max
        channel.refill { open.take(isSent: true) }
    }

    /// Records that were passed on.
    var sent: Int { open.sent }

    /// Names files that a source is going to read, before it sends their records, so that none of these records takes the place of one
    /// of them. A file that an option names is known without this.
    ///
    /// - Parameter files: Their paths.
    public func willRead(_ files: [String]) { outputPaths?.protect(files, as: "a file that \(account.step.path) reads") }

    /// Makes something known that concerns the input as a whole and stops nothing.
    ///
    /// - Parameters:
    ///   - text: What the user should know, in one sentence.
    ///   - source: The input as messages name it.
    public func warn(_ text: String, of source: String) { account.warn(text, of: source) }

    /// Passes on a record, and waits while the pipeline is full.
    ///
    /// - Throws: ``ReadingStopped`` once downstream needs no more records. Let it propagate.
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
    /// - Throws: ``ReadingStopped`` once downstream needs no more records. Let it propagate.
    public mutating func send(contentsOf records: consuming [Record]) async throws {
        if let bytes = bytesIfBatch(records) {
            try await flush()
            if account.isSource {
                for index in records.indices { records[index].place.number = taken + index + 1 }
            } else {
                for index in records.indices { note(records[index].place) }
            }
            remaining -= records.count
            taken += records.count
            if open.fill(with: records, bytes: bytes) || channel.hasWaitingReceiver { try await flush() }
            return
        }
        for record in records {
            if try take(record) { try await flush() }
            try await stopAtLimit()
        }
        if channel.hasWaitingReceiver { try await flush() }
    }

    /// Sets input aside that no record can be made of, or that a stream stage cannot pass on.
    ///
    /// What a source refuses counts as read and as rejected, and goes to the rejects file. What a stream stage refuses is one
    /// of the records that it got; the step's `on_error` says what happens to it.
    ///
    /// - Throws: An error that the caller lets pass, when the run is to stop.
    public mutating func refuse(_ input: RefusedInput) async throws {
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        taken += 1
        var input = input
        if account.isSource, input.origin.item == 0 { input.origin.item = taken }
        if input.place.number == 0 { input.place = account.place(taken) }
        if account.isSource {
            if open.append(account.reject(input)) || channel.hasWaitingReceiver { try await flush() }
        } else {
            refused += 1
            try account.refuse(input)
        }
        try await stopAtLimit()
    }

    /// Sets a record aside that failed, as ``refuse(_:)`` does.
    ///
    /// - Parameter error: Why it cannot go on. A `CancellationError` says nothing of the record, and is thrown on.
    public mutating func refuse(_ record: Record, because error: any Error) async throws {
        if error is CancellationError { throw error }
        try await refuse(RefusedInput(record, because: error))
    }

    /// Passes on what has not been passed on yet.
    mutating func flush() async throws {
        guard let batch = open.take(isSent: false) else { return }
        try await channel.send(batch)
        open.countSent(batch)
    }

    /// - Returns: Whether the batch is full.
    private mutating func take(_ record: Record) throws -> Bool {
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        taken += 1
        var record = record
        if account.isSource {
            record.place = account.place(taken)
            if record.origin.item == 0 { record.origin.item = taken }
            if record.origin.source.isEmpty { record.origin.source = account.step.type }
        } else {
            if record.place.number == 0 { record.place = account.place(taken) }
            note(record.place)
        }
        if !record.warnings.isEmpty { account.collectWarnings(of: &record) }
        return open.append(record)
    }

    private mutating func note(_ place: RecordPlace) {
        if let lastPlace, place < lastPlace { isReordered = true }
        lastPlace = place
    }

    /// Whether records go on as they are, without a copy of each: if there are enough for a batch of their own, and nothing
    /// is left to do for any of them.
    ///
    /// - Returns: About how many bytes they are; nil if they do not.
    private func bytesIfBatch(_ records: borrowing [Record]) -> Int? {
        guard records.count <= OpenBatch.maxRecords, records.count < remaining else { return nil }
        let records = records.span
        var bytes = 0
        for index in records.indices {
            guard !lacksOrigin(records[index]), records[index].warnings.isEmpty else { return nil }
            bytes += records[index].approximateBytes
        }
        let isEnough = records.count >= OpenBatch.maxRecords / 4 || bytes >= OpenBatch.maxBytes / 4
        return isEnough && bytes <= OpenBatch.maxBytes ? bytes : nil
    }

    /// Whether the record does not say where it came from, or, behind a stream stage, has no place yet.
    private func lacksOrigin(_ record: borrowing Record) -> Bool {
        account.isSource ? record.origin.item == 0 || record.origin.source.isEmpty : record.place.number == 0
    }

    private mutating func stopAtLimit() async throws {
        guard remaining == 0 else { return }
        try await flush()
        throw ReadingStopped()
    }
}
