#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// The descriptor of an open file. It is closed when it goes out of scope.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The unit in which files are written, in bytes. It fits into the processor's cache.
    ///
    /// Linux keeps writes of this size in large pages of its page cache. Writes of other sizes split pages, and cost a third more system
    /// time.
    package static let blockBytes = 128 << 10
    package let number: Int32

    /// Takes ownership of an open descriptor.
    package init(owning number: Int32) {
        self.number = number
    }

    /// Opens a path relative to a directory.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - flags: The flags of `open(2)`; `O_CLOEXEC` is added.
    ///   - directory: The directory that relative paths start from.
    ///   - mode: The mode of a new file, without the bits of the umask.
    /// - Throws: ``SystemError``.
    package init(opening path: String, flags: Int32, in directory: Int32 = AT_FDCWD, mode: mode_t = 0o666) throws(SystemError) {
        number = try Self.number(opening: path, flags: flags, in: directory, mode: mode)
    }

    /// Opens a path and returns a descriptor that the caller must close.
    ///
    /// - Parameter mode: The mode of a new file, without the bits of the umask.
    static func number(
        opening path: String, flags: Int32, in directory: Int32 = AT_FDCWD, mode: mode_t = 0o666
    ) throws(SystemError) -> Int32 {
        let opened = retrying { unsafe openat(directory, path, flags | O_CLOEXEC, mode) }
        guard opened >= 0 else { throw SystemError.last("open", path) }
        return opened
    }

    deinit { close(number) }

    /// Reads the available bytes at the current position.
    ///
    /// - Parameters:
    ///   - number: A descriptor that the caller keeps open during the call.
    ///   - limit: The largest number of bytes to read.
    ///   - spare: The capacity in bytes to reserve after the result, for the caller to append.
    /// - Returns: The bytes; none at the end of the file.
    package static func read(from number: Int32, upTo limit: Int, spare: Int = 0) throws(SystemError) -> [UInt8] {
        try unsafe bytes(upTo: limit, spare: spare) { buffer, count in Self.retrying { unsafe readBytes(number, buffer, count) } }
    }

    /// Reads bytes at an offset, without a change of the current position.
    ///
    /// - Parameters:
    ///   - number: A descriptor that the caller keeps open during the call.
    ///   - offset: The offset in bytes from the start of the file.
    ///   - limit: The largest number of bytes to read.
    ///   - spare: The capacity in bytes to reserve after the result, for the caller to append.
    /// - Returns: The bytes; fewer than `limit` only at the end of the file or before an unreadable part.
    package static func read(from number: Int32, at offset: Int, upTo limit: Int, spare: Int = 0) throws(SystemError) -> [UInt8] {
        try unsafe bytes(upTo: limit, spare: spare) { buffer, count in
            var done = 0
            while done < count {
                let result = Self.retrying { unsafe pread(number, buffer?.advanced(by: done), count - done, off_t(offset + done)) }
                if result < 0, done == 0 { return result }
                if result <= 0 { break }
                done += result
            }
            return done
        }
    }

    /// Returns the bytes that a system call reads.
    ///
    /// - Parameter read: Reads up to the given number of bytes. It returns their number, or a negative number after a failure.
    private static func bytes(
        upTo limit: Int, spare: Int, _ read: (UnsafeMutableRawPointer?, Int) -> Int
    ) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit + spare) { buffer, count in
            let result = unsafe read(buffer.baseAddress, limit)
            if result < 0 { failure = SystemError.last("read", "") }
            count = max(0, result)
        }
        if let failure { throw failure }
        return bytes
    }

    /// Writes all bytes at the current position.
    package func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) { try Self.write(bytes, to: number) }

    /// Writes all bytes at the current position of a descriptor.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - number: A descriptor that the caller keeps open during the call.
    package static func write(_ bytes: borrowing Span<UInt8>, to number: Int32) throws(SystemError) {
        let failure = unsafe bytes.withUnsafeBytes { buffer -> SystemError? in
            var done = 0
            while done < buffer.count {
                let count = Self.retrying { unsafe writeBytes(number, buffer.baseAddress?.advanced(by: done), buffer.count - done) }
                guard count >= 0 else { return SystemError.last("write", "") }
                done += count
            }
            return nil
        }
        if let failure { throw failure }
    }

    /// Asks the system to begin writing bytes to the disk, so that ``synchronize()`` takes less time later. Does not wait.
    ///
    /// - Parameter range: The offsets of the bytes in the file.
    package func beginSynchronizing(_ range: Range<Int>) {
        #if os(Linux)
        // With DONTNEED, Linux begins to write modified pages. It evicts only pages that are on the disk already.
        _ = posix_fadvise(number, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
        #endif
    }

    /// Waits until the file's content has reached the disk.
    package func synchronize() throws(SystemError) {
        guard Self.retrying({ Int(fsync(number)) }) == 0 || errno == EINVAL || errno == EROFS else { throw SystemError.last("fsync", "") }
    }

    /// Whether the system can synchronize a whole file system with one call.
    static var canSynchronizeFileSystem: Bool { syncfs != nil }

    /// Waits until everything written to the file's file system has reached the disk. Does nothing if the system has no such call.
    func synchronizeFileSystem() throws(SystemError) {
        guard let syncfs else { return }
        guard Self.retrying({ Int(syncfs(number)) }) == 0 || errno == EROFS else { throw SystemError.last("syncfs", "") }
    }

    /// The result of `fstat(2)`.
    package func status() throws(SystemError) -> stat {
        var status = stat()
        guard unsafe fstat(number, &status) == 0 else { throw SystemError.last("stat", "") }
        return status
    }

    static func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

extension FileDescriptor {
    /// Creates an unnamed temporary file for reading and writing. The system deletes it when it is closed, even if the process is killed.
    ///
    /// - Parameter folder: A folder on the file system that stores the file.
    /// - Throws: ``SystemError``.
    package init(unnamedIn folder: String) throws(SystemError) {
        #if os(Linux)
        // O_TMPFILE, which Swift does not import. On file systems without it, the call fails, and the code below creates a file with a name
        // and removes the name.
        let withoutName = O_DIRECTORY | 0o20_000_000
        if let number = try? FileDescriptor.number(opening: folder, flags: O_RDWR | withoutName) {
            self.init(owning: number)
            return
        }
        #endif
        var path = Array("\(folder)/tabpipe-XXXXXX".utf8CString)
        let number = unsafe mkstemp(&path)
        guard number >= 0 else { throw SystemError.last(SystemError.makingFile, folder) }
        unsafe unlink(path)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        self.init(owning: number)
    }
}

extension FileDescriptor {
    /// The most bytes per read when a whole file is read.
    private static let wholePieceBytes = 1 << 20

    /// Reads a file from its beginning to its end.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Gets the pieces, in order.
    /// - Throws: ``SystemError`` if the file cannot be opened or read.
    package static func readPieces(ofFile path: String, _ body: ([UInt8]) -> Void) throws(SystemError) {
        let file = try FileDescriptor(opening: path, flags: O_RDONLY)
        while case let piece = try FileDescriptor.read(from: file.number, upTo: wholePieceBytes), !piece.isEmpty { body(piece) }
    }
}

extension FileDescriptor {
    private static let pieceBytes = 256 << 10

    /// Appends bytes of another file at the current position. Linux copies them in the kernel, or shares the blocks of both files.
    ///
    /// - Throws: ``SystemError``, also if the other file ends before the bytes do.
    package func append(_ range: Range<Int>, of other: borrowing FileDescriptor) throws(SystemError) {
        var position = range.lowerBound
        while position < range.upperBound {
            guard let copied = copyInKernel(position..<range.upperBound, of: other) else { break }
            position += copied
        }
        // The kernel cannot copy some bytes, for instance between two kinds of file systems. The process reads and writes these.
        while position < range.upperBound {
            let piece = try FileDescriptor.read(from: other.number, at: position, upTo: min(Self.pieceBytes, range.upperBound - position))
            guard !piece.isEmpty else {
                throw SystemError(action: "read", path: "", code: EIO, words: "the earlier file became shorter while it was copied")
            }
            try write(piece.span)
            position += piece.count
        }
    }

    /// Copies bytes inside the kernel, with `copy_file_range`.
    ///
    /// - Returns: The number of copied bytes; nil if the system cannot copy these.
    private func copyInKernel(_ range: Range<Int>, of other: borrowing FileDescriptor) -> Int? {
        guard let copyFileRange = unsafe copyFileRange else { return nil }
        var offset = Int64(range.lowerBound)
        let source = other.number
        let count = Self.retrying { unsafe copyFileRange(source, &offset, number, nil, range.count, 0) }
        return count > 0 ? count : nil
    }
}

// Linux has `syncfs`, but its headers hide it from Swift.
private let syncfs: (@convention(c) (Int32) -> Int32)? = {
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "syncfs") else { return nil }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
}()

// Inside the type, the names `read` and `write` refer to its methods.
private func readBytes(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { unsafe read(number, buffer, count) }
private func writeBytes(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(number, buffer, count) }

private typealias CopyFileRange =
    @convention(c) (
        Int32, UnsafeMutablePointer<Int64>?, Int32, UnsafeMutablePointer<Int64>?, Int, UInt32
    ) -> Int

// Linux has `copy_file_range`, but its headers hide it from Swift.
private let copyFileRange: CopyFileRange? = {
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "copy_file_range") else { return nil }
    return unsafe unsafeBitCast(symbol, to: CopyFileRange.self)
}()

/// A file descriptor with several owners, closed by the last one.
///
/// A class, because a blocked call that was cancelled still uses the descriptor. After a close, its number could belong to another file.
package final class SharedDescriptor: Sendable {
    package let descriptor: FileDescriptor

    package init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }
}
