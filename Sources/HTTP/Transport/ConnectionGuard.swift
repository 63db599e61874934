internal import Ground
internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// How the addresses that a request connects to are checked.
enum ConnectionGuard: Sendable, Equatable {
    /// Any server may be reached, and libcurl takes proxies from the environment.
    case none
    /// Each address is checked after the host was resolved, before the connection is made. No proxy is used.
    case sockets
    /// The connection leads to a proxy, which resolves the host. Only hosts that are addresses were checked.
    case proxy(String)

    private static let proxies = ProxyChoice()

    /// - Throws: ``TransportError`` for a guarded request to an address that it may not reach.
    init(_ request: HTTPRequest, proxies: ProxyChoice = proxies) throws(TransportError) {
        guard request.isGuarded else {
            self = .none
            return
        }
        try Self.check(request)
        self = proxies.proxy(for: request.address.origin).map { .proxy($0) } ?? .sockets
    }

    /// Checks the host of a guarded request without resolving it.
    ///
    /// - Throws: ``TransportError`` for an address that the request may not reach.
    static func check(_ request: HTTPRequest) throws(TransportError) {
        guard request.isGuarded, let refusal = AddressRefusal(host: request.address.origin.host) else { return }
        throw TransportError(.refusedAddress(refusal), mayHaveReachedServer: false)
    }
}

/// The proxy of a guarded request, as the environment names it. The client decides this itself and not libcurl, because the guard must know
/// whether a socket leads to the server or to the proxy.
///
/// - SeeAlso: [curl, environment](https://everything.curl.dev/usingcurl/proxies/env.html)
struct ProxyChoice: Sendable {
    private let environment: [String: String]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
    }

    /// Returns the URL of the proxy for an origin; nil for a direct connection.
    func proxy(for origin: WebOrigin) -> String? {
        // Only http_proxy in lower case counts: CGI sets HTTP_PROXY from the header "Proxy" of a request.
        let names = (origin.isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
        guard let proxy = value(of: names), !isExcepted(origin) else { return nil }
        return proxy
    }

    private func value(of names: [String]) -> String? {
        names.lazy.compactMap { environment[$0] }.first.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether `no_proxy` names the host, or a domain above it.
    private func isExcepted(_ origin: WebOrigin) -> Bool {
        guard let list = value(of: ["no_proxy", "NO_PROXY"]) else { return false }
        let host = origin.host.filter { $0 != "[" && $0 != "]" }
        return list.split { $0 == "," || $0.isWhitespace }.contains { entry in
            if entry == "*" { return true }
            let domain = entry.lowercased().drop { $0 == "." }
            return !domain.isEmpty && (host == domain || host.hasSuffix(".\(domain)"))
        }
    }
}

/// The credentials of the proxies that the environment names. libcurl reads the variables itself; a proxy may repeat what it got.
enum ProxyCredentials {
    private static let variables = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

    /// The texts that no message may contain: passwords, and pairs of user and password, which Basic sends in Base64.
    static let ofProcess = secrets(in: ProcessInfo.processInfo.environment)

    static func secrets(in environment: [String: String]) -> [String] {
        variables.flatMap { name -> [String] in
            guard let value = environment[name], let at = value.lastIndex(of: "@") else { return [] }
            let start = value.firstRange(of: "://")?.upperBound ?? value.startIndex
            guard start < at else { return [] }
            let pair = PercentEncoding.decoded(String(value[start..<at]))
            guard let colon = pair.firstIndex(of: ":") else { return [] }
            return [pair, String(pair[pair.index(after: colon)...])]
        }
    }
}
