public import JSONParsing

/// Receives the records of a source or a stream stage, and sends them downstream in batches.
///
/// It closes a batch at 256 records or 1 MiB, or as soon as a worker is idle. Records that are sent in one call form a batch of their own
/// if they are at least a quarter of these limits and within them. A component has one writer, so the type is noncopyable.
public struct RecordWriter: ~Copyable {
    private let channel: Channel<RecordBatch>
    private let open: OpenBatch
    private let account: WriterReporter
    private let outputPaths: ClaimedPaths?
    /// Lets the source send records only on demand; nil for a source that reads ahead.
    private let pace: SourceThrottle?
    /// The context of the run, for the component.
    public let context: RunContext
    /// The number of workers of the run. A source may run as many tasks of its own.
    public let parallelism: Int
    /// The shard of the records that this run processes.
    ///
    /// Package access: the built-in sources divide their inputs; the writer divides the records of all sources.
    package let shard: Shard
    private var remaining: Int
    private var taken = 0
    /// The number of records that belong to other shards.
    private var foreign = 0
    /// The number and hash of all records of a source that are divided by a key, including those of other shards.
    private(set) var seen = RecordSetChecksum()
    /// The number of records before the current input of a source.
    private var takenBefore = 0
    /// The number of records that a stream stage refused.
    private(set) var refused = 0
    /// The time that the component waited until the pipeline had room.
    private(set) var waitedTime = Duration.zero
    /// The place of the last record that a stream stage sent; nil before the first.
    private(set) var lastPlace: RecordPlace?
    /// Whether a stream stage has sent a record after one with a later place.
    private(set) var isReordered = false

    init(
        into channel: Channel<RecordBatch>, for account: WriterReporter, in context: RunContext, parallelism: Int = 1, limit: Int? = nil,
        outputPaths: ClaimedPaths? = nil, pace: SourceThrottle? = nil, shard: Shard = .whole
    ) {
        let open = OpenBatch { account.count($0) }
        self.channel = channel
        self.open = open
        self.account = account
        self.context = context
        self.parallelism = parallelism
        self.outputPaths = outputPaths
        self.pace = pace
        self.shard = shard
        remaining = limit ?? .max
        channel.refill { open.take(isSent: true) }
    }

    /// The number of records sent downstream.
    var sent: Int { open.sent }

    /// Protects files that a source is about to read: no record of the run can overwrite them.
    ///
    /// A source calls this before it sends records of these files. Files that an option names are protected without it.
    ///
    /// - Parameter files: Paths, relative to the current directory or absolute.
    public func willRead(_ files: [String]) { outputPaths?.protect(files, as: "a file that \(account.step.path) reads") }

    /// Protects files that match a pattern, as ``willRead(_:)`` does.
    ///
    /// Package access: only the built-in sources read patterns.
    ///
    /// - Parameter pattern: The pattern in messages.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate` if one of the files is an output of this run: each run would read the
    ///   result of the last one.
    package func willRead(_ files: [String], matching pattern: String) throws {
        if let (path, output) = outputPaths?.replacedInput(among: files) {
            throw PipelineFailure(
                .cannotCreate,
                "\(output) would replace \(path.printable), which the pattern \(pattern.printable) matches; "
                    + "give the output another path, or narrow the pattern")
        }
        willRead(files)
    }

    /// Begins an input of a source that reads several. The engine numbers the items of each input from 1.
    ///
    /// Package access: only built-in sources read several inputs; a plug-in can number its items itself.
    package mutating func beginInput() { takenBefore = taken + foreign }

    /// Shows a warning about the input as a whole. The run continues.
    ///
    /// - Parameters:
    ///   - text: The warning in one sentence.
    ///   - source: The input as messages show it: ``Input/shown``.
    public func warn(_ text: String, of source: String) { account.warn(text, at: Origin(source: source)) }

    /// Shows a warning about the input as a whole.
    ///
    /// Package access: a plug-in throws an error if records are missing.
    ///
    /// - Parameter mayMissRecords: Whether records may be missing from the outputs, so that even a quiet run shows the warning.
    package func warn(_ text: String, of source: String, mayMissRecords: Bool) {
        account.warn(text, at: Origin(source: source), mayMissRecords: mayMissRecords)
    }

    /// Shows a warning about a record, or about a place of the input. The run continues.
    ///
    /// - Parameters:
    ///   - text: The warning in one sentence.
    ///   - origin: The place in the input.
    public func warn(_ text: String, at origin: Origin) { account.warn(text, at: origin) }

    /// Sends a record downstream, and suspends while the pipeline is full.
    ///
    /// - Parameter record: The record. The engine completes an origin without a number or source.
    ///
    /// - Throws: ``ReadingStopped`` once downstream needs no more records. Let it propagate.
    public mutating func send(_ record: Record) async throws {
        guard isOwn(record) else { return }
        guard try await isShallow(record) else { return }
        if try take(record) || channel.hasWaitingReceiver { try await flush() }
        try await stopAtLimit()
        try await keepPace()
    }

