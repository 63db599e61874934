internal import Pipeline

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

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
            let pair = String(value[start..<at]).percentDecoded
            guard let colon = pair.firstIndex(of: ":") else { return [] }
            return [pair, String(pair[pair.index(after: colon)...])]
        }
    }
}
