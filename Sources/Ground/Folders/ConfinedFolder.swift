#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// An open folder that confines outputs. No path made from content leads out of it, whether by `..`, an absolute path or a symbolic link.
package struct ConfinedFolder: ~Copyable, Sendable {
    /// The largest number of names in a path made from content. Writing a file opens each folder on its path.
    package static let maxDepth = 64
    /// The limit for a path made from content, in bytes below the sink's folder. Systems allow 1,024 (macOS) to 4,096 for a whole path.
    package static let maxPathBytes = 1024
    /// The limit for a name, in bytes.
    package static let maxNameBytes = 255

    package let path: String
    package let descriptor: FileDescriptor

    /// Opens a folder. If it does not exist, creates it and its missing parent folders.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    package init(creating path: String) throws {
        descriptor = try Self.open(path)
        self.path = path
    }

    /// Opens a folder.
    ///
    /// - Returns: nil if it does not exist.
    /// - Throws: ``SystemError``, also if the path is not that of a folder.
    package init?(existing path: String) throws(SystemError) {
        do throws(SystemError) {
            descriptor = try FileDescriptor(opening: path.isEmpty ? "." : path, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            if error.code == ENOENT { return nil }
            throw error
        }
        self.path = path
    }

    private static func open(_ path: String) throws -> FileDescriptor {
        let number: Int32
        do throws(SystemError) {
            try makeFolders(path)
            number = try FileDescriptor.number(opening: path.isEmpty ? "." : path, flags: O_RDONLY | O_DIRECTORY)
        } catch {
            throw PipelineFailure(.cannotCreate, "\(error)")
        }
        return FileDescriptor(owning: number)
    }

    /// Creates a folder that other users cannot read. Its parent folder must exist.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`.
    package static func makePrivate(at path: String) throws {
        guard unsafe mkdir(path, 0o700) == 0 else { throw PipelineFailure(.cannotCreate, "\(SystemError.last("make", path))") }
    }

    /// Creates a folder at a path that does not exist. Its parent folder must exist.
    ///
    /// - Throws: ``SystemError``, with the code `EEXIST` if the path exists.
    package static func makeNew(at path: String) throws(SystemError) {
        guard unsafe mkdir(path, 0o777) == 0 else { throw SystemError.last("make the folder", path) }
    }

    /// Whether a folder is missing, or has no files except temporary files of runs.
    package static func isEmpty(_ path: String) -> Bool {
        guard let number = try? FileDescriptor.number(opening: path, flags: O_RDONLY | O_DIRECTORY) else { return true }
        var isEmpty = true
        ConfinedFolder(owning: number, path: path).forEachName { name in
            isEmpty = name == "." || name == ".." || name.hasPrefix(ownPrefix)
            return isEmpty
        }
        return isEmpty
    }

    /// Removes a folder if it is empty.
    package static func removeIfEmpty(_ path: String) { unsafe rmdir(path) }

    /// Takes ownership of the descriptor of an open folder.
    package init(owning number: Int32, path: String) {
        descriptor = FileDescriptor(owning: number)
        self.path = path
    }

    /// Opens a folder below this one.
    ///
    /// - Parameter names: The names of the folders, relative to this one.
    /// - Returns: nil if it does not exist.
    /// - Throws: ``SystemError``, also if a name is that of a symbolic link or a file.
    package func existingSubfolder(_ names: some Collection<String>) throws(SystemError) -> ConfinedFolder? {
        var folder = try ConfinedFolder(duplicating: self)
        for name in names {
            let path = "\(folder.path)/\(name)"
            let number: Int32
            do throws(SystemError) {
                number = try FileDescriptor.number(
                    opening: name, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: folder.descriptor.number)
            } catch {
                if error.code == ENOENT { return nil }
                throw SystemError(action: error.action, path: path, code: error.code)
            }
            folder = ConfinedFolder(owning: number, path: path)
        }
        return folder
    }

    /// Creates a folder below this one. Its parent folders must exist.
    ///
    /// - Returns: Whether the folder is new.
    func makeFolder(_ names: [String]) throws(SystemError) -> Bool {
        guard let name = names.last, let parent = try existingSubfolder(names.dropLast()) else { return false }
        if unsafe mkdirat(parent.descriptor.number, name, 0o777) == 0 { return true }
        guard errno == EEXIST else { throw SystemError.last("make the folder", "\(parent.path)/\(name)") }
        return false
    }

    /// Removes a folder below this one if it is empty.
    func removeFolderIfEmpty(_ names: [String]) {
        guard let name = names.last, let parent = try? existingSubfolder(names.dropLast()) else { return }
        unsafe unlinkat(parent.descriptor.number, name, AT_REMOVEDIR)
    }

    /// Checks that the folder is still at its path.
    ///
    /// - Throws: ``SystemError`` if the folder was moved or removed.
    func checkPlace() throws(SystemError) {
        let own = try descriptor.status()
        var found = stat()
        guard unsafe stat(path.isEmpty ? "." : path, &found) == 0, found.st_dev == own.st_dev, found.st_ino == own.st_ino else {
            throw SystemError(
                action: "write to", path: path, code: ENOENT, words: "the folder was moved or removed while the run wrote to it")
        }
    }

    /// Whether an open file has this name in the folder.
    func isFile(_ file: borrowing FileDescriptor, called name: String) -> Bool {
        guard let own = try? file.status() else { return false }
        var found = stat()
        return unsafe fstatat(descriptor.number, name, &found, AT_SYMLINK_NOFOLLOW) == 0 && found.st_dev == own.st_dev
            && found.st_ino == own.st_ino
    }

    /// The error for a file that was removed after the run had written or compared it.
    func vanished(_ name: String) -> SystemError {
        SystemError(action: "write", path: "\(path)/\(name)", code: ENOENT, words: "it was moved or removed while the run was going on")
    }

    /// The error for an existing folder or device with the name of an output file.
    package func notRegular(_ name: String) -> SystemError {
        SystemError(action: "replace", path: "\(path)/\(name)", code: EEXIST, words: "what stands there is no regular file")
    }

    /// Opens the same folder once more.
    package init(duplicating other: borrowing ConfinedFolder) throws(SystemError) {
        descriptor = try FileDescriptor(opening: ".", flags: O_RDONLY | O_DIRECTORY, in: other.descriptor.number)
        path = other.path
    }

    /// Waits until the names in the folder have reached the disk.
    package func synchronize() throws(SystemError) { try descriptor.synchronize() }

    /// Creates a folder and its missing parent folders.
    static func makeFolders(_ path: String) throws(SystemError) {
        var made = path.hasPrefix("/") ? "/" : ""
        for name in FilePath.names(in: path) where !name.isEmpty {
            let parent = made.isEmpty ? "." : made
            made += (made.isEmpty || made == "/" ? "" : "/") + name
            if unsafe mkdir(made, 0o777) == 0 {
                try FileDescriptor(opening: parent, flags: O_RDONLY | O_DIRECTORY).synchronize()
            } else if errno != EEXIST, errno != EISDIR, errno != EROFS {
                throw SystemError.last("make", made)
            }
        }
    }

    /// The kind of a file in the folder; nil if there is none. A symbolic link is not followed.
    package func kind(of name: String) throws(SystemError) -> FileKind? {
        var status = stat()
        if unsafe fstatat(descriptor.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return FileKind(mode: status.st_mode) }
        guard errno == ENOENT else { throw SystemError.last("stat", "\(path)/\(name)") }
        return nil
    }

    /// The first bytes of a file in the folder; nil if there is none. A symbolic link is not followed.
    ///
    /// - Parameters:
    ///   - name: The name of the file.
    ///   - limit: The largest number of bytes to read.
    package func beginning(of name: String, limit: Int) throws(SystemError) -> [UInt8]? {
        guard try kind(of: name) != nil else { return nil }
        let file = try FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: descriptor.number)
        return try FileDescriptor.read(from: file.number, upTo: limit)
    }

    /// The content of a regular file in the folder; nil if there is none. A symbolic link is not followed.
    package func content(of name: String) throws(SystemError) -> [UInt8]? {
        guard let kind = try kind(of: name) else { return nil }
        guard kind == .regular else { throw notRegular(name) }
        let file = try FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW, in: descriptor.number)
        let size = Int(try file.status().st_size)
        return try FileDescriptor.read(from: file.number, at: 0, upTo: size)
    }
}

