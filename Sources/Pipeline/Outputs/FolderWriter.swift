/// Writes files below one folder. They appear together, and files with unchanged content are not touched.
public struct FolderWriter: ~Copyable, Sendable {
    /// The folder with the files of earlier runs; nil if it does not exist, as it may be in a plan.
    private let folder: ConfinedFolder?
    /// The files of the run, which the commit puts in place; nil in a plan.
    private var staged: StagedFolder?
    /// Gets what a run would change, for an output with this number; nil in a run.
    private let plan: (outputs: PlannedStepChanges, number: Int)?
    /// Whether the run reads its own files.
    private let isReadAgain: Bool
    /// The contents of changed files of a plan, and those that the run reads again by their paths.
    private var plannedContents: ContentSpool
    private var plannedFiles: [[String]: SpooledContent] = [:]
    private let path: String
    /// The folder's path for messages, with secrets masked.
    private let shown: String
    /// The path of the hidden file with the entries of the index; nil if none are kept.
    let entriesPath: [String]?
    /// The folder whose disk holds files that wait.
    let waitingFolder: String
    /// The bytes of files that wait for the end of the run.
    private var heldContents: ContentSpool
    private var heldFiles: [(path: [String], content: SpooledContent)] = []
    /// Sentences for the summary of the run.
    private(set) var remarks: [String] = []
    /// Reserves the path of a marked file.
    private let reserve: @Sendable (MarkedFile) throws -> Void
    /// Whether any file was written to the folder.
    private(set) var hasFiles = false
    /// What happened to the records, for a sink that writes several to a file; nil for others.
    private(set) var recordSummary: String?

    /// Opens the folder. A run creates it if it is missing, and removes what killed runs have left in it; a plan does neither.
    ///
    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - isSecret: Whether messages must not show the path.
    ///   - shown: The path in messages, or the option that names a secret one.
    ///   - entriesPath: The path of the hidden file with the entries of the index; nil if none are kept.
    ///   - isReadAgain: Whether the run reads its own files with ``opened(_:)``.
    ///   - plan: Gets what a run would change; nil to write.
    ///   - reserve: Reserves the path of a marked file, or throws ``RecordError`` if a record has it.
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    init(
        creating path: String, isSecret: Bool, shown: String, entriesPath: [String]? = nil, isReadAgain: Bool = false,
        plan: PlannedStepChanges?, reserve: @escaping @Sendable (MarkedFile) throws -> Void = { _ in }
    ) throws {
        let folder: ConfinedFolder?
        var staged: StagedFolder?
        do {
            if plan != nil {
                folder = try ConfinedFolder(existing: path)
            } else {
                let root = try ConfinedFolder(creating: path)
                root.removeLeftovers()
                folder = try ConfinedFolder(duplicating: root)
                staged = StagedFolder(root)
            }
        } catch  where isSecret {
            throw PipelineFailure(.cannotCreate, "cannot make the folder that \(shown) names")
        } catch let error as SystemError {
            throw PipelineFailure(.cannotCreate, "\(error)")
        }
        self.folder = folder
        self.staged = staged
        self.plan = plan.map { ($0, $0.begin(.folder, shown: shown)) }
        self.isReadAgain = isReadAgain
        waitingFolder = plan?.folder ?? path
        plannedContents = ContentSpool(in: waitingFolder)
        heldContents = ContentSpool(in: waitingFolder)
        self.path = path
        self.shown = shown
        self.entriesPath = entriesPath
        self.reserve = reserve
    }

    /// Adds a sentence to the summary of the run, such as why a file is missing.
    public mutating func note(_ sentence: String) { remarks.append(sentence) }

    /// The numbers of written and unchanged files; nil in a plan.
    var result: OutputResult? {
        guard let counts = staged?.counts() else { return nil }
        return OutputResult(written: counts.written, unchanged: counts.unchanged)
    }

    /// The numbers of written and unchanged files in a sentence; nil in a plan.
    var summary: String? {
        result.map {
            "\(shown.printable): \($0.written.counted("file")) written, \($0.unchanged) unchanged"
                + (recordSummary.map { ", \($0)" } ?? "")
        }
    }

    /// Sets what happened to the records, such as `3 records appended`, for the summary of the run.
    mutating func describeRecords(_ sentence: String) {
        recordSummary = sentence
        plan?.outputs.describe(sentence)
    }

    /// Writes a file to the staging folder, unless the existing file has the same content.
    ///
    /// - Parameters:
    ///   - bytes: The whole content.
    ///   - path: The names of the folders and of the file, relative to the output's folder.
    /// - Throws: ``PipelineFailure``: `cannotCreate` also if a symbolic link is on the path.
    public mutating func write(_ bytes: [UInt8], to path: [String]) throws { try write(content: bytes, to: path) }

