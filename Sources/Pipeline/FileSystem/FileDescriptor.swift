#if canImport(Glibc)
package import Glibc
#elseif canImport(Musl)
package import Musl
#else
package import Darwin
#endif

/// An open file of the operating system; closed when it goes out of scope.
package struct FileDescriptor: ~Copyable, Sendable {
    package let number: Int32

    /// Takes over a descriptor that is open.
    package init(owning number: Int32) {
        self.number = number
    }

    /// Opens a path relative to a directory.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - flags: As `open(2)` takes them; `O_CLOEXEC` is added. A file that is made has the rights that the umask leaves.
    ///   - directory: The directory that relative paths start from.
    /// - Throws: ``SystemError``.
    package init(opening path: String, flags: Int32, in directory: Int32 = AT_FDCWD) throws(SystemError) {
        number = try Self.number(opening: path, flags: flags, in: directory)
    }

    /// Opens a path and leaves the closing to the caller.
    static func number(opening path: String, flags: Int32, in directory: Int32 = AT_FDCWD) throws(SystemError) -> Int32 {
        let opened = retrying { unsafe openat(directory, path, flags | O_CLOEXEC, 0o666) }
        guard opened >= 0 else { throw SystemError.last("open", path) }
        return opened
    }

    deinit { close(number) }

    /// Reads what is there, up to a number of bytes; none at the end of the file.
    ///
    /// - Parameters:
    ///   - number: A descriptor that its owner keeps open meanwhile.
    ///   - limit: The most that is read, in bytes.
    ///   - spare: Room for what the caller will append.
    package static func read(from number: Int32, upTo limit: Int, spare: Int = 0) throws(SystemError) -> [UInt8] {
        try unsafe bytes(upTo: limit, spare: spare) { buffer, count in Self.retrying { unsafe readBytes(number, buffer, count) } }
    }

    /// Reads what a file has at a place, up to a number of bytes; less only at its end and in front of what cannot be read. The place for
    /// other reads stays as it is.
    ///
    /// - Parameters:
    ///   - number: A descriptor that its owner keeps open meanwhile.
    ///   - offset: How many bytes of the file lie before.
    ///   - limit: The most that is read, in bytes.
    ///   - spare: Room for what the caller will append.
    static func read(from number: Int32, at offset: Int, upTo limit: Int, spare: Int = 0) throws(SystemError) -> [UInt8] {
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

    /// Bytes that a call of the system reads.
    ///
    /// - Parameter read: Reads up to a number of bytes; gives how many, or a number below 0 if that failed.
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

    /// Writes all bytes.
    package func write(_ bytes: borrowing Span<UInt8>) throws(SystemError) { try Self.write(bytes, to: number) }

    /// Writes all bytes.
    ///
    /// - Parameter number: A descriptor that its owner keeps open meanwhile.
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

    /// Has the system begin to bring bytes to the disk, so that ``synchronize()`` waits less at the end; waits for nothing.
    ///
    /// - Parameter range: The place of the bytes in the file.
    package func beginSynchronizing(_ range: Range<Int>) {
        #if os(Linux)
        // "Not needed" makes Linux write what is not on the disk yet; only what is there already would leave the cache.
        _ = posix_fadvise(number, off_t(range.lowerBound), off_t(range.count), POSIX_FADV_DONTNEED)
        #endif
    }

    /// Waits until the file's content has reached the disk.
    package func synchronize() throws(SystemError) {
        guard Self.retrying({ Int(fsync(number)) }) == 0 || errno == EINVAL || errno == EROFS else { throw SystemError.last("fsync", "") }
    }

    /// Whether one call brings all that was written to a file system to the disk.
    static var canSynchronizeFileSystem: Bool { syncfs != nil }

    /// Waits until everything that was written to the file's file system has reached the disk; does nothing where there is no such call.
    func synchronizeFileSystem() throws(SystemError) {
        guard let syncfs else { return }
        guard Self.retrying({ Int(syncfs(number)) }) == 0 || errno == EROFS else { throw SystemError.last("syncfs", "") }
    }

    /// What the system knows of the file.
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

// Linux has `syncfs`, and the headers hide it from Swift.
private let syncfs: (@convention(c) (Int32) -> Int32)? = {
    guard let symbol = unsafe dlsym(dlopen(nil, RTLD_NOW), "syncfs") else { return nil }
    return unsafe unsafeBitCast(symbol, to: (@convention(c) (Int32) -> Int32).self)
}()

// The names `read` and `write` mean the methods inside the type.
private func readBytes(_ number: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int { unsafe read(number, buffer, count) }
private func writeBytes(_ number: Int32, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int { unsafe write(number, buffer, count) }
