internal import JSONParsing

/// The output of a sink that writes a file for each record.
///
/// All files are inside one folder and appear together at the end of a successful run. Files with unchanged content are not touched. If
/// two records have the same path, the second one is rejected.
///
///     func render(_ record: Record) throws -> Page { Page(path: try output.path(of: record), …) }
///     var admission: Admission<Page> {
///         Admission { try output.admit($0.path, from: $0.origin) } withdraw: { output.withdraw($0.path) }
///     }
///     func write(_ pages: Batches<Page>) async throws {
///         try await output.fill(from: pages) { pages, folder in
///             for try await batch in pages { for page in batch { try folder.write(page.bytes, to: page.path) } }
///             return nil
///         }
///     }
public struct FolderOutput: SinkOutput {
    /// The folder and the path of each file.
    public let to: PathTemplate
    private let index: FolderIndex?
    private let files: [MarkedFile]
    private let clashes: ClashOptions
    private let names: KnownNames
    /// The folder's number among the outputs of the run.
    private let number: Int
    private let summary = SinkSummary()

    /// Creates the output. ``fill(from:_:)`` opens it.
    ///
    /// - Parameters:
    ///   - to: The folder and the path of each file: ``OptionReader/pathTemplate(_:help:)``.
    ///   - index: The file that lists all others; nil for none.
    ///   - files: Other files about the folder as a whole. No record can have their paths. `write` writes them.
    ///   - clashes: What happens if two records have one path: ``OptionReader/clashOptions(update:)``.
    public init(_ to: PathTemplate, index: FolderIndex? = nil, files: [MarkedFile] = [], clashes: ClashOptions = .reject) {
        self.clashes = clashes
        names = KnownNames(clashes)
        self.to = to
        self.index = index
        self.files = files
        let reserved = (index.map { [($0.path, "index")] } ?? []) + files.map { ($0.path, $0.kind) }
        number = to.outputPaths.addOutput(to.directory, place: to.place, reserved: reserved)
    }

    /// A failed run leaves all files unchanged, and a dry run compares them. Without an index, no file is about several records.
    public var traits: SinkTraits {
        let update: SinkUpdate =
            switch index?.update {
            case nil: .keep
            case .replace?: .replace
            case .merge?: .merge
            }
        return SinkTraits(appearsWhole: true, path: to.directory, update: update, supportsPlan: true)
    }
    /// The sentences of the sink for ``Hooks/explanation``.
    ///
    /// - Parameter files: What the sink calls its files, such as `pages`.
    public func explanation(files: String) -> [String] {
        var sentences = ["\(files) stay inside \(to.shownDirectory)"]
        if traits.update == .merge {
            sentences.append("merges by path: \(files) of earlier runs stay, and the index lists them, too")
        }
        if clashes.onClash == .number { sentences.append("a number at the end tells records with one path apart") }
        return sentences
    }
    /// The result in one sentence, once the files are complete: ``Hooks/notes``.
    public var notes: [String] { summary.texts }
    /// The numbers of written and unchanged files, once the files are complete.
    public var result: OutputResult? { summary.result }

    /// Returns the path of a record's file: the names of the folders and of the file, relative to the output's folder.
    ///
    /// - Throws: ``RecordError`` if a program of the template has no usable output, or if the path leads out of the folder; or the error of
    ///   a program.
    public func path(of record: Record) throws -> [String] { try maskingSecretPath { try OutputFolder.split(to.relative.render(record)) } }

    /// Reserves a path for a record. Call this in ``Sink/admission``.
    ///
    /// - Parameters:
    ///   - path: The result of ``path(of:)``.
    ///   - origin: The origin of the record. The error for a later record names it.
    /// - Throws: ``RecordError`` if another record, or another file of the run, has the path.
    public func admit(_ path: [String], from origin: Origin) throws {
        try maskingSecretPath { try to.outputPaths.claim(path, of: number, for: origin) }
    }
    /// Releases a path. Call this in ``Sink/admission``.
    public func withdraw(_ path: [String]) { to.outputPaths.withdraw(path, of: number) }

    /// Returns the place of a record's file: its path, and what the record is known by. For sinks with the options `on_clash` and `key`.
    ///
    /// - Throws: As ``path(of:)``; ``RecordError`` for a record without a key that needs one.
    public func place(of record: Record) throws -> OutputPlace {
        OutputPlace(try path(of: record), key: try clashes.key(of: record))
    }

