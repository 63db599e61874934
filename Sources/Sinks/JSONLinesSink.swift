internal import JSONParsing
public import Pipeline

/// Writes JSON Lines: one record per line.
public struct JSONLinesSink: OutputSink {
    /// The `type` in pipeline files.
    public static let name = "jsonl"
    /// One sentence for `list` and `describe`.
    public static let summary = "Writes each record as a line of JSON to a file, or to standard output."
    /// A step to copy.
    public static let example = #"{ "type": "jsonl", "to": "out/threads.jsonl" }"#

    /// The output.
    public let output: FileOutput

    /// A record, and its key where records are merged.
    public struct Line: Sendable {
        let value: JSONValue
        let key: RecordKey?
    }

    /// Reads the options of a step.
    public init(options: inout OptionReader) {
        let to = options.output(
            "to",
            help:
                "A file, which appears when the run has ended well, or '-' for standard output, which gets records as they come. A file "
                + "whose name ends with .gz or .zst is compressed.")
        output = FileOutput(to, update: options.fileUpdate(of: to))
    }

    /// Creates a sink that writes to standard output.
    public init() {
        output = FileOutput(.standardOutput)
    }

    /// Takes every document.
    public var admission: Admission<Line> { .all }

    /// Serializes what has to be serialized.
    public func render(_ record: Record) throws -> Line {
        Line(value: try JSONLinesFormat.rendered(record), key: try output.key(of: record))
    }

    /// Writes all documents; the output appears at the commit point.
    public func write(_ documents: Batches<Line>) async throws {
        var writer = JSONWriter()
        try await output.fill(from: documents, as: JSONLinesFormat(key: output.key)) { line, bytes in
            // The writer has a buffer of its own, so that it takes over the one of the output.
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
