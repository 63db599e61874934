internal import JSONParsing
package import Pipeline

/// The source `csv`: reads tables in CSV from a file, standard input or a URL, one record per row.
package struct CSVSource: InputListSource, DocumentSource {
    package static let name = "csv"
    package static let summary =
        "Reads a CSV table (RFC 4180 and its dialects) from a file, standard input or an http(s) URL: each row an object of texts."
    package static let example = #"{ "type": "csv", "from": "-", "delimiter": "auto" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    private let format: TableFormat
    private let onBadRow: OnBadRow

    enum OnBadRow: String, CaseIterable {
        case reject
        case fail
    }

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help)
        format = TableFormat(&options)
        onBadRow = options.read(
            "on_bad_row", .choice, default: OnBadRow.reject,
            help: "What becomes of a row with too few or too many cells: it goes to the rejects file, or ends the run.")
        documents = InputDocuments(inputs, options: &options)
    }

    package var hooks: Hooks { Hooks(check: documents.check) }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { try await read($0, into: &$1) }
    }

    private func read(_ from: Input, into output: inout RecordWriter) async throws {
        var input = try await documents.open(from, for: output, format.decoding, .table)
        var table = TableReader(format, ofFile: from.name)
        var isFirst = true
        defer { if let remark = table.remark { output.warn(remark, of: from.shown) } }
        while true {
            var chunk = try await input.read()
            while isFirst, chunk.count < UnexpectedMarkup.startBytes {
                let more = try await input.read()
                if more.isEmpty { break }
                chunk += more
            }
            if isFirst, let page = UnexpectedMarkup(chunk[...], secrets: output.context.secrets) {
                let phrase = page.phrase(isResponse: input.response != nil, expected: "a CSV table")
                throw PipelineFailure(.badData, "\(from.shown.printable): \(phrase)")
            }
            if isFirst, format.columns == nil, input.response?.contentType?.lowercased().contains("json") == true,
                let byte = chunk.first(where: { $0 > 0x20 }), byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
            {
                throw PipelineFailure(
                    .badData, "\(from.shown.printable): the server sent JSON; a CSV table was expected; the source json reads JSON")
            }
            isFirst = false
            let (rows, fault) = table.rows(of: chunk)
            try await send(rows, of: input.origin, into: &output)
            if let fault { throw failure(fault, of: from.shown) }
            if chunk.isEmpty {
                input.warnOfBadBytes(output, of: from)
                input.warnOfEnd(output, of: from)
                return
            }
        }
    }

    /// Sends the records of a chunk, and refuses its faulty rows, in the order of the table.
    private func send(_ rows: [TableRow], of input: Origin, into output: inout RecordWriter) async throws {
        var origin = input.separated()
        var records: [Record] = []
        records.reserveCapacity(rows.count)
        for row in rows {
            switch row {
            case .object(let object, let line, let offset):
                // Refused rows count as items, too, so the engine numbers the items.
                (origin.line, origin.byteOffset) = (line, offset)
                records.append(Record(.object(object), origin: origin))
            case .faulty(let fault, let text, let line, let offset):
                try await output.send(contentsOf: records)
                records.removeAll(keepingCapacity: true)
                if onBadRow == .fail { throw failure(fault, of: input.source) }
                (origin.line, origin.byteOffset) = (line, offset)
                try await output.refuse(RefusedInput(.string(text), because: fault.message(inRowAt: line), origin: origin))
            }
        }
        try await output.send(contentsOf: records)
    }

    private func failure(_ fault: TableFault, of shown: String) -> PipelineFailure {
        PipelineFailure(.badData, "\(shown.printable): \(fault.message.printable)")
    }
}
