/// The components of a URL such as `https://user:password@host/path?query#fragment`, with their percent encoding unchanged.
///
/// - SeeAlso: RFC 3986, section 3
struct AddressParts {
    /// Scheme, host and port, without user and password.
    private let origin: String
    let userInfo: String?
    let host: String
    let path: String
    let query: String?
    let fragment: String?

    /// The URL up to its query, without user and password.
    var start: String { origin + path }

    /// Splits a URL.
    ///
    /// - Returns: nil if the URL has no valid host. The position of a password is then unknown.
    init?(_ address: String) {
        guard let scheme = address.firstRange(of: "://") else { return nil }
        var rest = address[scheme.upperBound...]
        fragment = rest.firstIndex(of: "#").map { String(rest[rest.index(after: $0)...]) }
        rest = rest.prefix { $0 != "#" }
        query = rest.firstIndex(of: "?").map { String(rest[rest.index(after: $0)...]) }
        rest = rest.prefix { $0 != "?" }
        let authority = rest.prefix { $0 != "/" }
        path = String(rest[authority.endIndex...])
        let at = authority.lastIndex(of: "@")
        userInfo = at.map { String(authority[..<$0]) }
        let server = at.map { authority[authority.index(after: $0)...] } ?? authority
        guard let name = Self.host(of: server) else { return nil }
        host = String(name)
        origin = String(address[..<scheme.upperBound] + server)
    }

    /// The host before an optional port; nil if either is invalid.
    private static func host(of server: Substring) -> Substring? {
        let name = server.first == "[" ? server.prefix { $0 != "]" } : server.prefix { $0 != ":" }
        var rest = server[name.endIndex...]
        if server.first == "[" {
            guard rest.popFirst() == "]", name.dropFirst().allSatisfy({ $0.isHexDigit || ":.%".contains($0) }) else { return nil }
        } else {
            guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-._~%*".contains($0) }) else { return nil }
        }
        guard rest.isEmpty || rest.first == ":" && rest.dropFirst().allSatisfy(\.isWholeNumber) else { return nil }
        return name
    }
}
