internal import JSONQuery
package import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// An absolute http or https URL without user, password and fragment.
///
/// - SeeAlso: RFC 3986
package struct WebAddress: Sendable, Hashable {
    /// The URL as it is requested: percent-encoded, in ASCII.
    package let text: String
    package let origin: WebOrigin
    /// The path, percent-encoded; at least `/`.
    package let path: String
    /// The query without `?`, percent-encoded; nil without one.
    let query: String?

    /// Parses an absolute URL. Characters that a URL cannot contain are percent-encoded; user, password and fragment are dropped.
    ///
    /// - Returns: nil if the text is no valid http or https URL with a host.
    package init?(_ text: String) {
        guard let parts = URLComponents(string: text.escapedForURL), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.encodedHost.flatMap(HostName.ascii),
            parts.port.map({ (1...65535).contains($0) }) ?? true
        else { return nil }
        origin = WebOrigin(scheme: scheme, host: host, port: parts.port ?? (scheme == "https" ? 443 : 80))
        path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        query = parts.percentEncodedQuery
        self.text = "\(origin)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    private init(origin: WebOrigin, path: String, query: String?) {
        self.origin = origin
        self.path = path
        self.query = query
        text = "\(origin)\(path)" + (query.map { "?\($0)" } ?? "")
    }

    /// The user and password in a URL, percent-decoded; nil if it has no user.
    package static func userInfo(of text: String) -> (user: String, password: String)? {
        guard let parts = URLComponents(string: text), let user = parts.user, !user.isEmpty else { return nil }
        return (user, parts.password ?? "")
    }

    /// Resolves a reference, such as `/next?page=2`, against this URL.
    ///
    /// - Returns: nil if the reference is empty, or the result is no valid http or https URL.
    package func resolving(_ reference: String) -> WebAddress? {
        guard !reference.isEmpty else { return nil }
        return WebAddress(URLReference(text).resolving(URLReference(reference.escapedForURL)).text)
    }

    /// What relative addresses in a document with this URL start from.
    ///
    /// - Parameter isSecret: Whether the URL came from the environment or another file.
    package func base(isSecret: Bool) -> BaseAddress { (try? BaseAddress(text, isSecret: isSecret)) ?? BaseAddress() }

    /// The URL in messages and logs: values of query items with sensitive names are masked.
    package var shown: String { AddressMask.masked(text).printable }

    /// The value of the first query item with a name, decoded; nil if there is none.
    package func queryValue(_ name: String) -> String? {
        queryItems.first { Self.decoded(Self.name(of: $0)) == name }
            .map { item in Self.decoded(item.firstIndex(of: "=").map { item[item.index(after: $0)...] } ?? "") }
    }

    /// Returns the URL with query items appended. Names and values are encoded; items with the same names stay.
    package func appendingQuery(_ items: [(name: String, value: String)]) -> WebAddress {
        guard !items.isEmpty else { return self }
        let added = Self.query(of: items)
        return WebAddress(origin: origin, path: path, query: query.map { $0.isEmpty ? added : "\($0)&\(added)" } ?? added)
    }

    /// Returns the URL with a query item, in place of all items with the same name.
    package func settingQuery(_ name: String, to value: String) -> WebAddress {
        removingQuery(name).appendingQuery([(name, value)])
    }

    /// Returns the URL without the query items of a name.
    package func removingQuery(_ name: String) -> WebAddress {
        let left = queryItems.filter { Self.decoded(Self.name(of: $0)) != name }
        guard left.count < queryItems.count else { return self }
        return WebAddress(origin: origin, path: path, query: left.isEmpty ? nil : left.joined(separator: "&"))
    }

    /// The query that consists of items. Names and values are encoded.
    package static func query(of items: [(name: String, value: String)]) -> String {
        items.map { "\($0.name.percentEncoded)=\($0.value.percentEncoded)" }.joined(separator: "&")
    }

    private var queryItems: [Substring] { query?.split(separator: "&") ?? [] }

    private static func name(of item: Substring) -> Substring { item.prefix { $0 != "=" } }

    private static func decoded(_ text: Substring) -> String { String(text.replacing("+", with: " ")).percentDecoded }
}

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

extension Input {
    /// The URL; nil for other inputs.
    package var webAddress: MaskedText? {
        if case .web(let url) = self { url } else { nil }
    }
}
