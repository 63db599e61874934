internal import Ground
internal import WebAddresses

/// A failed transfer as libcurl reports it. A pure value, which maps the report to a ``TransportError``.
///
/// - SeeAlso: [libcurl-errors](https://curl.se/libcurl/c/libcurl-errors.html)
struct CurlFault {
    /// The code of the failure, also of one that ``CurlCode`` does not have.
    let number: Int32
    /// The message of libcurl.
    let text: String
    let origin: WebOrigin
    let timeouts: RequestTimeouts
    /// The file with the certificates to trust, as messages name it.
    var caFile = "the system's file"
    /// The verdict of the TLS library on the certificate; 0 for none.
    var verifyResult = 0
    var usesGnuTLS = false
    /// The number of bytes of the request that were sent.
    var requestBytes = 0
    /// The number of received bytes of the body.
    var bodyBytes = 0
    /// Whether the head of the response was complete.
    var hasHead = false
    /// Whether the connection is one of an earlier transfer.
    var isOnUsedConnection = false

    var error: TransportError {
        TransportError(reason, mayHaveReachedServer: requestBytes > 0 && !isBeforeRequest)
    }

    private var words: String { text.lowercased() }
    private var shownText: String { AddressMask.maskedExternalText(text).printable }

    /// Whether the failure ends a transfer before the server gets a byte of its request.
    private var isBeforeRequest: Bool {
        switch CurlCode(rawValue: number) {
        case .unknownProxy, .unknownHost, .cannotConnect, .sslConnect, .sslPeerCertificate, .sslVerification, .sslCAFile, .proxyHandshake:
            true
        default: proxyStatus != nil
        }
    }

    private var reason: TransportError.Reason {
        if let proxyStatus { return .proxyRefused(status: proxyStatus) }
        switch CurlCode(rawValue: number) {
        case .unknownHost: return .unknownHost(origin.host)
        case .unknownProxy: return .unknownProxy(proxyName)
        case .cannotConnect:
            let (host, port) = endpoint ?? (origin.host, origin.port)
            return .cannotConnect(host: host, port: port, isProxy: !isSameHost(host) || port != origin.port)
        case .timedOut: return .connectTimeout(seconds: timeouts.connect)
        case .sslCAFile: return .badCAFile(caFile)
        case .sslPeerCertificate, .sslVerification, .sslIssuer, .sslStatus, .sslPinnedKey:
            return .badCertificate(CertificateVerdict(number: verifyResult, text: text, usesGnuTLS: usesGnuTLS).fault)
        case .sslConnect, .sslEngineMissing, .sslEngineDefault, .sslClientCertificate, .sslCipher, .sslLevel, .sslEngine, .sslShutdown,
            .sslRevocationFile:
            return .tlsFailed(shownText)
        // The rest of a body that is longer than its Content-Length. A new connection is worth another attempt.
        case .unsupportedProtocol where isOnUsedConnection, .weirdServerReply where isOnUsedConnection:
            return .other("the server sent something between two responses")
        case .unsupportedProtocol where words.contains("http/0.9"):
            return .malformedResponse("the response does not begin with a status line of HTTP")
        case .weirdServerReply, .unsupportedProtocol: return .malformedResponse("the head of the response is not HTTP (\(shownText))")
        case .http2: return .malformedResponse("the connection breaks the rules of HTTP/2 (\(shownText))")
        case .http2Stream where words.contains("protocol_error") || words.contains("invalid"):
            return .malformedResponse("the response breaks the rules of HTTP/2 (\(shownText))")
        case .receiveError where words.contains("chunk") || words.contains("hexadecimal"):
            return .malformedResponse("the chunked body is damaged (\(shownText))")
        case .receiveError where words.contains("too large response headers"): return .longHead
        // Older versions of libcurl take a line of the head that exceeds their limit for a lack of memory.
        case .tooLarge where !hasHead, .outOfMemory where !hasHead && requestBytes > 0: return .longHead
        // The words of GnuTLS.
        case .receiveError where words.contains("non-properly terminated"): return .unannouncedEnd(bytes: bodyBytes)
        case .partialFile, .gotNothing, .sendError, .receiveError, .http2Stream: return .connectionLost(bytes: bodyBytes)
        case .outOfMemory: return .other("there is not enough memory for the transfer")
        case .proxyHandshake: return .other("the proxy, which the environment names, refuses to connect (\(shownText))")
        case .ok, .writeError, .tooLarge, nil: return .other(shownText)
        }
    }

