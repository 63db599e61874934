public import JSONParsing
internal import JSONQuery

/// Sorts records by keys in bounded memory. What exceeds the bound goes to sorted runs in a temporary file, which are merged at the end:
/// an external merge sort.
///
/// A stream stage uses it to sort records, or to bring records with one key together:
///
///     var sorter = RecordSorter(memoryBytes: 64 << 20, in: input.context)
///     for try await batch in input {
///         for record in batch { try sorter.append(record, by: key.first(record) ?? .null) }
///     }
///     while let sorted = try sorter.next() { try await output.send(sorted.record) }
///
/// Keys have jq's order of values, and records with equal keys keep their order. The folder that `TMPDIR` names has the file. It has no
/// name, so that nothing is left behind, however the run ends.
public struct RecordSorter: ~Copyable {
    /// The longest key, in bytes.
    public static let maxKeyBytes = 64 << 20

    /// A record in the sorted order.
    public struct SortedRecord: Sendable {
        /// The record, with its origin and its place in the input.
        public let record: Record
        /// The number of records that were appended before it.
        public let number: Int
        /// Whether the record before it has another key, or there is none.
        public let isFirstOfKey: Bool
    }

    private let isDescending: Bool
    private let memoryBytes: Int
    private let folder: String
    /// The records in memory, in the order of their arrival until they are sorted.
    private var held: HeldRecords
    private var coding = RecordCoding()
    private var runs: SpilledRuns?
    private var merge: RunMerge?
    private var isSorted = false
    /// The number of held records that were returned.
    private var returnedCount = 0
    /// The key of the last record that was returned.
    private var lastKey: [UInt8] = []

    /// Creates a sorter without records.
    ///
    /// - Parameters:
    ///   - isDescending: Whether the greatest key comes first.
    ///   - memoryBytes: The size of the records in memory, in bytes. Merging takes at least 1 MiB, and one record of each run.
    ///   - context: The context of the run: ``Batches/context``.
    public init(isDescending: Bool = false, memoryBytes: Int, in context: RunContext) {
        self.isDescending = isDescending
        self.memoryBytes = memoryBytes
        folder = context.temporaryFolder
        held = HeldRecords(isDescending: isDescending)
    }

    /// The number of records.
    public private(set) var count = 0

    /// The number of records that were written to the temporary file while the input was read.
    public private(set) var spilledCount = 0

    /// Takes a record. The method blocks its thread while it writes a run. A record that fails leaves the sorter as it was.
    ///
    /// - Parameters:
    ///   - record: The record, which gets the number ``count``.
    ///   - key: The key that decides about the order.
    ///   - second: The key that decides among records with equal keys; nil for the order of their arrival.
    /// - Precondition: ``next()`` was not called yet.
    /// - Throws: The reason why a key cannot be compared, which concerns this record; ``PipelineFailure`` if the file cannot be written;
    ///   `CancellationError`.
    public mutating func append(_ record: Record, by key: JSONValue, then second: JSONValue? = nil) throws {
        precondition(!isSorted, "a record arrives at a sorter that has given records back")
        try held.append(record, number: count, by: key, then: second)
        count += 1
        if held.approximateBytes >= memoryBytes { try spill() }
    }

    /// Returns the next record in the order of the keys; nil at the end. The first call ends the input, and blocks its thread while it
    /// sorts.
    ///
    /// - Throws: ``PipelineFailure`` if the file cannot be written or read; `CancellationError`.
    public mutating func next() throws -> SortedRecord? {
        if !isSorted {
            isSorted = true
            if runs == nil {
                try held.sort()
            } else {
                if !held.isEmpty { try spill() }
                held = HeldRecords(isDescending: isDescending)
                merge = try merged()
            }
        }
        return try merge == nil ? nextHeld() : nextMerged()
    }

    /// Returns the next records in the order of the keys, as many as a batch of the pipeline has; none at the end.
    fileprivate mutating func nextBatch() throws -> [Record] {
        var batch: [Record] = []
        var bytes = 0
        while batch.count < OpenBatch.maxRecords, bytes < OpenBatch.maxBytes, let sorted = try next() {
            batch.append(sorted.record)
            bytes += sorted.record.approximateBytes
        }
        return batch
    }

    private mutating func nextHeld() -> SortedRecord? {
        guard returnedCount < held.count else { return nil }
        let (record, number) = held.take(at: returnedCount)
        let isFirst = !isLastKey(held.firstKey(at: returnedCount))
        returnedCount += 1
        return SortedRecord(record: record, number: number, isFirstOfKey: isFirst)
    }

    private mutating func nextMerged() throws -> SortedRecord? {
        do {
            // The run keeps the record that was returned until another one is asked for.
            if returnedCount > 0 { try merge?.advance() }
            returnedCount += 1
        } catch {
            throw failure(error)
        }
        guard let run = merge?.top else { return nil }
        guard let record = coding.record(from: run.body) else {
            throw PipelineFailure(.internalError, "record \(run.number) of \(count) cannot be read back from its temporary file")
        }
        return SortedRecord(record: record, number: run.number, isFirstOfKey: !isLastKey(run.firstKey))
    }

    /// Returns whether a key is the last one, and notes it as the last one.
    private mutating func isLastKey(_ key: ArraySlice<UInt8>) -> Bool {
        if JSONOrderKey.order(key.span, lastKey.span) == 0 { return true }
        lastKey.removeAll(keepingCapacity: true)
        lastKey += key
        return false
    }

    /// Writes the held records as a run.
    private mutating func spill() throws {
        try held.sort()
        do {
            if runs == nil { runs = SpilledRuns(in: folder, isDescending: isDescending, memoryBytes: memoryBytes) }
            for place in 0..<held.count {
                if place & 0xFFF == 0 { try Task.checkCancellation() }
                let (record, number) = held.take(at: place)
                try runs?.append(record, by: held.key(at: place), firstCount: held.firstKey(at: place).count, number: number, &coding)
            }
            try runs?.endRun()
        } catch {
            throw failure(error)
        }
        spilledCount += held.count
        held.removeAll()
    }

    private mutating func merged() throws -> RunMerge? {
        do { return try runs?.merged() } catch { throw failure(error) }
    }

    private func failure(_ error: any Error) -> any Error {
        (error as? SystemError).map { PipelineFailure.temporaryRecords(in: folder, $0) } ?? error
    }
}

extension RecordWriter {
    /// Sends all records of a sorter downstream, in the order of their keys.
    ///
    /// - Throws: ``ReadingStopped`` once downstream needs no more records; the error of ``RecordSorter/next()``. Let it propagate.
    public mutating func send(allOf sorter: inout RecordSorter) async throws {
        while true {
            let batch = try sorter.nextBatch()
            if batch.isEmpty { return }
            try await send(contentsOf: batch)
        }
    }
}
