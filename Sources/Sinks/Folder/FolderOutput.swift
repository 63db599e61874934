internal import Pipeline

/// The folder of a sink: which paths are taken, how its files and its index appear, and what is said of it at the end.
struct FolderOutput: Sendable {
    let to: PathTemplate
    private let index: FolderIndex?
    private let claims: PathClaims
    private let remark = Remark()

    /// Makes the output.
    ///
    /// - Parameter index: The file that lists all others, if there is one.
    init(_ to: PathTemplate, index: FolderIndex?) {
        self.to = to
        self.index = index
        claims = PathClaims(reserved: index?.path) { [directory = to.directory] in OutputFolder.foldsCase(at: directory) }
    }

    var outputPath: String? { to.directory }
    var notes: [String] { remark.texts }

    /// The names of the folders and of the file of a record, from the folder on.
    func path(of record: Record) throws -> [String] { try OutputFolder.split(to.relative.render(record)) }

    func admit(_ path: [String]) throws { try claims.claim(path) }
    func withdraw(_ path: [String]) { claims.withdraw(path) }

    /// Opens the folder, and puts the index in place when everything is written and the other sinks are as far.
    ///
    /// - Parameter write: Writes all documents, and gives the bytes of the index; nil if there is none.
    func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout FolderWriter) async throws -> [UInt8]?
    ) async throws {
        let folder = try OutputFolder(creating: to.directory)
        folder.removeLeftovers()
        var writer = FolderWriter(folder: folder)
        var isComplete = false
        defer { if let summary = writer.summary(isComplete: isComplete) { remark.set(summary) } }
        try index?.check(with: &writer, folder: to.directory)
        let list = try await write(documents, &writer)
        try writer.synchronize()
        if let index, let list {
            let file = try writer.prepare(list, at: index.path)
            try await documents.commitPoint()
            try writer.put(file, at: index.path)
        } else {
            try await documents.commitPoint()
        }
        isComplete = true
    }
}
