#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An output file that appears whole or not at all.
///
/// What is written goes to a temporary file in the same folder; ``commit()`` moves it to its name. Until then the old file
/// stays as it is; without a commit it stays for good. A file that would not change is not touched.
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
    /// So much is written before the disk is set to work on it, in bytes.
    private static let writeBehindBytes = 4 << 20

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - name: Its name, without a slash.
    ///   - folder: The folder that it will stand in.
    /// - Throws: ``SystemError``.
    package init(_ name: String, in folder: consuming OutputFolder) throws(SystemError) {
        self.name = name
        temporaryName = OutputFolder.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + OutputFolder.temporarySuffix
        file = try FileDescriptor(opening: temporaryName, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, in: folder.descriptor.number)
        _ = flock(file.number, LOCK_EX | LOCK_NB)  // says to other runs that this one is alive
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

    /// Moves the file to its name if that changes anything.
    ///
    /// - Parameter synchronizingFolder: Whether to wait until the name has reached the disk; who writes many files does
    ///   that once for all of them.
    /// - Throws: ``SystemError``; the old file is then as it was.
    package consuming func commit(synchronizingFolder: Bool) throws(SystemError) -> Change {
        let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        if let old {
            if try FileComparison.haveEqualContent(old, file) { return .unchanged }
            let rights = try old.status().st_mode & 0o7777
            fchmod(file.number, rights)
            try moveIntoPlace()
            if synchronizingFolder { try folder.synchronize() }
            return .changed
        }
        try moveIntoPlace()
        if synchronizingFolder { try folder.synchronize() }
        return .created
    }

    private func moveIntoPlace() throws(SystemError) {
        try file.synchronize()
        let directory = folder.descriptor.number
        guard unsafe renameat(directory, temporaryName, directory, name) == 0 else {
            throw SystemError.last("rename", "\(folder.path)/\(name)")
        }
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
