internal import Pipeline

/// The reasons for which a transfer ends early.
enum TransferError: Error, CustomStringConvertible {
    case tooManyRedirects(limit: Int)
    /// The body exceeds the limit, in bytes.
    case tooLong(limit: Int64)
    /// The connection was lost after a number of bytes.
    case broken(after: Int64)
    /// The body is too long for the memory, and the file for it could not be created or written in a folder.
    case notKept(SystemError, folder: String)

    var description: String {
        switch self {
        case .tooManyRedirects(let limit): "the server redirects more than \(limit) times"
        case .tooLong(let limit): "the answer is longer than the limit of \(limit) bytes"
        case .broken(let bytes): "the connection broke before the answer was complete, after \(bytes) bytes"
        case .notKept(let error, let folder):
            "the answer is longer than \(ResponseBody.memoryBytes >> 20) MiB and cannot be kept in the folder \(folder.printable): "
                + "\(error.reason); TMPDIR names another one"
        }
    }

    /// The kind of failure, which decides the exit code.
    var kind: PipelineFailure.Kind {
        if case .notKept(let error, _) = self { error.outputFailure } else { .remoteUnavailable }
    }
}