// Files of earlier runs below a folder. A path is given by the names of the folders and of the file, relative to the folder.
extension ConfinedFolder {
    /// The first bytes of a file; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file.
    ///   - limit: The largest number of bytes to read.
    package func beginning(ofFileAt path: [String], limit: Int) throws(SystemError) -> [UInt8]? {
        guard let folder = try existingSubfolder(path.dropLast()) else { return nil }
        return try folder.beginning(of: path.last ?? "", limit: limit)
    }

    /// The first bytes of a regular file; nil if there is none. No symbolic link is followed.
    package func beginning(ofRegularFileAt path: [String], limit: Int) throws(SystemError) -> [UInt8]? {
        try hasFile(at: path) ? try beginning(ofFileAt: path, limit: limit) : nil
    }

    /// Compares new content with a file.
    ///
    /// - Returns: What a run with this content does, and the mode of a changed file that can be read.
    /// - Throws: ``SystemError``, also if a name on the path is that of a symbolic link, or the old file is not a regular file.
    package func change(
        ofFileAt path: [String], to content: borrowing some FileContent & ~Copyable
    ) throws(SystemError) -> (FileChange, mode: UInt32?) {
        let name = path.last ?? ""
        guard let folder = try existingSubfolder(path.dropLast()), let kind = try folder.kind(of: name) else { return (.created, nil) }
        guard kind == .regular else { throw folder.notRegular(name) }
        // An unreadable file is replaced.
        guard let old = try? FileDescriptor(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
        else { return (.changed, nil) }
        if try FileComparison.hasContent(old, content) { return (.unchanged, nil) }
        return (.changed, UInt32(try old.status().st_mode & 0o7777))
    }

    /// The content of a file; nil if there is none.
    package func content(ofFileAt path: [String]) throws(SystemError) -> [UInt8]? {
        guard let folder = try existingSubfolder(path.dropLast()), let name = path.last else { return nil }
        return try folder.content(of: name)
    }

    /// Whether there is a regular file. A name on the path that is no folder is no error.
    package func hasFile(at path: [String]) throws(SystemError) -> Bool {
        do throws(SystemError) {
            guard let folder = try existingSubfolder(path.dropLast()), let name = path.last else { return false }
            return try folder.kind(of: name) == .regular
        } catch {
            if [ENOTDIR, ELOOP].contains(error.code) { return false }
            throw error
        }
    }

    /// The number of bytes of a file; nil if there is none that is regular.
    package func size(ofFileAt path: [String]) throws(SystemError) -> Int? {
        guard let number = try openedFile(at: path) else { return nil }
        let file = FileDescriptor(owning: number)
        return Int(try file.status().st_size)
    }

    /// Opens a file for reading; nil if there is none that is regular.
    ///
    /// - Returns: A descriptor that the caller must close.
    package func openedFile(at path: [String]) throws(SystemError) -> Int32? {
        guard try hasFile(at: path), let folder = try existingSubfolder(path.dropLast()), let name = path.last else { return nil }
        return try FileDescriptor.number(opening: name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number)
    }
}

extension ConfinedFolder {
    /// Whether the file system at a path is case-insensitive. The path need not exist yet.
    ///
    /// It writes nothing: it looks up an existing name with upper and lower case swapped.
    package static func foldsCase(at path: String) -> Bool {
        var folder = path.isEmpty ? "." : path
        while folder != "/", folder != ".", FilePath.kind(of: folder) != .folder { folder = FilePath.split(folder).folder }
        guard let number = try? FileDescriptor.number(opening: folder, flags: O_RDONLY | O_DIRECTORY) else { return false }
        let opened = ConfinedFolder(owning: number, path: folder)
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
        let outer = ConfinedFolder(owning: parent, path: place.folder)
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
