package import WebAddresses

/// A request as a transport sends it.
package struct HTTPRequest: Sendable {
    /// The method in upper case.
    package var method = "GET"
    /// The URL, without secrets.
    package var address: WebAddress
    /// The header fields, without secrets.
    package var headers = HTTPHeaders()
    package var body: [UInt8]?
    /// The secrets. The transport adds them when it sends the request.
    var credentials: [CredentialPart] = []
    /// Makes the parts of a signature when the request is sent; nil for a request without one.
    var signature: (@Sendable (HTTPRequest) -> [CredentialPart])?
    /// The account that the credentials belong to, where they change with time, such as a client ID in place of its access tokens; nil: the
    /// credentials are the account. It may hold secrets. A cache stores its salted hash.
    var identity: String?
    /// The URL that an option of the step names; paging and redirects change ``address`` alone. A cache tells two steps apart by its
    /// secrets, because keys contain none. nil for requests that no option names.
    var stepAddress: WebAddress?
    /// Whether a cache may give or store the response. False for token requests.
    var isCacheable = true
    /// Whether a cache ignores its stored response, because that one was refused, and sends the request without conditions.
    var wantsNewResponse = false
    /// Whether sending the request twice has the effect of sending it once.
    package var isIdempotent = true
    /// Whether the option `idempotent` decides whether the request is repeated, so that messages can name it.
    package var hasIdempotentOption = false
    /// The meaning of the status 404.
    package var notFound = NotFound.failure
    var timeouts = RequestTimeouts()
    /// The limit of the response's body after decompression, in bytes.
    var maxResponseBytes = 256 << 20
    /// The path of a file with the certificates to trust, in PEM; nil for those of the system.
    var caFile: String?
    /// Whether content names the URL. The server may be hostile: each redirect halves the time limit, and failures are counted separately.
    package var isOfContent = false
    /// Whether the request must reach no server of a private network.
    package var isGuarded = false
    /// The step of the pipeline, such as `source`, for traces.
    package var step = "source"
    /// The node that a secret URL came from, such as `$env.API_URL`. Messages show it in place of the URL; nil for a URL that may be shown.
    package var secretName: String?
    /// Whether the body is read as a stream, for as long as its reader takes. Such a body does not count as a concurrent request.
    var isStreamed = false

    init(_ address: WebAddress) {
        self.address = address
    }

    /// The URL in messages and traces.
    package var shown: String { secretName ?? address.shown }

    /// The host and port in the progress line.
    var shownHost: String { secretName ?? address.origin.hostAndPort }

    /// The URL that is sent: with the secrets of its query.
    var wireAddress: WebAddress {
        credentials.reduce(address) { address, part in
            guard case .query(let name, let value) = part else { return address }
            return address.settingQuery(name, to: value)
        }
    }

    /// The header fields that are sent: with secrets and the signature, which is made anew each time.
    var wireHeaders: HTTPHeaders { Self.headers(headersWithoutSignature, adding: signature?(self) ?? []) }

    /// The header fields that are sent, without those of the signature.
    var headersWithoutSignature: HTTPHeaders { Self.headers(headers, adding: credentials) }

    private static func headers(_ headers: HTTPHeaders, adding parts: [CredentialPart]) -> HTTPHeaders {
        parts.reduce(into: headers) { headers, part in
            if case .header(let name, let value) = part { headers[name] = value }
        }
    }
}

extension HTTPRequest {
    /// The meaning of the status 404 for a request.
    package enum NotFound: Sendable {
        case failure
        /// A failure of a page after the first one. The option `paging.stop_on_404` could make it the end of the list.
        case perhapsEnd
        /// The page does not exist, so the list has ended: the option `paging.stop_on_404`.
        case end
    }
}

/// The time limits of one request, in seconds.
package struct RequestTimeouts: Sendable, Equatable {
    /// The limit for connecting, including DNS and the TLS handshake.
    package var connect = 10.0
    /// The longest time without a byte from the server.
    package var idle = 30.0
    /// The limit for the whole request; nil for a streamed document, which has none.
    package var total: Double? = 300

    package init(connect: Double = 10, idle: Double = 30, total: Double? = 300) {
        self.connect = connect
        self.idle = idle
        self.total = total
    }
}

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
