internal import JSONParsing
package import Pipeline

/// The source `csv`: reads tables in CSV from a file, standard input or a URL, one record per row.
package struct CSVSource: InputListSource, RemoteSource {
    package static let name = "csv"
    package static let summary =
        "Reads a CSV table (RFC 4180 and its dialects) from a file, standard input or an http(s) URL: each row an object of texts."
    package static let example: String? = #"{ "type": "csv", "from": "-", "delimiter": "auto" }"#

    package let inputs: [Input]
    private let format: TableFormat
    private let onBadRow: OnBadRow
    private let settings: ClientSettings

    enum OnBadRow: String, CaseIterable {
        case reject
        case fail
    }

    package init(options: inout OptionReader) {
        inputs = options.inputs("from", help: InputList.help)
        format = TableFormat(&options)
        onBadRow = options.choice(
            "on_bad_row", default: OnBadRow.reject,
            help: "What becomes of a row with too few or too many cells: it goes to the rejects file, or ends the run.")
        settings = ClientSettings.read(&options, url: inputs.count == 1 ? inputs.first?.webAddress : nil, isStreamed: true)
        options.checkOneOrigin(of: inputs, settings, option: "from")
    }

    var cache: CacheSettings? { settings.cache }
    var remote: RemoteClient? { RemoteClient(inputs, settings) }

    package func check() async throws -> String? { try await InputCheck(inputs, settings).found() }

    package func run(into output: inout RecordWriter) async throws {
        for input in try InputList(inputs).open(for: &output) {
            output.beginInput()
            try await read(input, into: &output)
        }
    }

    private func read(_ from: Input, into output: inout RecordWriter) async throws {
        var input = try await InputReader(from, settings: settings, showsProgress: true)
        if !output.readsAhead { input.useSmallPieces() }
        if let remark = input.remark { output.warn(remark, of: from.shown) }
        var table = TableReader(format, ofFile: from.name)
        var isFirst = true
        while true {
            var chunk = try await input.read()
            while isFirst, chunk.count < UnexpectedHTML.startBytes {
                let more = try await input.read()
                if more.isEmpty { break }
                chunk += more
            }
            if isFirst, let page = UnexpectedHTML(chunk[...]) {
                let phrase = page.phrase(isResponse: input.head != nil, expected: "a CSV table")
                throw PipelineFailure(.badData, "\(from.shown.printable): \(phrase)")
            }
            isFirst = false
            let (rows, fault) = table.rows(of: chunk)
            try await send(rows, of: from.shown, into: &output)
            if let fault { throw failure(fault, of: from.shown) }
            if chunk.isEmpty {
                if let remark = input.endRemark { output.warn(remark, of: from.shown) }
                return
            }
        }
    }

    /// Sends the records of a chunk, and refuses its faulty rows, in the order of the table.
    private func send(_ rows: [TableRow], of shown: String, into output: inout RecordWriter) async throws {
        // A new string for each chunk: workers would contend for the reference count of a string that all records share.
        let source = String(decoding: Array(shown.utf8), as: UTF8.self)
        var records: [Record] = []
        records.reserveCapacity(rows.count)
        for row in rows {
            switch row {
            case .object(let object, let line, let offset):
                // Refused rows count as items, too, so the engine numbers the items.
                records.append(Record(.object(object), origin: Origin(source: source, line: line, byteOffset: offset)))
            case .faulty(let fault, let text, let line, let offset):
                try await output.send(contentsOf: records)
                records.removeAll(keepingCapacity: true)
                if onBadRow == .fail { throw failure(fault, of: shown) }
                let origin = Origin(source: source, line: line, byteOffset: offset)
                try await output.refuse(RefusedInput(.string(text), because: fault.message(inRowAt: line), origin: origin))
            }
        }
        try await output.send(contentsOf: records)
    }

    private func failure(_ fault: TableFault, of shown: String) -> PipelineFailure {
        PipelineFailure(.badData, "\(shown.printable): \(fault.message.printable)")
    }
}
