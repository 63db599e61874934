#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension FileUse {
    /// The reason why an output cannot be written, as far as it can be found without changing a file; nil if none is found.
    package var obstacle: String? {
        guard isWritten else { return nil }
        if purpose == .storeFolder(isReadOnly: false) { return Self.obstacle(toWritingIn: path) }
        guard Output(path).appearsWhole else { return nil }
        // A run follows the symbolic links of a fixed path.
        let target = (try? FilePath.resolvingLinks(path)) ?? path
        if let obstacle = Self.obstacle(toWritingIn: isTemplate ? fixedFolder : FilePath.split(target).folder) { return obstacle }
        return !isTemplate && FilePath.kind(of: target) == .folder ? "it is a folder" : nil
    }

    /// The reason why a folder cannot be made or changed; nil if none is found.
    private static func obstacle(toWritingIn path: String) -> String? {
        var folder = path
        while folder != ".", folder != "/", FilePath.kind(of: folder) == nil { folder = FilePath.split(folder).folder }
        if FilePath.kind(of: folder) != .folder { return "no folder is there" }
        return unsafe access(folder, W_OK) == 0 ? nil : "the folder may not be changed"
    }
}
