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
    private var wrongGuesses = 0
    private static let maxWrongGuesses = 3

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

    /// Whether it is worth while to guess. Who has guessed so often in vain had better read on in one go.
    var guesses: Bool { wrongGuesses < Self.maxWrongGuesses }

    /// A reading of the same input that has read nothing, to ``guess(_:)`` with. It does not hold what this one has read of an item.
    var emptyCopy: ItemReading {
        var copy = ItemReading(reader.resumed(at: .line, offset: 0), collector: collector.emptyCopy)
        copy.boundary = boundary
        return copy
    }

    /// Reads a slab as if an item began with it, if one seems to.
    func guess(_ slab: consuming ItemSlab) -> GuessedSlab {
        guard let boundary, slab.seemsToBeginItem else { return GuessedSlab(slab: slab, guess: nil) }
        var reading = ItemReading(reader.resumed(at: boundary.kind, offset: slab.offset), collector: collector.emptyCopy)
        reading.boundarySamplesLeft = 0
        let found = reading.read(&slab.chunk)
        return GuessedSlab(slab: slab, guess: GuessedSlab.Guess(end: reading.reader, found: found))
    }

    /// Reads on with a slab. If what was read up to there led where the guess began, the guess was right; otherwise the slab is read
    /// again.
    ///
    /// - Returns: What was found, and the slab with what was noted of it.
    mutating func read(_ next: consuming GuessedSlab) -> (found: Found, chunk: InputChunk) {
        if let boundary, var guess = next.guess.take() {
            if reader.isInSameState(as: reader.resumed(at: boundary.kind, offset: next.slab.offset)) {
                reader = guess.end
                var found = Found()
                swap(&found, &guess.found)  // so that the records have one owner, and are numbered in place
                let earlier = collector.count(found.records.count)
                for index in found.records.indices { found.records[index].origin.item += earlier }
                return (found, next.slab.chunk)
            }
            wrongGuesses += 1
        }
        return (read(&next.slab.chunk), next.slab.chunk)
    }
}
