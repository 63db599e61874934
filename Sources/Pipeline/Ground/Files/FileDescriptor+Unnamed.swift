#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension FileDescriptor {
    /// Creates an unnamed temporary file for reading and writing. The system deletes it when it is closed, even if the process is killed.
    ///
    /// - Parameter folder: A folder on the file system that stores the file.
    /// - Throws: ``SystemError``.
    package init(unnamedIn folder: String) throws(SystemError) {
        #if os(Linux)
        // O_TMPFILE, which Swift does not import. On file systems without it, the call fails, and the file has a name for a moment.
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
