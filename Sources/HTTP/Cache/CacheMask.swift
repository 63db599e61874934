internal import Pipeline

/// The secrets of a run that its cache must not contain.
struct CacheMask: Sendable {
    /// The least length of a secret that is masked anywhere in a stored response, in bytes. A shorter one, such as the name of a tenant, can
    /// also be a word of the content, or a part of a host or path that paging needs.
    static let minSecretBytes = 16

    /// The secrets of any length. They are masked as values of query items with sensitive names.
    private let known: SecretValues
    /// The secrets that are masked everywhere.
    let long: SecretValues

    /// - Parameter known: The secrets of the run.
    init(_ known: SecretValues = SecretValues()) {
        self.known = known
        long = known.secrets(ofAtLeast: Self.minSecretBytes)
    }

    /// The URL with secrets replaced by `***`. A token of a page has a sensitive name, too, but is no secret of the run: it stays.
    func masked(_ address: WebAddress) -> String {
        long.masked(items(of: address).reduce(address.text) { $0.replacing($1.text, with: $1.replacement) })
    }

    /// The URL of the step that a request belongs to, if it holds secrets that ``masked(_:)`` replaces.
    func secretAddress(of request: HTTPRequest) -> String? {
        request.stepAddress.flatMap { masked($0) == $0.text ? nil : $0.text }
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
