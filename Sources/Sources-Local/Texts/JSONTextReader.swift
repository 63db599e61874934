internal import JSONParsing
internal import Pipeline

/// Reads JSON texts in chunks. A text longer than ``QueryInputFormat/longBytes`` is read again from its start, and its values at the path are
/// delivered one by one.
struct JSONTextReader {
    private let path: [JSONPathStep]?
    private let shown: String
    private var reader = JSONItemReader(path: [], limits: QueryInputFormat.limits)
    private var collector = ItemCollector(Origin(), lastKeyWins: true, numbersItems: false)
    /// The number of the long text that is being read; nil between such texts.
    private var longText: Int?
    private var longTextCount = 0
    /// The number of bytes and line breaks in front of the current chunk.
    private var offset = 0
    private var breaks = 0
    private var isAtStart = true

    init(path: [JSONPathStep]?, shown: String) {
        self.path = path
        self.shown = shown
    }

    /// Reads the next chunk.
    ///
    /// - Parameter bytes: The chunk; an empty one ends the input.
    mutating func read(_ bytes: [UInt8]) throws -> CompletedTexts {
        var reading = CompletedTexts()
        if bytes.isEmpty {
            do throws(JSONError) {
                try reader.finish(into: &collector)
            } catch {
                reading.fault = fault(error, in: [])
            }
            add(of: [], to: &reading)
            return reading
        }
        var start = 0
        if isAtStart {
            isAtStart = false
            do throws(JSONError) {
                start = try ByteOrderMark.lengthToSkip(in: bytes)
            } catch {
                throw TextFault("\(shown): \(error.message)")
            }
            offset = start
            collector.start = start
        }
        var rest: InputChunk? = InputChunk(bytes, from: start)
        while let chunk = rest, reading.fault == nil { rest = read(chunk, into: &reading) }
        return reading
    }

    /// Reads a chunk up to its end, or to the end of a long text.
    ///
    /// - Returns: What follows the long text in the chunk; nil at the end of the chunk.
    private mutating func read(_ next: consuming InputChunk, into reading: inout CompletedTexts) -> InputChunk? {
        var chunk = next
        var end: Int?
        collector.begin(&chunk, at: reader.consumed)
        do throws(JSONError) {
            end = try reader.feed(chunk.bytes.span, upToTexts: longText == nil ? .max : 1, into: &collector)
        } catch {
            reading.fault = fault(error, in: chunk.bytes)
        }
        collector.end(&chunk)
        let used = chunk.bytes.prefix(end ?? chunk.count)
        add(of: used, to: &reading)
        offset += used.count
        breaks += Lines.count(in: used)
        guard reading.fault == nil else { return nil }
        if let end {
            // An empty batch marks the end of the long text, also if the path finds no value in it.
            reading.batches.append(QueryInputBatch([], longText: longText))
            longText = nil
            begin(JSONItemReader(path: [], limits: QueryInputFormat.limits), at: offset)
            return end < chunk.count ? InputChunk(Array(chunk.bytes[(chunk.range.lowerBound + end)...])) : nil
        }
        if longText == nil, let path, reader.partialItemBytes > QueryInputFormat.longBytes { readLongText(at: path, into: &reading) }
        return nil
    }

    /// Reads the beginning of a long text again, at the path.
    private mutating func readLongText(at path: [JSONPathStep], into reading: inout CompletedTexts) {
        guard let (bytes, start) = reader.takePartialItem() else { return }
        let chunk = InputChunk(bytes)
        breaks -= Lines.count(in: chunk.bytes)
        longTextCount += 1
        longText = longTextCount
        offset = start + collector.start
        begin(JSONItemReader(path: path, limits: QueryInputFormat.limits, deliversDeadEnds: true), at: offset)
        // The text does not end here, so that nothing is left of the chunk.
        _ = read(chunk, into: &reading)
    }

    private mutating func begin(_ reader: JSONItemReader, at start: Int) {
        self.reader = reader
        collector.start = start
    }

    /// Adds the values that the collector holds to a reading.
    private mutating func add(of chunk: ArraySlice<UInt8>, to reading: inout CompletedTexts) {
        let values = collector.takeValues { QueryInputBatch.Element(value: $0, end: $1, missingSteps: $2) }
        guard !values.isEmpty else { return }
        reading.batches.append(QueryInputBatch(values, of: chunk, at: offset, breaks: breaks, longText: longText))
    }

    private func fault(_ error: JSONError, in chunk: ArraySlice<UInt8>) -> TextFault {
        let place = error.offset + collector.start
        let line = 1 + breaks + Lines.count(in: chunk.prefix(max(0, place - offset)))
        return TextFault("\(shown): line \(line), byte \(place): \(error.message.printable)")
    }
}
