internal import Pipeline

/// The verdict of a TLS library on a certificate. OpenSSL and GnuTLS give numbers, and NSS and others texts.
struct CertificateVerdict {
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
