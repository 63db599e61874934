internal import JSONParsing
internal import Pipeline

/// How far an input has been read.
struct ItemReading: Sendable {
    /// What was found in a piece of the input, and what is wrong with what follows.
    struct Found: Sendable {
        var records: [Record]
        let fault: JSONError?
    }

    private var reader: JSONItemReader
    private var collector: ItemCollector
    /// So many chunks are looked at to learn how items follow each other.
    private var lessons = 4
    /// How items follow each other, as far as that has been learned.
    private(set) var boundary: JSONItemBoundary?

    init(_ reader: JSONItemReader, collector: ItemCollector) {
        self.reader = reader
        self.collector = collector
    }

    /// Bytes that were read, those that were skipped at the start not counted.
    var offset: Int { reader.consumed }

    /// Skips bytes at the start of the input.
    mutating func skip(_ count: Int) { collector.start = count }

    /// Reads on.
    ///
    /// - Parameter chunks: The next bytes, to which the places of what is in them are added; no chunk at all says that the input
    ///   has ended.
    mutating func read(_ chunks: inout [InputChunk]) -> Found {
        let fault: JSONError?
        do throws(JSONError) {
            for index in chunks.indices { try feed(&chunks[index]) }
            if chunks.isEmpty { try reader.finish(into: &collector) }
            fault = nil
        } catch {
            fault = JSONError(error.reason, offset: error.offset + collector.start)
        }
        return Found(records: collector.take(), fault: fault)
    }

    private mutating func feed(_ chunk: inout InputChunk) throws(JSONError) {
        let offset = reader.consumed
        collector.begin(&chunk, at: offset)
        // What was found in front of a fault counts.
        defer { collector.end(&chunk) }
        try reader.feed(chunk.bytes.span, into: &collector)
        guard boundary == nil, lessons > 0 else { return }
        lessons -= 1
        boundary = collector.learnBoundary(in: chunk.bytes.span, offset: offset, kind: reader.leadsIntoArray ? .element : .line)
    }

    /// Reads a slab as if an item began with it.
    func guess(_ slab: consuming ItemSlab, _ boundary: JSONItemBoundary) -> Guess {
        let start = reader.standing(at: boundary.kind, offset: slab.offset)
        var reading = ItemReading(start, collector: collector.fresh)
        reading.lessons = 0
        let found = reading.read(&slab.chunks)
        return Guess(start: start, end: reading.reader, found: found, slab: slab)
    }

    /// What came out of reading a slab before it was known what stands in front of it.
    struct Guess: Sendable {
        fileprivate let start: JSONItemReader
        fileprivate let end: JSONItemReader
        fileprivate let found: Found
        let slab: ItemSlab
    }

    /// Takes a guess for granted if it was right: if what was read up to the slab led where the guess began.
    ///
    /// - Returns: nil if the slab has to be read.
    mutating func accept(_ guess: Guess) -> Found? {
        guard reader.standsAlike(guess.start) else { return nil }
        reader = guess.end
        var found = guess.found
        let earlier = collector.count(found.records.count)
        for index in found.records.indices { found.records[index].origin.item += earlier }
        return found
    }
}
