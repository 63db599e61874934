#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Stands in a plan for an ``AtomicFile``: compares the content with the file that is there, and writes nothing beside it.
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
    /// - Throws: ``SystemError``, also if what is there is no regular file.
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
