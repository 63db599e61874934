internal import Pipeline

extension RedirectFault {
    /// The reason for a message, without secrets.
    ///
    /// - Parameter name: The request. The message quotes no URL if that of the request is secret.
    func message(for name: RequestName) -> String {
        switch self {
        case .noLocation(let status): "the server answered \(status), a redirect, and named no URL"
        case .badLocation(let text): "the server redirects to an invalid URL" + name.ending(text)
        case .otherScheme(let scheme):
            "the server redirects to a URL with the scheme \(scheme.prefix(20).printable); only http and https are followed"
        case .insecure(let address): "the server redirects from https to http" + name.ending(address.shown)
        case .bodyToOther(let origin):
            "the server redirects a request with a body to another origin"
                + (name.isSecret ? "" : ", \(origin.description.printable); \"allow_hosts\" can allow it")
        case .losesBody(let status, let address):
            "the server redirects the POST (\(status)), and its body would not be sent there"
                + (name.isSecret ? "" : ": \(address.shown.printable); put that URL into \"url\"")
        case .tooMany(let limit): "the server redirects more than \(limit) times"
        }
    }
}
