#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Files below one folder that appear together.
///
/// ``write(_:to:)`` puts each file that would change into a hidden folder inside; ``commit()`` moves all of them to their places. Until then
/// the old files stay as they are; without a commit they stay for good. A file that would not change is not touched.
package struct StagedFolder: ~Copyable {
    /// A file and the number of the folder that it belongs to.
    private struct Place {
        let folder: Int
        let name: String
    }

    private let root: OutputFolder
    /// The hidden folder; made for the first file that differs.
    private var staging: OutputFolder?
    private var stagingName = ""
    /// The folders of the files, as names below the root.
    private var folders: [[String]] = []
    private var folderNumbers: [[String]: Int] = [:]
    /// The files in the hidden folder; each is called by its index here.
    private var staged: [Place] = []
    /// The files that have the right content already.
    private var unchanged: [Place] = []
    /// Folders that this run made, the outer ones first.
    private var made: [[String]] = []
    /// Folders in which a name has changed.
    private var touched: Set<[String]> = []
    private var isCommitted = false

    /// How many files the commit moves, or has moved.
    package var writtenCount: Int { staged.count }
    /// How many files had the right content already.
    package var unchangedCount: Int { unchanged.count }
    /// The path of the folder.
    package var path: String { root.path }

    /// Begins with a folder that is open.
    package init(_ root: consuming OutputFolder) {
        self.root = root
    }

    deinit {
        guard let staging else { return }
        for number in staged.indices { unsafe unlinkat(staging.descriptor.number, String(number), 0) }
        unsafe unlinkat(root.descriptor.number, stagingName, AT_REMOVEDIR)
        guard !isCommitted else { return }
        for folder in made.reversed() { root.removeFolderIfEmpty(folder) }
    }

    /// Writes a file beside its place, unless the file there has this content already.
    ///
    /// - Parameters:
    ///   - bytes: All of the content.
    ///   - path: The names of the folders and of the file, from the folder on.
    /// - Throws: ``SystemError``, also where a symbolic link or something else than a regular file stands in the way.
    package mutating func write(_ bytes: [UInt8], to path: [String]) throws(SystemError) {
        let place = Place(folder: number(ofFolder: Array(path.dropLast())), name: path.last ?? "")
        var mode: mode_t?
        if let folder = try root.existingSubfolder(path.dropLast()), let kind = try folder.kind(of: place.name) {
            guard kind == S_IFREG else { throw folder.notRegular(place.name) }
            // A file that may not be read is replaced.
            if let old = try? FileDescriptor(opening: place.name, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor.number) {
                if try FileComparison.hasContent(old, bytes) { return unchanged.append(place) }
                mode = try old.status().st_mode & 0o7777
            }
        }
        if staging == nil {
            let made = try root.makeTemporaryFolder()
            stagingName = made.name
            staging = OutputFolder(owning: made.number, path: "\(root.path)/\(made.name)")
        }
        let file = try FileDescriptor(
            opening: String(staged.count), flags: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, in: staging?.descriptor.number ?? -1)
        staged.append(place)
        try file.write(bytes.span)
        if let mode { fchmod(file.number, mode) }
        if !FileDescriptor.canSynchronizeFileSystem { try file.synchronize() }
    }

    /// The beginning of a file that is there already; nil if none is.
    ///
    /// - Parameter limit: How many bytes are read at most.
    package func beginning(of path: [String], limit: Int) throws(SystemError) -> [UInt8]? {
        guard let folder = try root.existingSubfolder(path.dropLast()) else { return nil }
        return try folder.beginning(of: path.last ?? "", limit: limit)
    }

    /// Makes the folders that are missing, and waits until all content has reached the disk. Moving the files is all that is left.
    ///
    /// - Throws: ``SystemError``, also if the folder was moved or removed meanwhile.
    package mutating func prepare() throws(SystemError) {
        try root.checkPlace()
        // One call for all files: one call a file waits for the disk as often as there are files.
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

    /// Moves all files to their places, in the order in which they were written, and waits until the names have reached the disk.
    ///
    /// - Throws: ``SystemError``, also if a file that counts as written or unchanged is not there at the end.
    package mutating func commit() throws(SystemError) {
        isCommitted = true
        try forEachFolder(of: staged) { (folder, number, place) throws(SystemError) in
            guard let source = staging?.descriptor.number,
                unsafe renameat(source, String(number), folder.descriptor.number, place.name) == 0
            else { throw SystemError.last("rename", "\(folder.path)/\(place.name)") }
        }
        touched.formUnion(Set(staged.map(\.folder)).map { folders[$0] })
        for folder in touched { try root.existingSubfolder(folder)?.synchronize() }
        try root.checkPlace()
        for files in [staged, unchanged] {
            try forEachFolder(of: files) { (folder, _, place) throws(SystemError) in
                guard try folder.kind(of: place.name) == S_IFREG else { throw folder.vanished(place.name) }
            }
        }
    }

    /// Calls `body` with each file and its open folder.
    private func forEachFolder(
        of files: [Place], _ body: (borrowing OutputFolder, Int, Place) throws(SystemError) -> Void
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
