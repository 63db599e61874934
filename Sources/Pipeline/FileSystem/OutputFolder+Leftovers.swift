#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

extension OutputFolder {
    /// What all names begin with that runs use for themselves.
    static let ownPrefix = ".tabpipe"
    /// What the names of temporary files begin and end with.
    static let temporaryPrefix = ownPrefix + "-"
    static let temporarySuffix = ".tmp"

    /// Makes a temporary file that ``removeLeftovers()`` of others leaves alone.
    ///
    /// - Returns: Its name, and its descriptor, which the caller closes.
    func makeTemporaryFile() throws(SystemError) -> (name: String, number: Int32) {
        while true {
            let name = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.temporarySuffix
            let number: Int32
            do throws(SystemError) {
                number = try FileDescriptor.number(opening: name, flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, in: descriptor.number)
            } catch {
                // The message names the folder, as the user does not know the temporary name.
                throw SystemError(action: SystemError.makingFile, path: path, code: error.code)
            }
            if Self.claim(number) { return (name, number) }
            // Another run took it for a leftover between the two calls, and has removed it or is about to.
            close(number)
        }
    }

    /// Makes a temporary folder that ``removeLeftovers()`` of others leaves alone.
    ///
    /// - Returns: Its name, and its descriptor, which the caller closes.
    func makeTemporaryFolder() throws(SystemError) -> (name: String, number: Int32) {
        while true {
            let name = Self.temporaryPrefix + String(UInt64.random(in: .min ... .max), radix: 36) + Self.temporarySuffix
            guard unsafe mkdirat(descriptor.number, name, 0o700) == 0 else {
                throw SystemError(action: SystemError.makingFile, path: path, code: errno)
            }
            guard let number = try? FileDescriptor.number(opening: name, flags: O_RDONLY | O_DIRECTORY, in: descriptor.number) else {
                continue
            }
            var found = stat()
            if Self.claim(number), unsafe fstatat(descriptor.number, name, &found, AT_SYMLINK_NOFOLLOW) == 0 { return (name, number) }
            close(number)
        }
    }

    /// Makes a file without a name on the disk of another file; it is gone as soon as it is closed.
    ///
    /// - Parameter path: The other file, which need not be there; its folder is made.
    static func makeUnnamedFile(beside path: String) throws(SystemError) -> FileDescriptor {
        let folder = FilePath.split(path).folder
        try makeFolders(folder)
        return try FileDescriptor(unnamedIn: folder)
    }

    /// Locks a temporary file, which says that its run is alive.
    ///
    /// - Returns: false if another run removes the file.
    static func claim(_ number: Int32) -> Bool {
        if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return false }  // other errors: locks do not exist here
        var status = stat()
        return unsafe fstat(number, &status) != 0 || status.st_nlink > 0
    }

    /// Removes temporary files and folders of runs that were killed. What a living run still writes is locked, and stays.
    ///
    /// Reads the whole folder; so it is done once for a folder and a run.
    package func removeLeftovers() {
        forEachName { name in
            guard name.hasPrefix(Self.temporaryPrefix), name.hasSuffix(Self.temporarySuffix) else { return true }
            if (try? kind(of: name)) == S_IFDIR {
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
        let folder = OutputFolder(owning: number, path: "\(path)/\(name)")
        guard flock(number, LOCK_EX | LOCK_NB) == 0 else { return }
        folder.forEachName { file in
            unsafe unlinkat(number, file, 0)
            return true
        }
        unsafe unlinkat(descriptor.number, name, AT_REMOVEDIR)
    }

    /// Goes through the names in the folder, in no order, as long as `body` returns true.
    func forEachName(_ body: (String) -> Bool) {
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
