/// The place where a client gives its secret to a token server.
///
/// - SeeAlso: RFC 6749, section 2.3.1
enum ClientAuthentication: String, CaseIterable, Sendable {
    /// `client_id` and `client_secret` in the form.
    case body
    /// The header `Authorization: Basic`.
    case basic
}
