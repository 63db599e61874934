internal import JSONParsing
internal import Pipeline

/// Copies the items of a chunk into one buffer, which the records then share.
struct ItemCollector: JSONItemSink {
    private let source: String
    private let lastKeyWins: Bool
    private var bytes: [UInt8] = []
    private var items: [(place: (range: Range<Int>, index: Int), offset: Int, line: Int?)] = []
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

    mutating func receive(_ item: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) {
        items.append((layout.append(item, offset: offset, to: &bytes), offset + start, line))
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
            let origin = Origin(source: source, item: numbersItems ? count : 0, line: item.line, byteOffset: item.offset)
            records.append(Record(.text(text), origin: origin))
        }
        items.removeAll(keepingCapacity: true)
        let capacity = bytes.count
        bytes = []
        bytes.reserveCapacity(capacity)
        return records
    }
}