    /// Reserves the path of a record, with a number if the options say so. Call this in ``Sink/admission``.
    ///
    /// - Parameters:
    ///   - place: The result of ``place(of:)``. Its path is then the one that was reserved.
    ///   - origin: The origin of the record. The error for a later record names it.
    /// - Throws: As ``admit(_:from:)-([String],_)``; ``RecordError`` if the path is that of another record of an earlier run.
    public func admit(_ place: inout OutputPlace, from origin: Origin) throws {
        guard clashes.keepsNames else {
            return try maskingSecretPath {
                try to.outputPaths.claim(
                    place.path, of: number, for: origin, advice: "; \"on_clash\": \"number\" numbers such paths")
            }
        }
        let wanted = place.wanted
        try maskingSecretPath {
            try names.find(
                &place, file: (to.directory.isEmpty ? "" : to.directory + "/") + Self.namesFile, numbered: { to.numbered(wanted, $0) },
                take: {
                    // With a number, a name may be too long.
                    _ = try OutputFolder.split($0.joined(separator: "/"))
                    return try to.outputPaths.claimIfFree($0, of: number, for: origin)
                },
                refuse: { try to.outputPaths.claim($0, of: number, for: origin) })
        }
    }

    /// Releases the path of a record. Call this in ``Sink/admission``.
    public func withdraw(_ place: OutputPlace) {
        withdraw(place.path)
        if clashes.keepsNames { names.withdraw(place) }
    }

    /// Notes that the file of a record is written, for the next run. Call this in ``Sink/write(_:)``.
    public func note(_ place: OutputPlace) {
        if clashes.keepsNames { names.add(place) }
    }

    /// The hidden file that keeps the paths of records.
    private static let namesFile = OutputFolder.temporaryPrefix + "names.jsonl"

    /// Checks the names of earlier runs, before anything is written.
    private func checkNames(_ writer: borrowing FolderWriter) throws {
        guard clashes.keepsNames, let content = try writer.content(of: [Self.namesFile]) else { return }
        if let line = KnownNames.names(in: content).faultyLine {
            throw PipelineFailure(
                .badData,
                "\(writer.shownPath([Self.namesFile])):\(line): not a path that tabpipe has kept for a record; remove the file, and run the "
                    + "pipeline once with all records")
        }
    }

    /// Keeps the names for the next run.
    private func keepNames(_ writer: inout FolderWriter) throws {
        guard clashes.keepsNames else { return }
        let (all, unknown) = try names.all { try writer.hasFile(at: $0) }
        if all.isEmpty { return }
        if unknown > 0 { writer.note("\(unknown.counted("file")) of earlier runs replaced, whose records were not known") }
        var text = JSONWriter()
        for name in all {
            text.write(try JSONValue(encoding: name))
            text.append(UInt8(ascii: "\n"))
        }
        try writer.write(text.bytes, to: [Self.namesFile])
    }

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

    /// Opens the folder, calls `write`, and renames the files to their paths, the index last, once all sinks of the run are ready.
    ///
    /// - Parameters:
    ///   - documents: The documents of the sink.
    ///   - write: Writes all documents and returns the bytes of the index, or nil if there is none.
    /// - Throws: ``PipelineFailure`` if the folder or a file cannot be created or written; or the error of `write`.
    public func fill<Document>(
        from documents: Batches<Document>, _ write: (Batches<Document>, inout FolderWriter) async throws -> [UInt8]?
    ) async throws {
        var writer = try FolderWriter(
            creating: to.directory, isSecret: to.isSecret, shown: to.shownDirectory, entriesPath: index?.entriesPath,
            reserve: { [to, number] in try to.outputPaths.reserve($0.path, of: number, as: $0.kind) })
        for file in (index.map { [$0.file] } ?? []) + files { try file.check(with: writer) }
        try checkNames(writer)
        let list = try await write(documents, &writer)
        try keepNames(&writer)
        if let index, let list { try writer.write(list, to: index.path) }
        try writer.prepare()
        summary.setPrepared(.folder(hasFiles: writer.hasFiles || !OutputFolder.isEmpty(path)))
        try await documents.commitPoint()
        try writer.commit()
        summary.set([writer.summary].compactMap(\.self) + writer.remarks, writer.result)
    }
}

extension FolderOutput: MarkedOutput {
    package var markedPath: MaskedText? { MaskedText(path, secretFrom: to.isSecret ? to.shownDirectory : nil) }
    package var presentContent: OutputMark.Content? { .folder(hasFiles: !OutputFolder.isEmpty(path)) }
    package var preparedContent: OutputMark.Content? { summary.prepared }

    private var path: String { to.directory.isEmpty ? "." : to.directory }
}
