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
public struct FileOutput: SinkOutput {
    private let output: Output
    private let summary = SinkSummary()

    /// Creates the output. ``fill(from:_:)`` opens it.
    public init(_ output: Output) {
        self.output = output
    }

    /// Whether a failed run leaves the output unchanged: ``Sink/appearsWhole``.
    public var appearsWhole: Bool { output.appearsWhole }
    /// The path of a file or device; nil for standard output: ``Sink/outputPath``.
    public var outputPath: String? { output.path }
    /// The result in one sentence, once the output is complete: ``Component/notes``.
    public var notes: [String] { summary.texts }

    /// Opens the output, calls `write`, and renames the file to its path once all sinks of the run are ready.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - write: Writes all documents and returns their number.
    /// - Throws: ``PipelineFailure`` if the output cannot be created or written; or the error of `write`.
    public func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout OutputFile) async throws -> Int
    ) async throws {
        var file = try await OutputFile.open(output)
        let count = try await write(documents, &file)
        try await file.finishContent()
        try file.prepare()
        try await documents.commitPoint()
        let isUnchanged = try file.commit()
        if output == .standardOutput { return }
        let records = count == 1 ? "1 record" : "\(count) records"
        summary.set("\(output.shown.printable): \(isUnchanged ? "unchanged, \(records)" : "\(records) written")")
    }
}
