#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// A file that is written in three steps: open and write, ``prepare()``, ``commit()``. Without a commit, the old file stays.
///
/// An ``AtomicFile`` takes the place of the old one. A plan compares instead, and its commit notes the result.
package protocol WholeFile: ~Copyable {
    /// The number of bytes that were written.
    func byteCount() -> Int

    /// Appends bytes.
    mutating func write(_ bytes: borrowing Span<UInt8>) throws(SystemError)

    /// Takes the first bytes of the old file as the beginning of the content.
    mutating func append(first count: Int, of old: borrowing FileDescriptor) throws(SystemError)

    /// Does everything that fails on a full disk.
    mutating func prepare() throws(SystemError)

    /// Puts the file in place, unless the old one has the same content.
    consuming func commit() throws(SystemError) -> FileChange
}

/// What a run does to a file.
package enum FileChange: Sendable {
    /// There was no such file.
    case created
    /// The file had other content.
    case changed
    /// The file had the same content and was not touched.
    case unchanged
    /// The file was there, and the run has nothing for it.
    case removed
}

/// An output file that appears whole or not at all.
///
/// Bytes are written to a temporary file in the same folder. ``commit()`` renames it. Without a commit, the old file stays unchanged.
/// An old file with the same content is not touched.
package struct AtomicFile: WholeFile, ~Copyable {
    private let folder: ConfinedFolder
    private let name: String
    private let temporaryName: String
    /// Whether other users must not read the file: its mode is 0600, whatever that of the old file is.
    private let isPrivate: Bool
    private let file: FileDescriptor
    private var length = 0
    private var writtenBackLength = 0
    /// The effect that the commit will have; nil before ``prepare()``.
    private var change: FileChange?
    /// Whether a write failed. The content is then incomplete and must not be committed.
    private var hasFailedWrite = false
    /// The number of bytes after which the system is asked to begin writing them to the disk.
    private static let writeBehindBytes = 4 << 20

    /// Creates the temporary file.
    ///
    /// - Parameters:
    ///   - name: The final name, without a slash.
    ///   - folder: The folder of the file.
    ///   - isPrivate: Whether the file has the mode 0600 from its creation on. If not, it takes the mode of the old file.
    /// - Throws: ``SystemError``.
    package init(_ name: String, in folder: consuming ConfinedFolder, isPrivate: Bool = false) throws(SystemError) {
        let temporary = try folder.makeTemporaryFile(mode: isPrivate ? 0o600 : 0o666)
        self.isPrivate = isPrivate
        self.name = name
        temporaryName = temporary.name
        file = FileDescriptor(owning: temporary.number)
        self.folder = folder
    }

    deinit { unsafe unlinkat(folder.descriptor.number, temporaryName, 0) }

    /// The number of bytes that were written.
    package func byteCount() -> Int { length }

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

    /// Appends the first bytes of another file. Where possible, the kernel copies them.
    package mutating func append(first count: Int, of other: borrowing FileDescriptor) throws(SystemError) {
        var done = 0
        while done < count {
            let end = min(count, done + Self.writeBehindBytes)
            do throws(SystemError) {
                try file.append(done..<end, of: other)
            } catch {
                hasFailedWrite = true
                throw error
            }
            file.beginSynchronizing(length..<length + end - done)
            length += end - done
            done = end
        }
        writtenBackLength = length
    }

    /// Replaces the first bytes, such as a head with a length that is known only at the end.
    ///
    /// - Parameter bytes: The new bytes, at most as many as were written before.
    package mutating func overwriteBeginning(_ bytes: borrowing Span<UInt8>) throws(SystemError) {
        precondition(bytes.count <= length)
        lseek(file.number, 0, SEEK_SET)
        do throws(SystemError) {
            try file.write(bytes)
        } catch {
            hasFailedWrite = true
            throw error
        }
        lseek(file.number, 0, SEEK_END)
    }

    /// Compares the old file with the new content. If they differ, waits until the new content has reached the disk.
    ///
    /// - Throws: ``SystemError``, also if an earlier write failed, or if the old file is not a regular file.
    package mutating func prepare() throws(SystemError) {
        guard change == nil else { return }
        if hasFailedWrite {
            throw SystemError(action: "write", path: "\(folder.path)/\(name)", code: EIO, words: "an earlier write failed")
        }
        try folder.checkPlace()
        let planned = try plannedChange()
        if planned != .unchanged { try file.synchronize() }
        change = planned
    }

    private func plannedChange() throws(SystemError) -> FileChange {
        guard let kind = try folder.kind(of: name) else { return .created }
        guard kind == .regular else { throw folder.notRegular(name) }
        // An unreadable file is replaced.
        guard let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        else { return .changed }
        let mode = try old.status().st_mode & 0o7777
        // With another mode, other users may be able to read the old file. So it is replaced even if the content is the same.
        if isPrivate, mode != 0o600 { return .changed }
        if try FileComparison.haveEqualContent(old, file) { return .unchanged }
        if !isPrivate { fchmod(file.number, mode) }
        return .changed
    }

    /// Renames the file to its final name, unless the old file has the same content, and waits until the new name has reached the disk.
    ///
    /// - Throws: ``SystemError``, also if the file is not at its path at the end because its folder was moved. If the rename failed, the
    ///   old file is unchanged.
    package consuming func commit() throws(SystemError) -> FileChange {
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
        guard try folder.kind(of: name) == .regular else { throw folder.vanished(name) }
        return change
    }
}
