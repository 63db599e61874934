internal import Pipeline

/// Why a transfer ended before its time.
enum TransferError: Error, CustomStringConvertible {
    case tooManyRedirects(limit: Int)
    case tooLong(limit: Int64)
    case broken(after: Int64)
    /// The answer is too long to be kept in memory, and no file could be made for it in a folder.
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

    /// What it means for the run.
    var kind: PipelineFailure.Kind {
        if case .notKept(let error, _) = self { error.outputFailure } else { .remoteUnavailable }
    }
}
