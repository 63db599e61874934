import Testing

@testable import HTTP
@testable import WebAddresses

/// A failure of libcurl, and its name.
struct FaultExample: CustomTestStringConvertible, Sendable {
    let code: Int32
    var text = ""
    var verifyResult = 0
    var usesGnuTLS = false
    var host = "api.example.org"
    var caFile = "the system's file"
    var hasHead = false
    let reason: TransportError.Reason
    var mayHaveReachedServer = true
    var testDescription: String { "\(code) \(text) \(verifyResult)" }
}

@Suite("A failure of libcurl") struct CurlFaultTests {
    static let connections = [
        FaultExample(
            code: 6, text: "Could not resolve host: api.example.org", reason: .unknownHost("api.example.org"), mayHaveReachedServer: false),
        FaultExample(
            code: 5, text: "Could not resolve proxy: proxy.example", reason: .unknownProxy("proxy.example"), mayHaveReachedServer: false),
        FaultExample(
            code: 7, text: "Failed to connect to api.example.org port 443 after 2 ms: Couldn't connect to server",
            reason: .cannotConnect(host: "api.example.org", port: 443, isProxy: false), mayHaveReachedServer: false),
        FaultExample(
            code: 7, text: "Failed to connect to proxy.example port 3128: Connection refused",
            reason: .cannotConnect(host: "proxy.example", port: 3128, isProxy: true), mayHaveReachedServer: false),
        FaultExample(
            code: 7, text: "Failed to connect to api.example.org port 3128: Connection refused",
            reason: .cannotConnect(host: "api.example.org", port: 3128, isProxy: true), mayHaveReachedServer: false),
        FaultExample(
            code: 7, text: "Failed to connect to ::1 port 443 after 0 ms: Connection refused", host: "[::1]",
            reason: .cannotConnect(host: "::1", port: 443, isProxy: false), mayHaveReachedServer: false),
        FaultExample(
            code: 7, reason: .cannotConnect(host: "api.example.org", port: 443, isProxy: false), mayHaveReachedServer: false),
        FaultExample(code: 28, text: "Connection timed out", reason: .connectTimeout(seconds: 10)),
        FaultExample(code: 52, text: "Empty reply from server", reason: .connectionLost(bytes: 7)),
        FaultExample(code: 56, text: "Recv failure: Connection reset by peer", reason: .connectionLost(bytes: 7)),
        FaultExample(
            code: 56, text: "GnuTLS recv error (-110): The TLS connection was non-properly terminated.",
            reason: .unannouncedEnd(bytes: 7)),
        FaultExample(code: 55, text: "Send failure: Broken pipe", reason: .connectionLost(bytes: 7)),
        FaultExample(code: 18, text: "transfer closed with 5 bytes remaining to read", reason: .connectionLost(bytes: 7)),
        FaultExample(code: 18, text: "transfer closed with outstanding read data remaining", reason: .connectionLost(bytes: 7)),
        FaultExample(code: 92, text: "HTTP/2 stream 1 was not closed cleanly: INTERNAL_ERROR (err 2)", reason: .connectionLost(bytes: 7)),
        FaultExample(
            code: 56, text: "Received HTTP code 407 from proxy after CONNECT",
            reason: .proxyRefused(status: 407), mayHaveReachedServer: false),
        FaultExample(
            code: 7, text: "CONNECT tunnel failed, response 403",
            reason: .proxyRefused(status: 403), mayHaveReachedServer: false),
        FaultExample(
            code: 7, text: "Failed to connect to api.example.org port 443 after 2 ms: Couldn't connect to server", host: "api.example.org.",
            reason: .cannotConnect(host: "api.example.org", port: 443, isProxy: false), mayHaveReachedServer: false),
    ]

