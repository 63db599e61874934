internal import Pipeline

/// The one output of a sink: where it goes, how it appears, and what is said of it at the end.
struct FileOutput: Sendable {
    private let output: Output
    private let remark = Remark()

    init(_ output: Output) {
        self.output = output
    }

    var appearsWhole: Bool { output.appearsWhole }
    var outputPath: String? { output.path }
    var notes: [String] { remark.texts }

    /// Opens the output, and puts it in place when everything is written and the other sinks are as far.
    ///
    /// - Parameter write: Writes all documents, and says how many there were.
    func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout OutputFile) async throws -> Int
    ) async throws {
        var file = try await OutputFile.open(output)
        let count = try await write(documents, &file)
        try file.prepare()
        try await documents.commitPoint()
        let isUnchanged = try file.commit()
        if output == .standardOutput { return }
        let records = count == 1 ? "1 record" : "\(count) records"
        remark.set("\(output.shown.printable): \(isUnchanged ? "unchanged, \(records)" : "\(records) written")")
    }
}
