internal import JSONParsing
internal import Pipeline

/// How far an input has been read.
struct ItemReading: Sendable {
    /// What was found in a piece of the input, and what is wrong with what follows.
    struct Found: Sendable {
        var records: [Record] = []
        var fault: JSONError?
    }

    private var reader: JSONItemReader
    private var collector: ItemCollector
    /// So many chunks are looked at to learn how items follow each other.
    private var boundarySamplesLeft = 4
    /// How items follow each other, as far as that has been learned.
    private(set) var boundary: JSONItemBoundary?
    private var wrongSpeculations = 0
    private static let maxWrongSpeculations = 3

    init(_ reader: JSONItemReader, collector: ItemCollector) {
        self.reader = reader
        self.collector = collector
    }

    /// Bytes that were read, those that were skipped at the start not counted.
    var offset: Int { reader.consumed }

    /// How long an item is on average, in bytes, with what stands between them.
    var itemBytes: Int { reader.consumed / max(1, collector.count) }

    /// Skips bytes at the start of the input.
    mutating func skip(_ count: Int) { collector.start = count }

    /// Reads on.
    ///
    /// - Parameter chunk: The next bytes, to which the places of what is in them are added.
    mutating func read(_ chunk: inout InputChunk) -> Found {
        do throws(JSONError) {
            try feed(&chunk)
            return found(nil)
        } catch {
            return found(error)
        }
    }

    /// Says that the input has ended.
    mutating func finish() -> Found {
        do throws(JSONError) {
            try reader.finish(into: &collector)
            return found(nil)
        } catch {
            return found(error)
        }
    }

    private mutating func found(_ fault: JSONError?) -> Found {
        Found(records: collector.take(), fault: fault.map { JSONError($0.reason, offset: $0.offset + collector.start) })
    }

    private mutating func feed(_ chunk: inout InputChunk) throws(JSONError) {
        let offset = reader.consumed
        collector.begin(&chunk, at: offset)
        // What was found in front of a fault counts.
        defer { collector.end(&chunk) }
        try reader.feed(chunk.bytes.span, into: &collector)
        guard boundary == nil, boundarySamplesLeft > 0 else { return }
        boundarySamplesLeft -= 1
        boundary = collector.learnBoundary(in: chunk.bytes.span, offset: offset, kind: reader.itemsAreArrayElements ? .element : .line)
    }

    /// Whether to go on speculating: false after `maxWrongSpeculations` misses.
    var speculates: Bool { wrongSpeculations < Self.maxWrongSpeculations }

    /// A reading of the same input that has read nothing, to ``speculate(on:)`` with. It does not hold what this one has read of an item.
    var emptyCopy: ItemReading {
        var copy = ItemReading(reader.resumed(at: .line, offset: 0), collector: collector.emptyCopy)
        copy.boundary = boundary
        return copy
    }

    /// Reads a split as if an item began with it, if one seems to.
    func speculate(on split: consuming InputSplit) -> SpeculativeSplit {
        guard let boundary, split.beginsAtBoundary else { return SpeculativeSplit(split: split, speculation: nil) }
        var reading = ItemReading(reader.resumed(at: boundary.kind, offset: split.offset), collector: collector.emptyCopy)
        reading.boundarySamplesLeft = 0
        let found = reading.read(&split.chunk)
        return SpeculativeSplit(split: split, speculation: .init(end: reading.reader, found: found))
    }

    /// Reads on with a split. If what was read up to there led where the speculation began, it was right; otherwise the split is read
    /// again.
    ///
    /// - Returns: What was found, and the split with what was noted of it.
    mutating func read(_ next: consuming SpeculativeSplit) -> (found: Found, chunk: InputChunk) {
        if let boundary, var speculation = next.speculation.take() {
            if reader.isInSameState(as: reader.resumed(at: boundary.kind, offset: next.split.offset)) {
                reader = speculation.end
                var found = Found()
                swap(&found, &speculation.found)  // so that the records have one owner, and are numbered in place
                let earlier = collector.count(found.records.count)
                for index in found.records.indices { found.records[index].origin.item += earlier }
                return (found, next.split.chunk)
            }
            wrongSpeculations += 1
        }
        return (read(&next.split.chunk), next.split.chunk)
    }
}
