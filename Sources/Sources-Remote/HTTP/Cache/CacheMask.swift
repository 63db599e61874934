internal import Pipeline

/// The secrets of a run that its cache must not contain.
struct CacheMask: Sendable {
    /// The length in bytes up to which a secret is not masked in stored bodies: it could be a word of the content, such as a tenant's name.
    private static let maxOpenBytes = 15

    /// The secrets of any length. They are masked as values of query items with sensitive names.
    private let known: SecretValues
    /// The secrets that are masked everywhere.
    let long: SecretValues

    /// - Parameter known: The secrets of the run.
    init(_ known: SecretValues = SecretValues()) {
        self.known = known
        long = known.longer(than: Self.maxOpenBytes)
    }

    /// The URL with secrets replaced by `***`. A token of a page has a sensitive name, too, but is no secret of the run: it stays.
    func masked(_ address: WebAddress) -> String {
        long.masked(items(of: address).reduce(address.text) { $0.replacing($1.text, with: $1.replacement) })
    }

    /// The query items of a URL that contain a secret of the run, as written, and what replaces them.
    func items(of address: WebAddress) -> [(text: String, replacement: String)] {
        (address.query ?? "").split(separator: "&").compactMap { item -> (text: String, replacement: String)? in
            guard let equals = item.firstIndex(of: "="), AddressMask.isSensitive(item[..<equals]),
                known.contains(String(item[item.index(after: equals)...]))
            else { return nil }
            return (String(item), item[...equals] + CacheHeaders.mask)
        }
    }
}
