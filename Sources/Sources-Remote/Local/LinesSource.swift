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
        maxLineBytes = options.integer(
            "max_line_bytes", in: 1...Int(Int32.max), default: 16 << 20, help: "How long a line may be, in bytes.")
    }

    package func run(into output: inout RecordWriter) async throws {
        let input = try await RemoteInput.open(from)
        let source = RemoteInput.displayName(from)
        var rest: [UInt8] = []
        var number = 0
        var offset = 0
        while true {
            let chunk = try await input.read()
            var records: [Record] = []
            var start = 0
            func end(_ line: ArraySlice<UInt8>, length: Int) throws {
                number += 1
                let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw PipelineFailure(.badData, "\(source.printable): line \(number) is not UTF-8")
                }
                let origin = Origin(source: source, item: number, byteOffset: offset)
                records.append(Record(["line": .number(JSONNumber(number)), "text": .string(text)], origin: origin))
                offset += length
            }
            var fault: (any Error)?
            do {
                while let newline = chunk[start...].firstIndex(of: UInt8(ascii: "\n")) {
                    if rest.isEmpty {
                        try end(chunk[start..<newline], length: newline + 1 - start)
                    } else {
                        rest += chunk[start..<newline]
                        try end(rest[...], length: rest.count + 1)
                        rest.removeAll(keepingCapacity: true)
                    }
                    start = newline + 1
                }
                rest += chunk[start...]
                if chunk.isEmpty, !rest.isEmpty { try end(rest[...], length: rest.count) }
                if rest.count > maxLineBytes {
                    throw PipelineFailure(.badData, "\(source.printable): line \(number + 1) is longer than \(maxLineBytes) bytes")
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
