#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Replaces an ``AtomicFile`` in a dry run: compares the content with the existing file, and writes nothing beside it.
struct PlannedWrite: ~Copyable {
    /// The limit of the content that is kept for a diff, in bytes.
    static let maxKeptBytes = 64 << 20

    private let plan: OutputPlan
    private let path: String
    private let shown: String
    private let isPrivate: Bool
    private let exists: Bool
    /// The old file; nil if there is none that can be read.
    private let old: SharedDescriptor?
    private let oldSize: Int
    /// Whether the mode of the old file is wrong for a private one.
    private let hasWrongMode: Bool
    private var length = 0
    /// The number of bytes at the start that are equal in both files.
    private var sharedBytes = 0
    /// Whether all bytes so far are equal to those of the old file.
    private var isEqual: Bool
    /// The content from the first difference on; nil if there is none, or if it is not kept.
    private var kept: SharedDescriptor?
    private var keepsContent: Bool

    /// - Parameters:
    ///   - path: The path of the file. A symbolic link is followed.
    ///   - shown: The path in messages.
    ///   - isPrivate: Whether other users must not read the file. Its content is then not kept.
    /// - Throws: ``SystemError``, also if the existing file is no regular file.
    init(to path: String, shown: String, isPrivate: Bool = false, in plan: OutputPlan) throws(SystemError) {
        let target = try FilePath.resolvingLinks(path)
        let kind = FilePath.kind(of: target)
        guard kind == nil || kind == .regular else {
            throw SystemError(action: "replace", path: path, code: EEXIST, words: "what stands there is no regular file")
        }
        // An unreadable file is replaced.
        let old = kind == nil ? nil : try? SharedDescriptor(FileDescriptor(opening: target, flags: O_RDONLY | O_NONBLOCK))
        let status = try old?.descriptor.status()
        self.plan = plan
        self.path = target
        self.shown = shown
        self.isPrivate = isPrivate
        self.old = old
        exists = kind != nil
        isEqual = old != nil
        oldSize = Int(status?.st_size ?? 0)
        hasWrongMode = isPrivate && status.map { $0.st_mode & 0o7777 != 0o600 } == true
        keepsContent = plan.keepsContent && !isPrivate
    }

    /// The number of bytes of the content so far.
    func byteCount() -> Int { length }

    /// Takes the next bytes of the content.
    mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        let block = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        length += block.count
        if isEqual, let old {
            isEqual = try FileComparison.hasBytes(old.descriptor, block, from: sharedBytes)
            if isEqual { return sharedBytes += block.count }
        }
        guard keepsContent else { return }
        if length - sharedBytes > Self.maxKeptBytes {
            keepsContent = false
            kept = nil
            return
        }
        if kept == nil { kept = SharedDescriptor(try FileDescriptor(unnamedIn: plan.folder)) }
        try kept?.descriptor.write(block.span)
    }

    /// Takes the whole old file as the beginning of the content.
    mutating func takeOld(_ count: Int) {
        length += count
        sharedBytes += count
    }

    /// Notes what a run would do to the file.
    consuming func commit() throws(SystemError) -> PlannedFile.Change {
        let isSame = isEqual && length == oldSize && !hasWrongMode
        var file = PlannedFile(shown: shown, change: !exists ? .created : isSame ? .unchanged : .changed)
        if !isPrivate, plan.keepsContent, !isSame {
            file.oldPath = exists ? path : nil
            file.sharedBytes = sharedBytes
            file.isTooLong = !keepsContent
            if keepsContent {
                file.content = kept.map { KeptContent(file: $0, range: 0..<length - sharedBytes) } ?? .empty
            }
        }
        plan.addOutput(of: file)
        return file.change
    }
}

/// Replaces a ``StagedFolder`` in a dry run: compares each file with the existing one, and writes nothing to the folder.
struct PlannedFolder: ~Copyable, Sendable {
    private let plan: OutputPlan
    private let output: Int
    private let path: String
    private let shown: String
    /// The folder; nil if it does not exist.
    private let root: ConfinedFolder?
    /// Whether all new content is kept, because the run reads it again.
    private let keepsAllContent: Bool
    /// The content of all changed files, one behind the other; nil before the first one.
    private var kept: KeptContents?
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
        root = try ConfinedFolder(existing: path)
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
        guard kind == .regular else { throw folder.notRegular(name) }
        guard let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        else { return .changed }
        return try FileComparison.hasContent(old, content) ? .unchanged : .changed
    }

    private mutating func keep(_ content: borrowing some FileContent & ~Copyable) throws(SystemError) -> KeptContent {
        var kept = if let kept = kept.take() { kept } else { try KeptContents(in: plan.folder) }
        let content = try kept.add(content)
        self.kept = consume kept
        return content
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