    /// Writes a file about the folder as a whole, such as the second page of an index. Its path may be known only at the end of the run.
    ///
    /// - Parameters:
    ///   - bytes: The whole content, with the mark.
    ///   - file: The description of the file.
    /// - Throws: ``PipelineFailure``: `badData` if a record of the run has the path, `cannotCreate` if a file of the user has it.
    public mutating func write(_ bytes: [UInt8], to file: MarkedFile) throws {
        do {
            try reserve(file)
        } catch let error as RecordError {
            throw PipelineFailure(.badData, "\(shownPath(file.path)) is needed for a \(file.kind): \(error.reason)")
        }
        try file.check(with: self)
        try write(content: bytes, to: file.path)
    }

    /// Keeps the bytes of a file on the disk until ``writeHeld(_:)``: for content that depends on records that are still to come.
    ///
    /// - Parameters:
    ///   - bytes: What `writeHeld` gets.
    ///   - path: The names of the folders and of the file, relative to the output's folder.
    /// - Throws: ``PipelineFailure`` if the bytes cannot be kept.
    public mutating func hold(_ bytes: [UInt8], for path: [String]) throws {
        do throws(SystemError) {
            heldFiles.append((path, try heldContents.add(bytes)))
        } catch {
            throw failure(error, path)
        }
    }

    /// Writes all held files, in the order in which they were held.
    ///
    /// - Parameter finish: Returns the content of a file. Gets the held bytes and the path.
    /// - Throws: As ``write(_:to:)-([UInt8],_)``; the error of `finish`.
    public mutating func writeHeld(_ finish: (_ bytes: [UInt8], _ path: [String]) throws -> [UInt8]) throws {
        for file in heldFiles {
            let bytes: [UInt8]
            do throws(SystemError) {
                bytes = try file.content.read()
            } catch {
                throw failure(error, file.path)
            }
            try write(finish(bytes, file.path), to: file.path)
        }
        heldFiles = []
        heldContents = ContentSpool(in: waitingFolder)
    }

    /// Compares a file with the old one. If they differ, writes it to the staging folder, as ``write(_:to:)`` does.
    mutating func write(content: borrowing some FileContent & ~Copyable, to path: [String]) throws {
        hasFiles = true
        do throws(SystemError) {
            let (change, mode) = try folder?.change(ofFileAt: path, to: content) ?? (.created, nil)
            if let plan {
                plan.outputs.add(try planned(content, path, change, in: plan.outputs), to: plan.number)
            } else if change == .unchanged {
                staged?.keep(path)
            } else {
                try staged?.write(content, to: path, mode: mode)
            }
        } catch {
            throw failure(error, path)
        }
    }

    /// Notes a file of an earlier run that stays as it is.
    mutating func keep(_ path: [String]) {
        hasFiles = true
        staged?.keep(path)
        plan?.outputs.add(PlannedFile(shown: ([shown] + path).joined(separator: "/"), change: .unchanged), to: plan?.number ?? 0)
    }

    /// Describes a file for a plan, with its new content if it is needed again.
    private mutating func planned(
        _ content: borrowing some FileContent & ~Copyable, _ path: [String], _ change: FileChange, in plan: PlannedStepChanges
    ) throws(SystemError) -> PlannedFile {
        var file = PlannedFile(shown: ([shown] + path).joined(separator: "/"), change: change)
        plannedFiles[path] = nil
        if change == .unchanged { return file }
        let isShort = content.count <= PlannedFile.maxKeptBytes
        let new = isReadAgain || (plan.keepsContent && isShort) ? try plannedContents.add(content) : nil
        if isReadAgain { plannedFiles[path] = new }
        file.content = isShort ? new : nil
        file.isTooLong = !isShort
        file.oldPath = change == .changed ? ([self.path] + path).joined(separator: "/") : nil
        return file
    }

    /// Numbers a file that grows piece by piece, in the staging folder; nil in a plan, which writes none.
    mutating func makeGrowingFile() throws(SystemError) -> Int32? { try staged?.makeGrowingFile() }

    /// Opens a file of ``makeGrowingFile()`` behind its content; nil in a plan.
    func openGrowingFile(_ number: Int32) throws(SystemError) -> SharedDescriptor? {
        guard let file = try staged?.openGrowingFile(number) else { return nil }
        return SharedDescriptor(file)
    }

    /// Removes a file of ``makeGrowingFile()``.
    func removeGrowingFile(_ number: Int32) { staged?.removeGrowingFile(number) }

    /// Compares a complete file of ``makeGrowingFile()`` with the old one at a path. If they differ, it takes that place at the commit.
    ///
    /// - Throws: As ``write(_:to:)-([UInt8],_)``.
    mutating func put(_ number: Int32, at path: [String]) throws {
        hasFiles = true
        do throws(SystemError) {
            guard let file = try openGrowingFile(number) else { return }
            let (change, mode) = try folder?.change(ofFileAt: path, to: SpooledContent(whole: file)) ?? (.created, nil)
            if change == .unchanged {
                staged?.removeGrowingFile(number)
                staged?.keep(path)
            } else {
                try staged?.put(number, at: path, mode: mode)
            }
        } catch {
            throw failure(error, path)
        }
    }

    /// Opens a regular file of an earlier run; nil if there is none.
    func openedEarlier(_ path: [String]) throws -> FileDescriptor? {
        do throws(SystemError) {
            guard let number = try folder?.openedFile(at: path) else { return nil }
            return FileDescriptor(owning: number)
        } catch {
            throw failure(error, path)
        }
    }

