internal import Pipeline

/// The folder of a sink: which paths are taken, how its files and its index appear, and what is said of it at the end.
struct FolderOutput: Sendable {
    let to: PathTemplate
    private let index: FolderIndex?
    /// The number that the folder has among those of the run.
    private let number: Int
    private let remark = Remark()

    /// Makes the output.
    ///
    /// - Parameter index: The file that lists all others, if there is one.
    init(_ to: PathTemplate, index: FolderIndex?) {
        self.to = to
        self.index = index
        number = to.outputPaths.addOutput(to.directory, place: to.place, index: index?.path)
    }

    var appearsWhole: Bool { true }
    var outputPath: String? { to.directory }
    var notes: [String] { remark.texts }

    /// The names of the folders and of the file of a record, from the folder on.
    func path(of record: Record) throws -> [String] { try hidingPath { try OutputFolder.split(to.relative.render(record)) } }

    func admit(_ path: [String], from origin: Origin) throws { try hidingPath { try to.outputPaths.claim(path, of: number, for: origin) } }
    func withdraw(_ path: [String]) { to.outputPaths.withdraw(path, of: number) }

    /// What is wrong with a path quotes it; of a secret one nothing is quoted.
    private func hidingPath<Result>(_ body: () throws -> Result) throws -> Result {
        guard to.isSecret else { return try body() }
        do {
            return try body()
        } catch let error as RecordError {
            let parts = error.reason.split(separator: "\"", omittingEmptySubsequences: false)
            throw RecordError(parts.enumerated().map { $0 % 2 == 0 ? String($1) : "***" }.joined(separator: "\""), at: error.path)
        }
    }

    /// Opens the folder, and puts all files in place, the index last, when everything is written and the other sinks are as far.
    ///
    /// - Parameter write: Writes all documents, and gives the bytes of the index; nil if there is none.
    func fill<Document>(
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
        remark.set(writer.summary)
    }
}
