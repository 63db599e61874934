internal import JSONParsing
internal import Pipeline

/// Writes many files below one folder, each whole or not at all, and leaves alone those that would not change.
struct FolderWriter: ~Copyable {
    private let folder: OutputFolder
    private var visited: Set<[JSONKey]> = [[]]
    /// The folders whose names have to reach the disk.
    private var changed: Set<[JSONKey]> = []
    private var written = 0
    private var unchanged = 0

    init(folder: consuming OutputFolder) {
        self.folder = folder
    }

    /// What was done, for the summary.
    ///
    /// - Parameter isComplete: Whether the run came to its good end. In one that did not, these files are not among the
    ///   records that count as written, and yet they are there.
    /// - Returns: nil if there is nothing to tell.
    func summary(isComplete: Bool) -> String? {
        let files = written == 1 ? "1 file" : "\(written) files"
        if isComplete { return "\(folder.path.printable): \(files) written, \(unchanged) unchanged" }
        guard written + unchanged > 0 else { return nil }
        return "\(folder.path.printable): \(files) written, \(unchanged) unchanged before the run ended; "
            + "files appear one by one, and these stay"
    }

    /// Writes a file.
    ///
    /// - Parameter path: The names of the folders and of the file.
    /// - Throws: ``PipelineFailure``: `cannotCreate` also where a symbolic link stands in the way.
    mutating func write(_ bytes: [UInt8], to path: [String]) throws {
        let change: AtomicFile.Change
        do throws(SystemError) {
            change = try AtomicFile.write(bytes, to: path.last ?? "", in: visit(path))
        } catch {
            throw failure(error, path)
        }
        count(change, path)
    }

    /// Begins a file that appears later, whole and on the disk.
    ///
    /// - Returns: The file; ``put(_:at:)`` puts it in place.
    mutating func prepare(_ bytes: [UInt8], at path: [String]) throws -> AtomicFile {
        do throws(SystemError) {
            var file = try AtomicFile(path.last ?? "", in: visit(path))
            try file.write(bytes.span)
            try file.prepare()
            return file
        } catch {
            throw failure(error, path)
        }
    }

    /// Puts a file in place that was prepared.
    mutating func put(_ file: consuming AtomicFile, at path: [String]) throws {
        let change: AtomicFile.Change
        do throws(SystemError) {
            change = try file.commit(synchronizingFolder: false)
        } catch {
            throw failure(error, path)
        }
        count(change, path)
        try synchronize()
    }

    /// The beginning of a file that is there already; nil if none is.
    mutating func beginning(of path: [String], limit: Int) throws -> [UInt8]? {
        do throws(SystemError) {
            return try visit(path).beginning(of: path.last ?? "", limit: limit)
        } catch {
            throw failure(error, path)
        }
    }

    /// Waits until the names of all files have reached the disk.
    mutating func synchronize() throws {
        do throws(SystemError) {
            for folders in changed { try folder.subfolder(folders.map(\.name)).synchronize() }
        } catch {
            throw PipelineFailure(.cannotWrite, "\(folder.path.printable): \(error)")
        }
        changed.removeAll()
    }

    /// Opens the folder of a file; the first time it is cleared of what killed runs have left.
    private mutating func visit(_ path: [String]) throws(SystemError) -> OutputFolder {
        let folders = Array(path.dropLast())
        let target = try folder.subfolder(folders)
        let keys = folders.map(JSONKey.init)
        guard visited.insert(keys).inserted else { return target }
        target.removeLeftovers()
        // The folder may be new; then its name has to reach the disk, too.
        for depth in keys.indices { changed.insert(Array(keys[..<depth])) }
        return target
    }

    private mutating func count(_ change: AtomicFile.Change, _ path: [String]) {
        if change == .unchanged {
            unchanged += 1
        } else {
            written += 1
            changed.insert(path.dropLast().map(JSONKey.init))
        }
    }

    private func failure(_ error: SystemError, _ path: [String]) -> PipelineFailure {
        let shown = ([folder.path] + path).joined(separator: "/").printable
        return PipelineFailure(error.outputFailure, "\(shown) cannot be written: \(error.reason)")
    }
}
