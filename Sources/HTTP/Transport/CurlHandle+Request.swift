internal import WebAddresses

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

extension CurlHandle {
    /// The protocols http and https, as bits.
    private static let httpAndHTTPS = 3
    /// HTTP/2 with TLS, if the server offers it.
    private static let http2WithTLS = 4
    /// The size of libcurl's buffer for received bytes: that of a piece.
    private static let bufferBytes = PieceBuffer.pieceBytes

    /// Sets all options for a transfer.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - unread: Closes the sockets.
    /// - Throws: ``TransportError`` if libcurl refuses an option.
    func configure(for transfer: CurlTransfer, _ unread: UnreadConnections) throws(TransportError) {
        let request = transfer.request
        try collectMessages()
        try connect(to: transfer)
        try closeSockets(by: unread)
        try set(.noSignal, 1)
        try set(.protocols, Self.httpAndHTTPS)
        try set(.redirectProtocols, Self.httpAndHTTPS)
        try set(.followLocation, 0)
        try set(.http09Allowed, 0)
        try set(.suppressConnectHeaders, 1)
        try set(.tcpKeepAlive, 1)
        try set(.connectTimeoutMilliseconds, max(1, Int(min(request.timeouts.connect, 1_000_000) * 1000)))
        // libcurl refuses another size while a handle keeps its buffer, as it may after HTTP/2.
        try? set(.bufferSize, Self.bufferBytes)
        // Builds without HTTP/2, and versions before 7.87, refuse these.
        try? set(.httpVersion, Self.http2WithTLS)
        try? set(.quickExit, 1)
        try set(.url, request.url)
        switch request.connectionGuard {
        case .none: break
        case .sockets:
            try set(.proxy, "")
            try checkSockets(of: transfer)
        case .proxy(let proxy):
            try set(.proxy, proxy)
            try set(.noProxy, "")
        }
        if request.origin.isSecure { try configureTLS(request) }
        try configureMethod(request)
        try setHeaders(request.headerLines)
        // On a new connection, libcurl never sends a request twice.
        if !request.isIdempotent { try set(.freshConnect, 1) }
    }

    private func configureTLS(_ request: WireRequest) throws(TransportError) {
        try set(.pipeWait, 1)
        try set(.verifyPeer, 1)
        try set(.verifyHost, 2)
        guard let file = TrustedCertificates.file(request.caFile) else { return }
        try set(.caInfo, file.path)
        // Otherwise the certificates in the system's folder would be trusted as well. Some TLS libraries have no such folder.
        try? unsafe set(.caPath, nil)
    }

    private func configureMethod(_ request: WireRequest) throws(TransportError) {
        switch (request.method, request.body) {
        case ("GET", nil): try set(.httpGet, 1)
        case ("HEAD", nil): try set(.noBody, 1)
        case ("POST", let body):
            try set(.post, 1)
            try setBody(body ?? [])
        case (let method, let body):
            if let body { try setBody(body) }
            try set(.customRequest, method)
        }
    }
}

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
