/// The output of a sink that writes one file or stream. A file appears at the end of a successful run. It is compressed if its name ends
/// with `.gz` or `.zst`.
///
///     init(options: inout OptionReader) { output = FileOutput(options.read("to", .output, help: "The file.")) }
///
///     func write(_ documents: Batches<String>) async throws {
///         try await output.fill(from: documents) { documents, file in
///             for try await batch in documents { try await file.write(Array(batch.joined().utf8)) }
///         }
///     }
///
/// A sink whose file is a sequence of records also has the modes `append` and `merge`, with ``fill(from:as:_:)``.
public struct FileOutput: OutputTarget {
    let output: Output
    let fileUpdate: FileUpdate
    let summary = SinkSummary()

    /// Creates the output. ``fill(from:_:)`` or ``fill(from:as:_:)`` opens it.
    ///
    /// - Parameters:
    ///   - output: The file or stream.
    ///   - update: The treatment of the records in an earlier file: ``OptionReader/fileUpdate(of:option:)``.
    public init(_ output: Output, update: FileUpdate = .replace) {
        self.output = output
        fileUpdate = update
    }

    /// The traits of the file: it appears when it is complete, and a dry run compares the content with the existing file.
    public var traits: SinkTraits {
        let update = output.appearsWhole ? fileUpdate.update : .keep
        return SinkTraits(appearsWhole: output.appearsWhole, path: output.path, update: update, supportsPlan: true)
    }
    /// The program that gives the key of a record; nil in other modes than `merge`.
    public var key: RecordQuery? { fileUpdate.key }
    /// The sentence about the mode for ``Hooks/explanation``.
    public var explanation: [String] { fileUpdate.explanation }
    /// The result in one sentence, once the output is complete. The engine adds it to the notes of the sink: do not put it into
    /// ``Hooks/notes``.
    public var notes: [String] { summary.texts }
    /// The number of written and unchanged files, once the output is complete: 1 and 0, or 0 and 1.
    public var result: OutputResult? { summary.result }

    /// Opens the output, replaces an earlier file, calls `write`, and renames the file to its path once all sinks of the run are ready.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - write: Writes all documents. The output counts the documents that the closure takes.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written; or the error of `write`.
    public func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout OpenOutput) async throws -> Void
    ) async throws {
        precondition(fileUpdate.mode == .replace, "a sink with the option mode has to use fill(from:as:_:)")
        var file = try await OpenOutput.open(output, in: documents.context)
        let counted = documents.counted()
        try await write(counted.batches, &file)
        let isUnchanged = try await put(file, inPlaceWith: documents)
        report(counted.count(), isUnchanged: isUnchanged, in: documents.context)
    }

    /// Renames a complete file to its path at the commit point.
    ///
    /// - Returns: Whether the existing file had the same content and was not touched.
    func put<Document>(_ file: consuming OpenOutput, inPlaceWith documents: Batches<Document>) async throws -> Bool {
        try await file.finishContent()
        try file.prepare()
        summary.setPrepared(.file(bytes: file.size))
        try await documents.commitPoint()
        return try file.commit()
    }

    /// Sets the sentence of the summary for a file that replaces the earlier one.
    func report(_ count: Int, isUnchanged: Bool, in context: RunContext) {
        let records = count.counted("record")
        report(isUnchanged ? "unchanged, \(records)" : "\(records) written", isUnchanged: isUnchanged, planned: records, in: context)
    }

    /// Sets the sentence of the summary.
    ///
    /// - Parameters:
    ///   - sentence: The change of the records, such as `3 records appended`.
    ///   - planned: The sentence for a dry run, after the words "would be changed"; nil for `sentence`.
    func report(_ sentence: String, isUnchanged: Bool, planned: String? = nil, in context: RunContext) {
        if let plan = context.plan { return plan.describe(planned ?? sentence) }
        guard output != .standardOutput else { return }
        let result = OutputResult(written: isUnchanged ? 0 : 1, unchanged: isUnchanged ? 1 : 0)
        summary.set(["\(output.shown.printable): \(sentence)"], result)
    }
}

extension FileOutput: StateTrackedOutput {
    package var markedPath: MaskedText? { if case .file(let path) = output { path } else { nil } }
    package var presentContent: OutputMark.Content? { markedPath.flatMap { FilePath.size(of: $0.value) }.map { .file(bytes: $0) } }
    package var preparedContent: OutputMark.Content? { summary.prepared }
    package var isFolder: Bool { false }
}

