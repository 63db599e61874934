internal import JSONParsing
internal import JSONQuery

/// The output of a sink that writes a file for each record.
///
/// All files are inside one folder and appear together at the end of a successful run. Files with unchanged content are not touched. If
/// two records have the same path, the second one is rejected.
///
///     func render(_ record: Record, in context: RunContext) throws -> Page { Page(path: try output.path(of: record), …) }
///     var admission: Admission<Page> {
///         Admission { try output.admit($0.path, from: $0.origin) } withdraw: { output.withdraw($0.path) }
///     }
///     func write(_ pages: Batches<Page>) async throws {
///         try await output.fill(from: pages) { pages, folder in
///             for try await batch in pages { for page in batch { try folder.write(page.bytes, to: page.path) } }
///             return nil
///         }
///     }
public struct FolderOutput: OutputTarget {
    /// The folder and the path of each file.
    public let to: PathTemplate
    private let index: FolderIndex?
    private let files: [MarkedFile]
    private let clashes: ClashOptions
    private let names: RecordPathMap
    /// The folder's number among the outputs of the run.
    private let number: Int
    private let summary = SinkSummary()

    /// Creates the output. ``fill(from:_:)`` opens it.
    ///
    /// - Parameters:
    ///   - to: The folder and the path of each file: ``OptionType/pathTemplate``.
    ///   - index: The file that lists all others; nil for none.
    ///   - files: Other files about the folder as a whole. No record can have their paths. `write` writes them.
    ///   - clashes: The treatment of two records with the same path: ``OptionReader/clashOptions(update:of:)``.
    public init(_ to: PathTemplate, index: FolderIndex? = nil, files: [MarkedFile] = [], clashes: ClashOptions = .reject) {
        self.clashes = clashes
        names = RecordPathMap(clashes)
        self.to = to
        self.index = index
        self.files = files
        let reserved = (index.map { [($0.path, "index")] } ?? []) + files.map { ($0.path, $0.kind) }
        number = to.outputPaths.addOutput(to.directory, place: to.place, reserved: reserved)
    }

    /// A failed run leaves all files unchanged, and a dry run compares them. Without an index, each file depends on one record alone, so
    /// that a run may get a part of the records.
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
    /// - Parameter files: The noun for the files of the sink, such as `pages`.
    public func explanation(files: String) -> [String] {
        var sentences = ["\(files) stay inside \(to.shownDirectory)"]
        if traits.update == .merge {
            sentences.append("merges by path: \(files) of earlier runs stay, and the index lists them, too")
        }
        if clashes.onClash == .number { sentences.append("a number at the end tells records with one path apart") }
        return sentences
    }
    /// The result in one sentence, once the files are complete. The engine adds it to the notes of the sink: do not put it into
    /// ``Hooks/notes``.
    public var notes: [String] { summary.texts }
    /// The numbers of written and unchanged files, once the files are complete.
    public var result: OutputResult? { summary.result }

    /// Returns the path of a record's file: the names of the folders and of the file, relative to the output's folder.
    ///
    /// - Throws: ``RecordError`` if a program of the template has no usable output, or if the path leads out of the folder; or the error of
    ///   a program.
    public func path(of record: Record) throws -> [String] { try names(of: text(of: record)) }

    /// Returns the path of a record's file as the template gives it, which ``names(of:)`` checks.
    func text(of record: Record) throws -> String { try maskingSecretPath { try to.relative.render(record) } }

    /// Checks a path that the template gave, and splits it into its names.
    ///
    /// - Throws: ``RecordError`` if the path leads out of the folder.
    func names(of path: String) throws -> [String] { try maskingSecretPath { try ConfinedFolder.split(path) } }

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

    /// Returns the place of a record's file: its path, and the key of the record. For sinks with the options `on_clash` and `key`.
    ///
    /// - Throws: As ``path(of:)``; ``RecordError`` for a record without a key that needs one.
    public func place(of record: Record) throws -> RecordFilePath {
        RecordFilePath(try path(of: record), key: try clashes.key(of: record))
    }

