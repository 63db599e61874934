internal import Pipeline

/// Writes many files below one folder; they appear together. Files that would not change are left alone.
struct FolderWriter: ~Copyable {
    private var files: StagedFolder

    init(folder: consuming OutputFolder) {
        files = StagedFolder(folder)
    }

    /// What was done, for the summary.
    var summary: String {
        let written = files.writtenCount == 1 ? "1 file" : "\(files.writtenCount) files"
        return "\(files.path.printable): \(written) written, \(files.unchangedCount) unchanged"
    }

    /// Writes a file; it appears with the others.
    ///
    /// - Parameter path: The names of the folders and of the file.
    /// - Throws: ``PipelineFailure``: `cannotCreate` also where a symbolic link stands in the way.
    mutating func write(_ bytes: [UInt8], to path: [String]) throws {
        do throws(SystemError) {
            try files.write(bytes, to: path)
        } catch {
            throw failure(error, path)
        }
    }

    /// The beginning of a file that is there already; nil if none is.
    func beginning(of path: [String], limit: Int) throws -> [UInt8]? {
        do throws(SystemError) {
            return try files.beginning(of: path, limit: limit)
        } catch {
            throw failure(error, path)
        }
    }

    /// Does all that may fail before the files appear.
    mutating func prepare() throws {
        do throws(SystemError) {
            try files.prepare()
        } catch {
            throw PipelineFailure(error.outputFailure, "\(error)")
        }
    }

    /// Puts all files in place.
    mutating func commit() throws {
        do throws(SystemError) {
            try files.commit()
        } catch {
            throw PipelineFailure(.cannotWrite, "\(error)")
        }
    }

    private func failure(_ error: SystemError, _ path: [String]) -> PipelineFailure {
        let shown = ([files.path] + path).joined(separator: "/").printable
        return PipelineFailure(error.outputFailure, "\(shown) cannot be written: \(error.reason)")
    }
}
