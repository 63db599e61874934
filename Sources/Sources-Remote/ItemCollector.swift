internal import JSONParsing
internal import Pipeline

/// Copies the items of a chunk into one buffer, which the records then share.
struct ItemCollector: JSONItemSink {
    private let source: String
    private let lastKeyWins: Bool
    private var bytes: [UInt8] = []
    private var items: [(end: Int, offset: Int)] = []
    private var count = 0

    init(source: String, lastKeyWins: Bool) {
        self.source = source
        self.lastKeyWins = lastKeyWins
    }

    mutating func receive(_ item: Span<UInt8>, isCompact: Bool, offset: Int) {
        if isCompact {
            append(item, 0..<item.count, to: &bytes)
        } else {
            appendWithoutWhitespace(item, to: &bytes)
        }
        items.append((bytes.count, offset))
    }

    /// The records since the last call.
    mutating func take() -> [Record] {
        var records: [Record] = []
        records.reserveCapacity(items.count)
        var start = 0
        for item in items {
            count += 1
            let text = JSONText(checked: bytes, range: start..<item.end, lastKeyWins: lastKeyWins)
            records.append(Record(.text(text), origin: Origin(source: source, item: count, byteOffset: item.offset)))
            start = item.end
        }
        items.removeAll(keepingCapacity: true)
        bytes = []
        bytes.reserveCapacity(start)
        return records
    }
}
