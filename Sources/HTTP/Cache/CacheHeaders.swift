internal import Ground
internal import WebAddresses

/// Chooses and masks the response headers that a cache stores.
struct CacheHeaders: Sendable {
    private static let names: Set = [
        "cache-control", "content-type", "date", "etag", "expires", "last-modified", "link", "location", "vary",
    ]
    /// The beginnings of the names of headers that count items and pages.
    private static let countPrefixes = ["x-wp-total", "x-total", "x-page", "x-per-page", "x-next-page", "x-prev-page", "x-pagination"]
    /// The beginnings of the names of headers with the state of a rate limit.
    private static let ratePrefixes = ["ratelimit", "x-ratelimit", "x-rate-limit"]
    /// Headers with a time of the response. Their change is no change of the content.
    private static let timeNames: Set = ["date", "expires", "age"]
    /// Headers that describe the body. Those of a 304 do not replace those of the stored body.
    private static let bodyPrefix = "content-"
    /// The text that replaces a secret.
    static let mask = "***"

    /// The names that the step uses, in lower case.
    private let extraNames: Set<String>

    init(extraNames: [String]) {
        self.extraNames = Set(extraNames.map { $0.lowercased() }).subtracting(["set-cookie"])
    }

    /// Returns the headers to store. Secrets of the request are masked: servers repeat them in the URLs of `Link` and `Location`.
    func stored(_ headers: HTTPHeaders, of request: HTTPRequest, mask: CacheMask = CacheMask()) -> HTTPHeaders {
        let secrets = Self.secrets(of: request) + mask.items(of: CacheKey.address(of: request))
        return Self.filtered(headers) { isStored($0) }.mapValues { value in
            secrets.reduce(value) { $0.replacing($1.text, with: $1.replacement) }
        }
    }

    /// Returns the headers without the secrets of the run.
    static func masked(_ headers: HTTPHeaders, by secrets: SecretValues) -> HTTPHeaders {
        secrets.isEmpty ? headers : headers.mapValues(secrets.masked)
    }

    private func isStored(_ name: String) -> Bool {
        Self.names.contains(name) || extraNames.contains(name) || Self.isRate(name)
            || Self.countPrefixes.contains { name.hasPrefix($0) }
    }

    /// Returns the headers of a stored response without those of a rate limit, which are outdated by then.
    static func served(_ headers: HTTPHeaders) -> HTTPHeaders { filtered(headers) { !isRate($0) } }

    /// Returns the headers whose change counts as a change of the content: all but rate limits and times.
    static func lasting(_ headers: HTTPHeaders) -> HTTPHeaders { filtered(headers) { !isRate($0) && !timeNames.contains($0) } }

    /// Returns the stored headers, updated with the headers of a 304 response.
    ///
    /// - SeeAlso: RFC 9111, section 3.2
    static func merged(_ stored: HTTPHeaders, with update: HTTPHeaders) -> HTTPHeaders {
        let update = filtered(update) { !$0.hasPrefix(bodyPrefix) }
        let names = Set(update.fields.map { $0.name.lowercased() })
        var merged = filtered(stored) { !names.contains($0) && !isRate($0) }
        for field in update.fields { merged.append(field.name, field.value) }
        return merged
    }

    private static func isRate(_ name: String) -> Bool { name == "retry-after" || ratePrefixes.contains { name.hasPrefix($0) } }

    /// The fields whose names, in lower case, meet a condition.
    private static func filtered(_ headers: HTTPHeaders, _ isIncluded: (String) -> Bool) -> HTTPHeaders {
        var output = HTTPHeaders()
        for field in headers.fields where isIncluded(field.name.lowercased()) { output.append(field.name, field.value) }
        return output
    }

    /// The secret texts of a request and what replaces them, the longest first. A query item is replaced whatever its length, because the
    /// client sets its value again.
    private static func secrets(of request: HTTPRequest) -> [(text: String, replacement: String)] {
        var secrets: [(text: String, replacement: String)] = []
        for part in request.credentials {
            var values: [Substring] = []
            switch part {
            case .query(let name, let value):
                values = [value[...]]
                for name in Set([name, PercentEncoding.encoded(name)]) {
                    secrets += [value, PercentEncoding.encoded(value)].map { ("\(name)=\($0)", "\(name)=\(mask)") }
                }
            case .header(_, let value):
                // Without the scheme, too, as in "Bearer TOKEN".
                values = [value[...]] + value.split(separator: " ").dropFirst()
            }
            let long = values.filter { $0.utf8.count >= CacheMask.minSecretBytes }.map(String.init)
            secrets += long.flatMap { [($0, mask), (PercentEncoding.encoded($0), mask)] }
        }
        return secrets.sorted { $0.text.utf8.count > $1.text.utf8.count }
    }
}

extension HTTPHeaders {
    /// Returns the fields with changed values.
    fileprivate func mapValues(_ change: (String) -> String) -> HTTPHeaders {
        var output = HTTPHeaders()
        for field in fields { output.append(field.name, change(field.value)) }
        return output
    }
}

/// The secrets of a run that its cache must not contain.
struct CacheMask: Sendable {
    /// The least length of a secret that is masked anywhere in a stored response, in bytes. A shorter one, such as the name of a tenant,
    /// can also be a word of the content, or a part of a host or path that paging needs.
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

    /// The URL with secrets replaced by `***`. A page token in the query has a sensitive name, too, but is no secret: it stays.
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
