internal import JSONParsing
package import Pipeline

/// The source `json`: reads JSON documents, concatenated JSON texts and JSON Lines from a file, standard input or a URL.
package struct JSONSource: InputListSource, DocumentSource {
    package static let name = "json"
    package static let summary = "Reads JSON, JSON Lines or a stream of JSON texts from a file, standard input or an http(s) URL."
    package static let example = #"{ "type": "json", "from": "samples/case-studies.json", "items": ".case_studies[]" }"#

    package let documents: InputDocuments
    package var inputs: [Input] { documents.inputs }
    /// The input that is read now.
    private(set) var from: Input
    let items: RecordQuery
    let limits: JSONLimits
    let lastKeyWins: Bool
    let onBadLine: OnBadLine
    let decoding: TextDecoding
    /// Whether the command `pipe` reads the input, so that messages name jq instead of the option `items`.
    private let isPiped: Bool

    enum DuplicateKeys: String, CaseIterable {
        case error
        case last
    }

    enum OnBadLine: String, CaseIterable {
        case fail
        case reject
    }

    package init(options: inout OptionReader) {
        let inputs = options.read("from", .list(of: .input, isEmptyAllowed: false), help: InputList.help + " Read afresh in every run.")
        from = inputs.first ?? .standardInput
        items = options.read(
            "items", .query, default: .fixed("."),
            help:
                "A jq program that names what a record is. If it begins with a plain path such as .a.b[], items are taken out one by one, "
                + "and an input without a JSON text is an error; the program \".\" finds no records there.")
        let depth = options.read(
            "max_depth", .integer(1...100_000), default: JSONLimits.standard.maxDepth, help: "How deep arrays and objects may nest.")
        let bytes = options.read(
            "max_record_bytes", .integer(1...1 << 30), default: JSONLimits.standard.maxValueBytes,
            help: "How long one item may be, in bytes.")
        limits = JSONLimits(maxDepth: depth, maxValueBytes: bytes)
        let duplicates = options.read(
            "duplicate_keys", .choice, default: DuplicateKeys.error,
            help: "What becomes of an object with equal keys when a stage looks into it; untouched it is written as it was read.")
        lastKeyWins = duplicates == .last
        isPiped = false
        decoding = TextDecoding(&options, badBytes: "fail ends the run")
        onBadLine = options.read(
            "on_bad_line", .choice, default: OnBadLine.fail,
            help: "With reject, the input is read as JSON Lines, and a line that is no JSON goes to the rejects file; fail ends the run.")
        documents = InputDocuments(inputs, options: &options)
    }

    /// Creates a source for standard input, which makes each JSON text a record.
    ///
    /// - Parameter rejectsBadLines: Whether to read JSON Lines and reject invalid lines. Otherwise invalid JSON ends the run.
    package init(rejectsBadLines: Bool) {
        documents = InputDocuments([.standardInput])
        from = .standardInput
        items = .identity
        limits = .standard
        lastKeyWins = false
        onBadLine = rejectsBadLines ? .reject : .fail
        decoding = TextDecoding()
        isPiped = true
    }

    package var hooks: Hooks { Hooks(explanation: explanation, check: documents.check) }

    private var explanation: [String] {
        guard let (steps, rest) = items.leadingPath else {
            return ["items: \(items.source) — each JSON text is read whole, because the program does not begin with a plain path"]
        }
        let path = items.isSecret ? "the path that \(items.source) begins with" : JSONPathStep.text(of: steps)
        return ["items: streamed at \(path)" + (rest == nil ? "" : ", the rest of the program is run on each item")]
    }

    /// The state of reading an input.
    struct Progress {
        var reading: ItemReading
        /// The line counter for an input that cannot be read again; nil for a file, whose lines are counted when an error needs them.
        var lines: LineCounter?
        /// Counts the bytes of splits; the reader counts all others.
        let tally: InputTally?
        /// Whether no chunk has been delivered yet.
        var isAtStart = true
        /// The number of items, without those that are null.
        var items = 0
    }

    package var continuation: SourceContinuation { .none }

    package func run(into output: inout RecordWriter) async throws {
        try await documents.read(into: &output) { input, output in
            var source = self
            source.from = input
            try await source.read(into: &output)
        }
    }

    /// Reads the input ``from``.
    private func read(into output: inout RecordWriter) async throws {
        if onBadLine == .reject { return try await runLines(into: &output) }
        var input = try await documents.open(from, for: output, decoding, .json)
        if input.hasNoContent { return }
        let reader = JSONItemReader(path: items.leadingPath?.steps ?? [], limits: limits)
        let collector = ItemCollector(input.origin, lastKeyWins: lastKeyWins)
        var progress = Progress(
            reading: ItemReading(reader, collector: collector), lines: isFile ? nil : LineCounter(), tally: input.tally)
        var isFirst = true
        var inspector = input.response?.inspector
        do {
            while true {
                let bytes = try await input.read()
                if bytes.isEmpty {
                    input.warnOfBadBytes(output, of: from)
                    // A document of JSON shows its end. JSON Lines, which have another type, do not.
                    if items.leadingPath?.steps.isEmpty != false, input.response?.isJSON != true { input.warnOfEnd(output, of: from) }
                    break
                }
                inspector?.add(bytes)
                let start = isFirst ? try skipMark(in: bytes, &progress) : 0
                isFirst = false
                var chunk = InputChunk(bytes, from: start)
                let found = progress.reading.read(&chunk)
                try await deliver(found, of: chunk, &progress, into: &output)
                if let boundary = progress.reading.boundary, let position = input.position {
                    let splits = InputSplitter(
                        input, at: position, boundary, offset: progress.reading.offset, itemBytes: progress.reading.itemBytes)
                    try await read(splits, &progress, into: &output)
                    break
                }
            }
            try await deliver(progress.reading.finish(), of: nil, &progress, into: &output)
        } catch let failure as PipelineFailure where failure.kind == .badData && progress.items == 0 {
            // A document that reports a failure of the server is a failure of the server, and no bad data.
            try inspector?.checkFailure(items)
            throw failure
        }
        for warning in try inspector?.warnings(items, count: progress.items) ?? [] {
            output.warn(warning, of: from.shown, mayMissRecords: true)
        }
    }

    /// Skips a byte order mark.
    ///
    /// - Returns: Its length in bytes; 0 without one.
    private func skipMark(in bytes: [UInt8], _ progress: inout Progress) throws -> Int {
        do throws(JSONError) {
            let start = try ByteOrderMark.lengthToSkip(in: bytes)
            progress.reading.skip(start)
            progress.lines?.skip(start)
            return start
        } catch {
            throw failure(error)
        }
    }

    /// Sends the records of a chunk and throws its error.
    func deliver(
        _ found: ItemReading.ChunkResult, of chunk: InputChunk?, _ progress: inout Progress, into output: inout RecordWriter
    ) async throws {
        let program = items.leadingPath.map(\.rest) ?? items
        var records = found.records
        progress.items += records.count { !$0.value.isNull }
        if progress.isAtStart { warn(ofArray: records.first, output) }
        if let remark = remarkOnArrays {
            for place in records.indices where records[place].value.kind == .array { records[place].warnings.append(remark) }
        }
        try await send(records, through: program, into: &output)
        if let fault = found.fault { throw await failure(fault, in: chunk, progress, output.context) }
        progress.isAtStart = false
        if let chunk { progress.lines?.add(chunk) }
    }

    /// Warns if each JSON text makes one record and the first is an array: its elements were probably meant.
    func warn(ofArray first: Record?, _ output: borrowing RecordWriter) {
        guard first?.value.kind == .array, !items.isSecret, items.source.trimmingSpaces == "." else { return }
        let advice = isPiped ? "with jq -c '.[]' in front of the pipe" : "with \"items\": \".[]\""
        output.warn("the first text is an array, which makes one record; \(advice) each of its elements makes one", of: from.shown)
    }

    /// The warning for records that are arrays at the end of a path such as `.posts`: their elements were probably meant.
    private var remarkOnArrays: String? {
        guard let (steps, rest) = items.leadingPath, rest == nil, case .key? = steps.last, !items.isSecret else { return nil }
        let path = JSONPathStep.text(of: steps)
        return "\(path) is an array, which makes one record; with \(path)[] each of its elements makes one"
    }

    /// Runs the part of the query after the path on records and sends its outputs.
    func send(_ records: [Record], through program: RecordQuery?, into output: inout RecordWriter) async throws {
        guard let program else { return try await output.send(contentsOf: records) }
        var made: [Record] = []
        for record in records {
            do {
                for value in try program.all(record) {
                    var origin = record.origin
                    origin.item = 0
                    made.append(Record(value, origin: origin))
                }
            } catch let error as CancellationError {
                throw error
            } catch {
                try await output.send(contentsOf: made)
                made.removeAll()
                guard onBadLine == .reject else {
                    let place = record.origin.byteOffset.map { " (byte \($0))" } ?? ""
                    throw PipelineFailure(.badData, "\(record.origin.description.printable)\(place): items: \(error.message.printable)")
                }
                let program = error as? RecordQueryError
                var refused = RefusedInput(
                    record.value, because: "items: \(program?.reason ?? error.message)", origin: record.origin)
                refused.programPlace = program?.place
                try await output.refuse(refused)
            }
        }
        try await output.send(contentsOf: made)
    }

    /// Returns the failure for an encoding error, which has no line.
    func failure(_ fault: JSONError) -> PipelineFailure {
        PipelineFailure(.badData, "\(from.shown.printable): byte \(fault.offset): \(message(fault).printable)")
    }

    /// The message of an error, with secret paths masked.
    ///
    /// - Parameter bytes: The text with the error, if it is in memory.
    func message(_ fault: JSONError, in bytes: ArraySlice<UInt8>? = nil) -> String {
        if case .wrongEncoding(let name) = fault.reason {
            return "the text is in \(name), which is not decoded; iconv -f \(name) -t utf-8 converts it"
        }
        if case .invalidUTF8(let byte, let first) = fault.reason {
            let hint = bytes.map { LegacyEncoding.hint(for: $0, advice: isPiped ? .program : .option) } ?? ""
            return fault.message + (hint.isEmpty ? LegacyEncoding.hint(for: first ?? byte) : hint)
        }
        guard items.isSecret else { return fault.message }
        return switch fault.reason {
        case .missing: "nothing found at the path of \(items.source)"
        case .wrongKind(_, let expected, let found): "expected \(expected) at the path of \(items.source), found \(found)"
        default: fault.message
        }
    }
}