    /// The host and port that libcurl tried to connect to: those of the proxy, if there is one.
    private var endpoint: (host: String, port: Int)? {
        guard let match = text.firstMatch(of: /onnect to (?:server )?(\S+) (?:\(.*?\) )?port (\d+)/), let port = Int(match.2) else {
            return nil
        }
        return (String(match.1).printable, port)
    }

    /// Whether a host is that of the request. libcurl leaves out brackets and a trailing dot.
    private func isSameHost(_ host: String) -> Bool {
        let host = host.lowercased()
        return [host, "[\(host)]", "\(host)."].contains(origin.host)
    }

    private var proxyName: String {
        guard let match = text.firstMatch(of: /resolve proxy: (\S+)/) else { return "" }
        return String(match.1).printable
    }

    /// The status with which a proxy refuses to connect.
    private var proxyStatus: Int? {
        if let match = text.firstMatch(of: /HTTP code (\d+) from proxy/) { return Int(match.1) }
        return text.firstMatch(of: /CONNECT tunnel failed, response (\d+)/).flatMap { Int($0.1) }
    }
}

/// The results of transfers (`CURLcode`) that are told apart here, with their numbers in curl.h.
///
/// - SeeAlso: [libcurl-errors](https://curl.se/libcurl/c/libcurl-errors.html)
enum CurlCode: Int32, CaseIterable {
    case ok = 0
    case unsupportedProtocol = 1
    case unknownProxy = 5
    case unknownHost = 6
    case cannotConnect = 7
    case weirdServerReply = 8
    case http2 = 16
    case partialFile = 18
    case writeError = 23
    case outOfMemory = 27
    case timedOut = 28
    case sslConnect = 35
    case sslPeerCertificate = 51
    case gotNothing = 52
    case sslEngineMissing = 53
    case sslEngineDefault = 54
    case sendError = 55
    case receiveError = 56
    case sslClientCertificate = 58
    case sslCipher = 59
    case sslVerification = 60
    case sslLevel = 64
    case sslEngine = 66
    case sslCAFile = 77
    case sslShutdown = 80
    case sslRevocationFile = 82
    case sslIssuer = 83
    case sslPinnedKey = 90
    case sslStatus = 91
    case http2Stream = 92
    case proxyHandshake = 97
    case tooLarge = 100
}

/// The verdict of a TLS library on a certificate. OpenSSL and GnuTLS give numbers, and NSS and others texts.
private struct CertificateVerdict {
    /// OpenSSL: a number of x509_vfy.h. GnuTLS: bits of `gnutls_certificate_status_t`.
    let number: Int
    /// The message of libcurl.
    let text: String
    let usesGnuTLS: Bool

    private static let phrases: [(fault: TransportError.CertificateFault, phrases: [String])] = [
        (
            .wrongHost,
            ["subject name", "does not match", "hostname mismatch", "ip address mismatch", "bad_cert_domain", "no alternative certificate"]
        ),
        (.expired, ["expired", "expiration date has passed"]),
        (.notYetValid, ["not yet valid", "not valid yet", "not activated", "not_yet_valid"]),
        // OpenSSL says the same of a certificate that an unknown root has signed.
        (.untrustedIssuer, ["self-signed certificate in certificate chain", "self signed certificate in certificate chain"]),
        (.selfSigned, ["self-signed", "self signed", "self_signed"]),
        (
            .untrustedIssuer,
            [
                "local issuer", "unknown issuer", "unknown_issuer", "issuer is unknown", "issuer is not recognized", "unknown ca",
                "not trusted", "untrusted", "untrusted_issuer",
            ]
        ),
    ]

    var fault: TransportError.CertificateFault {
        let words = text.lowercased()
        if let match = Self.phrases.first(where: { $0.phrases.contains(where: words.contains) }) { return match.fault }
        return (usesGnuTLS ? bitFault : numberFault) ?? .other(text.printable)
    }

    private var numberFault: TransportError.CertificateFault? {
        switch number {
        case 2, 19, 20, 21, 24, 27: .untrustedIssuer
        case 9: .notYetValid
        case 10: .expired
        case 18: .selfSigned
        case 62, 64: .wrongHost
        default: nil
        }
    }

    private var bitFault: TransportError.CertificateFault? {
        if number & 1 << 10 != 0 { return .expired }
        if number & 1 << 9 != 0 { return .notYetValid }
        return number & (1 << 6 | 1 << 7) != 0 ? .untrustedIssuer : nil
    }
}
