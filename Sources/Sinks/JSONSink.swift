internal import JSONParsing
package import Pipeline

/// One JSON array of all records.
package struct JSONSink: Sink {
    package static let name = "json"
    package static let summary = "Writes all records as one JSON array to a file, or to standard output."
    package static let example: String? = #"{ "type": "json", "to": "out/studies.json", "indent": 2 }"#

    private let to: String
    private let indent: Int
    private let remark = Remark()

    package init(options: inout OptionReader) {
        to = options.output("to", help: "A file, which appears when the run has ended well, or '-' for standard output.")
        indent = options.integer("indent", in: 0...8, default: 2, help: "Spaces a level; 0 writes a record a line.")
    }

    package func render(_ record: Record) throws -> [UInt8] {
        var writer = JSONWriter(indent: indent > 0 ? indent : nil, level: 1)
        writer.write(record.value)
        return [UInt8](repeating: UInt8(ascii: " "), count: indent) + writer.bytes
    }

    package func write(_ documents: Batches<[UInt8]>) async throws {
        var output = try OutputStream(to)
        var isFirst = true
        for try await batch in documents {
            var bytes: [UInt8] = []
            for document in batch {
                bytes.append(contentsOf: (isFirst ? "[\n" : ",\n").utf8)
                bytes.append(contentsOf: document)
                isFirst = false
            }
            try output.write(bytes)
        }
        try output.write(Array((isFirst ? "[]\n" : "\n]\n").utf8))
        if try output.finish() { remark.set("\(to.printable) is unchanged") }
    }

    package var appearsWhole: Bool { OutputStream.appearsWhole(to) }
    package var outputPath: String? { to == "-" ? nil : to }
    package var notes: [String] { remark.texts }
}
