#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An output file that appears whole or not at all.
///
/// What is written goes to a temporary file in the same folder; ``commit(synchronizingFolder:)`` moves it to its name. Until
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
    private var lengthOnTheWay = 0
    /// What the commit will do, once that was found out.
    private var change: Change?
    /// So much is written before the disk is set to work on it, in bytes.
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
        try file.write(bytes)
        length += bytes.count
        if length - lengthOnTheWay >= Self.writeBehindBytes {
            file.beginSynchronizing(lengthOnTheWay..<length)
            lengthOnTheWay = length
        }
    }

    /// Does everything but the last step: finds out whether the file would change, and if so brings its content to the disk.
    ///
    /// - Throws: ``SystemError``, also if what stands at the name is no regular file: nobody wants a device replaced.
    package mutating func prepare() throws(SystemError) {
        guard change == nil else { return }
        let planned = try plannedChange()
        if planned != .unchanged { try file.synchronize() }
        change = planned
    }

    private func plannedChange() throws(SystemError) -> Change {
        guard let kind = try folder.kind(of: name) else { return .created }
        guard kind == S_IFREG else {
            throw SystemError(
                action: "replace", path: "\(folder.path)/\(name)", code: EEXIST, words: "what stands there is no regular file")
        }
        // One that may not be read is replaced.
        guard let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        else { return .changed }
        if try FileComparison.haveEqualContent(old, file) { return .unchanged }
        fchmod(file.number, try old.status().st_mode & 0o7777)
        return .changed
    }

    /// Moves the file to its name if that changes anything.
    ///
    /// - Parameter synchronizingFolder: Whether to wait until the name has reached the disk; who writes many files does
    ///   that once for all of them.
    /// - Throws: ``SystemError``; the old file is then as it was.
    package consuming func commit(synchronizingFolder: Bool) throws(SystemError) -> Change {
        try prepare()
        guard let change, change != .unchanged else { return .unchanged }
        let directory = folder.descriptor.number
        guard unsafe renameat(directory, temporaryName, directory, name) == 0 else {
            throw SystemError.last("rename", "\(folder.path)/\(name)")
        }
        if synchronizingFolder { try folder.synchronize() }
        return change
    }

    /// Writes a whole file that is at hand, and writes nothing if the file has that content already. The folder is left to
    /// be synchronized by the caller.
    ///
    /// - Parameters:
    ///   - bytes: All of the content.
    ///   - name: The file's name, without a slash.
    ///   - folder: The folder that it stands in.
    package static func write(_ bytes: [UInt8], to name: String, in folder: consuming OutputFolder) throws(SystemError) -> Change {
        let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        if let old, try FileComparison.hasContent(old, bytes) { return .unchanged }
        var file = try AtomicFile(name, in: folder)
        try file.write(bytes.span)
        return try file.commit(synchronizingFolder: false)
    }
}
