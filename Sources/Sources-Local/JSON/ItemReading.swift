internal import JSONParsing
internal import Pipeline

/// The state of reading the items of one input: the reader, the collector, and the statistics of speculation.
struct ItemReading: Sendable {
    /// The result of reading a chunk: the records, and the error that ended it, if any.
    struct ChunkResult: Sendable {
        var records: [Record] = []
        var fault: JSONError?
    }

    private var reader: JSONItemReader
    private var collector: ItemCollector
    /// The number of chunks that are still searched for the boundary of two items.
    private var boundarySamplesLeft = 4
    /// The bytes between two items; nil until a chunk has shown them.
    private(set) var boundary: JSONItemBoundary?
    private var wrongSpeculations = 0
    private static let maxWrongSpeculations = 3

    init(_ reader: JSONItemReader, collector: ItemCollector) {
        self.reader = reader
        self.collector = collector
    }

    /// The number of bytes read, without those skipped at the start.
    var offset: Int { reader.consumed }

    /// The average distance from one item to the next, in bytes.
    var itemBytes: Int { reader.consumed / max(1, collector.count) }

    /// Skips bytes at the start of the input, such as a byte order mark.
    mutating func skip(_ count: Int) { collector.start = count }

    /// Reads the next chunk.
    ///
    /// - Parameter chunk: The chunk, which receives the indices of its items.
    mutating func read(_ chunk: inout InputChunk) -> ChunkResult {
        do throws(JSONError) {
            try feed(&chunk)
            return found(nil)
        } catch {
            return found(error)
        }
    }

    /// Reads the end of the input.
    mutating func finish() -> ChunkResult {
        do throws(JSONError) {
            try reader.finish(into: &collector)
            return found(nil)
        } catch {
            return found(error)
        }
    }

    private mutating func found(_ fault: JSONError?) -> ChunkResult {
        ChunkResult(records: collector.take(), fault: fault.map { JSONError($0.reason, offset: $0.offset + collector.start) })
    }

    private mutating func feed(_ chunk: inout InputChunk) throws(JSONError) {
        let offset = reader.consumed
        collector.begin(&chunk, at: offset)
        // The items in front of an error are kept.
        defer { collector.end(&chunk) }
        try reader.feed(chunk.bytes.span, into: &collector)
        guard boundary == nil, boundarySamplesLeft > 0 else { return }
        boundarySamplesLeft -= 1
        boundary = collector.learnBoundary(in: chunk.bytes.span, offset: offset, kind: reader.itemsAreArrayElements ? .element : .line)
    }

    /// Whether to go on speculating: false after `maxWrongSpeculations` misses.
    var speculates: Bool { wrongSpeculations < Self.maxWrongSpeculations }

    /// A copy for ``speculate(on:)`` that has read nothing. It does not retain the part of an item that this reading has buffered.
    var emptyCopy: ItemReading {
        var copy = ItemReading(reader.resumed(at: .line, offset: 0), collector: collector.emptyCopy)
        copy.boundary = boundary
        return copy
    }

    /// Reads a split as if an item began with its first byte, if it begins at a boundary. Otherwise returns it unread.
    func speculate(on split: consuming InputSplit) -> SpeculativeSplit {
        guard let boundary, split.beginsAtBoundary else { return SpeculativeSplit(split: split, speculation: nil) }
        var reading = ItemReading(reader.resumed(at: boundary.kind, offset: split.offset), collector: collector.emptyCopy)
        reading.boundarySamplesLeft = 0
        let found = reading.read(&split.chunk)
        return SpeculativeSplit(split: split, speculation: .init(end: reading.reader, found: found))
    }

    /// Reads the next split in order. Takes over the result of the speculation if this reader is in the state from which the speculation
    /// started; otherwise reads the split again.
    ///
    /// - Returns: The result, and the chunk with the indices of its items.
    mutating func read(_ next: consuming SpeculativeSplit) -> (found: ChunkResult, chunk: InputChunk) {
        if let boundary, var speculation = next.speculation.take() {
            if reader.isInSameState(as: reader.resumed(at: boundary.kind, offset: next.split.offset)) {
                reader = speculation.end
                var found = ChunkResult()
                swap(&found, &speculation.found)  // The records keep one owner, so they are numbered without a copy.
                let earlier = collector.count(found.records.count)
                for index in found.records.indices { found.records[index].origin.item += earlier }
                return (found, next.split.chunk)
            }
            wrongSpeculations += 1
        }
        return (read(&next.split.chunk), next.split.chunk)
    }
}
