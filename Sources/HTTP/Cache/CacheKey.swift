internal import Checksums
internal import Ground
internal import WebAddresses

/// The name of a stored response: a hash of everything that selects it.
///
/// Two accounts never have the same key, because the key depends on a salted hash of the identity.
struct CacheKey: Sendable, Hashable {
    /// The hash of the request, 64 hexadecimal digits.
    let text: String

    /// Request headers that select no response: those that the client itself sets, and those that only concern caches.
    private static let ignoredHeaders: Set = [
        "accept-encoding", "cache-control", "connection", "content-length", "host", "pragma", "user-agent",
    ]

    private static let digits = Set("0123456789abcdef".utf8)

    /// - Parameters:
    ///   - request: The request. Headers such as `Accept` or a cursor belong to the key, so that `Vary` needs no further check.
    ///   - identity: The result of ``identity(of:salt:)``; nil for the response to a request without credentials.
    ///   - mask: The secrets of the run. Where a server repeats them in URLs, stored responses have them masked.
    init(_ request: HTTPRequest, identity: String?, mask: CacheMask = CacheMask()) {
        var hash = SHA256Hasher()
        hash.update(field: "tabpipe cache 1")
        hash.update(field: request.method)
        hash.update(field: mask.masked(Self.address(of: request)))
        for field in Self.headers(of: request) { hash.update(field: field) }
        hash.update(field: request.body.map { SHA256Hasher.hex(of: $0) } ?? "")
        hash.update(field: identity ?? "")
        text = hash.hex()
    }

    /// Creates the key of a recorded response. The key depends on the step instead of the account, and on no secret: a run without the
    /// credentials finds the response.
    ///
    /// - Parameter mask: The secrets of the run. They are masked in the body of the request, too.
    init(recorded request: HTTPRequest, mask: CacheMask) {
        var masked = request
        masked.body = request.body.map { mask.long.masked($0, isEnd: true).output }
        self.init(masked, identity: Self.hasIdentity(request, mask: mask) ? "step \(request.step)" : nil, mask: mask)
    }

    /// Reads a key from an entry.
    ///
    /// - Returns: nil if it is not 64 hexadecimal digits in lower case.
    init?(text: String) {
        guard text.utf8.count == SHA256Hasher.digitCount, text.utf8.allSatisfy({ Self.digits.contains($0) }) else { return nil }
        self.text = text
    }

    /// The URL of a request without the query items that carry credentials. Servers repeat such items in the URLs of next pages.
    static func address(of request: HTTPRequest) -> WebAddress {
        request.credentials.reduce(request.address) { address, part in
            guard case .query(let name, _) = part else { return address }
            return address.removingQuery(name)
        }
    }

    /// Whether the response may depend on an account.
    static func hasIdentity(_ request: HTTPRequest, mask: CacheMask) -> Bool {
        request.hasIdentity || mask.secretAddress(of: request) != nil
    }

    /// The salted hash of the account that a request belongs to, and of the step's URL if that URL holds secrets. Without the URL's hash,
    /// two URLs that differ only in masked secrets would have the same key.
    ///
    /// - Parameter mask: The secrets of the run.
    /// - Returns: nil if the request has neither credentials nor an identity nor such a URL.
    static func identity(of request: HTTPRequest, salt: String, mask: CacheMask = CacheMask()) -> String? {
        guard hasIdentity(request, mask: mask) else { return nil }
        var hash = SHA256Hasher()
        hash.update(field: salt)
        if let address = mask.secretAddress(of: request) {
            hash.update(field: "address")
            hash.update(field: address)
        }
        if let identity = request.identity {
            hash.update(field: "identity")
            hash.update(field: identity)
            return hash.hex()
        }
        for text in request.credentials.flatMap(\.identity) { hash.update(field: text) }
        return hash.hex()
    }

    /// The names and values of the headers that select a response, in the order of their names.
    private static func headers(of request: HTTPRequest) -> [String] {
        let fields = request.headers.fields.map { (name: $0.name.lowercased(), value: $0.value) }
        let named = Dictionary(grouping: fields.filter { !ignoredHeaders.contains($0.name) }, by: \.name)
        let texts = named.sorted { $0.key < $1.key }.flatMap { name, fields in [name, "\(fields.count)"] + fields.map(\.value) }
        return ["\(texts.count)"] + texts
    }
}

extension HTTPRequest {
    /// Whether the response may depend on an account.
    var hasIdentity: Bool { identity != nil || !credentials.isEmpty }
}
