/// Writes many files below one folder; they appear together. Files that would not change are left alone.
public struct FolderWriter: ~Copyable {
    private var files: StagedFolder
    /// The folder's path for messages, with secrets masked.
    private let shown: String

    init(folder: consuming OutputFolder, shown: String) {
        files = StagedFolder(folder)
        self.shown = shown
    }

    /// The number of written and unchanged files, for the summary.
    var summary: String {
        let written = files.writtenCount == 1 ? "1 file" : "\(files.writtenCount) files"
        return "\(shown.printable): \(written) written, \(files.unchangedCount) unchanged"
    }

    /// Writes a file to the staging folder.
    ///
    /// - Parameter path: The names of the folders and of the file.
    /// - Throws: ``PipelineFailure``: `cannotCreate` also where a symbolic link stands in the way.
    public mutating func write(_ bytes: [UInt8], to path: [String]) throws {
        do throws(SystemError) {
            try files.write(bytes, to: path)
        } catch {
            throw failure(error, path)
        }
    }

    /// The first bytes of a file of an earlier run.
    ///
    /// - Parameters:
    ///   - path: The names of the folders and of the file.
    ///   - limit: The most that is read, in bytes.
    /// - Returns: nil if there is no such file.
    /// - Throws: ``PipelineFailure`` if it cannot be read.
    public func beginning(of path: [String], limit: Int) throws -> [UInt8]? {
        do throws(SystemError) {
            return try files.beginning(of: path, limit: limit)
        } catch {
            throw failure(error, path)
        }
    }

    /// Does the work that can fail before the commit point.
    mutating func prepare() throws {
        do throws(SystemError) {
            try files.prepare()
        } catch {
            throw failure(error)
        }
    }

    /// Moves all files to their final paths.
    mutating func commit() throws {
        do throws(SystemError) {
            try files.commit()
        } catch {
            throw failure(error)
        }
    }

    /// Describes an error of the whole folder. The error's path is the folder or a path inside it.
    private func failure(_ error: SystemError) -> PipelineFailure {
        let inside = error.path.hasPrefix(files.path) ? String(error.path.dropFirst(files.path.count)) : ""
        return PipelineFailure(error.outputFailure, "cannot \(error.action) \((shown + inside).printable): \(error.reason)")
    }

    private func failure(_ error: SystemError, _ path: [String]) -> PipelineFailure {
        let shown = ([shown] + path).joined(separator: "/").printable
        return PipelineFailure(error.outputFailure, "\(shown) cannot be written: \(error.reason)")
    }
}
