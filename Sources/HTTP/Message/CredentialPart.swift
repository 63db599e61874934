/// A secret that a request carries. It stays apart from the request's URL and headers until the transport sends them, so that messages,
/// traces and cache keys cannot contain it.
package enum CredentialPart: Sendable, Equatable {
    /// A header field, such as `Authorization`.
    case header(name: String, value: String)
    /// A query item. It replaces items of the same name in the URL.
    case query(name: String, value: String)

    /// The texts that distinguish accounts. Equal texts mean equal parts, whatever the case of a header's name.
    var identity: [String] {
        switch self {
        case .header(let name, let value): ["header", name.lowercased(), value]
        case .query(let name, let value): ["query", name, value]
        }
    }

    package var isQuery: Bool { if case .query = self { true } else { false } }

    var value: String {
        switch self {
        case .header(_, let value), .query(_, let value): value
        }
    }
}
