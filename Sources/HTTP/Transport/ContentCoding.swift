internal import Pipeline

/// The content coding of a response: what `Content-Encoding` says.
///
/// - SeeAlso: RFC 9110, section 8.4.1
enum ContentCoding: Equatable {
    case identity, gzip
    /// A coding that no request asks for.
    case other(String)

    init(_ headers: HTTPHeaders) {
        let values = headers.values(of: "Content-Encoding").flatMap { $0.split(separator: ",") }
        let names = values.map { String($0).trimmingSpaces.lowercased() }.filter { !$0.isEmpty && $0 != "identity" }
        switch names {
        case []: self = .identity
        case ["gzip"], ["x-gzip"]: self = .gzip
        default: self = .other(names.joined(separator: ", ").printable)
        }
    }
}
