import Foundation
import Testing

@testable import SourcesRemote

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A connection that fails") struct ConnectionFaultTests {
    @Test(
        "is worded",
        arguments: [
            (
                URLError.Code.cannotConnectToHost, "Failed to connect to example.org port 81 after 0 ms: Couldn't connect to server",
                "no server takes connections at example.org, port 81: it refuses them, or cannot be reached"
            ),
            (
                .cannotConnectToHost, "Failed to connect to 10.0.0.1 port 3128 after 2 ms: Couldn't connect to server",
                "the proxy 10.0.0.1, port 3128, which the environment names, takes no connections"
            ),
            (.unknown, "Could not resolve proxy: proxy.local", "the proxy proxy.local, which the environment names, is not known"),
            (.cannotFindHost, "Could not resolve host: example.org", "the host example.org is not known"),
            (
                .unknown, "SSL certificate problem: self-signed certificate",
                "the server's certificate is self-signed, or signed by an issuer that this machine does not trust"
            ),
            (
                .unknown, "SSL certificate problem: unable to get local issuer certificate",
                "the server's certificate is signed by an issuer that this machine does not trust"
            ),
            (.unknown, "SSL certificate problem: certificate has expired", "the server's certificate has expired"),
            (.unknown, "SSL certificate problem: certificate is not yet valid", "the server's certificate is not valid yet"),
            (
                .unknown, "SSL: no alternative certificate subject name matches target host name 'example.org'",
                "the server's certificate is for another host than example.org"
            ),
            (
                .unknown, "TLS connect error: https://u:p@x/?token=a failed",
                "no secure connection to the server: TLS connect error: https://x/?token=*** failed"
            ),
        ])
    func worded(_ code: URLError.Code, _ text: String, _ expected: String) {
        #expect(ConnectionFault(host: "example.org", text: text).reason(URLError(code)) == expected)
    }

    @Test("shows no host of a secret address") func secret() {
        let fault = ConnectionFault(host: nil, text: "Failed to connect to hunter2 port 81 after 0 ms: Couldn't connect to server")
        #expect(fault.reason(URLError(.cannotConnectToHost))?.contains("hunter2") == false)
        let unknown = ConnectionFault(host: nil, text: "Could not resolve host: hunter2").reason(URLError(.cannotFindHost))
        #expect(unknown == "the host is not known")
    }

    @Test("is no fault where the library says something else") func other() {
        #expect(ConnectionFault(host: "x", text: "Something odd").reason(URLError(.badServerResponse)) == nil)
    }
}
