internal import JSONParsing
package import Pipeline

/// The source `lines`: reads text, one record per line.
package struct LinesSource: InputListSource, DocumentSource {
    package static let name = "lines"
    package static let summary =
        "Reads text from a file, standard input or an http(s) URL: each line a record with the line's number and text."
    package static let example = #"{ "type": "lines", "from": "-" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let maxLineBytes: Int
    private let decoding: TextDecoding

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        maxLineBytes = options.read("max_line_bytes", .integer(1...1 << 30), default: 16 << 20, help: "How long a line may be, in bytes.")
        decoding = TextDecoding(&options, badBytes: "fail ends the run")
        documents = InputDocuments(inputs, options: &options)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { try await read($0, into: &$1) }
    }

    private func read(_ from: Input, into output: inout RecordWriter) async throws {
        var input = try await documents.open(from, for: output, decoding, .text)
        let source = from.shown
        var splitter = LineSplitter(maxLineBytes: maxLineBytes)
        var isFirst = true
        while true {
            let chunk = try await input.read()
            var start = 0
            if isFirst, !chunk.isEmpty {
                guard let mark = ByteOrderMark.lengthToSkip(inText: chunk) else {
                    throw PipelineFailure(
                        .badData, "\(source.printable) is in UTF-32, which is not decoded; iconv -f utf-32 -t utf-8 converts it")
                }
                start = mark
                splitter = LineSplitter(maxLineBytes: maxLineBytes, offset: start)
                isFirst = false
            }
            // A chunk that held only the byte order mark is not the end of the input.
            if !chunk.isEmpty, start == chunk.count { continue }
            let (records, fault) = records(of: chunk[start...], from: input.origin, &splitter)
            try await output.send(contentsOf: records)
            if let fault { throw fault }
            if chunk.isEmpty {
                input.warnOfBadBytes(output, of: from)
                input.warnOfEnd(output, of: from)
                return
            }
        }
    }

    /// Returns the records of a chunk up to the first invalid line, and the error of that line.
    private func records(
        of chunk: ArraySlice<UInt8>, from input: Origin, _ splitter: inout LineSplitter
    ) -> (records: [Record], fault: (any Error)?) {
        var records: [Record] = []
        let source = input.source
        var origin = input.separated()
        do {
            try splitter.feed(chunk) { line in
                if line.isTooLong {
                    throw PipelineFailure(.badData, "\(source.printable): line \(line.number) is longer than \(maxLineBytes) bytes")
                }
                guard let text = String(validating: line.bytes, as: UTF8.self) else {
                    throw PipelineFailure(
                        .badData,
                        "\(source.printable): line \(line.number) is not UTF-8\(LegacyEncoding.hint(for: line.bytes, advice: .option))")
                }
                (origin.item, origin.line, origin.byteOffset) = (line.number, line.number, line.offset)
                records.append(Record(["line": .number(JSONNumber(line.number)), "text": .string(text)], origin: origin))
            }
            return (records, nil)
        } catch {
            return (records, error)
        }
    }
}
