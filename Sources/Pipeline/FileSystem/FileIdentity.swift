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
struct FileIdentity: Equatable {
    let path: String

    /// Resolves a path.
    ///
    /// - Parameter path: A path, or `-` for a standard stream.
    /// - Returns: nil for a device or pipe, because several writers may share it, and for a URL.
    init?(_ path: String) {
        switch Input(path) {
        case .standardInput:
            self.path = path
            return
        case .web: return nil
        case .file: if path.isEmpty || FilePath.kind(of: path) == .special { return nil }
        }
        var resolved = path.hasPrefix("/") ? "/" : Self.real(".") ?? "/"
        for name in FilePath.names(in: path) where !name.isEmpty && name != "." {
            if name == ".." {
                resolved = FilePath.split(resolved).folder
            } else {
                let next = resolved == "/" ? "/\(name)" : "\(resolved)/\(name)"
                resolved = Self.real(next) ?? next
            }
        }
        self.path = resolved
    }

    private static func real(_ path: String) -> String? {
        guard let resolved = unsafe realpath(path, nil) else { return nil }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}
