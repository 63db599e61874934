#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What two spellings of one path have in common: it is absolute, without `.`, `..` and symbolic links, as far as the files
/// and folders on the way are there.
struct FileIdentity: Equatable {
    let path: String

    /// Finds out what a path means.
    ///
    /// - Parameter path: A path, or `-`. Nil for a device or a pipe, which takes what several parties write, and for an address.
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
