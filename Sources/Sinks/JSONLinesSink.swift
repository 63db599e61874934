internal import JSONParsing
package import Pipeline
internal import Synchronization

/// JSON Lines: one record a line.
package struct JSONLinesSink: Sink {
    package static let name = "jsonl"
    package static let summary = "Writes each record as a line of JSON to a file, or to standard output."
    package static let example: String? = #"{ "type": "jsonl", "to": "out/threads.jsonl" }"#

    private let to: String
    private let remark = Remark()

    package init(options: inout OptionReader) {
        to = options.output(
            "to", help: "A file, which appears when the run has ended well, or '-' for standard output, which gets records as they come.")
    }

    /// Lines on standard output.
    package init() {
        to = "-"
    }

    /// What was never decoded is handed on as it is, without a copy.
    package func render(_ record: Record) throws -> JSONText { try JSONText(record.value) }

    package func write(_ documents: Batches<JSONText>) async throws {
        var output = try OutputStream(to)
        var writer = JSONWriter()
        for try await batch in documents {
            for line in batch {
                writer.write(.text(line))
                writer.append(UInt8(ascii: "\n"))
                if writer.bytes.count >= Self.bufferBytes { try Self.flush(&writer, to: &output) }
            }
            try Self.flush(&writer, to: &output)
        }
        if try output.finish() { remark.set("\(to.printable) is unchanged") }
    }

    /// So much is collected before it is written, in bytes: what stays in the cache.
    private static let bufferBytes = 128 << 10

    private static func flush(_ writer: inout JSONWriter, to output: inout OutputStream) throws {
        try output.write(writer.bytes)
        writer.removeAll()
    }

    package var appearsWhole: Bool { OutputStream.appearsWhole(to) }
    package var outputPath: String? { to == "-" ? nil : to }
    package var notes: [String] { remark.texts }
}
