internal import Checksums
internal import Pipeline

/// The facts about a response that a cache stores in front of its body.
struct CacheEntry: Sendable, Equatable {
    let key: CacheKey
    let method: String
    /// The URL for readers of the file, with secrets masked.
    let shownAddress: String
    let status: Int
    /// The stored header fields.
    var headers: HTTPHeaders
    /// The time of the response, or of its last validation, in seconds since 1970.
    var storedAt: Double
    /// The length of the body in bytes.
    var bodyBytes = 0
    /// The SHA-256 hash of the body, in hexadecimal digits.
    var bodyHash = String(repeating: "0", count: SHA256Hasher.digitCount)
    /// Whether secrets in the response or its URL were replaced; nil if none was looked for. Only an offline run uses such a response: the
    /// URLs of next pages may have lost their token, and the response may belong to another account.
    var isMasked: Bool?

    /// Whether the response is a complete document, which a server can validate.
    var isDocument: Bool { status == 200 || status == 204 }

    /// The header fields of a request that asks whether the response is still valid; none if it has no validator.
    ///
    /// - SeeAlso: RFC 9110, sections 8.8 and 13.1
    var conditions: HTTPHeaders {
        var conditions = HTTPHeaders()
        if let tag = headers["ETag"], !tag.isEmpty { conditions["If-None-Match"] = tag }
        // A document that was changed in the second of the response can change again in that second.
        if let date = headers["Last-Modified"], !date.isEmpty, date != headers["Date"] { conditions["If-Modified-Since"] = date }
        return conditions
    }

    /// Whether a 304 is about this response, and not about one that the cache does not have.
    ///
    /// - SeeAlso: RFC 9111, section 4.3.4
    func isConfirmed(by head: ResponseHead) -> Bool {
        if let tag = head.headers["ETag"] {
            return headers["ETag"].map { Self.opaquePart(of: $0) == Self.opaquePart(of: tag) } ?? false
        }
        guard let date = head.headers["Last-Modified"], let own = headers["Last-Modified"] else { return true }
        return date == own
    }

    /// Whether two entries stand for the same content, received at different times.
    func hasContent(of other: CacheEntry) -> Bool {
        key == other.key && status == other.status && bodyBytes == other.bodyBytes && bodyHash == other.bodyHash
            && CacheHeaders.lasting(headers) == CacheHeaders.lasting(other.headers)
    }

    /// An entity tag without the mark of weak tags.
    private static func opaquePart(of tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }
}
