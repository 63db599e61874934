/// A response whose head has arrived. Its body is read afterwards.
package struct HTTPResponse: Sendable {
    /// The statuses of responses without content.
    ///
    /// - SeeAlso: RFC 9110, sections 15.3.5 and 15.3.6
    static let emptyStatuses: Set = [204, 205]

    package let head: ResponseHead
    package let body: any BodyReader
    /// The URL behind redirects, without secrets; nil until the client has followed them.
    package var address: WebAddress?
    /// How a cache took part; nil without a cache.
    var cacheUse: CacheUse?
    /// The time in seconds that the request waited for the rate limits of its host.
    var waited = 0.0
    /// Whether the body of a stream has no bytes, although the status promises content.
    package var isEmpty = false

    /// Whether a cache gave the body.
    var isFromCache: Bool { cacheUse == .hit || cacheUse == .revalidated }

    /// Whether there is no document, which is no error: the status 204 or 205, or a status that a rule passes over.
    package var hasNoContent: Bool { Self.emptyStatuses.contains(head.status) || !head.isSuccess }
}
