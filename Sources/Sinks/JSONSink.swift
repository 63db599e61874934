internal import JSONParsing
public import Pipeline

/// Writes one JSON array of all records.
struct JSONSink: OutputSink {
    static let name = "json"
    static let summary = "Writes all records as one JSON array to a file, or to standard output."
    static let example = #"{ "type": "json", "to": "out/studies.json", "indent": 2 }"#

    let output: RecordOutput
    private let indent: Int

    init(options: inout OptionReader) {
        output = options.recordOutput(
            help: "A file, which appears when the run has ended well, or '-' for standard output. A file whose name ends with .gz or .zst "
                + "is compressed.", hasModes: false)
        indent = options.read(
            "indent", .integer(0...8), default: 2,
            help:
                "Spaces a level, at most \(JSONIndenter.maxSpaces) a line; what stands deeper than \(JSONIndenter.maxDepth) levels stays on one line. 0 writes a record a line."
        )
    }

    /// A record ready to be written.
    struct Document: PlacedDocument {
        enum Content: Sendable {
            case ready([UInt8])
            /// A record that indentation makes much longer. `write` indents it in blocks, to limit memory.
            case deferred(JSONText)
        }

        let content: Content
        var place: OutputPlace
    }

    /// The maximum size in memory of an indented record, as a multiple of its compact length.
    private static let maxGrowth = 4
    /// The number of bytes that indentation may add to a record of any length.
    private static let growthBytes = 4 << 10

    var hooks: Hooks { Hooks(explanation: output.explanation) }
    var traits: SinkTraits { output.traits }
    var admission: Admission<Document> { output.admission() }

    func render(_ record: Record, in context: RunContext) throws -> Document {
        Document(content: try content(of: record), place: try output.place(of: record))
    }

    private func content(of record: Record) throws -> Document.Content {
        guard indent > 0 else {
            var writer = JSONWriter()
            writer.write(record.value)
            return .ready(writer.bytes)
        }
        let text = try JSONText(record.value)
        var (bytes, indenter) = makeIndenter(text)
        let isWhole = indenter.write(into: &bytes, upTo: Self.maxGrowth * text.count + Self.growthBytes)
        return isWhole ? .ready(bytes) : .deferred(text)
    }

    private func makeIndenter(_ text: JSONText) -> ([UInt8], JSONIndenter) {
        ([UInt8](repeating: UInt8(ascii: " "), count: indent), JSONIndenter(text, indent: indent, level: 1))
    }

    func write(_ documents: Batches<Document>) async throws {
        let frame = RecordFrame(header: "[\n", separator: ",\n", footer: "\n]\n", empty: "[]\n")
        // The rest of a deferred record.
        var rest: JSONIndenter?
        try await output.fill(from: documents, in: frame) { document, bytes in
            switch document.content {
            case .ready(let text): bytes += text
            case .deferred(let text):
                if rest == nil {
                    let (margin, start) = makeIndenter(text)
                    bytes += margin
                    rest = start
                }
                guard rest?.write(into: &bytes, upTo: OpenOutput.blockBytes) == true else { return false }
                rest = nil
            }
            return true
        }
    }
}

/// Writes JSON Lines: one record per line.
public struct JSONLinesSink: OutputSink {
    /// The `type` in pipeline files.
    public static let name = "jsonl"
    /// One sentence for `list` and `describe`.
    public static let summary = "Writes each record as a line of JSON to a file, or to standard output."
    /// An example of a step.
    public static let example = #"{ "type": "jsonl", "to": "out/threads.jsonl" }"#

    /// The output that receives the records.
    public let output: RecordOutput

    /// A record, and its place in the output.
    public struct Line: PlacedDocument {
        let value: JSONValue
        /// The place in the output.
        public var place: OutputPlace
    }

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        output = options.recordOutput(
            help: "A file, which appears when the run has ended well, or '-' for standard output, which gets records as they come. A file "
                + "whose name ends with .gz or .zst is compressed.")
    }

    /// Creates a sink that writes to standard output.
    public init() {
        output = RecordOutput(.standardOutput)
    }

    /// The traits of the output.
    public var traits: SinkTraits { output.traits }
    /// Admits every record, unless the path of its file is not free.
    public var admission: Admission<Line> { output.admission() }

    /// Serializes the documents in a record, and computes its place in the output.
    public func render(_ record: Record, in context: RunContext) throws -> Line {
        Line(value: try JSONLinesFormat.rendered(record), place: try output.place(of: record))
    }

    /// Writes all documents; the output appears at the commit point.
    public func write(_ documents: Batches<Line>) async throws {
        var writer = JSONWriter()
        try await output.fill(from: documents, as: JSONLinesFormat(key: output.key)) { line, bytes in
            // The writer appends to a buffer of its own: swapping it with the buffer of the output avoids a copy.
            swap(&writer.bytes, &bytes)
            writer.write(line.value)
            writer.append(UInt8(ascii: "\n"))
            swap(&writer.bytes, &bytes)
        }
    }

    /// The sentences of `explain` about this sink.
    public var hooks: Hooks { Hooks(explanation: output.explanation) }
}
