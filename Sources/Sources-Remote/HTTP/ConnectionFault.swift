internal import Foundation
internal import Pipeline

#if canImport(FoundationNetworking)
internal import FoundationNetworking
#endif

/// Words for what kept a request from being answered: the host that was tried, a proxy, a certificate that is not good.
///
/// FoundationNetworking has one code for most of this; the words of libcurl, which it hands on, tell more.
struct ConnectionFault {
    /// The host of the address; nil if it is secret.
    let host: String?
    /// What the library says. It is quoted only where ``host`` may be shown.
    let text: String

    /// - Parameter error: The library's error.
    /// - Returns: nil for what is no fault of the connection.
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

    /// The host and port that libcurl tried, such as `127.0.0.1, port 80`; they are those of a proxy, if there is one.
    private var tried: (host: String, port: String)? {
        text.firstMatch(of: /onnect to (?:server )?(\S+) (?:\(.*?\) )?port (\d+)/).map { (String($0.1), String($0.2)) }
    }

    private var endpoint: String? {
        guard host != nil else { return nil }
        return tried.map { "\($0.host.printable), port \($0.port)" } ?? host?.printable
    }

    /// What is wrong with the proxy, if one is asked and that is the fault.
    private var proxyReason: String? {
        if let match = text.firstMatch(of: /resolve proxy: (\S+)/) {
            return "the proxy \(match.1.printable), which the environment names, is not known"
        }
        guard let host, let tried, tried.host.lowercased() != host.lowercased(), tried.host != "[\(host)]" else { return nil }
        return "the proxy \(tried.host.printable), port \(tried.port), which the environment names, takes no connections"
    }

    /// What is wrong with the server's certificate, if that is the fault.
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
        return "no secure connection to the server: \(AddressMask.maskedOutside(text).printable)"
    }
}