    static let responses = [
        FaultExample(
            code: 1, text: "Received HTTP/0.9 when not allowed",
            reason: .malformedResponse("the response does not begin with a status line of HTTP")),
        FaultExample(
            code: 1, text: "Unsupported response code in HTTP response",
            reason: .malformedResponse("the head of the response is not HTTP (Unsupported response code in HTTP response)")),
        FaultExample(
            code: 8, text: "Nul byte in header", reason: .malformedResponse("the head of the response is not HTTP (Nul byte in header)")),
        FaultExample(
            code: 56, text: "Illegal or missing hexadecimal sequence in chunked-encoding",
            reason: .malformedResponse("the chunked body is damaged (Illegal or missing hexadecimal sequence in chunked-encoding)")),
        FaultExample(
            code: 16, text: "nghttp2 error", reason: .malformedResponse("the connection breaks the rules of HTTP/2 (nghttp2 error)")),
        FaultExample(
            code: 92, text: "stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1)",
            reason: .malformedResponse("the response breaks the rules of HTTP/2 (stream 1 was not closed cleanly: PROTOCOL_ERROR (err 1))")),
        FaultExample(code: 27, hasHead: true, reason: .other("there is not enough memory for the transfer")),
        FaultExample(code: 27, reason: .longHead), FaultExample(code: 100, text: "a value or data field grew too large", reason: .longHead),
        FaultExample(code: 56, text: "Too large response headers: 307209 > 307200", reason: .longHead),
        FaultExample(code: 100, text: "too large", hasHead: true, reason: .other("too large")),
        FaultExample(code: 4711, text: "a new\u{1B} failure", reason: .other("a new␛ failure")),
    ]

    static let certificates = [
        FaultExample(
            code: 60, text: "SSL certificate problem: unable to get local issuer certificate", verifyResult: 20,
            reason: .badCertificate(.untrustedIssuer), mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "SSL certificate problem: self-signed certificate", verifyResult: 18, reason: .badCertificate(.selfSigned),
            mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "SSL certificate problem: self signed certificate in certificate chain", verifyResult: 19,
            reason: .badCertificate(.untrustedIssuer), mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "SSL certificate problem: certificate has expired", verifyResult: 10, reason: .badCertificate(.expired),
            mayHaveReachedServer: false),
        FaultExample(code: 60, verifyResult: 9, reason: .badCertificate(.notYetValid), mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "SSL: no alternative certificate subject name matches target host name 'x'",
            reason: .badCertificate(.wrongHost), mayHaveReachedServer: false),
        FaultExample(
            code: 51, text: "SSL: certificate subject name (a) does not match target host name 'b'", usesGnuTLS: true,
            reason: .badCertificate(.wrongHost), mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "server certificate verification failed. CAfile: none CRLfile: none", verifyResult: 0x42, usesGnuTLS: true,
            reason: .badCertificate(.untrustedIssuer), mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "server certificate verification failed. CAfile: none CRLfile: none", verifyResult: 0x402, usesGnuTLS: true,
            reason: .badCertificate(.expired), mayHaveReachedServer: false),
        FaultExample(
            code: 60, text: "SSL certificate problem: certificate revoked", verifyResult: 23,
            reason: .badCertificate(.other("SSL certificate problem: certificate revoked")), mayHaveReachedServer: false),
        FaultExample(
            code: 77, text: "error setting certificate file", caFile: "tls.ca_file: own.pem",
            reason: .badCAFile("tls.ca_file: own.pem"), mayHaveReachedServer: false),
        FaultExample(code: 35, text: "wrong version number", reason: .tlsFailed("wrong version number"), mayHaveReachedServer: false),
        FaultExample(code: 80, text: "shutdown failed", reason: .tlsFailed("shutdown failed")),
    ]

    @Test("has a reason in our words", arguments: connections + responses + certificates) func reasons(_ example: FaultExample) {
        let fault = CurlFault(
            number: example.code, text: example.text, origin: WebOrigin(scheme: "https", host: example.host, port: 443),
            timeouts: RequestTimeouts(), caFile: example.caFile, verifyResult: example.verifyResult, usesGnuTLS: example.usesGnuTLS,
            requestBytes: 80, bodyBytes: 7, hasHead: example.hasHead)
        #expect(fault.error == TransportError(example.reason, mayHaveReachedServer: example.mayHaveReachedServer))
    }

    @Test("may be the rest of an earlier response on a connection that was used before", arguments: [Int32(1), 8])
    func usedConnection(code: Int32) {
        var fault = CurlFault(
            number: code, text: "Received HTTP/0.9 when not allowed", origin: WebOrigin(scheme: "http", host: "x", port: 80),
            timeouts: RequestTimeouts())
        #expect(!fault.error.isPassing)
        fault.isOnUsedConnection = true
        #expect(fault.error.isPassing)
    }

    @Test("has not reached the server if no byte was sent", arguments: [Int32(28), 55, 92]) func nothingSent(code: Int32) {
        let fault = CurlFault(
            number: code, text: "", origin: WebOrigin(scheme: "http", host: "x", port: 80), timeouts: RequestTimeouts())
        #expect(!fault.error.mayHaveReachedServer)
    }
}
