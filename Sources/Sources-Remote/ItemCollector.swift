internal import JSONParsing
internal import Pipeline

/// Copies the items of a chunk into one buffer, which the records then share.
struct ItemCollector: JSONItemSink {
    private let source: String
    private let lastKeyWins: Bool
    private var bytes: [UInt8] = []
    private var items: [(place: (range: Range<Int>, index: Int), offset: Int, line: Int?)] = []
    private var count = 0
    /// Where what is read now begins in the input: its line, counted from 1, and its offset in bytes.
    var line: (number: Int, offset: Int)?

    init(source: String, lastKeyWins: Bool) {
        self.source = source
        self.lastKeyWins = lastKeyWins
    }

    mutating func receive(_ item: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        items.append((layout.append(item, offset: offset, to: &bytes), offset + (line?.offset ?? 0), line?.number))
    }

    /// How many items there are since the last call of ``take()``.
    var pendingCount: Int { items.count }

    /// Forgets the items behind so many.
    mutating func forget(after count: Int) { items.removeSubrange(count...) }

    /// The records since the last call.
    mutating func take() -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(items.count)
        for item in items {
            count += 1
            let text = JSONText(checked: bytes, range: item.place.range, lastKeyWins: lastKeyWins, index: item.place.index)
            records.append(Record(.text(text), origin: Origin(source: source, item: count, line: item.line, byteOffset: item.offset)))
        }
        items.removeAll(keepingCapacity: true)
        let capacity = bytes.count
        bytes = []
        bytes.reserveCapacity(capacity)
        return records
    }
}