    /// Reserves the path of a record, with a number if the options say so. Call this in ``Sink/admission``.
    ///
    /// - Parameters:
    ///   - place: The result of ``place(of:)``. The method sets its path to the one that was reserved.
    ///   - origin: The origin of the record. The error for a later record names it.
    ///   - beside: Returns the paths of the record's further files, such as pictures, for a path of the record. A number is only taken if
    ///     these are free, too. The sink reserves them afterwards.
    /// - Throws: As ``admit(_:from:)-([String],_)``; ``RecordError`` if the path is that of another record of an earlier run.
    public func admit(_ place: inout RecordFilePath, from origin: Origin, beside: ([String]) -> [[String]] = { _ in [] }) throws {
        guard clashes.keepsNames else {
            return try maskingSecretPath {
                try to.outputPaths.claim(
                    place.path, of: number, for: origin, advice: "; \"on_clash\": \"number\" numbers such paths")
            }
        }
        let wanted = place.wanted
        let differs = zip(wanted, to.numbered(wanted, 2)).enumerated().first { $1.0 != $1.1 }?.offset ?? wanted.count
        try maskingSecretPath {
            try names.find(
                &place, file: (to.directory.isEmpty ? "" : to.directory + "/") + Self.namesFile, numbered: { to.numbered(wanted, $0) },
                take: {
                    // With a number, a name may be too long.
                    _ = try ConfinedFolder.split($0.joined(separator: "/"))
                    return try to.outputPaths.claimIfFree($0, of: number, for: origin, beside: beside($0), numbered: differs)
                },
                refuse: { try to.outputPaths.claim($0, of: number, for: origin) })
        }
    }

    /// Releases the path of a record. Call this in ``Sink/admission``.
    public func withdraw(_ place: RecordFilePath) {
        withdraw(place.path)
        if clashes.keepsNames { names.withdraw(place) }
    }

    /// Notes that the file of a record is written, for the next run. Call this in ``Sink/write(_:)``.
    public func note(_ place: RecordFilePath) {
        if clashes.keepsNames { names.add(place) }
    }

    /// The hidden file that keeps the paths of records.
    fileprivate static let namesFile = ConfinedFolder.temporaryPrefix + "names.jsonl"

    /// Checks the hidden file with the paths of records of earlier runs, before anything is written.
    private func checkNames(_ writer: borrowing FolderWriter) throws {
        guard clashes.keepsNames, let content = try writer.content(of: [Self.namesFile]) else { return }
        if let line = RecordPathMap.names(in: content).faultyLine {
            throw PipelineFailure(
                .badData,
                "\(writer.shownPath([Self.namesFile])):\(line): not a path that tabpipe has kept for a record; remove the file, and run the "
                    + "pipeline once with all records")
        }
    }

    /// Writes the paths of records to the hidden file, for the next run.
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
            plan: documents.context.plan, reserve: { [to, number] in try to.outputPaths.reserve($0.path, of: number, as: $0.kind) })
        for file in (index.map { [$0.file] } ?? []) + files { try file.check(with: writer) }
        try checkNames(writer)
        let list = try await write(documents, &writer)
        try keepNames(&writer)
        if let index, let list { try writer.write(list, to: index.path) }
        try writer.prepare()
        summary.setPrepared(.folder(hasFiles: writer.hasFiles || !ConfinedFolder.isEmpty(path)))
        try await documents.commitPoint()
        try writer.commit()
        summary.set([writer.summary].compactMap(\.self) + writer.remarks, writer.result)
    }
}

extension FolderOutput: StateTrackedOutput {
    package var markedPath: MaskedText? { MaskedText(path, secretFrom: to.isSecret ? to.shownDirectory : nil) }
    package var presentContent: OutputMark.Content? { .folder(hasFiles: !ConfinedFolder.isEmpty(path)) }
    package var preparedContent: OutputMark.Content? { summary.prepared }
    package var isFolder: Bool { true }

    private var path: String { to.directory.isEmpty ? "." : to.directory }
}

/// How a sink of a folder treats the files of earlier runs: the option `mode` of sinks with an index.
///
/// The option has the same name and meaning as that of sinks with one file, ``FileUpdate``. The key of a file is its path.
public enum FolderUpdate: String, CaseIterable, Sendable {
    /// The index lists the files of this run.
    case replace
    /// The index also lists the files of earlier runs.
    case merge
}

extension OptionReader {
    /// Reads the option `mode` of a sink that writes a folder with an index: whether the index lists the files of this run alone, or those
    /// of earlier runs, too. Pass the result to ``FolderIndex/init(path:mark:kind:option:update:)``.
    public mutating func folderUpdate() -> FolderUpdate {
        read(
            "mode", .choice, default: FolderUpdate.replace,
            help:
                "What the index lists: the files of this run, or with merge also those of earlier runs. merge is for runs that get only what "
                + "is new; a record that comes again takes the place of the file with its path.")
    }
}

/// How a sink of a folder treats two records with the same path: the options `on_clash` and `key`, which
/// ``OptionReader/clashOptions(update:of:)`` reads.
public struct ClashOptions: Sendable {
    /// The values of the option `on_clash`.
    public enum OnClash: String, CaseIterable, Sendable {
        /// The second record is rejected.
        case reject
        /// The path of the second record ends with 2, that of the third with 3.
        case number
    }

    /// The second record is rejected, and records of earlier runs are not known.
    public static let reject = ClashOptions(onClash: .reject, key: nil, needsKey: false)

