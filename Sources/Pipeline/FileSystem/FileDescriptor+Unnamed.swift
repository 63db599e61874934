#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension FileDescriptor {
    /// Makes a file for reading and writing that has no name, so that it is gone when it is closed, also by a kill.
    ///
    /// - Parameter folder: The folder on whose disk it lies.
    /// - Throws: ``SystemError``.
    package init(unnamedIn folder: String) throws(SystemError) {
        #if os(Linux)
        // O_TMPFILE, which Swift does not import. File systems that cannot do it say so, and the file gets a name for a moment.
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
