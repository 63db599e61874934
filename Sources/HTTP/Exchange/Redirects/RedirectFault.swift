/// The reason why a redirect is not followed.
enum RedirectFault: Error, Equatable {
    /// A status of a redirect without a `Location`.
    case noLocation(status: Int)
    /// A `Location` that is no URL.
    case badLocation(String)
    /// A `Location` with a scheme other than http and https.
    case otherScheme(String)
    /// A redirect from https to http.
    case insecure(WebAddress)
    /// A redirect of a request with a body to an origin that gets no credentials. The body may hold some.
    case bodyToOther(WebOrigin)
    /// A redirect of a POST with a body that is followed by a GET without it, so that the answer would be that to another request.
    case losesBody(status: Int, WebAddress)
    case tooMany(limit: Int)
}
