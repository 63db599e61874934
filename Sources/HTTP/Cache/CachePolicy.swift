internal import Ground

/// Decides what a cache does with requests and responses. It does no I/O.
///
/// - SeeAlso: RFC 9111. This is a private cache that revalidates more often than the standard demands.
struct CachePolicy: Sendable {
    /// The way to answer a request.
    enum Plan: Equatable {
        /// The stored response is used.
        case serve
        /// The request is sent with conditions, as header fields.
        case validate(HTTPHeaders)
        /// The request is sent without conditions.
        case fetch
        /// The cache has no response, and the mode `offline` allows no request.
        case fail
    }

    let mode: CacheSettings.Mode
    let freshSeconds: Double
    let keep: CacheSettings.Keep

    /// Errors that say nothing about the document, and so are not stored: a later request may succeed, or the credentials are wrong.
    private static let passingErrors: Set = [401, 407, 408, 421, 425, 429]
    /// Headers of range requests, and of requests with conditions of their own. The cache leaves such requests alone.
    private static let specialHeaders = ["If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Range"]

    /// Whether the cache may answer a request or store its response.
    func takes(_ request: HTTPRequest) -> Bool {
        guard request.isCacheable, Self.specialHeaders.allSatisfy({ request.headers[$0] == nil }) else { return false }
        if mode == .offline { return true }
        guard request.isIdempotent else { return false }
        return keep == .all || request.method == "GET" && !CacheControl(request.headers).contains("no-store")
    }

    /// Decides what to do with a request.
    ///
    /// - Parameters:
    ///   - stored: The stored response; nil if there is none.
    ///   - now: The time in seconds since 1970.
    func plan(_ request: HTTPRequest, stored: CacheEntry?, now: Double) -> Plan {
        guard let stored else { return mode == .offline ? .fail : .fetch }
        if mode == .offline { return .serve }
        // The URLs of next pages may have lost their token.
        if stored.isMasked == true { return .fetch }
        // A storage time in the future comes from a wrong clock. It must not keep an entry fresh for years.
        let age = now - stored.storedAt
        if request.wantsNewResponse { return .fetch }
        if age >= 0, age < freshSeconds { return .serve }
        let conditions = request.method == "GET" && stored.isDocument ? stored.conditions : HTTPHeaders()
        return conditions.fields.isEmpty ? .fetch : .validate(conditions)
    }

    /// Whether a response is stored.
    func stores(_ head: ResponseHead, of request: HTTPRequest) -> Bool {
        if keep == .all {
            // Some servers report a rate limit with 403. Its duration does not matter here, so any `now` will do.
            let isRateLimit = ServerDelay(head, now: 0).isRateLimit(status: head.status)
            return (200..<500).contains(head.status) && head.status != 206 && head.status != 304 && !isRateLimit
                && !Self.passingErrors.contains(head.status)
        }
        guard head.status == 200 || head.status == 204 || head.isRedirect else { return false }
        // A body that ends with the connection may be truncated, and its entity tag would validate it in each later run.
        if head.bodyEndsWithConnection, !storesHeadAlone(head) { return false }
        return !CacheControl(head.headers).contains("no-store") && !head.headers.values(of: "Vary").contains { $0.contains("*") }
    }

    /// Whether a response is stored without its body, because the client does not read it.
    func storesHeadAlone(_ head: ResponseHead) -> Bool { head.status == 204 || head.isRedirect }

    /// Whether an entry with unchanged content is written again, to reset its age. Only ``freshSeconds`` depends on the age.
    var renewsEntries: Bool { freshSeconds > 0 }
}

/// The directives of the header `Cache-Control`.
///
/// - SeeAlso: RFC 9111, section 5.2
struct CacheControl {
    private let names: Set<String>

    init(_ headers: HTTPHeaders) {
        // An argument in quotation marks may contain commas.
        let directives = headers.values(of: "Cache-Control").flatMap { HTTPHeaders.split($0, at: UInt8(ascii: ",")) }
        names = Set(directives.map { String($0.prefix { $0 != "=" }).trimmingSpaces.lowercased() })
    }

    /// Whether a directive is present.
    ///
    /// - Parameter name: The name in lower case.
    func contains(_ name: String) -> Bool { names.contains(name) }
}
