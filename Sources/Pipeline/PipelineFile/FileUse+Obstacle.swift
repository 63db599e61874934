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
        guard purpose == .output || purpose == .store, Output(path).appearsWhole else { return nil }
        // A run follows the symbolic links of a fixed path.
        let target = (try? FilePath.resolvingLinks(path)) ?? path
        var folder = isTemplate ? fixedFolder : FilePath.split(target).folder
        while folder != ".", folder != "/", FilePath.kind(of: folder) == nil { folder = FilePath.split(folder).folder }
        if FilePath.kind(of: folder) != .folder { return "no folder is there" }
        if unsafe access(folder, W_OK) != 0 { return "the folder may not be changed" }
        return !isTemplate && FilePath.kind(of: target) == .folder ? "it is a folder" : nil
    }
}