// Files of records, which a run replaces, appends to or merges with its own.
extension FileOutput {
    /// Returns the key of a record. Call this in ``Sink/render(_:in:)``, so that workers compute keys, and return the key in the closure of
    /// ``fill(from:as:_:)``.
    ///
    /// - Returns: nil in other modes than `merge`.
    /// - Throws: ``RecordError`` for a record without a key; the error of the program.
    public func key(of record: Record) throws -> RecordKey? { try fileUpdate.key(of: record) }

    /// Writes all documents in the mode of the sink, and renames the file to its path once all sinks of the run are ready.
    ///
    ///     func render(_ record: Record, in context: RunContext) throws -> Line { Line(text: try record.string("text"), key: try output.key(of: record)) }
    ///
    ///     func write(_ lines: Batches<Line>) async throws {
    ///         try await output.fill(from: lines, as: format) { line, bytes in
    ///             bytes += "\(line.text)\n".utf8
    ///             return line.key
    ///         }
    ///     }
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - format: The format of the file.
    ///   - append: Appends the bytes of a document, with the end of its record, and returns ``key(of:)``.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written, or if the earlier file has a fault; the error of `append`.
    public func fill<Document>(
        from documents: Batches<Document>, as format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        switch fileUpdate.mode {
        case .replace: try await replace(documents, format, append)
        case .append: try await addRecords(documents, format, append)
        case .merge: try await merge(documents, format, append)
        }
    }

    /// Writes a new file.
    private func replace<Document>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        var file = try await OpenOutput.open(output, in: documents.context)
        var count = 0
        var bytes: [UInt8] = []
        for try await batch in documents {
            if count == 0 { bytes = format.header }
            try await write(batch, through: &bytes, to: &file, append)
            count += batch.count
        }
        try await file.write(count == 0 ? format.header : bytes)
        let isUnchanged = try await put(file, inPlaceWith: documents)
        report(count, isUnchanged: isUnchanged, in: documents.context)
    }

    /// Writes a batch.
    ///
    /// - Parameter bytes: Receives the bytes that do not fill a block yet.
    private func write<Document>(
        _ batch: [Document], through bytes: inout [UInt8], to file: inout OpenOutput,
        _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        for document in batch {
            _ = try append(document, &bytes)
            if bytes.count >= OpenOutput.blockBytes { try await file.writeBlocks(of: &bytes) }
        }
        try await file.writeBlocks(of: &bytes)
    }

    /// Appends the documents to the earlier file. Without documents, that file is not touched.
    private func addRecords<Document>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        guard let earlier = try EarlierFile.open(output) else { return try await replace(documents, format, append) }
        var iterator = documents.makeAsyncIterator()
        guard let first = try await iterator.next() else { return try await leaveUnchanged(documents) }
        let end = try await earlier.end(format)
        var file = try await OpenOutput.open(output, in: documents.context)
        try file.copy(earlier)
        var bytes = format.beginning(behind: end)
        var count = first.count
        try await write(first, through: &bytes, to: &file, append)
        while let batch = try await iterator.next() {
            try await write(batch, through: &bytes, to: &file, append)
            count += batch.count
        }
        try await file.write(bytes)
        _ = try await put(file, inPlaceWith: documents)
        report("\(count.counted("record")) appended", isUnchanged: false, in: documents.context)
    }

    private func leaveUnchanged<Document>(_ documents: Batches<Document>, _ records: String = "0 records") async throws {
        summary.setPrepared(presentContent)
        try await documents.commitPoint()
        documents.context.plan?.noteUnchangedFile(output.shown)
        report("unchanged, \(records)", isUnchanged: true, planned: records, in: documents.context)
    }

    /// Merges the documents with the earlier file. Without documents, that file is not touched.
    private func merge<Document>(
        _ documents: Batches<Document>, _ format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> RecordKey?
    ) async throws {
        let spool = try MergeSpool(
            beside: documents.context.plan?.temporaryPath ?? output.path ?? "", called: output.shown.printable)
        var news = SpooledRecords(in: spool)
        var bytes: [UInt8] = []
        for try await batch in documents {
            for document in batch {
                bytes.removeAll(keepingCapacity: bytes.count <= OpenOutput.blockBytes)
                guard let key = try append(document, &bytes) else {
                    throw PipelineFailure(.internalError, "a sink merges records and gives no key")
                }
                try news.add(bytes, key: key)
            }
        }
        let earlier = try EarlierFile.open(output)
        if news.count == 0, earlier != nil { return try await leaveUnchanged(documents) }
        try spool.flush()
        var merge = RecordMerge(consume news, with: earlier, called: output.shown.printable, format)
        var file = try await OpenOutput.open(output, in: documents.context)
        try await merge.run(into: &file)
        guard merge.isChanged else {
            return try await leaveUnchanged(documents, merge.newCount.counted("record") + merge.counts.supersededSummary)
        }
        _ = try await put(file, inPlaceWith: documents)
        report(merge.counts.summary, isUnchanged: false, in: documents.context)
    }
}

