#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file of a plan. It compares the content with the file that is there, and writes nothing beside it.
///
/// An ``AtomicFile`` compares when its content is complete. That would cost a plan the space of all outputs: here, equal content is kept
/// nowhere, and other content only for a diff.
struct ComparedFile: WholeFile, ~Copyable {
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
    ///   - target: The path of the file, behind symbolic links.
    ///   - shown: The path in messages.
    ///   - isPrivate: Whether other users must not read the file. Its content is then not kept.
    /// - Throws: ``SystemError``, also if what is there is no regular file.
    init(_ target: String, shown: String, isPrivate: Bool, in plan: OutputPlan) throws(SystemError) {
        let kind = FilePath.kind(of: target)
        guard kind == nil || kind == .regular else {
            throw SystemError(action: "replace", path: target, code: EEXIST, words: "what stands there is no regular file")
        }
        // An unreadable file is replaced.
        let old = kind == nil ? nil : try? SharedDescriptor(FileDescriptor(opening: target, flags: O_RDONLY | O_NONBLOCK))
        let status = try old?.descriptor.status()
        self.plan = plan
        path = target
        self.shown = shown
        self.isPrivate = isPrivate
        self.old = old
        exists = kind != nil
        isEqual = old != nil
        oldSize = Int(status?.st_size ?? 0)
        hasWrongMode = isPrivate && status.map { $0.st_mode & 0o7777 != 0o600 } == true
        keepsContent = plan.keepsContent && !isPrivate
    }

    func byteCount() -> Int { length }

    mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        let block = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        length += block.count
        if isEqual, let old {
            isEqual = try FileComparison.hasBytes(old.descriptor, block, from: sharedBytes)
            if isEqual { return sharedBytes += block.count }
        }
        guard keepsContent else { return }
        if length - sharedBytes > PlannedFile.maxKeptBytes {
            keepsContent = false
            kept = nil
            return
        }
        if kept == nil { kept = SharedDescriptor(try FileDescriptor(unnamedIn: plan.folder)) }
        try kept?.descriptor.write(block.span)
    }

    mutating func append(first count: Int, of old: borrowing FileDescriptor) {
        length += count
        sharedBytes += count
    }

    /// Does nothing: the content is compared already.
    mutating func prepare() {}

    /// Notes what a run would do to the file.
    consuming func commit() -> FileChange {
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
