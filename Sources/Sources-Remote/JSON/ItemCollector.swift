internal import JSONParsing
internal import Pipeline

/// Collects the items of chunks. Most stay where they were read, and share the chunk's buffer; the others are copied into one more.
struct ItemCollector: JSONItemSink {
    private struct Item {
        var place: JSONItemPlace
        /// The number of the chunk that it stands in; nil for the buffer of copies.
        var chunk: Int?
        /// Where it stands in what the reader was fed, in bytes.
        let source: Range<Int>
        /// Where that begins in the input, in bytes: one collector may take the items of many lines.
        let start: Int
        let line: Int?
    }

    private let source: String
    private let lastKeyWins: Bool
    private var copies: [UInt8] = []
    /// The buffers of chunks that items stand in.
    private var buffers: [[UInt8]] = []
    /// The chunk that is read now: where it begins for the reader and in its buffer, and where that ends.
    private var current: (offset: Int, start: Int, end: Int)?
    /// What will be appended to the current chunk.
    private var indices: [UInt8] = []
    /// How much of the current chunk are items that may stay in it, in bytes.
    private var stayingBytes = 0
    private var items: [Item] = []
    /// Items that were taken.
    private(set) var count = 0
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
    var emptyCopy: ItemCollector {
        var collector = ItemCollector(source: source, lastKeyWins: lastKeyWins, numbersItems: numbersItems)
        collector.start = start
        collector.indices.reserveCapacity(indices.capacity)
        return collector
    }

    /// A chunk begins.
    ///
    /// - Parameter offset: How many bytes the reader was fed before it.
    mutating func begin(_ chunk: inout InputChunk, at offset: Int) {
        chunk.removeNotes()
        current = (offset, chunk.range.lowerBound, chunk.range.upperBound)
        stayingBytes = 0
    }

    /// A chunk has ended. If most of its buffer are items, they stay, and what was noted of them is put behind it. A few small ones
    /// had better not keep the buffer in memory, and are copied.
    mutating func end(_ chunk: inout InputChunk) {
        current = nil
        guard !indices.isEmpty else { return }
        if stayingBytes >= chunk.buffer.capacity / 2 {
            chunk.append(indices)
            buffers.append(chunk.buffer)
        } else {
            for index in items.indices where items[index].chunk == buffers.count {
                items[index].place = items[index].place.moved(from: chunk.buffer, indices, to: &copies)
                items[index].chunk = nil
            }
        }
        indices.removeAll(keepingCapacity: true)
    }

    mutating func receive(_ item: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        let (place, chunk) = place(of: item, &layout, offset: offset)
        items.append(Item(place: place, chunk: chunk, source: offset..<offset + item.count, start: start, line: line))
    }

    private mutating func place(of item: Span<UInt8>, _ layout: inout JSONItemLayout, offset: Int) -> (JSONItemPlace, chunk: Int?) {
        if let current, offset >= current.offset {
            let start = offset - current.offset + current.start
            if let place = layout.place(of: start..<start + item.count, before: current.end, indices: &indices) {
                stayingBytes += item.count
                return (place, buffers.count)
            }
        }
        return (layout.append(item, to: &copies), nil)
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
            let buffer = item.chunk.map { buffers[$0] } ?? copies
            let text = JSONText(checked: buffer, at: item.place, lastKeyWins: lastKeyWins)
            let offset = item.source.lowerBound + item.start
            let origin = Origin(source: source, item: numbersItems ? count : 0, line: item.line, byteOffset: offset)
            records.append(Record(.text(text), origin: origin))
        }
        items.removeAll(keepingCapacity: true)
        buffers.removeAll(keepingCapacity: true)
        // Somewhat more than the last time, so that the buffer seldom has to be copied into a larger one.
        let capacity = copies.count + copies.count / 4
        copies = []
        copies.reserveCapacity(capacity)
        return records
    }
}
