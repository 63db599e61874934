internal import Foundation
internal import Pipeline

/// Files that a command makes for its user to change. None of them replaces another file.
enum NewFile {
    /// Creates a file.
    ///
    /// - Throws: ``PipelineFailure`` of the kind `cannotCreate`, also if the path exists, or `cannotWrite`.
    static func write(_ text: String, to file: String) throws(PipelineFailure) {
        do throws(SystemError) {
            let output = try FileDescriptor(opening: file, flags: O_WRONLY | O_CREAT | O_EXCL)
            try output.write(Array(text.utf8).span)
        } catch {
            throw failure(error, of: file)
        }
    }

    /// Words an error of the system about a new file or folder.
    static func failure(_ error: SystemError, of file: String) -> PipelineFailure {
        let reason = error.code == EEXIST ? "it exists already, and is not replaced" : error.reason
        return PipelineFailure(error.outputFailure, "\(file.printable) cannot be written: \(reason)")
    }
}
