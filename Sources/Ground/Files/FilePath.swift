#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Functions on paths.
package enum FilePath {
    /// The largest number of symbolic links to follow in a row, as in Linux.
    private static let maxLinks = 40

    /// The kind of the file at a path, after symbolic links; nil if there is none.
    package static func kind(of path: String) -> FileKind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return FileKind(mode: status.st_mode)
    }

    /// The size of a regular file in bytes; nil if there is none at the path.
    package static func size(of path: String) -> Int? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 else { throw SystemError.last("remove", path) }
    }

    /// The names between the slashes of a path, including empty ones.
    ///
    /// It compares bytes, as the system does. A `Character` can be a slash with a combining accent, which is not equal to a slash.
    package static func names(in path: String) -> [String] {
        var names: [String] = []
        names.reserveCapacity(4)  // enough for most paths
        var rest = path[...]
        while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
            names.append(String(rest[..<slash]))
            rest = rest[rest.utf8.index(after: slash)...]
        }
        names.append(String(rest))
        return names
    }

    /// Splits a path into its folder and the last name.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path.unicodeScalars[slash...].dropFirst()))
    }

    /// Follows the symbolic link at a path. The target need not exist.
    ///
    /// - Throws: ``SystemError`` for a cycle of links.
    package static func resolvingLinks(_ path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<maxLinks {
            guard let target = linkTarget(path) else { return path }
            path = target.hasPrefix("/") ? target : split(path).folder + "/" + target
        }
        throw SystemError(action: "follow the link", path: path, code: ELOOP)
    }

    /// Whether there is a symbolic link at a path.
    package static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// The target of a symbolic link; nil if there is no link.
    private static func linkTarget(_ path: String) -> String? {
        let limit = Int(PATH_MAX)
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let result = unsafe buffer.withMemoryRebound(to: CChar.self) { place in
                guard let start = place.baseAddress else { return 0 }
                return unsafe readlink(path, start, limit)
            }
            count = max(0, result)
        }
        return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
    }
}

/// The kind of a file in the file system.
package enum FileKind: Sendable {
    /// A file that stores its content.
    case regular
    case folder
    /// A device, a pipe or a socket, which passes bytes on and stores none. Also a symbolic link, for functions that do not follow links.
    case special

    /// - Parameter mode: The mode of the file, as in `st_mode`.
    init(mode: mode_t) {
        self =
            switch mode & S_IFMT {
            case S_IFREG: .regular
            case S_IFDIR: .folder
            default: .special
            }
    }
}
