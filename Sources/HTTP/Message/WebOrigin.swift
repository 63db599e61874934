/// The origin of a URL: scheme, host and port. Credentials belong to origins.
///
/// - SeeAlso: RFC 6454, section 4
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    let scheme: String
    /// The host in lower case. An IPv6 address has brackets.
    let host: String
    /// The port; that of the scheme if the URL names none.
    let port: Int

    package var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine, by its name or by an address of the loopback network.
    ///
    /// - SeeAlso: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3
    var isLoopback: Bool {
        ["localhost", "[::1]"].contains(host) || host.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
    }

    private var hasDefaultPort: Bool { port == (isSecure ? 443 : 80) }

    /// The origin as the start of a URL, such as `https://api.example.org`.
    package var description: String { "\(scheme)://\(hostAndPort)" }

    /// The host, and the port unless it is that of the scheme.
    package var hostAndPort: String { hasDefaultPort ? host : "\(host):\(port)" }
}
