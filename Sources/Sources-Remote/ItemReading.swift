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
    /// - Parameter chunks: The next bytes; no chunk at all says that the input has ended.
    mutating func read(_ chunks: [ArraySlice<UInt8>]) -> Found {
        let fault: JSONError?
        do throws(JSONError) {
            for chunk in chunks { try feed(chunk) }
            if chunks.isEmpty { try reader.finish(into: &collector) }
            fault = nil
        } catch {
            fault = JSONError(error.reason, offset: error.offset + collector.start)
        }
        return Found(records: collector.take(), fault: fault)
    }

    private mutating func feed(_ chunk: ArraySlice<UInt8>) throws(JSONError) {
        let offset = reader.consumed
        try reader.feed(chunk.span, into: &collector)
        guard boundary == nil, lessons > 0 else { return }
        lessons -= 1
        boundary = collector.learnBoundary(in: chunk.span, offset: offset, kind: reader.leadsIntoArray ? .element : .line)
    }

    /// Reads a slab as if an item began with it.
    func guess(_ slab: ItemSlab, _ boundary: JSONItemBoundary) -> Guess {
        let start = reader.standing(at: boundary.kind, offset: slab.offset)
        var reading = ItemReading(start, collector: collector.fresh)
        reading.lessons = 0
        let found = reading.read(slab.pieces)
        return Guess(start: start, end: reading.reader, found: found)
    }

    /// What came out of reading a slab before it was known what stands in front of it.
    struct Guess: Sendable {
        fileprivate let start: JSONItemReader
        fileprivate let end: JSONItemReader
        fileprivate let found: Found
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
