internal import Ground

extension TransportError {
    /// The reason for a message, without secrets.
    ///
    /// - Parameter name: The request. The message names no host and quotes no library if its URL is secret.
    package func message(for name: RequestName) -> String {
        switch reason {
        case .libraryMissing(let advice): advice
        case .unknownHost(let host): "the host\(name.isSecret ? "" : " \(host.printable)") is not known"
        case .unknownProxy(let host): "the proxy \(host.printable), which the environment names, is not known"
        case .proxyRefused(status: 407):
            "the proxy, which the environment names, wants a user and a password (407): the variable's URL can contain them"
        case .proxyRefused(let status):
            "the proxy, which the environment names, answered \(status) instead of connecting" + (name.host.map { " to \($0)" } ?? "")
        case .cannotConnect(let host, let port, isProxy: true):
            "the proxy \(host.printable), port \(port), which the environment names, takes no connections"
        case .cannotConnect(let host, let port, isProxy: false):
            "no server takes connections at \(name.isSecret ? "this address" : "\(host.printable), port \(port)"): it refuses them, or "
                + "cannot be reached"
        case .refusedAddress(let refusal):
            "the host leads to \(refusal.address), which is in \(refusal.network.rawValue); allow_private_hosts allows that"
        case .badCertificate(let fault): certificateMessage(fault, name)
        case .tlsFailed(let text) where Self.isPlainText(text):
            "no secure connection to the server: it does not speak TLS here; is the address one with \"http://\"?"
        case .tlsFailed(let text): "no secure connection to the server" + name.ending(text)
        case .badCAFile(let path): "\(path.printable) cannot be read, or holds no certificate in PEM"
        case .invalidRequest(let text): "the request is invalid" + name.ending(text)
        case .connectTimeout(let seconds): "no connection to the server within \(SecondsText.counted(seconds))"
        case .idleTimeout(let seconds): "the server said nothing for \(SecondsText.counted(seconds))"
        case .requestTimeout(let seconds): "the response was not complete after \(SecondsText.counted(seconds))"
        case .connectionLost(bytes: 0): "the connection broke before the response was complete"
        case .connectionLost(let bytes): "the connection broke before the response was complete, after \(bytes) bytes"
        case .unannouncedEnd(let bytes):
            "the connection ended without close_notify of TLS, so that the response may be cut, after \(bytes) bytes"
        case .malformedResponse(let text): "the server sent something that is not HTTP" + name.ending(text)
        case .longHead:
            "the head of the response is longer than \(ResponseHeadParser.maxBytes >> 10) KiB, or has a line that is longer than libcurl "
                + "reads"
        case .unknownCoding(let coding): "the response has a content coding other than gzip" + name.ending(coding)
        case .badCompression(let text): "the compressed response is damaged" + name.ending(text)
        case .tooLong(let limit): "the response is longer than the limit of \(limit) bytes"
        case .emptyBody(let status): "the response is empty, though its status is \(status); a server without content sends 204"
        case .partialContent: "the server sent a part of the document (206) to a request for the whole"
        case .cannotStore(let error, let folder):
            "the response is longer than \(StoredBody.memoryBytes >> 20) MiB and cannot be kept in the folder \(folder.printable): "
                + "\(error.reason); TMPDIR names another one"
        case .cannotCache(let error, let folder): "the cache cannot store the response in the folder \(folder.printable): \(error.reason)"
        case .notInCache("GET", let folder): "the cache in \(folder.printable) lacks this response, and cache.mode is \"offline\""
        case .notInCache(let method, let folder):
            "the cache in \(folder.printable) lacks the response to this \(method.printable), and cache.mode is \"offline\"; a run that is not "
                + "offline records it with \"keep\": \"all\" in \"cache\" and \"idempotent\": true"
        case .notRecorded(let folder):
            "the recording in \(folder.printable) lacks this response; \(Self.recordingAdvice)"
        case .closedNetwork: "this run sends no requests, and has no recording of this response; \(Self.recordingAdvice)"
        case .other(let text): "no response" + name.ending(text)
        }
    }

    /// Whether the text of a TLS library says that the server sent something other than TLS, in the words of OpenSSL, GnuTLS and NSS.
    private static func isPlainText(_ text: String) -> Bool {
        let text = text.lowercased()
        return ["wrong version number", "unexpected tls packet", "rx_record_too_long", "record overflow"].contains(where: text.contains)
    }

    /// The category of the failure, which decides the exit code.
    var failureKind: PipelineFailure.Kind {
        switch reason {
        case .cannotStore(let error, _), .cannotCache(let error, _): error.outputFailure
        case .badCAFile: .inputMissing
        default: .remoteUnavailable
        }
    }

    private static let recordingAdvice = "tabpipe run FILE --record FOLDER records the responses of a run"
    private static let trustAdvice = "tls.ca_file names others to trust"

    private func certificateMessage(_ fault: CertificateFault, _ name: RequestName) -> String {
        let fact =
            switch fault {
            case .untrustedIssuer: "is signed by an issuer that this machine does not trust; \(Self.trustAdvice)"
            case .selfSigned: "is self-signed, or signed by an issuer that this machine does not trust; \(Self.trustAdvice)"
            case .expired: "has expired"
            case .notYetValid: "is not valid yet"
            case .wrongHost: "is for another host" + (name.host.map { " than \($0)" } ?? "")
            case .other(let text): "is not valid" + name.ending(text)
            }
        return "the server's certificate \(fact)"
    }
}
