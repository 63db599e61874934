/// How a cache took part in a response.
enum CacheUse: String, Sendable {
    /// The cache gave the response, and no request was sent.
    case hit
    /// The server confirmed that the stored response is still valid.
    case revalidated
    /// The server sent the response, because the cache had none that may be used.
    case miss
}
