internal import Ground
internal import WebAddresses

/// Makes the request that follows a redirect: its URL, method, body and headers.
///
/// - SeeAlso: RFC 9110, section 15.4
struct RedirectRule: Sendable {
    /// The limit of redirects of one request.
    static let maxRedirects = 10
    /// The fields that describe a body.
    private static let bodyFields = ["Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location"]

    /// Returns whether an origin may receive the credentials of the step.
    let isTrusted: @Sendable (WebOrigin) -> Bool

    /// Returns the request that follows a redirect.
    ///
    /// - Parameters:
    ///   - head: The head of the response.
    ///   - request: The request that it answers. Its `credentials` are those that were sent.
    ///   - count: The number of redirects before this one.
    /// - Returns: nil if the response is no redirect. The result has no `credentials`; the caller adds those for the new origin.
    /// - Throws: ``RedirectFault``.
    func request(after head: ResponseHead, to request: HTTPRequest, count: Int) throws(RedirectFault) -> HTTPRequest? {
        guard head.isRedirect else { return nil }
        let target = try address(head, request)
        guard count < Self.maxRedirects else { throw .tooMany(limit: Self.maxRedirects) }
        if request.address.origin.isSecure, !target.origin.isSecure { throw .insecure(target) }
        var next = request
        next.address = target
        next.credentials = []
        if head.status == 303 && request.method != "HEAD" || [301, 302].contains(head.status) && request.method == "POST" {
            if head.status != 303, let body = next.body, !body.isEmpty { throw .losesBody(status: head.status, target) }
            next.method = "GET"
            next.body = nil
            next.isIdempotent = true
            for name in Self.bodyFields { next.headers[name] = nil }
        }
        guard !isTrusted(target.origin), target.origin != request.address.origin else { return next }
        if next.body != nil { throw .bodyToOther(target.origin) }
        for field in next.headers.fields where AddressMask.isSensitive(field.name) { next.headers[field.name] = nil }
        return next
    }

    private func address(_ head: ResponseHead, _ request: HTTPRequest) throws(RedirectFault) -> WebAddress {
        guard let location = head.headers["Location"], !location.isEmpty else { throw .noLocation(status: head.status) }
        if let scheme = Self.scheme(of: location), scheme != "http", scheme != "https" { throw .otherScheme(scheme) }
        guard let target = request.address.resolving(location) else { throw .badLocation(location) }
        // A server may repeat the secret of a query. It is added again for the origins that may have it.
        return request.credentials.reduce(target) { target, part in
            guard case .query(let name, _) = part else { return target }
            return target.removingQuery(name)
        }
    }

    /// The scheme of a URL reference, in lower case; nil for a relative one.
    ///
    /// - SeeAlso: RFC 3986, section 3.1
    private static func scheme(of reference: String) -> String? {
        guard let end = reference.utf8.firstIndex(where: { !isSchemeByte($0) }), reference.utf8[end] == UInt8(ascii: ":"),
            let first = reference.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
        else { return nil }
        return reference[..<end].lowercased()
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

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
