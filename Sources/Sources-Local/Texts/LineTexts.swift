internal import JSONParsing
internal import Pipeline

/// Reads lines of text. Bytes that are no UTF-8 become replacement characters, as in jq.
struct LineTexts {
    private let shown: String
    private var splitter = LineSplitter(maxLineBytes: JSONLimits.maxSupportedValueBytes, keepsReturns: true)
    private var lines = LineCount()

    init(shown: String) { self.shown = shown }

    /// Reads the next chunk.
    ///
    /// - Parameter bytes: The chunk; an empty one ends the input.
    mutating func read(_ bytes: [UInt8]) throws -> TextReading {
        var elements: [TextBatch.Element] = []
        try splitter.feed(bytes[...]) { line in
            if line.isTooLong {
                throw TextFault("\(shown): line \(line.number) is longer than \(JSONLimits.maxSupportedValueBytes) bytes")
            }
            let text = JSONValue.string(String(decoding: line.bytes, as: UTF8.self))
            elements.append(TextBatch.Element(value: text, end: line.offset + line.bytes.count))
        }
        let chunk = InputChunk(bytes)
        defer { lines.add(chunk) }
        guard !elements.isEmpty else { return TextReading() }
        return TextReading(batches: [TextBatch(elements, of: chunk.bytes, at: lines.bytes, breaks: lines.breaks)])
    }
}
