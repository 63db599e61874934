#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension ConfinedFolder {
    /// The prefix of all names that runs reserve for themselves.
    package static let ownPrefix = ".tabpipe"
    /// The prefix of the names of temporary files.
    package static let temporaryPrefix = ownPrefix + "-"
    /// The suffix of the names of temporary files.
    static let temporarySuffix = ".tmp"

    /// Whether a name is that of a temporary file or folder.
    package static func isTemporary(_ name: String) -> Bool { name.hasPrefix(temporaryPrefix) && name.hasSuffix(temporarySuffix) }

    /// Creates a temporary file with a lock, so that ``removeLeftovers()`` of other runs does not remove it.
    ///
    /// - Parameter mode: The mode of the file, without the bits of the umask.
    /// - Returns: The name and the descriptor, which the caller closes.
    func makeTemporaryFile(mode: mode_t = 0o666) throws(SystemError) -> (name: String, number: Int32) {
        while true {
            let name = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.temporarySuffix
            let number: Int32
            do throws(SystemError) {
                number = try FileDescriptor.number(
                    opening: name, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, in: descriptor.number, mode: mode)
            } catch {
                // The message names the folder, as the user does not know the temporary name.
                throw SystemError(action: SystemError.makingFile, path: path, code: error.code)
            }
            if Self.claim(number) { return (name, number) }
            // Between the two calls, another run took the file for a leftover. It has removed the file or is about to.
            close(number)
        }
    }

    /// Creates a temporary folder with a lock, so that ``removeLeftovers()`` of other runs does not remove it.
    ///
    /// - Returns: The name and the descriptor, which the caller closes.
    func makeTemporaryFolder() throws(SystemError) -> (name: String, number: Int32) {
        while true {
            let name = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.temporarySuffix
            guard unsafe mkdirat(descriptor.number, name, 0o700) == 0 else {
                throw SystemError(action: SystemError.makingFile, path: path, code: errno)
            }
            let number: Int32
            do throws(SystemError) {
                number = try FileDescriptor.number(opening: name, flags: O_RDONLY | O_DIRECTORY, in: descriptor.number)
            } catch {
                // Another run took the folder for a leftover.
                if error.code == ENOENT { continue }
                throw error
            }
            var found = stat()
            if Self.claim(number), unsafe fstatat(descriptor.number, name, &found, AT_SYMLINK_NOFOLLOW) == 0 { return (name, number) }
            close(number)
        }
    }

    /// Creates an unnamed temporary file on the file system of another file.
    ///
    /// - Parameter path: The path of the other file. It need not exist; its folder is created.
    package static func makeUnnamedFile(beside path: String) throws(SystemError) -> FileDescriptor {
        let folder = FilePath.split(path).folder
        try makeFolders(folder)
        return try FileDescriptor(unnamedIn: folder)
    }

    /// Locks a temporary file. The lock tells other runs that this run is still active.
    ///
    /// - Returns: false if another run is removing the file.
    static func claim(_ number: Int32) -> Bool {
        if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }  // other errors: this file system has no locks
        var status = stat()
        return unsafe fstat(number, &status) != 0 || status.st_nlink > 0
    }

    /// Removes temporary files and folders of runs that were killed. Those of active runs are locked and stay.
    ///
    /// It reads all names in the folder, so a run calls this method only once for each folder.
    package func removeLeftovers() {
        forEachName { name in
            guard Self.isTemporary(name) else { return true }
            if (try? kind(of: name)) == .folder {
                removeLeftoverFolder(name)
            } else if let file = try? FileDescriptor(opening: name, flags: O_RDWR | O_NOFOLLOW, in: descriptor.number),
                flock(file.number, LOCK_EX | LOCK_NB) == 0
            {
                unsafe unlinkat(descriptor.number, name, 0)
            }
            return true
        }
    }

    private func removeLeftoverFolder(_ name: String) {
        guard
            let number = try? FileDescriptor.number(opening: name, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW, in: descriptor.number)
        else { return }
        let folder = ConfinedFolder(owning: number, path: "\(path)/\(name)")
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return }
        folder.forEachName { file in
            unsafe unlinkat(number, file, 0)
            return true
        }
        unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR)
    }

    /// Calls `body` with each name in the folder, in no particular order, until it returns false.
    package func forEachName(_ body: (String) -> Bool) {
        let copy = dup(descriptor.number)
        guard copy >= 0 else { return }
        guard let stream = unsafe fdopendir(copy) else {
            close(copy)
            return
        }
        defer { unsafe closedir(stream) }
        unsafe rewinddir(stream)
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            guard body(name) else { return }
        }
    }
}

extension FilePath {
    /// The fault of an output path whose name is reserved for temporary files; nil for other names.
    package static func ownNameFault(_ path: String) -> String? {
        guard split(path).name.hasPrefix(ConfinedFolder.ownPrefix) else { return nil }
        return "names that begin with \(ConfinedFolder.ownPrefix) are those of temporary files"
    }
}
