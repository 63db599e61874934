#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

// Files of earlier runs below a folder. A path is given by the names of the folders and of the file, relative to the folder.
extension OutputFolder {
    /// The first bytes of a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file.
    ///   - limit: The largest number of bytes to read.
    func beginning(ofFileAt path: [String], limit: Int) throws(SystemError) -> [UInt8]? {
        guard let folder = try existingSubfolder(path.dropLast()) else { return nil }
        return try folder.beginning(of: path.last ?? "", limit: limit)
    }

    /// The content of a file; nil if there is none.
    func content(ofFileAt path: [String]) throws(SystemError) -> [UInt8]? {
        guard let folder = try existingSubfolder(path.dropLast()), let name = path.last else { return nil }
        return try folder.content(of: name)
    }

    /// Whether there is a regular file. A name on the path that is no folder is no error.
    func hasFile(at path: [String]) throws(SystemError) -> Bool {
        do throws(SystemError) {
            guard let folder = try existingSubfolder(path.dropLast()), let name = path.last else { return false }
            return try folder.kind(of: name) == S_IFREG
        } catch {
            if [ENOTDIR, ELOOP].contains(error.code) { return false }
            throw error
        }
    }

    /// The number of bytes of a file; nil if there is none that is regular.
    func size(ofFileAt path: [String]) throws(SystemError) -> Int? {
        guard let number = try openedFile(at: path) else { return nil }
        let file = FileDescriptor(owning: number)
        return Int(try file.status().st_size)
    }

    /// Opens a file for reading; nil if there is none that is regular.
    ///
    /// - Returns: A descriptor that the caller must close.
    func openedFile(at path: [String]) throws(SystemError) -> Int32? {
        guard try hasFile(at: path), let folder = try existingSubfolder(path.dropLast()), let name = path.last else { return nil }
        return try FileDescriptor.number(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
    }
}
