package import Ground

/// The reason why a request has no complete response. ``RetryPolicy`` decides whether to repeat the request.
package struct TransportError: Error, Equatable {
    package enum Reason: Equatable, Sendable {
        /// A system library cannot be loaded. The text says what to install.
        case libraryMissing(String)
        /// The name of the host is unknown.
        case unknownHost(String)
        /// The name of the proxy in the environment is unknown.
        case unknownProxy(String)
        /// The proxy in the environment answered with a status instead of connecting.
        case proxyRefused(status: Int)
        /// No connection to a host and port within the time limit, or it was refused.
        case cannotConnect(host: String, port: Int, isProxy: Bool)
        /// The host is, or resolves to, an address that a guarded request may not reach.
        case refusedAddress(AddressRefusal)
        /// The certificate of the server is not trusted.
        case badCertificate(CertificateFault)
        /// The encrypted connection failed; the text is the library's.
        case tlsFailed(String)
        /// The file with the certificates to trust cannot be read, or holds none. The text names the file and what chose it.
        case badCAFile(String)
        /// The request contains a text that HTTP does not allow; the text says where. Nothing was sent.
        case invalidRequest(String)
        case connectTimeout(seconds: Double)
        case idleTimeout(seconds: Double)
        case requestTimeout(seconds: Double)
        /// The connection ended before the response was complete, after a number of bytes of its body as sent.
        case connectionLost(bytes: Int)
        /// The TLS connection ended without `close_notify`, after a number of bytes of a body that only that alert completes.
        case unannouncedEnd(bytes: Int)
        /// The server sent something that is not HTTP; the text says what.
        case malformedResponse(String)
        /// The head of the response, or a line of it, exceeds a limit of libcurl or of this program.
        case longHead
        /// The body has a content coding that the program cannot decode.
        case unknownCoding(String)
        /// The compressed body is damaged or ends early; the text says which.
        case badCompression(String)
        /// The body exceeds a limit in bytes.
        case tooLong(limit: Int)
        /// A response without content, though its status promises some.
        case emptyBody(status: Int)
        /// A status of 206 to a request for the whole document.
        case partialContent
        /// A long body could not be stored in a folder.
        case cannotStore(SystemError, folder: String)
        /// The cache could not store a response in its folder.
        case cannotCache(SystemError, folder: String)
        /// The cache is offline, and lacks the response to a request with this method.
        case notInCache(method: String, folder: String)
        /// The run replays a recording, which lacks the response.
        case notRecorded(folder: String)
        /// The run must reach no server.
        case closedNetwork
        /// Any other failure, in the words of the library.
        case other(String)
    }

    package enum CertificateFault: Equatable, Sendable {
        case untrustedIssuer, selfSigned, expired, notYetValid, wrongHost
        /// Another fault; the text is the library's.
        case other(String)
    }

    package let reason: Reason
    /// Whether the fault is on this machine, so that the requests for other records meet it, too.
    package var isLocal: Bool {
        switch reason {
        case .libraryMissing, .badCAFile, .cannotStore, .cannotCache: true
        default: false
        }
    }
    /// Whether a run without a network lacks the response.
    var isMissingOffline: Bool {
        switch reason {
        case .notInCache, .notRecorded, .closedNetwork: true
        default: false
        }
    }
    /// Whether the server may have received a byte of the request.
    let mayHaveReachedServer: Bool
    /// Whether the host has answered an earlier request of the run. Its name exists then.
    var isOfKnownHost = false

    init(_ reason: Reason, mayHaveReachedServer: Bool = true) {
        self.reason = reason
        self.mayHaveReachedServer = mayHaveReachedServer
    }
}
