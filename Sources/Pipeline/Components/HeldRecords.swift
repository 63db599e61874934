internal import JSONParsing
internal import JSONQuery

/// The records of a ``RecordSorter`` in memory, with the bytes of their keys.
struct HeldRecords {
    /// A record and its key.
    private struct Entry {
        /// The first eight bytes of the key, which decide most comparisons.
        var prefix: UInt64
        var keyStart: Int
        var keyCount: Int
        /// The length of the first key, if there are two.
        var firstCount: Int
        /// The position of the record.
        var record: Int
        var number: Int
    }

    private let isDescending: Bool
    private var entries: [Entry] = []
    private var records: [Record] = []
    private var keys: [UInt8] = []
    /// The size of the records and keys, in bytes.
    private(set) var approximateBytes = 0

    init(isDescending: Bool) { self.isDescending = isDescending }

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }

    /// Takes a record. One whose key fails leaves all as it was.
    mutating func append(_ record: Record, number: Int, by key: JSONValue, then second: JSONValue?) throws {
        let start = keys.count
        var firstCount = 0
        do {
            try JSONOrderKey.append(key, to: &keys, limit: RecordSorter.maxKeyBytes)
            firstCount = keys.count - start
            if let second { try JSONOrderKey.append(second, to: &keys, limit: RecordSorter.maxKeyBytes) }
        } catch {
            keys.removeSubrange(start...)
            throw error
        }
        var record = record
        record.detach()
        entries.append(
            Entry(
                prefix: keys.span.extracting(start...).orderPrefix, keyStart: start, keyCount: keys.count - start, firstCount: firstCount,
                record: records.count, number: number))
        records.append(record)
        approximateBytes += keys.count - start + record.memoryBytes + MemoryLayout<Entry>.stride
    }

    /// Sorts the records. Those with equal keys keep their order.
    ///
    /// - Throws: `CancellationError`
    mutating func sort() throws {
        let keys = self.keys
        let isDescending = self.isDescending
        var comparisons = 0
        try entries.sort { a, b in
            // Sorting many records takes seconds, so check for cancellation meanwhile.
            comparisons &+= 1
            if comparisons & 0xFFFF == 0 { try Task.checkCancellation() }
            if a.prefix != b.prefix { return (a.prefix < b.prefix) != isDescending }
            let keys = keys.span
            let order = JSONOrderKey.order(
                keys.extracting(a.keyStart..<a.keyStart + a.keyCount), keys.extracting(b.keyStart..<b.keyStart + b.keyCount))
            return order == 0 ? a.number < b.number : (order < 0) != isDescending
        }
    }

    /// Returns a record and its number, and releases the record.
    mutating func take(at place: Int) -> (record: Record, number: Int) {
        let entry = entries[place]
        var record = Record(.null)
        swap(&record, &records[entry.record])
        return (record, entry.number)
    }

    /// The bytes of both keys of a record.
    func key(at place: Int) -> ArraySlice<UInt8> {
        keys[entries[place].keyStart..<entries[place].keyStart + entries[place].keyCount]
    }

    /// The bytes of the first key of a record.
    func firstKey(at place: Int) -> ArraySlice<UInt8> {
        keys[entries[place].keyStart..<entries[place].keyStart + entries[place].firstCount]
    }

    /// Removes all records, and keeps the memory for others.
    mutating func removeAll() {
        entries.removeAll(keepingCapacity: true)
        records.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        approximateBytes = 0
    }
}

extension Span<UInt8> {
    /// The first eight bytes as a number with the same order; missing ones are 0.
    var orderPrefix: UInt64 {
        var prefix: UInt64 = 0
        for place in 0..<8 { prefix = prefix << 8 | (place < count ? UInt64(self[place]) : 0) }
        return prefix
    }
}