    /// Returns the first bytes of a file of an earlier run.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the output's folder.
    ///   - limit: The largest number of bytes to read.
    /// - Returns: nil if there is no such file.
    /// - Throws: ``PipelineFailure`` if it cannot be read.
    public func beginning(of path: [String], limit: Int) throws -> [UInt8]? {
        do throws(SystemError) {
            return try folder?.beginning(ofFileAt: path, limit: limit)
        } catch {
            throw failure(error, path)
        }
    }

    /// Returns a whole file of an earlier run; nil if there is none.
    func content(of path: [String]) throws -> [UInt8]? {
        do throws(SystemError) {
            return try folder?.content(ofFileAt: path)
        } catch {
            throw PipelineFailure(.cannotWrite, "\(shownPath(path)) cannot be read: \(error.reason)")
        }
    }

    /// Whether a regular file of an earlier run has this path.
    func hasFile(at path: [String]) throws -> Bool {
        do throws(SystemError) {
            return try folder?.hasFile(at: path) ?? false
        } catch {
            throw failure(error, path)
        }
    }

    /// Opens a file of this run, or else of an earlier one, for reading; nil if there is none.
    ///
    /// - Returns: A descriptor that the caller must close.
    mutating func opened(_ path: [String]) throws -> Int32? {
        do throws(SystemError) {
            if let content = plannedFiles[path] { return try content.opened(in: waitingFolder) }
            if let number = try staged?.opened(path) { return number }
            return try folder?.openedFile(at: path)
        } catch {
            throw failure(error, path)
        }
    }

    /// The number of bytes of a file of an earlier run; nil if there is none.
    func size(of path: [String]) throws -> Int? {
        do throws(SystemError) {
            return try folder?.size(ofFileAt: path)
        } catch {
            throw failure(error, path)
        }
    }

    /// The path of a file in messages.
    func shownPath(_ path: [String]) -> String { ([shown] + path).joined(separator: "/").printable }

    /// Does everything that fails on a full disk, before the commit point.
    mutating func prepare() throws {
        do throws(SystemError) {
            try staged?.prepare()
        } catch {
            throw failure(error)
        }
    }

    /// Renames all files to their final paths.
    mutating func commit() throws {
        do throws(SystemError) {
            try staged?.commit()
        } catch {
            throw failure(error)
        }
    }

    /// Describes an error of the whole folder. The error's path is the folder or a path inside it.
    func failure(_ error: SystemError) -> PipelineFailure {
        let inside = error.path.hasPrefix(path) ? String(error.path.dropFirst(path.count)) : ""
        return PipelineFailure(error.outputFailure, "cannot \(error.action) \((shown + inside).printable): \(error.reason)")
    }

    func failure(_ error: SystemError, _ path: [String]) -> PipelineFailure {
        PipelineFailure(error.outputFailure, "\(shownPath(path)) cannot be written: \(error.reason)")
    }
}

/// A file about a folder as a whole, such as an index, a page of it, a feed or a sitemap.
///
/// It has a mark at its beginning. A file without the mark belongs to the user and is never overwritten.
public struct MarkedFile: Sendable {
    /// The names of the folders and of the file, relative to the sink's folder.
    public let path: [String]
    /// The bytes that every such file has.
    public let mark: [UInt8]
    /// The number of bytes at the beginning of the file that hold the mark; nil if the mark comes first.
    private let markLimit: Int?
    /// The kind of file in messages, such as "page" or "feed".
    public let kind: String
    /// What a user can do, other than to move their own file from this path: "name another file in the sink's option index".
    public let remedy: String

    /// Describes a file. Pass it to ``FolderOutput/init(_:index:files:)``, which reserves its path, or to
    /// ``FolderWriter/write(_:to:)-(_,MarkedFile)`` if the path is known only at the end of the run.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the sink's folder.
    ///   - mark: The bytes that every such file has.
    ///   - markLimit: The number of bytes at the beginning of the file that hold the mark, for a format that begins with something else; nil if
    ///     the mark comes first.
    ///   - kind: The kind of file in messages, such as "page" or "feed".
    ///   - remedy: What a user can do, other than to move their own file from this path: "name another file in the sink's option index".
    public init(path: [String], mark: [UInt8], within markLimit: Int? = nil, kind: String, remedy: String) {
        self.path = path
        self.mark = mark
        self.markLimit = markLimit
        self.kind = kind
        self.remedy = remedy
    }

    /// Checks that the file does not overwrite a file of the user.
    ///
    /// - Throws: ``PipelineFailure`` with the file and the remedy.
    func check(with writer: borrowing FolderWriter) throws {
        guard let found = try writer.beginning(of: path, limit: markLimit ?? mark.count) else { return }
        if markLimit == nil ? found == mark : found.firstRange(of: mark) != nil { return }
        throw PipelineFailure(
            .cannotCreate,
            "\(writer.shownPath(path)) is not a \(kind) that tabpipe made, and is not replaced; move it, or \(remedy)")
    }
}
