/// The output of a sink of records: one file or stream, or one file for each value of a template, its partitions.
///
///     init(options: inout OptionReader) { output = options.recordOutput(help: "The file.") }
///     func render(_ record: Record, in context: RunContext) throws -> Line { Line(text: …, place: try output.place(of: record)) }
///     var admission: Admission<Line> { output.admission() }
///     func write(_ lines: Batches<Line>) async throws {
///         try await output.fill(from: lines, as: format) { line, bytes in bytes += "\(line.text)\n".utf8 }
///     }
public struct RecordOutput: OutputTarget {
    private enum Kind: Sendable {
        /// One file or stream for all records.
        case file(FileOutput)
        /// A file for each value of a template.
        case partitions(PartitionedOutput)
    }

    private let kind: Kind
    /// The treatment of the records in earlier files.
    private let fileUpdate: FileUpdate
    /// Whether records have a place: a key or a partition. Workers read this for each record, and copy nothing of the output.
    private let hasPlaces: Bool

    /// Creates an output of one file or stream.
    ///
    /// - Parameters:
    ///   - output: The file or stream.
    ///   - update: The treatment of the records in an earlier file.
    public init(_ output: Output, update: FileUpdate = .replace) {
        kind = .file(FileOutput(output, update: update))
        fileUpdate = update
        hasPlaces = update.key != nil
    }

    /// Creates an output of a file for each value of a template.
    init(_ template: PathTemplate, update: FileUpdate, maxOpenFiles: Int) {
        kind = .partitions(PartitionedOutput(template, update: update, maxOpenFiles: maxOpenFiles))
        fileUpdate = update
        hasPlaces = true
    }

    private var target: any StateTrackedOutput {
        switch kind {
        case .file(let file): file
        case .partitions(let partitions): partitions
        }
    }

    /// The traits of the output, which its sink returns as its own.
    public var traits: SinkTraits { target.traits }
    /// The result in a sentence, after the output is in place.
    public var notes: [String] { target.notes }
    /// The result in numbers, after the output is in place; nil before that, and for a stream.
    public var result: OutputResult? { target.result }
    /// The sentences about the mode and the files for ``Hooks/explanation``.
    public var explanation: [String] {
        switch kind {
        case .file(let file): file.explanation
        case .partitions(let partitions): partitions.explanation
        }
    }
    /// The program that gives the key of a record; nil in other modes than `merge`.
    public var key: RecordQuery? { fileUpdate.key }

    /// Returns the place of a record in the output. Call this in ``Sink/render(_:in:)``, so that workers compute keys and paths.
    ///
    /// - Parameters:
    ///   - record: The record.
    ///   - keyed: The record as the program of the key gets it, if it is another one.
    /// - Throws: ``RecordError`` for a record without a key, or whose template gives no text; the error of a program.
    public func place(of record: Record, keyed: @autoclosure () throws -> Record? = nil) throws -> OutputPlace {
        guard hasPlaces else { return OutputPlace(key: nil, request: nil) }
        let key = try fileUpdate.key == nil ? nil : fileUpdate.key(of: keyed() ?? record)
        guard case .partitions(let partitions) = kind else { return OutputPlace(key: key, request: nil) }
        return OutputPlace(key: key, request: try partitions.request(of: record))
    }

    /// The admission of the sink's documents: every one for a single file, those with a path that is free for partitions.
    public func admission<Document: PlacedDocument>() -> Admission<Document> {
        guard case .partitions(let partitions) = kind else { return .all }
        return Admission {
            try partitions.admit(&$0.place)
        } withdraw: {
            partitions.withdraw($0.place)
        }
    }

    /// Writes all documents in the mode of the sink. The files appear once all sinks of the run are ready.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - format: The format of a file.
    ///   - append: Appends the bytes of a document, with the end of its record.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written, or if an earlier file has a fault; the error of `append`.
    public func fill<Document: PlacedDocument>(
        from documents: Batches<Document>, as format: some RecordFormat, _ append: (Document, inout [UInt8]) throws -> Void
    ) async throws {
        switch kind {
        case .file(let file):
            let isMerged = file.key != nil
            try await file.fill(from: documents, as: format) { document, bytes in
                try append(document, &bytes)
                return isMerged ? document.place.key : nil
            }
        case .partitions(let partitions): try await partitions.fill(from: documents, as: format, append)
        }
    }

