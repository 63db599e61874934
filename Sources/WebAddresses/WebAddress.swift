/// An absolute http or https URL without user, password and fragment, as a request needs it.
///
/// - SeeAlso: RFC 3986
package struct WebAddress: Sendable, Hashable {
    /// The URL as it is requested: percent-encoded, in ASCII.
    package let text: String
    package let origin: WebOrigin
    /// The path, percent-encoded; at least `/`.
    package let path: String
    /// The query without `?`, percent-encoded; nil without one.
    package let query: String?

    /// Parses an absolute URL. Characters that a URL cannot contain are percent-encoded; user, password and fragment are dropped.
    ///
    /// - Returns: nil if the text is no valid http or https URL with a host.
    package init?(_ text: String) {
        let reference = URLReference(Self.escaped(text))
        guard let scheme = reference.scheme?.lowercased(), let defaultPort = WebOrigin.ports[scheme], let server = reference.server,
            server.hasValidPort, !server.host.utf8.starts(with: "[".utf8) || server.hasValidHost,
            let host = HostName.ascii(String(server.host))
        else { return nil }
        var port = defaultPort
        if let digits = server.port, !digits.isEmpty {
            guard let number = Int(digits), (1...65535).contains(number) else { return nil }
            port = number
        }
        self.init(
            origin: WebOrigin(scheme: scheme, host: host, port: port), path: reference.path.isEmpty ? "/" : String(reference.path),
            query: reference.query.map(String.init))
    }

    private init(origin: WebOrigin, path: String, query: String?) {
        self.origin = origin
        self.path = path
        self.query = query
        text = "\(origin)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    /// The user and password in a URL, percent-decoded; nil if it has no user.
    package static func userInfo(of text: String) -> (user: String, password: String)? {
        guard let info = URLReference(text).server?.userInfo else { return nil }
        let parts = info.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map { PercentEncoding.decoded(String($0)) }
        guard let user = parts.first, !user.isEmpty else { return nil }
        return (user, parts.count > 1 ? parts[1] : "")
    }

    /// Resolves a reference, such as `/next?page=2`, against this URL.
    ///
    /// - Returns: nil if the reference is empty, or the result is no valid http or https URL.
    package func resolving(_ reference: String) -> WebAddress? {
        guard !reference.isEmpty else { return nil }
        return WebAddress(URLReference(text).resolving(URLReference(Self.escaped(reference))).text)
    }

    /// The value of the first query item with a name, decoded; nil if there is none.
    package func queryValue(_ name: String) -> String? { items.value(of: name) }

    /// Returns the URL with query items appended. Names and values are encoded; items with the same names stay.
    package func appendingQuery(_ items: [(name: String, value: String)]) -> WebAddress {
        guard !items.isEmpty else { return self }
        let added = URLQuery.text(of: items)
        return WebAddress(origin: origin, path: path, query: query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added)
    }

    /// Returns the URL with a query item, in place of all items with the same name.
    package func settingQuery(_ name: String, to value: String) -> WebAddress {
        removingQuery(name).appendingQuery([(name, value)])
    }

    /// Returns the URL without the query items of a name.
    package func removingQuery(_ name: String) -> WebAddress {
        let left = items.removing { $0 == name }
        return left.count < items.count ? WebAddress(origin: origin, path: path, query: left.text) : self
    }

    private var items: URLQuery { URLQuery(query.map { $0[...] }) }

    /// The ASCII characters that need no encoding in a path, a query or a fragment.
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~:/?#@!$&'()*+,;=".utf8)

    /// Returns a URL or a reference with all bytes percent-encoded that its path and query cannot contain. Escapes such as `%20` stay.
    ///
    /// The authority stays as it is: brackets enclose an IPv6 address there, and ``HostName`` encodes names in other scripts.
    ///
    /// - SeeAlso: RFC 3986, section 2
    package static func escaped(_ text: String) -> String {
        var bytes = Array(text.utf8)
        let start = endOfAuthority(bytes)
        let rest = bytes[start...]
        bytes.removeSubrange(start...)
        for (place, byte) in zip(rest.indices, rest) {
            let isEscape = byte == UInt8(ascii: "%") && PercentEncoding.escapedByte(rest[(place + 1)...]) != nil
            if isEscape || plain.contains(byte) { bytes.append(byte) } else { PercentEncoding.escape(byte) { bytes.append($0) } }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The offset after the authority of a URL, or of a reference such as `//host/path`; 0 if there is none.
    private static func endOfAuthority(_ bytes: [UInt8]) -> Int {
        let delimiters = Array(":/?#".utf8)
        var start = bytes.firstIndex { delimiters.contains($0) } ?? 0
        guard start < bytes.count else { return 0 }
        if bytes[start] == UInt8(ascii: ":") { start += 1 } else if start > 0 { return 0 }
        guard bytes[start...].starts(with: Array("//".utf8)) else { return 0 }
        return bytes[(start + 2)...].firstIndex { delimiters.dropFirst().contains($0) } ?? bytes.count
    }
}

/// The origin of a URL: scheme, host and port. Credentials belong to origins.
///
/// - SeeAlso: RFC 6454, section 4
package struct WebOrigin: Sendable, Hashable, CustomStringConvertible {
    /// The default port of each scheme.
    fileprivate static let ports = ["http": 80, "https": 443]

    /// `http` or `https`.
    package let scheme: String
    /// The host in lower case. An IPv6 address has brackets.
    package let host: String
    /// The port; that of the scheme if the URL names none.
    package let port: Int

    package var isSecure: Bool { scheme == "https" }

    /// Whether the host is this machine, by its name or by an address of the loopback network.
    ///
    /// - SeeAlso: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3
    package var isLoopback: Bool {
        ["localhost", "[::1]"].contains(host) || host.wholeMatch(of: /127(\.[0-9]{1,3}){3}/) != nil
    }

    private var hasDefaultPort: Bool { Self.ports[scheme] == port }

    /// The origin as the start of a URL, such as `https://api.example.org`.
    package var description: String { "\(scheme)://\(hostAndPort)" }

    /// The host, and the port unless it is that of the scheme.
    package var hostAndPort: String { hasDefaultPort ? host : "\(host):\(port)" }
}
