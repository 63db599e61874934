internal import JSONParsing
internal import Pipeline

/// Copies the items of a chunk into one buffer, which the records then share.
struct ItemCollector: JSONItemSink {
    private struct Item {
        let place: (range: Range<Int>, index: Int)
        /// Where it stands in what the reader was fed, in bytes.
        let source: Range<Int>
        let line: Int?
    }

    private let source: String
    private let lastKeyWins: Bool
    private var bytes: [UInt8] = []
    private var items: [Item] = []
    private var count = 0
    private let numbersItems: Bool
    /// The line of the input that is read now, counted from 1, where lines are counted.
    var line: Int?
    /// Where what the reader has been fed begins in the input, in bytes.
    var start = 0

    /// - Parameter numbersItems: Whether items are numbered here; otherwise the engine does it.
    init(source: String, lastKeyWins: Bool, numbersItems: Bool = true) {
        self.numbersItems = numbersItems
        self.source = source
        self.lastKeyWins = lastKeyWins
    }

    /// One for the same input that has collected nothing.
    var fresh: ItemCollector {
        var collector = ItemCollector(source: source, lastKeyWins: lastKeyWins, numbersItems: numbersItems)
        collector.start = start
        return collector
    }

    mutating func receive(_ item: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        let place = layout.append(item, offset: offset, to: &bytes)
        items.append(Item(place: place, source: offset..<offset + item.count, line: line))
    }

    /// How many items there are since the last call of ``take()``.
    var pendingCount: Int { items.count }

    /// Forgets the items behind so many.
    mutating func forget(after count: Int) { items.removeSubrange(count...) }

    /// Counts items that were collected elsewhere.
    ///
    /// - Returns: How many there were before.
    mutating func count(_ others: Int) -> Int {
        defer { count += others }
        return count
    }

    /// Learns from the items since the last call of ``take()`` how they follow each other.
    ///
    /// - Parameters:
    ///   - chunk: What they stand in.
    ///   - offset: How many bytes the reader was fed before it.
    func learnBoundary(in chunk: Span<UInt8>, offset: Int, kind: JSONItemBoundary.Kind) -> JSONItemBoundary? {
        for (former, latter) in zip(items, items.dropFirst()).suffix(16) where former.source.upperBound > offset {
            let end = former.source.upperBound - offset
            if let boundary = JSONItemBoundary(in: chunk, between: end, and: latter.source.lowerBound - offset, kind: kind) {
                return boundary
            }
        }
        return nil
    }

    /// The records since the last call.
    mutating func take() -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(items.count)
        // A string of its own for these records: one that all records share has every worker wait for its reference count.
        let source = String(decoding: Array(source.utf8), as: UTF8.self)
        for item in items {
            count += 1
            let text = JSONText(checked: bytes, range: item.place.range, lastKeyWins: lastKeyWins, index: item.place.index)
            let offset = item.source.lowerBound + start
            let origin = Origin(source: source, item: numbersItems ? count : 0, line: item.line, byteOffset: offset)
            records.append(Record(.text(text), origin: origin))
        }
        items.removeAll(keepingCapacity: true)
        // Somewhat more than the last time, so that the buffer seldom has to be copied into a larger one.
        let capacity = bytes.count + bytes.count / 4
        bytes = []
        bytes.reserveCapacity(capacity)
        return records
    }
}
