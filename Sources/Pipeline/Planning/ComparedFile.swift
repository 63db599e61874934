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
    private let plan: PlannedStepChanges
    /// The result, if the contents differ.
    private var difference: PlannedFile
    /// The old file; nil if there is none that can be read.
    private let old: SharedDescriptor?
    private let oldSize: Int
    private var length = 0
    /// Whether all bytes so far are equal to those of the old file. If its mode is wrong for a private file, its content does not count.
    private var isEqual: Bool
    /// The content from the first difference on; nil if there is none, or if it is not kept.
    private var kept: SharedDescriptor?
    private var keepsContent: Bool

    /// - Parameters:
    ///   - target: The path of the file, behind symbolic links.
    ///   - shown: The path in messages.
    ///   - isPrivate: Whether other users must not read the file. Its content is then not kept.
    /// - Throws: ``SystemError``, also if what is there is no regular file.
    init(_ target: String, shown: String, isPrivate: Bool, in plan: PlannedStepChanges) throws(SystemError) {
        let kind = FilePath.kind(of: target)
        guard kind == nil || kind == .regular else {
            throw SystemError(action: "replace", path: target, code: EEXIST, words: "what stands there is no regular file")
        }
        // An unreadable file is replaced.
        let old = kind == nil ? nil : try? SharedDescriptor(FileDescriptor(opening: target, flags: O_RDONLY | O_NONBLOCK))
        let status = try old?.descriptor.status()
        self.plan = plan
        self.old = old
        oldSize = Int(status?.st_size ?? 0)
        isEqual = status.map { !isPrivate || $0.st_mode & 0o7777 == 0o600 } ?? false
        keepsContent = plan.keepsContent && !isPrivate
        difference = PlannedFile(shown: shown, change: kind == nil ? .created : .changed)
        if keepsContent, kind != nil { difference.oldPath = target }
    }

    func byteCount() -> Int { length }

    mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        let block = unsafe bytes.withUnsafeBytes { unsafe Array($0) }
        length += block.count
        if isEqual, let old {
            isEqual = try FileComparison.hasBytes(old.descriptor, block, from: difference.sharedBytes)
            if isEqual { return difference.sharedBytes += block.count }
        }
        guard keepsContent else { return }
        if length - difference.sharedBytes > PlannedFile.maxKeptBytes {
            difference.isTooLong = true
            keepsContent = false
            kept = nil
            return
        }
        if kept == nil { kept = SharedDescriptor(try FileDescriptor(unnamedIn: plan.folder)) }
        try kept?.descriptor.write(block.span)
    }

    mutating func append(first count: Int, of old: borrowing FileDescriptor) {
        length += count
        difference.sharedBytes += count
    }

    /// Does nothing: the content is compared already.
    mutating func prepare() {}

    /// Notes what a run would do to the file.
    consuming func commit() -> FileChange {
        var file = difference
        if isEqual, length == oldSize {
            file = PlannedFile(shown: file.shown, change: .unchanged)
        } else if keepsContent {
            file.content = kept.map { SpooledContent(file: $0, range: 0..<length - file.sharedBytes) } ?? .empty
        }
        plan.addOutput(of: file)
        return file.change
    }
}