    /// The value of the option `on_clash`.
    public let onClash: OnClash
    /// The program that gives the key of a record; nil takes `.id`, if records are numbered.
    let key: RecordQuery?
    /// Whether every record needs a key, because without one it could overwrite the file of another record.
    let needsKey: Bool

    /// Whether the keys of records are kept, with their paths, for the next run.
    var keepsNames: Bool { onClash == .number || key != nil }

    /// The key of a record as a text; nil if it has none, or none is wanted.
    ///
    /// - Throws: ``RecordError`` for a record without a key that needs one, and the error of the program.
    func key(of record: Record) throws -> String? {
        guard keepsNames else { return nil }
        let value = try key.map { try $0.first(record) ?? .null } ?? (record.value.object?["id"] ?? .null)
        if let text = try value.isNull ? nil : value.canonicalText() { return text }
        if key != nil { throw RecordError("key: the program gives null, and a record needs a key") }
        if needsKey {
            throw RecordError(
                "the record has no .id, and no option \"key\" names it, so that its file could be that of another record of an earlier run")
        }
        return nil
    }
}

extension OptionReader {
    /// Reads the options `on_clash` and `key` of a sink that writes a file for each record. Pass the result to
    /// ``FolderOutput/init(_:index:files:clashes:)``.
    ///
    /// - Parameters:
    ///   - update: The option `mode`; nil for a sink without an index.
    ///   - to: The paths of the sink's files.
    public mutating func clashOptions(update: FolderUpdate?, of to: PathTemplate) -> ClashOptions {
        let onClash = read(
            "on_clash", .choice, default: ClashOptions.OnClash.reject,
            help: "What happens to a record whose path an earlier record has: it is rejected, or its name gets a number, as in same-2.md.")
        let key = readIfPresent(
            "key", .query,
            help:
                "A jq program that gives what a record is known by, such as \".id\". With it, a record gets the path that it had in the run "
                + "before, and no record gets that of another one. on_clash number takes .id, if the records have it.")
        let clashes = ClashOptions(onClash: onClash, key: key, needsKey: onClash == .number && update == .merge)
        if clashes.keepsNames {
            alsoWrites(to.path(of: [FolderOutput.namesFile]), option: key == nil ? "on_clash" : "key")
        }
        return clashes
    }
}

/// The description of an index file that lists the files of a folder.
///
/// Each index has a mark at its beginning. A file without it belongs to the user and is never overwritten.
public struct FolderIndex: Sendable {
    /// The names of the folders and of the file, relative to the sink's folder.
    public let path: [String]
    /// The bytes that every index has.
    public let mark: [UInt8]
    /// The number of bytes at the beginning of the index that hold the mark; nil if the mark comes first.
    private let markLimit: Int?
    /// The kind of file in messages, such as "page of tabpipe".
    public let kind: String
    /// The key of the sink's option that names the index.
    public let option: String
    /// Whether the index also lists the files of earlier runs.
    public let update: FolderUpdate

    /// The index as one of the folder's marked files.
    var file: MarkedFile {
        MarkedFile(path: path, mark: mark, within: markLimit, kind: kind, remedy: "name another file in the sink's option \(option)")
    }

    /// The path of the hidden file that keeps the entries for the next run; nil if none are kept.
    var entriesPath: [String]? {
        guard update == .merge, let name = path.last else { return nil }
        return path.dropLast() + ["\(ConfinedFolder.temporaryPrefix)\(name).jsonl"]
    }

    /// Describes an index.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the sink's folder.
    ///   - mark: The bytes that every index has.
    ///   - markLimit: The number of bytes at the beginning of the index that hold the mark; nil if the mark comes first.
    ///   - kind: The kind of file in messages, such as "page of tabpipe".
    ///   - option: The key of the sink's option that names the index.
    ///   - update: Whether the index also lists the files of earlier runs: ``OptionReader/folderUpdate()``.
    public init(
        path: [String], mark: [UInt8], within markLimit: Int? = nil, kind: String, option: String, update: FolderUpdate = .replace
    ) {
        self.path = path
        self.mark = mark
        self.markLimit = markLimit
        self.kind = kind
        self.option = option
        self.update = update
    }

    /// Splits the value of an option into the names of the folders and of the file.
    ///
    /// - Parameters:
    ///   - path: The value of the option.
    ///   - option: The key of the option.
    ///   - options: The reader, which reports a path that leads out of the sink's folder.
    /// - Returns: The names; empty after the reader has reported a problem.
    public static func path(_ path: String, option: String, _ options: inout OptionReader) -> [String] {
        if let names = try? ConfinedFolder.split(path) { return names }
        options.report("expected a path inside the sink's folder, found \"\(path.printable)\"", option: option)
        return []
    }
}
