internal import JSONParsing
internal import Pipeline

/// Reads JSON texts as events, one for each leaf, as jq's `--stream` does.
struct StreamEventReader {
    private let reportsErrors: Bool
    private let shown: String
    private var reader = JSONEventReader(limits: QueryInputFormat.limits)
    private var lines = LineCounter()
    private var isAtStart = true

    init(reportsErrors: Bool, shown: String) {
        self.reportsErrors = reportsErrors
        self.shown = shown
    }

    /// Reads the next chunk.
    ///
    /// - Parameter bytes: The chunk; an empty one ends the input.
    mutating func read(_ bytes: [UInt8]) throws -> CompletedTexts {
        var elements: [QueryInputBatch.Element] = []
        var events: [JSONValue] = []
        var reading = CompletedTexts()
        var chunk = InputChunk(bytes)
        do throws(JSONError) {
            if isAtStart, !bytes.isEmpty {
                isAtStart = false
                let mark = try ByteOrderMark.lengthToSkip(in: bytes)
                chunk = InputChunk(bytes, from: mark)
                lines.skip(mark)
            }
            if bytes.isEmpty { try reader.finish(into: &events) }
            // Line by line, so that each event has the line on which it was complete.
            var start = chunk.bytes.startIndex
            while start < chunk.bytes.endIndex {
                let end = chunk.bytes[start...].firstIndex(of: UInt8(ascii: "\n"))
                let piece = chunk.bytes[start..<(end.map { $0 + 1 } ?? chunk.bytes.endIndex)]
                try reader.feed(piece.span, into: &events)
                let place = lines.bytes + (end ?? chunk.bytes.endIndex) - chunk.bytes.startIndex
                elements += events.map { QueryInputBatch.Element(value: $0, end: place) }
                events = []
                start = piece.endIndex
            }
        } catch {
            let message = "line \(lines.line(of: error.offset, in: chunk)), byte \(error.offset): \(error.message)"
            if reportsErrors {
                events.append([.string(message), .array(reader.path)])
            } else {
                reading.fault = TextFault("\(shown): \(message.printable)")
            }
            reader = JSONEventReader(limits: QueryInputFormat.limits)
        }
        elements += events.map { QueryInputBatch.Element(value: $0, end: lines.bytes + chunk.count) }
        if !elements.isEmpty {
            reading.batches = [QueryInputBatch(elements, of: chunk.bytes, at: lines.bytes, breaks: lines.breaks)]
        }
        lines.add(chunk)
        return reading
    }
}
