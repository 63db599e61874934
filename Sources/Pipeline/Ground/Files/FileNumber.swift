#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The numbers that the system has for a regular file. All its names and links have the same numbers.
struct FileNumber: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// - Parameter path: A path, whose symbolic links are followed.
    /// - Returns: nil if there is no regular file.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
