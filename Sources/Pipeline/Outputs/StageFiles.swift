internal import Synchronization

#if canImport(Glibc)
private import Glibc
#elseif canImport(Musl)
private import Musl
#else
private import Darwin
#endif

/// The files of a stage. They are inside one folder and appear together at the commit point, before the outputs of the sinks. Files with
/// unchanged content are not touched, and files of earlier runs stay.
///
///     struct Thumbnails: Stage {
///         private let files: StageFiles
///         init(options: inout OptionReader) { files = StageFiles(options.read("folder", .outputFolder, help: "The folder of the pictures.")) }
///         var hooks: Hooks { Hooks(output: files) }
///         func process(_ record: inout Record) throws -> Verdict {
///             if files.isOpen { try files.write(picture(of: record), to: ["\(try record.string("id")).png"]) }
///             return .keep
///         }
///     }
///
/// A class, because all copies of the stage write to one folder. Any task may call its methods.
public final class StageFiles: RunOutput {
    private struct State: ~Copyable, Sendable {
        var writer: FolderWriter?
        /// The first failure of ``write(_:to:)``. ``prepare()`` throws it, so that the run fails.
        var failure: (any Error)?
        var summary: String?
    }

    private let folder: MaskedText
    private let state = Mutex(State())

    /// - Parameter folder: The folder: ``OptionType/outputFolder``.
    public init(_ folder: MaskedText) { self.folder = folder }

    /// Whether a run is in progress that needs files: false in a preview, true in a dry run, which compares the files and writes none.
    public var isOpen: Bool { state.withLock { $0.writer != nil } }

    /// True: a dry run changes nothing in the folder.
    public var supportsPlan: Bool { true }
    /// False: each run sends all records.
    public var passesRecords: Bool { false }
    /// Does nothing: the engine calls it for the output of a source alone.
    public func keep(because reason: String) {}

    /// The numbers of written and unchanged files of the last run in a sentence, for ``Hooks/notes``.
    public var notes: [String] { state.withLock { $0.summary.map { [$0] } ?? [] } }

    /// Writes a file, unless the existing file has the same content.
    ///
    /// - Parameters:
    ///   - bytes: The whole content.
    ///   - path: The names of the folders and of the file, relative to the folder. They must not come from content unchecked.
    /// - Throws: ``PipelineFailure``. The run fails then, even if the stage lets the record pass.
    public func write(_ bytes: [UInt8], to path: [String]) throws { try write(content: bytes, to: path) }

    /// Writes a file whose content may be longer than the memory. The method blocks its thread, and other writers wait: they share the
    /// names of the temporary files.
    ///
    /// Package access: the stage `assets` has its content in temporary files; plug-ins have bytes.
    package func write(content: borrowing some FileContent & ~Copyable, to path: [String]) throws {
        try state.withLock { state in
            do {
                try state.writer?.write(content: content, to: path)
            } catch {
                if state.failure == nil { state.failure = error }
                // The run fails in any case: `prepare()` throws this failure.
                guard let failure = error as? PipelineFailure else { throw error }
                throw PipelineFailure(failure.kind, failure.message, concernsAllRecords: true)
            }
        }
    }

    /// The number of bytes of a file of an earlier run; nil if there is none.
    ///
    /// Package access: the stage `assets` checks whether a file that it has fetched is still there.
    package func size(of path: [String]) throws -> Int? { try state.withLock { try $0.writer?.size(of: path) } }

    /// Opens a file of this run, or else of an earlier one, for reading; nil if there is none.
    ///
    /// Package access: the stage `assets` makes smaller copies of its files; plug-ins know what they have written.
    ///
    /// - Returns: A descriptor that the caller must close.
    package func opened(_ path: [String]) throws -> Int32? { try state.withLock { try $0.writer?.opened(path) } }

    /// Returns the first bytes of a file of this run, or else of an earlier one; nil if there is none.
    public func stagedHead(of path: String, upTo limit: Int) throws -> [UInt8]? {
        guard let names = names(of: path), let opened = try? opened(names) else { return nil }
        let file = FileDescriptor(owning: opened)
        return try FileDescriptor.read(from: file.number, at: 0, upTo: limit)
    }

    /// The names below the folder that lead to a path; nil if the path leads elsewhere.
    private func names(of path: String) -> [String]? {
        func names(_ path: String) -> [String] { FilePath.names(in: path).enumerated().filter { $0 == 0 || $1 != "" }.map(\.element) }
        let (all, start) = (names(path).filter { $0 != "." }, names(folder.value).filter { $0 != "." })
        return all.count > start.count && all.starts(with: start) && !all.contains("..") ? Array(all[start.count...]) : nil
    }

    /// Opens the folder, and creates it if it is missing.
    public func open(in context: RunContext) throws {
        var opened = Optional(
            try FolderWriter(
                creating: folder.value, isSecret: folder.isSecret, shown: folder.shown, isReadAgain: true, plan: context.plan))
        state.withLock { state in
            state = State()
            state.writer = opened.take()
        }
    }

    /// Waits until all files have reached the disk.
    public func prepare() throws {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            try state.writer?.prepare()
        }
    }

    /// Renames all files to their final paths.
    public func commit() throws {
        try state.withLock { state in
            try state.writer?.commit()
            state.summary = state.writer?.summary ?? nil
        }
    }

    /// Closes the folder. Files that were not put in place are removed.
    public func close() { state.withLock { $0.writer = nil } }
}
