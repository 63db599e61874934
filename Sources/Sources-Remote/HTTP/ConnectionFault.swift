internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Describes why no response was received: an unknown or unreachable host, a proxy, an invalid certificate.
///
/// FoundationNetworking has one error code for most of these cases, so the text of libcurl's error message is evaluated, too.
struct ConnectionFault {
    /// The host of the address; nil if it is secret.
    let host: String?
    /// The message of the library. It is quoted only if ``host`` may be shown.
    let text: String

    /// Returns the reason for an error message.
    ///
    /// - Parameter error: The error of the library.
    /// - Returns: nil if the connection is not the cause.
    func reason(_ error: URLError) -> String? {
        certificateReason ?? proxyReason
            ?? {
                switch error.code {
                case .cannotFindHost, .dnsLookupFailed: "the host\(shown(host)) is not known"
                case .cannotConnectToHost:
                    "no server takes connections at \(endpoint ?? "this address"): it refuses them, or cannot be reached"
                case .networkConnectionLost: "the connection broke before the answer was complete"
                default: nil
                }
            }()
    }

    private func shown(_ host: String?) -> String { host.map { " \($0.printable)" } ?? "" }

    /// The host and port that libcurl tried to connect to: those of the proxy, if there is one.
    private var tried: (host: String, port: String)? {
        text.firstMatch(of: /onnect to (?:server )?(\S+) (?:\(.*?\) )?port (\d+)/).map { (String($0.1), String($0.2)) }
    }

    private var endpoint: String? {
        guard host != nil else { return nil }
        return tried.map { "\($0.host.printable), port \($0.port)" } ?? host?.printable
    }

    /// The fault of the proxy; nil if there is no proxy, or if it is not the cause.
    private var proxyReason: String? {
        if let match = text.firstMatch(of: /resolve proxy: (\S+)/) {
            return "the proxy \(match.1.printable), which the environment names, is not known"
        }
        guard let host, let tried, tried.host.lowercased() != host.lowercased(), tried.host != "[\(host)]" else { return nil }
        return "the proxy \(tried.host.printable), port \(tried.port), which the environment names, takes no connections"
    }

    /// The fault of the server's certificate; nil if it is not the cause.
    private var certificateReason: String? {
        let words = text.lowercased()
        guard words.contains("ssl") || words.contains("tls") || words.contains("certificate") else { return nil }
        let reasons: [(phrases: [String], reason: String)] = [
            (["self-signed", "self signed"], "is self-signed, or signed by an issuer that this machine does not trust"),
            (
                ["local issuer", "unknown issuer", "issuer is unknown", "unknown ca", "not trusted", "untrusted"],
                "is signed by an issuer that this machine does not trust"
            ),
            (["expired"], "has expired"),
            (["not yet valid", "not valid yet", "not activated"], "is not valid yet"),
            (["subject name", "does not match", "hostname mismatch"], "is for another host\(host.map { " than \($0.printable)" } ?? "")"),
        ]
        for (phrases, reason) in reasons where phrases.contains(where: words.contains) { return "the server's certificate \(reason)" }
        guard host != nil else { return "no secure connection to the server" }
        return "no secure connection to the server: \(AddressMask.maskedExternalText(text).printable)"
    }
}
