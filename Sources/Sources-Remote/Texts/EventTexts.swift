internal import JSONParsing
internal import Pipeline

/// Reads JSON texts as events of their leaves.
struct EventTexts {
    private let reportsErrors: Bool
    private let shown: String
    private var reader = JSONEventReader(limits: TextFormat.limits)
    private var lines = LineCount()
    private var isAtStart = true

    init(reportsErrors: Bool, shown: String) {
        self.reportsErrors = reportsErrors
        self.shown = shown
    }

    /// Reads the next chunk.
    ///
    /// - Parameter bytes: The chunk; an empty one ends the input.
    mutating func read(_ bytes: [UInt8]) throws -> TextReading {
        var events: [JSONValue] = []
        var reading = TextReading()
        var chunk = InputChunk(bytes)
        do throws(JSONError) {
            if isAtStart, !bytes.isEmpty {
                isAtStart = false
                let mark = try ByteOrderMark.lengthToSkip(in: bytes)
                chunk = InputChunk(bytes, from: mark)
                lines.skip(mark)
            }
            if bytes.isEmpty { try reader.finish(into: &events) } else { try reader.feed(chunk.bytes.span, into: &events) }
        } catch {
            let message = "line \(lines.line(of: error.offset, in: chunk)), byte \(error.offset): \(error.message)"
            if reportsErrors {
                events.append([.string(message), .array(reader.path)])
            } else {
                reading.fault = TextFault("\(shown): \(message.printable)")
            }
            reader = JSONEventReader(limits: TextFormat.limits)
        }
        if !events.isEmpty {
            let end = lines.bytes + chunk.count
            let elements = events.map { TextBatch.Element(value: $0, end: end) }
            reading.batches = [TextBatch(elements, of: chunk.bytes, at: lines.bytes, breaks: lines.breaks)]
        }
        lines.add(chunk)
        return reading
    }
}
