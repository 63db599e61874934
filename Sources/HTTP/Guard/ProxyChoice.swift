internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

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
        // Of http_proxy, only the form in lower case counts: CGI sets HTTP_PROXY from a request.
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
