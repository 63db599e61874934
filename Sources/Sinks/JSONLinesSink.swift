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

    package func render(_ record: Record) throws -> [UInt8] {
        var writer = JSONWriter()
        writer.write(record.value)
        writer.append(UInt8(ascii: "\n"))
        return writer.bytes
    }

    package func write(_ documents: Batches<[UInt8]>) async throws {
        let output = try OutputStream(to)
        for try await batch in documents { try output.write(Array(batch.joined())) }
        if try output.finish() { remark.set("\(to.printable) is unchanged") }
    }

    package var appearsWhole: Bool { OutputStream.appearsWhole(to) }
    package var outputPath: String? { to == "-" ? nil : to }
    package var notes: [String] { remark.texts }
}
