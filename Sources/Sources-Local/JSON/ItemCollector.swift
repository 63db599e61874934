internal import JSONParsing
internal import Pipeline

/// Collects the items of chunks. Most items stay in the chunk's buffer and share it; the others are copied into a separate buffer.
struct ItemCollector: JSONItemSink {
    private struct CollectedItem {
        var place: JSONItemOffsets
        /// The index of its chunk in `buffers`; nil for an item in `copies`.
        var chunk: Int?
        /// The range of the item in the bytes that its reader was fed.
        let source: Range<Int>
        /// The offset of those bytes in the input. In JSON Lines each line has a reader of its own.
        let start: Int
        let line: Int?
        /// The number of path steps that cannot be followed from this value.
        var missingSteps = 0
    }

    private let origin: Origin
    private let lastKeyWins: Bool
    /// The buffer of copied items.
    private var copies: [UInt8] = []
    /// The buffers of the chunks whose items stay in them.
    private var buffers: [[UInt8]] = []
    /// The current chunk: its offset for the reader, and its start and end in its buffer.
    private var current: (offset: Int, start: Int, end: Int)?
    /// The item indices to append to the current chunk.
    private var indices: [UInt8] = []
    /// The bytes of the current chunk's items that can stay in its buffer.
    private var stayingBytes = 0
    private var items: [CollectedItem] = []
    /// The number of items that were taken.
    private(set) var count = 0
    private let numbersItems: Bool
    /// The current line of JSON Lines, counted from 1; otherwise nil.
    var line: Int?
    /// The offset in the input of the first byte that the reader was fed.
    var start = 0

    /// Creates an empty collector.
    ///
    /// - Parameters:
    ///   - origin: The origin of the input; the items get their places.
    ///   - lastKeyWins: Whether the last one of equal keys counts; otherwise equal keys are an error.
    ///   - numbersItems: Whether the collector numbers the items; otherwise the engine does.
    init(_ origin: Origin, lastKeyWins: Bool, numbersItems: Bool = true) {
        self.numbersItems = numbersItems
        self.origin = origin
        self.lastKeyWins = lastKeyWins
    }

    /// An empty collector for the same input.
    var emptyCopy: ItemCollector {
        var collector = ItemCollector(origin, lastKeyWins: lastKeyWins, numbersItems: numbersItems)
        collector.start = start
        collector.indices.reserveCapacity(indices.capacity)
        return collector
    }

    /// Begins a chunk.
    ///
    /// - Parameters:
    ///   - chunk: The chunk. Its earlier item indices are removed.
    ///   - offset: The number of bytes that the reader was fed before.
    mutating func begin(_ chunk: inout InputChunk, at offset: Int) {
        chunk.removeIndices()
        current = (offset, chunk.range.lowerBound, chunk.range.upperBound)
        stayingBytes = 0
    }

    /// Ends a chunk. If at least half of its buffer is items, they stay in it, and their indices are appended. Otherwise the items are
    /// copied, so that a few small items do not keep a large buffer in memory.
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
        items.append(CollectedItem(place: place, chunk: chunk, source: offset..<offset + item.count, start: start, line: line))
    }

    mutating func receiveDeadEnd(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, missingSteps: Int) {
        // The value is no item of the input, so that its place there is that of the item before it.
        let end = items.last?.source.upperBound ?? current?.offset ?? 0
        let place = layout.append(bytes, to: &copies)
        items.append(CollectedItem(place: place, chunk: nil, source: end..<end, start: start, line: line, missingSteps: missingSteps))
    }

    private mutating func place(of item: Span<UInt8>, _ layout: inout JSONItemLayout, offset: Int) -> (JSONItemOffsets, chunk: Int?) {
        if let current, offset >= current.offset {
            let start = offset - current.offset + current.start
            if let place = layout.place(of: start..<start + item.count, before: current.end, indices: &indices) {
                stayingBytes += item.count
                return (place, buffers.count)
            }
        }
        return (layout.append(item, to: &copies), nil)
    }

    /// The number of items since the last call of ``take()``.
    var pendingCount: Int { items.count }

    /// Drops all pending items but the first `count`.
    mutating func forget(after count: Int) { items.removeSubrange(count...) }

    /// Adds the items of another collector to the count.
    ///
    /// - Returns: The previous count.
    mutating func count(_ others: Int) -> Int {
        defer { count += others }
        return count
    }

    /// Derives the bytes that separate two items from the last pending items.
    ///
    /// - Parameters:
    ///   - chunk: The bytes of the current chunk.
    ///   - offset: The number of bytes that the reader was fed before the chunk.
    ///   - kind: The kind of boundary between items.
    /// - Returns: The boundary; nil if the chunk shows none.
    func learnBoundary(in chunk: Span<UInt8>, offset: Int, kind: JSONItemBoundary.Kind) -> JSONItemBoundary? {
        for (former, latter) in zip(items, items.dropFirst()).suffix(16) where former.source.upperBound > offset {
            let end = former.source.upperBound - offset
            if let boundary = JSONItemBoundary(in: chunk, between: end, and: latter.source.lowerBound - offset, kind: kind) {
                return boundary
            }
        }
        return nil
    }

    /// Returns the pending items as values, and empties the collector.
    ///
    /// - Parameter element: Makes an element of a value, its end in bytes from the start of the input, and the number of path steps that
    ///   cannot be followed from it.
    mutating func takeValues<Element>(as element: (JSONValue, _ end: Int, _ missingSteps: Int) -> Element) -> [Element] {
        let missing = items.map(\.missingSteps)
        let ends = items.map { $0.source.upperBound + $0.start }
        let records = take()
        return records.indices.map { element(records[$0].value, ends[$0], missing[$0]) }
    }

    /// Returns the pending items as records, and empties the collector.
    mutating func take() -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(items.count)
        var origin = origin.separated()
        for item in items {
            count += 1
            let buffer = item.chunk.map { buffers[$0] } ?? copies
            let text = JSONText(checked: buffer, at: item.place, lastKeyWins: lastKeyWins)
            (origin.item, origin.line) = (numbersItems ? count : 0, item.line)
            origin.byteOffset = item.source.lowerBound + item.start
            records.append(Record(.text(text), origin: origin))
        }
        items.removeAll(keepingCapacity: true)
        buffers.removeAll(keepingCapacity: true)
        // Reserve a quarter more than this time, so that the buffer rarely has to grow.
        let capacity = copies.count + copies.count / 4
        copies = []
        copies.reserveCapacity(capacity)
        return records
    }
}
