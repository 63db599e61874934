#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A file with the certificates to trust.
struct TrustedCertificates: Sendable, Equatable {
    let path: String
    /// The option of the pipeline file, or the variable of the environment, that names the file.
    let source: String

    /// The variables of the environment that name a file, in order.
    private static let variables = ["SSL_CERT_FILE", "CURL_CA_BUNDLE"]
    private static let ofProcess = file(in: ProcessInfo.processInfo.environment)

    /// The file in messages.
    var shown: String { "\(source): \(path)" }

    /// Returns the file; nil for libcurl's default, which is that of the system.
    ///
    /// - Parameter caFile: The path that the pipeline names.
    static func file(_ caFile: String?) -> TrustedCertificates? {
        caFile.map { TrustedCertificates(path: $0, source: "tls.ca_file") } ?? ofProcess
    }

    /// The file that variables of the environment name.
    static func file(in environment: [String: String]) -> TrustedCertificates? {
        variables.lazy.compactMap { name in environment[name].map { TrustedCertificates(path: $0, source: name) } }.first {
            !$0.path.isEmpty
        }
    }
}
