#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Writes files below one folder that appear together.
///
/// ``write(_:to:mode:)`` writes each changed file to a hidden staging folder inside. ``commit()`` renames all of them. Without a commit, the
/// old files stay unchanged. The caller compares first (``ConfinedFolder/change(ofFileAt:to:)``) and passes unchanged files to ``keep(_:)``.
///
/// A file that is written in pieces starts as a growing file. ``put(_:at:mode:)`` gives it its path.
package struct StagedFolder: ~Copyable, Sendable {
    /// The final path of a file: the index of its folder in ``folders``, and its name.
    private struct StagedPath: Sendable {
        let folder: Int32
        /// The name of the file in the staging folder; 0 for an unchanged file, which is not there.
        var number: Int32 = 0
        let name: String
    }

    private let root: ConfinedFolder
    /// The staging folder. It is created for the first changed file.
    private var staging: ConfinedFolder?
    private var stagingName = ""
    /// The folders of the files, as names below the root.
    private var folders: [[String]] = []
    private var folderNumbers: [[String]: Int32] = [:]
    /// The files in the staging folder that have a path.
    private var staged: [StagedPath] = []
    /// The number of the file that was made last in the staging folder.
    private var lastNumber: Int32 = 0
    /// The files whose content is unchanged.
    private var unchanged: [StagedPath] = []
    /// The folders that this run has created, outer ones first.
    private var made: [[String]] = []
    /// The folders whose entries have changed.
    private var touched: Set<[String]> = []
    private var isCommitted = false

    /// The numbers of changed files, which the commit renames, and of unchanged ones.
    package func counts() -> (written: Int, unchanged: Int) { (staged.count, unchanged.count) }
    /// The path of the folder.
    package var path: String { root.path }

    /// Begins to write to an open folder.
    package init(_ root: consuming ConfinedFolder) {
        self.root = root
    }

    deinit {
        guard let staging else { return }
        staging.forEachName { name in
            unsafe unlinkat(staging.descriptor.number, name, 0)
            return true
        }
        unsafe unlinkat(root.descriptor.number, stagingName, AT_REMOVEDIR)
        guard !isCommitted else { return }
        for folder in made.reversed() { root.removeFolderIfEmpty(folder) }
    }

    /// Notes a file whose content is unchanged. The commit checks that it is still there.
    package mutating func keep(_ path: [String]) { unchanged.append(stagedPath(of: path)) }

    /// Writes a file to the staging folder.
    ///
    /// - Parameters:
    ///   - content: The whole content.
    ///   - path: The names of the folders and of the file, relative to the folder.
    ///   - mode: The mode of the file; nil for that of a new one.
    /// - Throws: ``SystemError``.
    package mutating func write(
        _ content: borrowing some FileContent & ~Copyable, to path: [String], mode: UInt32?
    ) throws(SystemError) {
        let number = try makeGrowingFile()
        let file = try openGrowingFile(number)
        try content.forEachPiece { piece throws(SystemError) in
            try file.write(piece.span)
            return true
        }
        try complete(file, mode: mode)
        stage(number, at: path)
    }

    /// Numbers a file that has no path yet, in the staging folder.
    package mutating func makeGrowingFile() throws(SystemError) -> Int32 {
        if staging == nil {
            let made = try root.makeTemporaryFolder()
            stagingName = made.name
            staging = ConfinedFolder(owning: made.number, path: "\(root.path)/\(made.name)")
        }
        lastNumber += 1
        return lastNumber
    }

    /// Opens a file of ``makeGrowingFile()`` for reading, and for writing behind its content. The first call creates it.
    package func openGrowingFile(_ number: Int32) throws(SystemError) -> FileDescriptor {
        let file = try FileDescriptor(
            opening: String(number), flags: O_RDWR | O_CREAT | O_NOFOLLOW, in: stagingNumber)
        // With O_APPEND, Linux does not copy other files into this one.
        lseek(file.number, 0, SEEK_END)
        return file
    }

    /// Removes a file of ``makeGrowingFile()``.
    package func removeGrowingFile(_ number: Int32) { unsafe unlinkat(stagingNumber, String(number), 0) }

    /// The descriptor of the staging folder; -1 before it exists.
    private var stagingNumber: Int32 {
        switch staging {
        case .some(let staging): staging.descriptor.number
        case .none: -1
        }
    }

    /// Gives a complete file of ``makeGrowingFile()`` its path.
    ///
    /// - Parameters:
    ///   - number: The number of the file.
    ///   - path: The names of the folders and of the file, relative to the folder.
    ///   - mode: The mode of the file; nil for that of a new one.
    package mutating func put(_ number: Int32, at path: [String], mode: UInt32?) throws(SystemError) {
        if mode != nil || !FileDescriptor.canSynchronizeFileSystem { try complete(openGrowingFile(number), mode: mode) }
        stage(number, at: path)
    }

    private func complete(_ file: borrowing FileDescriptor, mode: UInt32?) throws(SystemError) {
        if let mode { fchmod(file.number, mode_t(mode)) }
        if !FileDescriptor.canSynchronizeFileSystem { try file.synchronize() }
    }

    private mutating func stage(_ number: Int32, at path: [String]) {
        var place = stagedPath(of: path)
        place.number = number
        staged.append(place)
    }

    /// Opens a file of this run for reading; nil if the staging folder has none with the path.
    ///
    /// - Parameter path: The names of the folders and of the file, relative to the folder.
    /// - Returns: A descriptor that the caller must close.
    package mutating func opened(_ path: [String]) throws(SystemError) -> Int32? {
        let name = path.last ?? ""
        let folder = folderNumbers[Array(path.dropLast())]
        guard let file = staged.last(where: { $0.folder == folder && $0.name == name }) else { return nil }
        return try FileDescriptor.number(opening: String(file.number), flags: O_RDONLY | O_NOFOLLOW, in: staging?.descriptor.number ?? -1)
    }

    /// Creates missing folders, and waits until all content has reached the disk, so that only renames are left to do.
    ///
    /// - Throws: ``SystemError``, also if the folder was moved or removed.
    package mutating func prepare() throws(SystemError) {
        try root.checkPlace()
        // One call for the whole file system is faster than one fsync for each file.
        if !staged.isEmpty { try root.descriptor.synchronizeFileSystem() }
        for number in Set(staged.map(\.folder)).sorted() {
            let names = folders[Int(number)]
            for depth in names.indices {
                let folder = Array(names[...depth])
                if try root.makeFolder(folder) {
                    made.append(folder)
                    touched.insert(Array(names[..<depth]))
                }
            }
        }
    }

    /// Renames all files to their final paths, in the order in which they were written, and waits until the names have reached the disk.
    ///
    /// - Throws: ``SystemError``, also if a written or unchanged file is missing at the end.
    package mutating func commit() throws(SystemError) {
        isCommitted = true
        try forEachFolder(of: staged) { (folder, file) throws(SystemError) in
            guard let source = staging?.descriptor.number,
                unsafe renameat(source, String(file.number), folder.descriptor.number, file.name) == 0
            else { throw SystemError.last("rename", "\(folder.path)/\(file.name)") }
        }
        touched.formUnion(Set(staged.map(\.folder)).map { folders[Int($0)] })
        for folder in touched { try root.existingSubfolder(folder)?.synchronize() }
        try root.checkPlace()
        for files in [staged, unchanged] {
            try forEachFolder(of: files) { (folder, file) throws(SystemError) in
                guard try folder.kind(of: file.name) == .regular else { throw folder.vanished(file.name) }
            }
        }
    }

    /// Calls `body` with each file and its open folder.
    private func forEachFolder(
        of files: [StagedPath], _ body: (borrowing ConfinedFolder, StagedPath) throws(SystemError) -> Void
    ) throws(SystemError) {
        var next = files.startIndex
        while next < files.endIndex {
            let number = files[next].folder
            let names = folders[Int(number)]
            guard let folder = try root.existingSubfolder(names) else { throw root.vanished(names.joined(separator: "/")) }
            while next < files.endIndex, files[next].folder == number {
                try body(folder, files[next])
                next += 1
            }
        }
    }

    private mutating func stagedPath(of path: [String]) -> StagedPath {
        let names = Array(path.dropLast())
        let number = folderNumbers[names] ?? Int32(folders.count)
        if number == folders.count {
            folders.append(names)
            folderNumbers[names] = number
        }
        return StagedPath(folder: number, name: path.last ?? "")
    }
}
