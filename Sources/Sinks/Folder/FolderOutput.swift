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
        number = to.claims.addOutput(to.directory, place: to.place, index: index?.path)
    }

    var appearsWhole: Bool { true }
    var outputPath: String? { to.directory }
    var notes: [String] { remark.texts }

    /// The names of the folders and of the file of a record, from the folder on.
    func path(of record: Record) throws -> [String] { try OutputFolder.split(to.relative.render(record)) }

    func admit(_ path: [String], from origin: Origin) throws { try to.claims.claim(path, of: number, for: origin) }
    func withdraw(_ path: [String]) { to.claims.withdraw(path, of: number) }

    /// Opens the folder, and puts all files in place, the index last, when everything is written and the other sinks are as far.
    ///
    /// - Parameter write: Writes all documents, and gives the bytes of the index; nil if there is none.
    func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout FolderWriter) async throws -> [UInt8]?
    ) async throws {
        let folder = try OutputFolder(creating: to.directory)
        folder.removeLeftovers()
        var writer = FolderWriter(folder: folder)
        try index?.check(with: writer, folder: to.directory)
        let list = try await write(documents, &writer)
        if let index, let list { try writer.write(list, to: index.path) }
        try writer.prepare()
        try await documents.commitPoint()
        try writer.commit()
        remark.set(writer.summary)
    }
}
