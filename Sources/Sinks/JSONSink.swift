internal import JSONParsing
public import Pipeline

/// Writes one JSON array of all records.
struct JSONSink: OutputSink {
    static let name = "json"
    static let summary = "Writes all records as one JSON array to a file, or to standard output."
    static let example = #"{ "type": "json", "to": "out/studies.json", "indent": 2 }"#

    let output: FileOutput
    private let indent: Int

    init(options: inout OptionReader) {
        output = FileOutput(
            options.read(
                "to", .output,
                help:
                    "A file, which appears when the run has ended well, or '-' for standard output. A file whose name ends with .gz or .zst "
                    + "is compressed."))
        indent = options.read(
            "indent", .integer(0...8), default: 2,
            help:
                "Spaces a level, at most \(JSONIndenter.maxSpaces) a line; what stands deeper than \(JSONIndenter.maxDepth) levels stays on one line. 0 writes a record a line."
        )
    }

    /// A record ready to be written.
    enum Document: Sendable {
        case ready([UInt8])
        /// A record that indentation makes much longer. `write` indents it in blocks, to limit memory.
        case deferred(JSONText)
    }

    /// The maximum size in memory of an indented record, as a multiple of its compact length.
    private static let maxGrowth = 4
    /// The number of bytes that indentation may add to a record of any length.
    private static let growthBytes = 4 << 10

    var hooks: Hooks { .none }
    var traits: SinkTraits { output.traits }
    var admission: Admission<Document> { .all }

    func render(_ record: Record, in context: RunContext) throws -> Document {
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
        try await output.fill(from: documents) { documents, file in
            var isEmpty = true
            var bytes: [UInt8] = []
            for try await batch in documents {
                for document in batch {
                    bytes.append(contentsOf: (isEmpty ? "[\n" : ",\n").utf8)
                    isEmpty = false
                    switch document {
                    case .ready(let text): bytes.append(contentsOf: text)
                    case .deferred(let text):
                        let (margin, start) = makeIndenter(text)
                        var indenter = start
                        bytes.append(contentsOf: margin)
                        while !indenter.write(into: &bytes, upTo: OpenOutput.blockBytes) { try await file.writeBlocks(of: &bytes) }
                    }
                }
                try await file.writeBlocks(of: &bytes)
            }
            bytes.append(contentsOf: (isEmpty ? "[]\n" : "\n]\n").utf8)
            try await file.write(bytes)
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

    /// The file or stream that receives the records.
    public let output: FileOutput

    /// A record, and its key where records are merged.
    public struct Line: Sendable {
        let value: JSONValue
        let key: RecordKey?
    }

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        let to = options.read(
            "to", .output,
            help: "A file, which appears when the run has ended well, or '-' for standard output, which gets records as they come. A file "
                + "whose name ends with .gz or .zst is compressed.")
        output = FileOutput(to, update: options.fileUpdate(of: to))
    }

    /// Creates a sink that writes to standard output.
    public init() {
        output = FileOutput(.standardOutput)
    }

    /// The traits of the output.
    public var traits: SinkTraits { output.traits }
    /// Admits every record.
    public var admission: Admission<Line> { .all }

    /// Serializes the documents in a record, and computes its key where records are merged.
    public func render(_ record: Record, in context: RunContext) throws -> Line {
        Line(value: try JSONLinesFormat.rendered(record), key: try output.key(of: record))
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
            return line.key
        }
    }

    /// The sentences of `explain` about this sink.
    public var hooks: Hooks { Hooks(explanation: output.explanation) }
}
