/// The output of a sink that writes one file or stream. A file appears at the end of a successful run. A name that ends with `.gz` or
/// `.zst` makes it compressed.
///
///     init(options: inout OptionReader) { output = FileOutput(options.output("to", help: "The file.")) }
///
///     func write(_ documents: Batches<String>) async throws {
///         try await output.fill(from: documents) { documents, file in
///             var count = 0
///             for try await batch in documents {
///                 try await file.write(Array(batch.joined().utf8))
///                 count += batch.count
///             }
///             return count
///         }
///     }
///
/// A sink whose file is a sequence of records also has the modes `append` and `merge`, with ``fill(from:as:_:)``.
public struct FileOutput: SinkOutput {
    let output: Output
    let fileUpdate: FileUpdate
    let summary = SinkSummary()

    /// Creates the output. ``fill(from:_:)`` or ``fill(from:as:_:)`` opens it.
    ///
    /// - Parameters:
    ///   - output: The file or stream.
    ///   - update: What happens to the records of an earlier file: ``OptionReader/fileUpdate(of:option:)``.
    public init(_ output: Output, update: FileUpdate = .replace) {
        self.output = output
        fileUpdate = update
    }

    /// A file appears whole, and a dry run compares the content with it.
    public var traits: SinkTraits {
        let update: SinkUpdate =
            switch fileUpdate.mode {
            case .replace: output.appearsWhole ? .replace : .keep
            case .append: .append
            case .merge: .merge
            }
        return SinkTraits(appearsWhole: output.appearsWhole, path: output.path, update: update, supportsPlan: true)
    }
    /// The program that gives the key of a record; nil in other modes than `merge`.
    public var key: RecordQuery? { fileUpdate.key }
    /// The sentence about the mode for ``Hooks/explanation``.
    public var explanation: [String] { fileUpdate.explanation }
    /// The result in one sentence, once the output is complete: ``Hooks/notes``.
    public var notes: [String] { summary.texts }
    /// The number of written and unchanged files, once the output is complete: 1 and 0, or 0 and 1.
    public var result: OutputResult? { summary.result }

    /// Opens the output, replaces an earlier file, calls `write`, and renames the file to its path once all sinks of the run are ready.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - write: Writes all documents and returns their number.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written; or the error of `write`.
    public func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout OutputFile) async throws -> Int
    ) async throws {
        precondition(fileUpdate.mode == .replace, "a sink with the option mode has to use fill(from:as:_:)")
        var file = try await OutputFile.open(output)
        let count = try await write(documents, &file)
        let isUnchanged = try await put(file, inPlaceWith: documents)
        report(count, isUnchanged: isUnchanged)
    }

    /// Renames a complete file to its path at the commit point.
    ///
    /// - Returns: Whether the existing file had the same content and was not touched.
    func put<Document>(_ file: consuming OutputFile, inPlaceWith documents: Batches<Document>) async throws -> Bool {
        try await file.finishContent()
        try file.prepare()
        summary.setPrepared(.file(bytes: file.size))
        try await documents.commitPoint()
        return try file.commit()
    }

    /// Sets the sentence of the summary for a file that replaces the earlier one.
    func report(_ count: Int, isUnchanged: Bool) {
        let records = count.counted("record")
        report(isUnchanged ? "unchanged, \(records)" : "\(records) written", isUnchanged: isUnchanged, planned: records)
    }

    /// Sets the sentence of the summary.
    ///
    /// - Parameters:
    ///   - sentence: What has happened to the records.
    ///   - planned: What would happen to them, behind the words "would be changed"; nil for `sentence`.
    func report(_ sentence: String, isUnchanged: Bool, planned: String? = nil) {
        if let plan = OutputPlan.current { return plan.describe(planned ?? sentence) }
        guard output != .standardOutput else { return }
        let result = OutputResult(written: isUnchanged ? 0 : 1, unchanged: isUnchanged ? 1 : 0)
        summary.set(["\(output.shown.printable): \(sentence)"], result)
    }
}

extension FileOutput: MarkedOutput {
    package var markedPath: MaskedText? { if case .file(let path) = output { path } else { nil } }
    package var presentContent: OutputMark.Content? { markedPath.flatMap { FilePath.size(of: $0.value) }.map { .file(bytes: $0) } }
    package var preparedContent: OutputMark.Content? { summary.prepared }
}
