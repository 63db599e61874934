/// The reason why a token server gave no token. ``TokenGrant`` words it.
///
/// The texts are those of the server, without secrets and control characters.
enum TokenFault: Error, Equatable {
    /// The server refused the request with an error code, such as `invalid_grant`, or with a status alone.
    ///
    /// - SeeAlso: RFC 6749, section 5.2
    case refused(String, description: String?)
    /// The server has a fault of its own, or the URL is not that of a token server.
    case unavailable(String)
    /// The response is not what the standard says; the text says what was found.
    case malformed(String)
}