    /// Writes all documents in files with a beginning and an end, such as a JSON array.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - frame: The bytes around the records.
    ///   - append: Appends the next bytes of a document, and returns whether it is complete. Otherwise it is called again.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written; the error of `append`.
    public func fill<Document: PlacedDocument>(
        from documents: Batches<Document>, in frame: RecordFrame, _ append: (Document, inout [UInt8]) throws -> Bool
    ) async throws {
        switch kind {
        case .file(let file):
            try await file.fill(from: documents) { documents, file in
                var isEmpty = true
                var bytes: [UInt8] = []
                for try await batch in documents {
                    for document in batch {
                        bytes += isEmpty ? frame.header : frame.separator
                        isEmpty = false
                        while try !append(document, &bytes) { try await file.writeBlocks(of: &bytes) }
                    }
                    try await file.writeBlocks(of: &bytes)
                }
                try await file.write(bytes + (isEmpty ? frame.empty : frame.footer))
            }
        case .partitions(let partitions): try await partitions.fill(from: documents, in: frame, append)
        }
    }
}

extension RecordOutput: StateTrackedOutput {
    package var markedPath: MaskedText? { target.markedPath }
    package var presentContent: OutputMark.Content? { target.presentContent }
    package var preparedContent: OutputMark.Content? { target.preparedContent }
    package var isFolder: Bool { target.isFolder }
}

/// A document of a sink with a ``RecordOutput``.
public protocol PlacedDocument: Sendable {
    /// The result of ``RecordOutput/place(of:keyed:)``.
    var place: OutputPlace { get set }
}

/// The place of a record in a ``RecordOutput``: its key where records are merged, and its partition where there are several files.
public struct OutputPlace: Sendable {
    /// The key of the record; nil in other modes than `merge`.
    let key: RecordKey?
    /// The wanted partition; nil for an output of one file.
    let request: PartitionRequest?
    /// The number of the partition that has admitted the record.
    var partition: Int32 = 0
}

/// The bytes around the records of a file: those of a JSON array, for instance.
public struct RecordFrame: Sendable {
    let header: [UInt8]
    let separator: [UInt8]
    let footer: [UInt8]
    let empty: [UInt8]

    /// Creates a frame.
    ///
    /// - Parameters:
    ///   - header: The text in front of the first record.
    ///   - separator: The text between two records.
    ///   - footer: The text behind the last record.
    ///   - empty: The whole text of a file without records.
    public init(header: String, separator: String, footer: String, empty: String) {
        self.header = Array(header.utf8)
        self.separator = Array(separator.utf8)
        self.footer = Array(footer.utf8)
        self.empty = Array(empty.utf8)
    }
}

extension OptionReader {
    /// Reads the options of a sink of records: `to`, a path or a template of paths, `mode` and `key` if it has modes, and `max_open_files`.
    ///
    /// - Parameters:
    ///   - help: The help of the option `to`, without its templates.
    ///   - hasModes: Whether the sink appends and merges. Its records are then a sequence that ``RecordFormat`` describes.
    public mutating func recordOutput(help: String, hasModes: Bool = true) -> RecordOutput {
        let target = read(
            "to", .recordTarget,
            help: help
                + " With {{ jq }} in the path, each value gets a file of its own; none can be outside of the folder before the first {{.")
        let update = hasModes ? fileUpdate(of: target) : .replace
        let maxOpenFiles = readIfPresent(
            "max_open_files", .integer(1...10_000),
            help: "The largest number of files that are open at once, if the path has {{ jq }}; 64 without this option. Others are closed, "
                + "and opened again when they are needed.")
        switch target {
        case .one(let output):
            // The path is empty if it has a problem, or if its value is not known yet.
            if maxOpenFiles != nil, output.path != "" {
                report("only a path with {{ … }} has several files; the path here has none that reads a record", option: "max_open_files")
            }
            return RecordOutput(output, update: update)
        case .partitions(let template):
            return RecordOutput(template, update: update, maxOpenFiles: maxOpenFiles ?? PartitionedOutput.maxOpenFiles)
        }
    }
}
