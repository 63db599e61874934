internal import ImageHeaders
internal import Pipeline

/// The reason why a file that content names is not available.
enum AssetFault: Error, Equatable {
    /// The address is no valid URL.
    case badAddress
    /// The address is relative, and starts from no known URL.
    case relative
    /// The record has no attachment with the content ID.
    case noAttachment
    /// The server has no such file, or must not be asked for it. The text says why, without the address.
    case notFetched(String)
    /// The server does not answer, or not now, so that the file of an earlier run stays. The text says why, without the address.
    case unavailable(String)
    /// The file is of no kind that is kept. The text names what it is.
    case wrongKind(String, Set<AssetKind>)
    /// A `data:` URL cannot be decoded. The text says why.
    case damaged(String)
    case tooLong(limit: Int)
    /// The record names more files than the limit.
    case tooManyInRecord(limit: Int)
    /// The run names more files than the limit.
    case tooManyInRun(limit: Int)

    /// The reason in words, for messages.
    var words: String {
        switch self {
        case .badAddress: "the address is no valid URL"
        case .relative: "the address is relative, the record came from no URL, and \"base\" names none"
        case .noAttachment: "the record has no attachment with this content ID"
        case .notFetched(let reason), .unavailable(let reason): reason
        case .wrongKind(let found, let kinds): "expected \(Self.words(for: kinds)), found \(found)"
        case .damaged(let reason): reason
        case .tooLong(let limit): "the file is longer than the limit of \(limit) bytes"
        case .tooManyInRecord(let limit): "limits.max_record_files allows \(limit) files in a record"
        case .tooManyInRun(let limit): "limits.max_files allows \(limit) files in a run"
        }
    }

    private static let images = "an image (\(ImageKind.allCases.map(\.rawValue).joined(separator: ", ")))"

    private static func words(for kinds: Set<AssetKind>) -> String {
        let words = AssetKind.allCases.filter(kinds.contains).map { $0 == .image ? images : $0.rawValue }
        return words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
    }
}
