/// Why a transfer ended before its time.
enum TransferError: Error, CustomStringConvertible {
    case tooManyRedirects(limit: Int)
    case tooLong(limit: Int64)
    case broken(after: Int64)

    var description: String {
        switch self {
        case .tooManyRedirects(let limit): "the server redirects more than \(limit) times"
        case .tooLong(let limit): "the answer is longer than the limit of \(limit) bytes"
        case .broken(let bytes): "the connection broke before the answer was complete, after \(bytes) bytes"
        }
    }
}
