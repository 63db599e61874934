/// The output of a sink that writes one file or stream. A file appears when the run has ended well.
///
///     init(options: inout OptionReader) { output = FileOutput(options.output("to", help: "The file.")) }
///
///     func write(_ documents: Batches<String>) async throws {
///         try await output.fill(from: documents) { documents, file in
///             var count = 0
///             for try await batch in documents {
///                 try await file.write(batch.joined().utf8.map { $0 })
///                 count += batch.count
///             }
///             return count
///         }
///     }
public struct FileOutput: Sendable {
    private let output: Output
    private let summary = SinkSummary()

    /// Makes the output; nothing is opened before ``fill(from:_:)``.
    public init(_ output: Output) {
        self.output = output
    }

    /// Whether a run that fails leaves the output as it was: ``Sink/appearsWhole``.
    public var appearsWhole: Bool { output.appearsWhole }
    /// The path of a file or device: ``Sink/outputPath``.
    public var outputPath: String? { output.path }
    /// The result in a sentence, after the output is in place: ``Component/notes``.
    public var notes: [String] { summary.texts }

    /// Opens the output, has it written, and puts it in place once all sinks of the run have written theirs.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - write: Writes all documents; returns their number.
    /// - Throws: ``PipelineFailure`` if the output cannot be made or written; otherwise what `write` throws.
    public func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout OutputFile) async throws -> Int
    ) async throws {
        var file = try await OutputFile.open(output)
        let count = try await write(documents, &file)
        try file.prepare()
        try await documents.commitPoint()
        let isUnchanged = try file.commit()
        if output == .standardOutput { return }
        let records = count == 1 ? "1 record" : "\(count) records"
        summary.set("\(output.shown.printable): \(isUnchanged ? "unchanged, \(records)" : "\(records) written")")
    }
}
