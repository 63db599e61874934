#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Writes files below one folder that appear together.
///
/// ``write(_:to:)`` writes each changed file to a hidden staging folder inside. ``commit()`` renames all of them. Without a commit, the old
/// files stay unchanged. Files with unchanged content are not touched.
package struct StagedFolder: ~Copyable, Sendable {
    /// The final path of a file: the index of its folder in ``folders``, and its name.
    private struct Place: Sendable {
        let folder: Int
        let name: String
    }

    private let root: ConfinedFolder
    /// The staging folder. It is created for the first changed file.
    private var staging: ConfinedFolder?
    private var stagingName = ""
    /// The folders of the files, as names below the root.
    private var folders: [[String]] = []
    private var folderNumbers: [[String]: Int] = [:]
    /// The files in the staging folder. The name of each is its index in this array.
    private var staged: [Place] = []
    /// The number of files that the commit has renamed, the first ones of ``staged``.
    private var renamedCount = 0
    /// The files whose content is unchanged.
    private var unchanged: [Place] = []
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
        for number in renamedCount..<staged.count { unsafe unlinkat(staging.descriptor.number, String(number), 0) }
        unsafe unlinkat(root.descriptor.number, stagingName, AT_REMOVEDIR)
        guard !isCommitted else { return }
        for folder in made.reversed() { root.removeFolderIfEmpty(folder) }
    }

    /// Writes a file to the staging folder, unless the old file has the same content.
    ///
    /// - Parameters:
    ///   - content: The whole content.
    ///   - path: The names of the folders and of the file, relative to the folder.
    /// - Throws: ``SystemError``, also if a name on the path is that of a symbolic link, or the old file is not a regular file.
    package mutating func write(_ content: borrowing some FileContent & ~Copyable, to path: [String]) throws(SystemError) {
        let place = Place(folder: number(ofFolder: Array(path.dropLast())), name: path.last ?? "")
        var mode: mode_t?
        if let folder = try root.existingSubfolder(path.dropLast()), let kind = try folder.kind(of: place.name) {
            guard kind == .regular else { throw folder.notRegular(place.name) }
            // An unreadable file is replaced.
            if let old = try? FileDescriptor(opening: place.name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number) {
                if try FileComparison.hasContent(old, content) { return unchanged.append(place) }
                mode = try old.status().st_mode & 0o7777
            }
        }
        if staging == nil {
            let made = try root.makeTemporaryFolder()
            stagingName = made.name
            staging = ConfinedFolder(owning: made.number, path: "\(root.path)/\(made.name)")
        }
        let file = try FileDescriptor(
            opening: String(staged.count), flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, in: staging?.descriptor.number ?? -1)
        staged.append(place)
        try content.forEachPiece { piece throws(SystemError) in
            try file.write(piece.span)
            return true
        }
        if let mode { fchmod(file.number, mode) }
        if !FileDescriptor.canSynchronizeFileSystem { try file.synchronize() }
    }

    /// The first bytes of the old file; nil if there is none.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file, relative to the folder.
    ///   - limit: The largest number of bytes to read.
    package func beginning(of path: [String], limit: Int) throws(SystemError) -> [UInt8]? {
        try root.beginning(ofFileAt: path, limit: limit)
    }

    /// The content of the old file; nil if there is none.
    package func content(of path: [String]) throws(SystemError) -> [UInt8]? { try root.content(ofFileAt: path) }

    /// Whether there is an old file that is regular. A name on the path that is no folder is no error.
    package func hasFile(at path: [String]) throws(SystemError) -> Bool { try root.hasFile(at: path) }

    /// The number of bytes of the old file; nil if there is none that is regular.
    package func size(of path: [String]) throws(SystemError) -> Int? { try root.size(ofFileAt: path) }

    /// Opens a file of this run, or else the old one, for reading; nil if there is none that is regular.
    ///
    /// - Parameter path: The names of the folders and of the file, relative to the folder.
    /// - Returns: A descriptor that the caller must close.
    package mutating func opened(_ path: [String]) throws(SystemError) -> Int32? {
        let name = path.last ?? ""
        let folder = folderNumbers[Array(path.dropLast())]
        if let number = staged.lastIndex(where: { $0.folder == folder && $0.name == name }) {
            return try FileDescriptor.number(
                opening: String(number), flags: O_RDONLY | O_NOFOLLOW, in: staging?.descriptor.number ?? -1)
        }
        return try root.openedFile(at: path)
    }

    /// Creates missing folders, and waits until all content has reached the disk, so that only renames are left to do.
    ///
    /// - Throws: ``SystemError``, also if the folder was moved or removed.
    package mutating func prepare() throws(SystemError) {
        try root.checkPlace()
        // One call for the whole file system is faster than one fsync for each file.
        if !staged.isEmpty { try root.descriptor.synchronizeFileSystem() }
        for number in Set(staged.map(\.folder)).sorted() {
            let names = folders[number]
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
        var renamed = 0
        defer { renamedCount = renamed }
        try forEachFolder(of: staged) { (folder, number, place) throws(SystemError) in
            guard let source = staging?.descriptor.number,
                unsafe renameat(source, String(number), folder.descriptor.number, place.name) == 0
            else { throw SystemError.last("rename", "\(folder.path)/\(place.name)") }
            renamed = number + 1
        }
        touched.formUnion(Set(staged.map(\.folder)).map { folders[$0] })
        for folder in touched { try root.existingSubfolder(folder)?.synchronize() }
        try root.checkPlace()
        for files in [staged, unchanged] {
            try forEachFolder(of: files) { (folder, _, place) throws(SystemError) in
                guard try folder.kind(of: place.name) == .regular else { throw folder.vanished(place.name) }
            }
        }
    }

    /// Calls `body` with each file and its open folder.
    private func forEachFolder(
        of files: [Place], _ body: (borrowing ConfinedFolder, Int, Place) throws(SystemError) -> Void
    ) throws(SystemError) {
        var next = files.startIndex
        while next < files.endIndex {
            let number = files[next].folder
            guard let folder = try root.existingSubfolder(folders[number]) else {
                throw root.vanished(folders[number].joined(separator: "/"))
            }
            while next < files.endIndex, files[next].folder == number {
                try body(folder, next, files[next])
                next += 1
            }
        }
    }

    private mutating func number(ofFolder names: [String]) -> Int {
        if let known = folderNumbers[names] { return known }
        folders.append(names)
        folderNumbers[names] = folders.count - 1
        return folders.count - 1
    }
}
