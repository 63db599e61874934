internal import Pipeline

/// Writes many files below one folder, each whole or not at all, and leaves alone those that would not change.
struct FolderWriter: ~Copyable {
    private let folder: OutputFolder
    private var visited: Set<[String]> = [[]]
    private var changed: Set<[String]> = []
    private var written = 0
    private var unchanged = 0

    init(folder: consuming OutputFolder) {
        self.folder = folder
    }

    /// What was done, for the summary.
    var summary: String { "\(folder.path.printable): \(written) files written, \(unchanged) unchanged" }

    /// Writes a file.
    ///
    /// - Parameter path: The names of the folders and of the file.
    /// - Throws: ``PipelineFailure``: `cannotCreate` also where a symbolic link stands in the way.
    mutating func write(_ bytes: [UInt8], to path: [String]) throws {
        let folders = Array(path.dropLast())
        do {
            let target = try folder.subfolder(folders)
            if visited.insert(folders).inserted { target.removeLeftovers() }
            if try AtomicFile.write(bytes, to: path.last ?? "", in: target) == .unchanged {
                unchanged += 1
            } else {
                written += 1
                changed.insert(folders)
            }
        } catch {
            let shown = ([folder.path] + path).joined(separator: "/").printable
            throw PipelineFailure(.cannotCreate, "\(shown) cannot be written: \(error.reason)")
        }
    }

    /// Waits until the names of all files have reached the disk.
    mutating func synchronize() throws {
        do {
            for folders in changed { try folder.subfolder(folders).synchronize() }
        } catch {
            throw PipelineFailure(.cannotWrite, "\(folder.path.printable): \(error)")
        }
        changed.removeAll()
    }
}
