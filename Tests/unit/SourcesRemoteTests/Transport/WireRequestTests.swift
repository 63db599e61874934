import Pipeline
import Testing
import WebAddresses

@testable import HTTP

@Suite("A request for libcurl") struct WireRequestTests {
    private static func request(_ change: (inout HTTPRequest) -> Void) throws -> WireRequest {
        var request = HTTPRequest(try #require(WebAddress("https://api.example.org/a")))
        change(&request)
        return try WireRequest(request)
    }

    @Test("accepts gzip, unless the pipeline or a range says otherwise") func acceptedCodings() throws {
        #expect(try Self.request { _ in }.headerLines == ["Accept-Encoding: gzip", "User-Agent: tabpipe/\(TabpipeVersion.text)"])
        #expect(
            try Self.request { $0.headers = ["Range": "bytes=5-", "User-Agent": "own"] }.headerLines
                == ["Range: bytes=5-", "User-Agent: own", "Accept-Encoding: identity"])
        #expect(
            try Self.request { $0.headers = ["accept-encoding": "identity", "X-Empty": ""] }.headerLines
                == ["accept-encoding: identity", "X-Empty;", "User-Agent: tabpipe/\(TabpipeVersion.text)"])
    }

    @Test("suppresses what libcurl adds to a body") func bodies() throws {
        #expect(try Self.request { $0.body = [] }.headerLines.suffix(2) == ["Content-Type:", "Expect:"])
    }

    @Test("refuses characters that end a line", arguments: ["a\r\nb", "a\nb", "a\rb", "a\0b", "a\u{1B}b", "a\u{7F}b"])
    func controlCharacters(text: String) throws {
        #expect(throws: TransportError.self) { try Self.request { $0.headers["X"] = text } }
        #expect(throws: TransportError.self) { try Self.request { $0.headers[text] = "x" } }
        #expect(throws: TransportError.self) { try Self.request { $0.method = text } }
        #expect(throws: TransportError.self) { try Self.request { $0.credentials = [.header(name: "X", value: text)] } }
    }

    @Test("allows tabs and letters of every language in values") func values() throws {
        #expect(try Self.request { $0.headers["X"] = "a\tö" }.headerLines.first == "X: a\tö")
    }

    @Test("trusts the file of the pipeline, then those of the environment") func certificates() {
        #expect(TrustedCertificates.file("own.pem")?.shown == "tls.ca_file: own.pem")
        #expect(TrustedCertificates.file(in: ["SSL_CERT_FILE": "a", "CURL_CA_BUNDLE": "b"])?.shown == "SSL_CERT_FILE: a")
        #expect(TrustedCertificates.file(in: ["SSL_CERT_FILE": "", "CURL_CA_BUNDLE": "b"])?.shown == "CURL_CA_BUNDLE: b")
        #expect(TrustedCertificates.file(in: [:]) == nil)
    }

    @Test(
        "knows the content codings",
        arguments: [
            ("", ContentCoding.identity), ("identity", .identity), ("GZIP", .gzip), ("x-gzip", .gzip), ("gzip, identity", .gzip),
            ("br", .other("br")), ("gzip, gzip", .other("gzip, gzip")), ("deflate", .other("deflate")),
        ]) func codings(value: String, coding: ContentCoding)
    {
        #expect(ContentCoding(["Content-Encoding": value]) == coding)
    }

    @Test(
        "needs libcurl 7.68",
        arguments: [
            ("libcurl/7.88.1 OpenSSL/3.0", true), ("libcurl/7.68.0", true), ("libcurl/8.0.0", true), ("libcurl/7.67.9 NSS/3", false),
            ("libcurl/7.9.8", false), ("libcurl-gnutls/7.52.1", false),
        ]) func versions(text: String, isNewEnough: Bool)
    {
        #expect(CurlLibrary.isNewEnough(text) == isNewEnough)
    }

    @Test("says what to install if libcurl is missing") func missingLibrary() {
        #expect(
            throws: MissingLibrary(
                "libcurl cannot be loaded: expected libnone.so.4. It is in the package libcurl4 or libcurl3-gnutls (Debian, Ubuntu), "
                    + "or libcurl (Fedora, Alpine)")
        ) { try CurlLibrary(["libnone.so.4"]) }
    }
}
