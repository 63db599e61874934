#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An output file that appears whole or not at all.
///
/// What is written goes to a temporary file in the same folder; ``commit()`` moves it to its name. Until
/// then the old file stays as it is; without a commit it stays for good. A file that would not change is not touched.
package struct AtomicFile: ~Copyable {
    /// What a commit did.
    package enum Change: Sendable {
        /// There was no such file.
        case created
        /// The file had other content.
        case changed
        /// The file had the same content and was not touched.
        case unchanged
    }

    private let folder: OutputFolder
    private let name: String
    private let temporaryName: String
    private let file: FileDescriptor
    private var length = 0
    private var writtenBackLength = 0
    /// What the commit will do, once that was found out.
    private var change: Change?
    /// Whether a write failed: the content is torn, and must not be put in place.
    private var hasFailedWrite = false
    /// How much is written before the disk begins to take it, in bytes.
    private static let writeBehindBytes = 4 << 20

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - name: Its name, without a slash.
    ///   - folder: The folder that it will stand in.
    /// - Throws: ``SystemError``.
    package init(_ name: String, in folder: consuming OutputFolder) throws(SystemError) {
        let temporary = try folder.makeTemporaryFile()
        self.name = name
        temporaryName = temporary.name
        file = FileDescriptor(owning: temporary.number)
        self.folder = folder
    }

    deinit { unsafe unlinkat(folder.descriptor.number, temporaryName, 0) }

    /// Appends bytes.
    package mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            hasFailedWrite = true
            throw error
        }
        length += bytes.count
        if length - writtenBackLength >= Self.writeBehindBytes {
            file.beginSynchronizing(writtenBackLength..<length)
            writtenBackLength = length
        }
    }

    /// Does everything but the last step: finds out whether the file would change, and if so brings its content to the disk.
    ///
    /// - Throws: ``SystemError``, also if a write failed before, or if what stands at the name is no regular file: a device is not replaced.
    package mutating func prepare() throws(SystemError) {
        guard change == nil else { return }
        if hasFailedWrite { throw SystemError(action: "write", path: "\(folder.path)/\(name)", code: EIO, words: "an earlier write failed") }
        try folder.checkPlace()
        let planned = try plannedChange()
        if planned != .unchanged { try file.synchronize() }
        change = planned
    }

    private func plannedChange() throws(SystemError) -> Change {
        guard let kind = try folder.kind(of: name) else { return .created }
        guard kind == S_IFREG else { throw folder.notRegular(name) }
        // One that may not be read is replaced.
        guard let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        else { return .changed }
        if try FileComparison.haveEqualContent(old, file) { return .unchanged }
        fchmod(file.number, try old.status().st_mode & 0o7777)
        return .changed
    }

    /// Moves the file to its name if that changes anything.
    ///
    /// Waits until the name has reached the disk.
    ///
    /// - Throws: ``SystemError``, also if the file is not at its path in the end, because its folder was moved meanwhile. If the file
    ///   could not be moved to its name, the old file is as it was.
    package consuming func commit() throws(SystemError) -> Change {
        try prepare()
        let change = change ?? .unchanged
        try folder.checkPlace()
        if change != .unchanged {
            let directory = folder.descriptor.number
            guard unsafe renameat(directory, temporaryName, directory, name) == 0 else {
                throw SystemError.last("rename", "\(folder.path)/\(name)")
            }
            try folder.synchronize()
            try folder.checkPlace()
        }
        guard try folder.kind(of: name) == S_IFREG else { throw folder.vanished(name) }
        return change
    }
}
