#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Paths of files, as text.
package enum FilePath {
    /// How many links in a row are followed, as the system does.
    private static let maxLinks = 40

    /// What stands at a path, symbolic links followed; nil if nothing does.
    package static func kind(of path: String) -> FileKind? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return switch status.st_mode & S_IFMT {
        case S_IFREG: .regular
        case S_IFDIR: .folder
        default: .special
        }
    }

    /// What is wrong with the path of an output that has a name which runs use for themselves; nil if it has none.
    package static func ownNameFault(_ path: String) -> String? {
        guard split(path).name.hasPrefix(OutputFolder.ownPrefix) else { return nil }
        return "names that begin with \(OutputFolder.ownPrefix) are those of temporary files"
    }

    /// Removes a file.
    package static func remove(_ path: String) throws(SystemError) {
        guard unsafe unlink(path) == 0 else { throw SystemError.last("remove", path) }
    }

    /// What stands between the slashes of a path, empty names included.
    ///
    /// The system sees a slash in each byte that is one. A `Character` may be a slash with an accent, which is none, and would hide it.
    package static func names(in path: String) -> [String] {
        var names: [String] = []
        names.reserveCapacity(4)  // as a rule
        var rest = path[...]
        while let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) {
            names.append(String(rest[..<slash]))
            rest = rest[rest.utf8.index(after: slash)...]
        }
        names.append(String(rest))
        return names
    }

    /// The folder of a path and the name in it.
    package static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.unicodeScalars.lastIndex(of: "/") else { return (".", path) }
        return (slash == path.startIndex ? "/" : String(path[..<slash]), String(path.unicodeScalars[slash...].dropFirst()))
    }

    /// Where a path leads if a symbolic link stands there; also if nothing stands there yet.
    ///
    /// - Throws: ``SystemError`` for links that lead in a circle.
    package static func resolvingLinks(_ path: String) throws(SystemError) -> String {
        var path = path
        for _ in 0..<maxLinks {
            guard let target = linkTarget(path) else { return path }
            path = target.hasPrefix("/") ? target : split(path).folder + "/" + target
        }
        throw SystemError(action: "follow the link", path: path, code: ELOOP)
    }

    /// Whether a symbolic link stands at a path.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// What a symbolic link holds; nil if there is none.
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
