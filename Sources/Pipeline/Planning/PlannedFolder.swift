#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Stands in a plan for a ``StagedFolder``: compares each file with the one that is there, and writes nothing to the folder.
struct PlannedFolder: ~Copyable, Sendable {
    private let plan: OutputPlan
    private let output: Int
    private let path: String
    private let shown: String
    /// The folder; nil if it does not exist.
    private let root: OutputFolder?
    /// Whether all new content is kept, because the run reads it again.
    private let keepsAllContent: Bool
    /// The content of all changed files, one behind the other; nil before the first one.
    private var kept: SharedDescriptor?
    private var keptCount = 0
    private var hasFiles = false
    /// The content of the changed files by their paths.
    private var contents: [[String]: KeptContent] = [:]

    /// - Parameters:
    ///   - path: The path of the folder.
    ///   - shown: The path in messages.
    ///   - keepsAllContent: Whether the run reads its files again.
    init(_ path: String, shown: String, keepsAllContent: Bool, in plan: OutputPlan) throws(SystemError) {
        self.plan = plan
        self.path = path
        self.shown = shown
        self.keepsAllContent = keepsAllContent
        output = plan.begin(.folder, shown: shown)
        root = try OutputFolder(existing: path)
    }

    /// Whether any file was written to the folder.
    func isUsed() -> Bool { hasFiles }

    /// Compares a file with the old one.
    ///
    /// - Throws: ``SystemError``, as ``StagedFolder/write(_:to:)``.
    mutating func write(_ content: borrowing some FileContent & ~Copyable, to path: [String]) throws(SystemError) {
        hasFiles = true
        var file = PlannedFile(shown: ([shown] + path).joined(separator: "/"), change: try change(content, path))
        contents[path] = nil
        if file.change != .unchanged {
            let isShort = content.count <= PlannedWrite.maxKeptBytes
            if keepsAllContent || (plan.keepsContent && isShort) {
                let new = try keep(content)
                if keepsAllContent { contents[path] = new }
                if isShort { file.content = new }
            }
            file.isTooLong = !isShort
            file.oldPath = file.change == .changed ? ([self.path] + path).joined(separator: "/") : nil
        }
        plan.add(file, to: output)
    }

    private func change(_ content: borrowing some FileContent & ~Copyable, _ path: [String]) throws(SystemError) -> PlannedFile.Change {
        guard let folder = try root?.existingSubfolder(path.dropLast()), let name = path.last, let kind = try folder.kind(of: name) else {
            return .created
        }
        guard kind == S_IFREG else { throw folder.notRegular(name) }
        guard let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        else { return .changed }
        return try FileComparison.hasContent(old, content) ? .unchanged : .changed
    }

    private mutating func keep(_ content: borrowing some FileContent & ~Copyable) throws(SystemError) -> KeptContent {
        let file: SharedDescriptor
        if let kept { file = kept } else { file = SharedDescriptor(try FileDescriptor(unnamedIn: plan.folder)) }
        kept = file
        let start = keptCount
        var end = start
        try content.forEachPiece { piece throws(SystemError) in
            try file.descriptor.write(piece.span)
            end += piece.count
            return true
        }
        keptCount = end
        return KeptContent(file: file, range: start..<end)
    }

    /// The first bytes of the old file; nil if there is none.
    func beginning(of path: [String], limit: Int) throws(SystemError) -> [UInt8]? { try root?.beginning(ofFileAt: path, limit: limit) }

    /// The content of the old file; nil if there is none.
    func content(of path: [String]) throws(SystemError) -> [UInt8]? { try root?.content(ofFileAt: path) }

    /// Whether there is an old file that is regular.
    func hasFile(at path: [String]) throws(SystemError) -> Bool { try root?.hasFile(at: path) ?? false }

    /// The number of bytes of the old file; nil if there is none that is regular.
    func size(of path: [String]) throws(SystemError) -> Int? { try root?.size(ofFileAt: path) }

    /// Opens a file of this run, or else the old one, for reading; nil if there is none that is regular.
    ///
    /// - Returns: A descriptor that the caller must close.
    func opened(_ path: [String]) throws(SystemError) -> Int32? {
        if let content = contents[path] { return try content.opened(in: plan.folder) }
        return try root?.openedFile(at: path)
    }
}
