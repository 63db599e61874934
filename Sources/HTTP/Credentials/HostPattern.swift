package import WebAddresses

/// A host, or all hosts below a domain, that a pipeline allows beside the host of its URL: `api.example.org`, `*.example.org`, `host:8443`.
///
/// Patterns compare texts in lower case. A host with a trailing dot, and an IP address in another notation, are other hosts.
package struct HostPattern: Sendable, Hashable {
    /// The host in lower case and punycode, without `*.`. An IPv6 address has brackets.
    let host: String
    /// The port; nil for the port of the URL's scheme.
    let port: Int?
    /// Whether the pattern means the hosts below `host`, at any depth, and not `host` itself.
    let isWildcard: Bool

    /// The forms of a pattern, for messages.
    package static let expectation = "a host such as api.example.org, *.example.org or localhost:8080"

    /// Parses a pattern.
    ///
    /// - Returns: nil if the text has another form: a scheme, a user, a path, an asterisk elsewhere, a top-level domain below `*.`.
    package init?(_ text: String) {
        isWildcard = text.hasPrefix("*.")
        let name = isWildcard ? String(text.dropFirst(2)) : text
        guard !name.contains(where: { "/\\?#@*% ".contains($0) }), !name.hasPrefix(":"), !name.hasSuffix(":"),
            let origin = WebAddress("https://\(name)/")?.origin, Self.isPlain(origin.host)
        else { return nil }
        // WebOrigin does not tell a missing port from 443.
        let afterHost = name.hasPrefix("[") ? name.drop { $0 != "]" } : name[...]
        port = afterHost.contains(":") ? origin.port : nil
        host = origin.host
        guard isWildcard else { return }
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        // A pattern for all hosts of a top-level domain, or for parts of an IP address, is a mistake.
        guard labels.count > 1, labels.last?.allSatisfy(\.isNumber) == false, !host.hasPrefix("[") else { return nil }
    }

    /// Whether an origin has the host and port of the pattern.
    func matches(_ origin: WebOrigin) -> Bool {
        guard origin.port == port ?? (origin.isSecure ? 443 : 80), Self.isPlain(origin.host) else { return false }
        guard isWildcard else { return origin.host == host }
        return origin.host.hasSuffix(".\(host)")
    }

    /// Whether a host is an IPv6 address, or has labels of letters, digits, `-` and `_` only, without an empty one.
    ///
    /// Percent-encoded characters are excluded: programs disagree on whether `a%2e.example.org` is below `example.org`.
    private static func isPlain(_ host: String) -> Bool {
        if host.hasPrefix("["), host.hasSuffix("]") {
            return host.dropFirst().dropLast().allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
        }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            !label.isEmpty && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
        }
    }
}

/// The origins that get the credentials of a step: that of its URL, and the hosts that the pipeline allows.
///
/// The origin is scheme, host and port (RFC 6454). Credentials for an https URL never go to an http URL.
package struct CredentialScope: Sendable, Equatable {
    /// The origin of the step's URL; nil if only the records name URLs.
    package let home: WebOrigin?
    /// The hosts of `allow_hosts`.
    package let allowed: [HostPattern]

    package init(home: WebOrigin?, allowed: [HostPattern] = []) {
        self.home = home
        self.allowed = allowed
    }

    /// Whether requests to an origin carry the credentials.
    package func allows(_ origin: WebOrigin) -> Bool {
        if origin == home { return true }
        // Without a URL of the step, only loopback hosts may get credentials without TLS.
        if home?.isSecure ?? !origin.isLoopback, !origin.isSecure { return false }
        return allowed.contains { $0.matches(origin) }
    }
}
