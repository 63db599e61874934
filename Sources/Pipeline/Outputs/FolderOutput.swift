/// The output of a sink that writes a file for each record. The files stay inside one folder, appear together when the run has ended well,
/// and are left alone where nothing changes. Two records with one path are an error of the second.
///
///     func render(_ record: Record) throws -> Page { Page(path: try output.path(of: record), …) }
///     func admit(_ page: Page) throws { try output.admit(page.path, from: page.origin) }
///     func withdraw(_ page: Page) { output.withdraw(page.path) }
///     func write(_ pages: Batches<Page>) async throws {
///         try await output.fill(from: pages) { pages, folder in
///             for try await batch in pages { for page in batch { try folder.write(page.bytes, to: page.path) } }
///             return nil
///         }
///     }
public struct FolderOutput: Sendable {
    /// The folder and the path of each file.
    public let to: PathTemplate
    private let index: FolderIndex?
    /// The folder's number among the outputs of the run.
    private let number: Int
    private let summary = SinkSummary()

    /// Makes the output.
    ///
    /// - Parameters:
    ///   - to: The folder and the path of each file.
    ///   - index: The file that lists all others; nil if there is none.
    public init(_ to: PathTemplate, index: FolderIndex?) {
        self.to = to
        self.index = index
        number = to.outputPaths.addOutput(to.directory, place: to.place, index: index?.path)
    }

    /// Files appear together or not at all: ``Sink/appearsWhole``.
    public var appearsWhole: Bool { true }
    /// The folder: ``Sink/outputPath``.
    public var outputPath: String? { to.directory }
    /// The result in a sentence, after the files are in place: ``Component/notes``.
    public var notes: [String] { summary.texts }

    /// The path of a record's file: the names of the folders and of the file, from the folder on.
    ///
    /// - Throws: ``RecordError`` if a program of the template fails, or if the path leads out of the folder.
    public func path(of record: Record) throws -> [String] { try maskingSecretPath { try OutputFolder.split(to.relative.render(record)) } }

    /// Reserves a path: ``Sink/admit(_:)``.
    ///
    /// - Throws: ``RecordError`` if another record, or another file of the run, has the path.
    public func admit(_ path: [String], from origin: Origin) throws {
        try maskingSecretPath { try to.outputPaths.claim(path, of: number, for: origin) }
    }
    /// Releases a path: ``Sink/withdraw(_:)``.
    public func withdraw(_ path: [String]) { to.outputPaths.withdraw(path, of: number) }

    /// Masks the quoted parts of an error's reason if the path contains a secret.
    private func maskingSecretPath<Result>(_ body: () throws -> Result) throws -> Result {
        guard to.isSecret else { return try body() }
        do {
            return try body()
        } catch let error as RecordError {
            let parts = error.reason.split(separator: "\"", omittingEmptySubsequences: false)
            throw RecordError(parts.enumerated().map { $0 % 2 == 0 ? String($1) : "***" }.joined(separator: "\""), at: error.path)
        }
    }

    /// Opens the folder, has its files written, and puts them in place, the index last, once all sinks of the run have written theirs.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - write: Writes all documents; returns the bytes of the index, or nil if there is none.
    /// - Throws: ``PipelineFailure`` if the folder or a file cannot be made or written; otherwise what `write` throws.
    public func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout FolderWriter) async throws -> [UInt8]?
    ) async throws {
        let folder: OutputFolder
        do {
            folder = try OutputFolder(creating: to.directory)
        } catch  where to.isSecret {
            throw PipelineFailure(.cannotCreate, "cannot make the folder that \(to.shownDirectory) names")
        }
        folder.removeLeftovers()
        var writer = FolderWriter(folder: folder, shown: to.shownDirectory)
        try index?.check(with: writer, folder: to.shownDirectory)
        let list = try await write(documents, &writer)
        if let index, let list { try writer.write(list, to: index.path) }
        try writer.prepare()
        try await documents.commitPoint()
        try writer.commit()
        summary.set(writer.summary)
    }
}
