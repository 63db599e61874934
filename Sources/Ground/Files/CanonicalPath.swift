#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The canonical form of a path, which is equal for all paths of one file: absolute, without `.`, `..` and symbolic links.
///
/// The part of the path that does not exist yet is appended unchanged.
package struct CanonicalPath: Equatable {
    package let path: String

    /// Resolves a path.
    ///
    /// - Parameter path: A path, or `-` for a standard stream.
    /// - Returns: nil for a device or pipe, because several writers may share it, and for a URL.
    package init?(_ path: String) {
        switch Input(path) {
        case .standardInput:
            self.path = path
            return
        case .web: return nil
        case .file: if path.isEmpty || FilePath.kind(of: path) == .special { return nil }
        }
        self.path = Self.resolved(path)
    }

    /// Whether a path leads to a device, a pipe or a socket, or to a virtual file of the kernel, such as `/proc/self/environ`.
    package static func isOfSystem(_ path: String) -> Bool {
        if FilePath.kind(of: path) == .special { return true }
        var isOfSystem = false
        _ = resolved(path) { place in
            isOfSystem = isOfSystem || systemFolders.contains { place.hasPrefix($0) }
        }
        return isOfSystem
    }

    /// The folders with virtual files, which are not on a disk.
    private static let systemFolders = ["/dev/", "/proc/", "/sys/"]

    /// Resolves a path name by name.
    ///
    /// - Parameter visit: Receives the path after each name, before a symbolic link there is followed.
    package static func resolved(_ path: String, visit: (String) -> Void = { _ in }) -> String {
        var resolved = path.hasPrefix("/") ? "/" : real(".") ?? "/"
        for name in FilePath.names(in: path) where !name.isEmpty && name != "." {
            if name == ".." {
                resolved = FilePath.split(resolved).folder
            } else {
                let next = resolved == "/" ? "/\(name)" : "\(resolved)/\(name)"
                visit(next)
                resolved = real(next) ?? next
            }
        }
        return resolved
    }

    /// Whether the path is a folder, or leads below it.
    package func isInside(_ folder: CanonicalPath) -> Bool {
        path == folder.path || path.hasPrefix(folder.path.hasSuffix("/") ? folder.path : folder.path + "/")
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}

/// The device number and inode number of a regular file. They are the same for all hard links and symbolic links to the file.
package struct InodeID: Equatable {
    private let device: UInt64
    private let number: UInt64

    /// - Parameter path: A path, whose symbolic links are followed.
    /// - Returns: nil if there is no regular file.
    package init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }
}
