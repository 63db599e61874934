#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension OutputFolder {
    /// Whether the file system at a path is case-insensitive. The path need not exist yet.
    ///
    /// It writes nothing: it looks up an existing name in the other case.
    package static func foldsCase(at path: String) -> Bool {
        var folder = path.isEmpty ? "." : path
        while folder != "/", folder != ".", FilePath.kind(of: folder) != .folder { folder = FilePath.split(folder).folder }
        guard let number = try? FileDescriptor.number(opening: folder, flags: O_RDONLY | O_DIRECTORY) else { return false }
        let opened = OutputFolder(owning: number, path: folder)
        var name: String?
        opened.forEachName {
            name = $0
            return swappingCase($0) == $0
        }
        if let name, swappingCase(name) != name {
            return opened.identity(of: name).map { $0 == opened.identity(of: swappingCase(name)) } ?? false
        }
        // In an empty folder, the folder's own name decides, unless another file system is mounted here.
        let place = FilePath.split(folder)
        let swapped = swappingCase(place.name)
        guard swapped != place.name, let parent = try? FileDescriptor.number(opening: place.folder, flags: O_RDONLY | O_DIRECTORY)
        else { return false }
        let outer = OutputFolder(owning: parent, path: place.folder)
        guard let own = opened.identity(of: "."), own.device == outer.identity(of: ".")?.device else { return false }
        return own == outer.identity(of: swapped)
    }

    private static func swappingCase(_ name: String) -> String {
        String(
            String.UnicodeScalarView(
                name.unicodeScalars.map { scalar in
                    guard scalar.isASCII, scalar.properties.isAlphabetic else { return scalar }
                    return Unicode.Scalar(UInt8(scalar.value) ^ 0x20)
                }))
    }

    private struct Identity: Equatable {
        let device: UInt64
        let number: UInt64
    }

    private func identity(of name: String) -> Identity? {
        var status = stat()
        guard unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return Identity(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(status.st_ino))
    }
}
