internal import Pipeline

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
