internal import JSONParsing
package import Pipeline

/// One JSON array of all records.
package struct JSONSink: Sink {
    package static let name = "json"
    package static let summary = "Writes all records as one JSON array to a file, or to standard output."
    package static let example: String? = #"{ "type": "json", "to": "out/studies.json", "indent": 2 }"#

    private let output: FileOutput
    private let indent: Int

    package init(options: inout OptionReader) {
        output = FileOutput(
            options.output("to", help: "A file, which appears when the run has ended well, or '-' for standard output."))
        indent = options.integer("indent", in: 0...8, default: 2, help: "Spaces a level; 0 writes a record a line.")
    }

    package func render(_ record: Record) throws -> [UInt8] {
        let margin = [UInt8](repeating: UInt8(ascii: " "), count: indent)
        var writer = JSONWriter(indent: indent > 0 ? indent : nil, level: 1, appendingTo: margin)
        writer.write(record.value)
        return writer.bytes
    }

    package func write(_ documents: Batches<[UInt8]>) async throws {
        try await output.fill(from: documents) { documents, file in
            var count = 0
            var bytes: [UInt8] = []
            for try await batch in documents {
                for document in batch {
                    bytes.append(contentsOf: (count == 0 ? "[\n" : ",\n").utf8)
                    bytes.append(contentsOf: document)
                    count += 1
                }
                try await file.writeBlocks(of: &bytes)
            }
            bytes.append(contentsOf: (count == 0 ? "[]\n" : "\n]\n").utf8)
            try await file.write(bytes)
            return count
        }
    }

    package var appearsWhole: Bool { output.appearsWhole }
    package var outputPath: String? { output.outputPath }
    package var notes: [String] { output.notes }
}
