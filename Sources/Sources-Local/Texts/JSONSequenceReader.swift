internal import JSONParsing
internal import Pipeline

/// Reads a JSON text sequence, in which each text follows a record separator.
///
/// - SeeAlso: [RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)
struct JSONSequenceReader {
    private static let separator: UInt8 = 0x1E

    /// Collects the values of one text or, where separators are missing, of several.
    private struct Values: JSONItemSink {
        var list: [JSONValue] = []

        mutating func receive(_ bytes: Span<UInt8>, layout: inout JSONItemLayout, offset: Int) { list.append(layout.value(of: bytes)) }
    }

    private let shown: String
    private var reader = JSONItemReader(limits: QueryInputFormat.limits)
    private var values = Values()
    /// Whether everything up to the next separator is skipped.
    private var isFaulty = false
    private var lines = LineCounter()

    init(shown: String) { self.shown = shown }

    /// Reads the next chunk.
    ///
    /// - Parameter bytes: The chunk; an empty one ends the input.
    mutating func read(_ bytes: [UInt8]) -> CompletedTexts {
        var remarks: [String] = []
        var start = 0
        while let end = bytes[start...].firstIndex(of: Self.separator) {
            read(bytes[start..<end], &remarks)
            endText(&remarks)
            start = end + 1
        }
        if bytes.isEmpty { endText(&remarks) } else { read(bytes[start...], &remarks) }
        let chunk = InputChunk(bytes)
        defer { lines.add(chunk) }
        let end = lines.bytes + bytes.count
        let elements = values.list.map { QueryInputBatch.Element(value: $0, end: end) }
        values.list = []
        guard !elements.isEmpty || !remarks.isEmpty else { return CompletedTexts() }
        var batch = QueryInputBatch(elements, of: chunk.bytes, at: lines.bytes, breaks: lines.breaks)
        batch.remarks = remarks
        return CompletedTexts(batches: [batch])
    }

    private mutating func read(_ piece: ArraySlice<UInt8>, _ remarks: inout [String]) {
        guard !isFaulty, !piece.isEmpty else { return }
        do throws(JSONError) {
            try reader.feed(piece.span, into: &values)
        } catch {
            isFaulty = true
            remarks.append(remark(error.message))
        }
    }

    /// Ends the text in front of a separator or of the end.
    private mutating func endText(_ remarks: inout [String]) {
        defer {
            reader = JSONItemReader(limits: QueryInputFormat.limits)
            isFaulty = false
        }
        guard !isFaulty else { return }
        let count = values.list.count
        do throws(JSONError) {
            try reader.finish(into: &values)
            guard values.list.count > count else { return }
            // Only a number is complete as late as at the end of its text. It may have been cut.
            values.list.removeLast()
            remarks.append(remark("a number at the end may be cut, because no white space follows it"))
        } catch {
            remarks.append(remark(error.message))
        }
    }

    private func remark(_ message: String) -> String { "\(shown): skipped a text: \(message.printable)" }
}

/// Reads lines of text. Bytes that are no UTF-8 become replacement characters, as in jq.
struct RawLineReader {
    private let shown: String
    private var splitter = LineSplitter(maxLineBytes: JSONLimits.maxSupportedValueBytes, keepsReturns: true)
    private var lines = LineCounter()

    init(shown: String) { self.shown = shown }

    /// Reads the next chunk.
    ///
    /// - Parameter bytes: The chunk; an empty one ends the input.
    mutating func read(_ bytes: [UInt8]) throws -> CompletedTexts {
        var elements: [QueryInputBatch.Element] = []
        try splitter.feed(bytes[...]) { line in
            if line.isTooLong {
                throw TextFault("\(shown): line \(line.number) is longer than \(JSONLimits.maxSupportedValueBytes) bytes")
            }
            let text = JSONValue.string(String(decoding: line.bytes, as: UTF8.self))
            elements.append(QueryInputBatch.Element(value: text, end: line.offset + line.bytes.count))
        }
        let chunk = InputChunk(bytes)
        defer { lines.add(chunk) }
        guard !elements.isEmpty else { return CompletedTexts() }
        return CompletedTexts(batches: [QueryInputBatch(elements, of: chunk.bytes, at: lines.bytes, breaks: lines.breaks)])
    }
}
