internal import JSONParsing
package import Pipeline

/// Text, one record a line.
package struct LinesSource: Source {
    package static let name = "lines"
    package static let summary =
        "Reads text from a file, standard input or an http(s) URL: each line a record with the line's number and text."
    package static let example: String? = #"{ "type": "lines", "from": "-" }"#

    private let from: String
    private let maxLineBytes: Int

    package init(options: inout OptionReader) {
        from = options.input("from", help: "A file, '-' for standard input, or an http(s) URL.")
        maxLineBytes = options.integer("max_line_bytes", in: 1...1 << 30, default: 16 << 20, help: "How long a line may be, in bytes.")
    }

    package func run(into output: inout RecordWriter) async throws {
        let input = try await RemoteInput.open(from)
        let source = RemoteInput.displayName(from)
        var splitter = LineSplitter(maxLineBytes: maxLineBytes)
        while true {
            let chunk = try await input.read()
            var records: [Record] = []
            var fault: (any Error)?
            do {
                try splitter.feed(chunk[...]) { line in
                    if line.isTooLong {
                        throw PipelineFailure(.badData, "\(source.printable): line \(line.number) is longer than \(maxLineBytes) bytes")
                    }
                    guard let text = String(validating: line.bytes, as: UTF8.self) else {
                        throw PipelineFailure(.badData, "\(source.printable): line \(line.number) is not UTF-8")
                    }
                    let origin = Origin(source: source, item: line.number, byteOffset: line.offset)
                    records.append(Record(["line": .number(JSONNumber(line.number)), "text": .string(text)], origin: origin))
                }
            } catch {
                fault = error
            }
            try await output.send(contentsOf: records)
            if let fault { throw fault }
            if chunk.isEmpty { return }
        }
    }
}