    /// Whether a record that a stream stage has made can be read again. Otherwise the method refuses it.
    private mutating func isShallow(_ record: Record) async throws -> Bool {
        if account.isSource || record.place.number != 0 { return true }
        do {
            try record.checkDepth(from: nil)
            return true
        } catch {
            try await refuse(record, because: error)
            return false
        }
    }

    /// Whether the source may read more than the run needs now, to save time.
    ///
    /// Package access: only the source `http` reads ahead by itself.
    package var readsAhead: Bool { pace == nil }

    /// Waits until the run needs more records, unless the source may read ahead.
    ///
    /// Package access: as ``readsAhead``.
    ///
    /// - Throws: ``ReadingStopped`` once downstream needs no more records. Let it propagate.
    package mutating func waitForDemand() async throws {
        guard let pace else { return }
        try await flush()
        guard await pace.waitForDemand(orEnd: channel.ended) else { throw ReadingStopped() }
    }

    /// Counts a sent record, and waits for demand if the run may need no more records.
    private mutating func keepPace() async throws {
        if let pace, pace.countSent() { try await waitForDemand() }
    }

    /// Sends a record with this value, as the other `send` does. The engine sets its origin.
    ///
    /// - Throws: ``ReadingStopped`` once downstream needs no more records. Let it propagate.
    public mutating func send(_ value: JSONValue) async throws {
        try await send(Record(value))
    }

    /// Sends several records downstream, and suspends while the pipeline is full. This is faster than one call for each record.
    ///
    /// - Parameter records: The records, in order.
    ///
    /// - Throws: ``ReadingStopped`` once downstream needs no more records. Let it propagate.
    public mutating func send(contentsOf records: consuming [Record]) async throws {
        if pace != nil || shard.key != nil {
            for record in records { try await send(record) }
            return
        }
        if let bytes = bytesIfBatch(records) {
            try await flush()
            if account.isSecondSource {
                for index in records.indices { records[index].place = account.place(taken + index + 1) }
            } else if account.isSource {
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
            guard try await isShallow(record) else { continue }
            if try take(record) { try await flush() }
            try await stopAtLimit()
        }
        if channel.hasWaitingReceiver { try await flush() }
    }

    /// Rejects a piece of input that a source cannot turn into a record, or a record that a stream stage cannot send on.
    ///
    /// Input that a source refuses counts as read and rejected, and goes to the rejects file. For a record that a stream stage refuses, the
    /// step's `on_error` decides.
    ///
    /// - Parameter input: The piece, the reason and the origin.
    /// - Throws: ``ReadingStopped``, or the failure that stops the run. Let it propagate.
    public mutating func refuse(_ input: RefusedInput) async throws {
        guard isOwn(Record(input.content)) else { return }
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        taken += 1
        var input = input
        if account.isSource, input.origin.item == 0 { input.origin.item = taken + foreign - takenBefore }
        if input.place.number == 0 { input.place = account.place(taken) }
        if account.isSource {
            if open.append(account.reject(input)) || channel.hasWaitingReceiver { try await flush() }
        } else {
            refused += 1
            try account.refuse(input)
        }
        try await stopAtLimit()
        try await keepPace()
    }

    /// Rejects a record that failed, as ``refuse(_:)`` does.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - error: The reason. A `CancellationError` does not concern the record, so this method throws it.
    /// - Throws: ``ReadingStopped``, or the failure that stops the run. Let it propagate.
    public mutating func refuse(_ record: Record, because error: any Error) async throws {
        if error is CancellationError { throw error }
        try await refuse(RefusedInput(record, because: error))
    }

    /// Whether a record belongs to the shard of the run. Counts those of other shards, so that the items of an input keep their numbers.
    private mutating func isOwn(_ record: borrowing Record) -> Bool {
        guard account.isSource, let hash = shard.hash(of: record) else { return true }
        seen.add(hash)
        let isOwn = shard.has(hash)
        if !isOwn { foreign += 1 }
        return isOwn
    }

    /// Sends the open batch, if it has records.
    mutating func flush() async throws {
        guard let batch = open.take(isSent: false) else { return }
        let start = ContinuousClock.now
        defer { waitedTime += start.duration(to: .now) }
        try await channel.send(batch)
        open.countSent(batch)
    }

    /// Adds a record to the open batch, with its number and place.
    ///
    /// - Returns: Whether the batch is full.
    private mutating func take(_ record: Record) throws -> Bool {
        guard remaining > 0 else { throw ReadingStopped() }
        remaining -= 1
        taken += 1
        var record = record
        if account.isSource {
            record.place = account.place(taken)
            if record.origin.item == 0 { record.origin.item = taken + foreign - takenBefore }
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

    /// Decides whether records can form a batch without a copy of each: there are enough, and each has its origin and no warnings.
    ///
    /// - Returns: Their approximate size in bytes, or nil if they must be copied.
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

    /// Whether a source's record lacks a part of its origin, or a stream stage's record lacks its place.
    private func lacksOrigin(_ record: borrowing Record) -> Bool {
        account.isSource ? record.origin.item == 0 || record.origin.source.isEmpty : record.place.number == 0
    }

    private mutating func stopAtLimit() async throws {
        guard remaining == 0 else { return }
        try await flush()
        throw ReadingStopped()
    }
}