/// How a sink of one file updates the file of an earlier run: the options `mode` and `key`, which ``OptionReader/fileUpdate(of:option:)``
/// reads.
public struct FileUpdate: Sendable {
    /// The values of the option `mode`.
    public enum Mode: String, CaseIterable, Sendable {
        /// The new records replace the file.
        case replace
        /// The new records are appended to the earlier ones.
        case append
        /// New records replace earlier ones with the same key. Records with new keys are appended.
        case merge
    }

    /// The new records replace the file.
    public static let replace = FileUpdate(mode: .replace, key: nil)

    /// The value of the option `mode`.
    let mode: Mode
    /// The program that gives the key of a record; nil in other modes than `merge`.
    let key: RecordQuery?

    init(mode: Mode, key: RecordQuery?) {
        self.mode = mode
        self.key = key
    }

    /// What the mode does to the records of earlier runs, for an output that appears whole.
    var update: SinkUpdate {
        switch mode {
        case .replace: .replace
        case .append: .append
        case .merge: .merge
        }
    }

    /// Returns the key of a record; nil in other modes than `merge`.
    ///
    /// - Throws: ``RecordError`` for a record without a key; the error of the program.
    func key(of record: Record) throws -> RecordKey? {
        guard let program = key else { return nil }
        if let key = try program.first(record).flatMap({ try RecordKey($0) }) { return key }
        throw RecordError("the key \(program.source.printable) is null or missing, and a record is merged by its key")
    }

    /// The sentence of `explain` about the mode; none for `replace`.
    var explanation: [String] {
        switch mode {
        case .replace: []
        case .append: ["appends: the records of earlier runs stay, and new ones stand behind them"]
        case .merge:
            [
                "merges by \((key?.source ?? "").printable): a record takes the place of the earlier one with its key, others stand behind; "
                    + "earlier records that do not come again stay"
            ]
        }
    }
}

extension OptionReader {
    /// Reads the options `mode` and `key` of a sink that writes its records to one file: whether earlier records are replaced, stay in front
    /// of the new ones, or are merged with them. Pass the result to ``FileOutput/init(_:update:)``.
    ///
    /// - Parameters:
    ///   - output: The output. Standard output and devices have no earlier records.
    ///   - option: The key of the option that names the output.
    public mutating func fileUpdate(of output: Output, option: String = "to") -> FileUpdate {
        let update = fileUpdate()
        if update.mode != .replace, !output.appearsWhole {
            report(
                "the mode \"\(update.mode.rawValue)\" needs a file with the records of earlier runs, and \(output.shown.printable) keeps none",
                option: option)
        }
        return update
    }

    /// Reads the options `mode` and `key` of a sink with several files, as ``fileUpdate(of:option:)`` does for one.
    mutating func fileUpdate(of target: RecordTarget) -> FileUpdate {
        if case .one(let output) = target { fileUpdate(of: output) } else { fileUpdate() }
    }

    private mutating func fileUpdate() -> FileUpdate {
        let mode = read(
            "mode", .choice, default: FileUpdate.Mode.replace,
            help:
                "What happens to the records of an earlier run: they are replaced, new ones are appended, or new ones are merged with them by "
                + "key. append and merge are for runs that get only what is new.")
        let key = readIfPresent("key", .query, help: "With merge: a jq program that gives the key of a record, such as \".id\".")
        if mode == .merge, key == nil, !hasProblem(with: "key") {
            report("the mode \"merge\" needs \"key\", a jq program that gives the key of a record, such as \".id\"", option: "mode")
        }
        if mode != .merge, key != nil, !hasProblem(with: "mode") {
            report("only the mode \"merge\" has a key; the mode here is \"\(mode.rawValue)\"", option: "key")
        }
        return FileUpdate(mode: mode, key: key)
    }

    /// Whether a problem with the value of an option was reported.
    private func hasProblem(with option: String) -> Bool { problems.contains { $0.path == place(of: option) } }
}
