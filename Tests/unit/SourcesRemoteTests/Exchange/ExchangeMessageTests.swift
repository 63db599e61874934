import Foundation
import Pipeline
import Testing
import WebAddresses

@testable import HTTP

@Suite("Messages about requests") struct ExchangeMessageTests {
    private static func name(secret: Bool = false) throws -> RequestName {
        var request = HTTPRequest(try #require(WebAddress("https://example.org/x")))
        request.secretName = secret ? "$env.API_URL" : nil
        return RequestName(request, secrets: LearnedSecrets())
    }

    static let messages: [(TransportError.Reason, String)] = [
        (.libraryMissing("libcurl cannot be loaded"), "libcurl cannot be loaded"),
        (.unknownHost("example.org"), "the host example.org is not known"),
        (.unknownProxy("proxy.local"), "the proxy proxy.local, which the environment names, is not known"),
        (
            .proxyRefused(status: 407),
            "the proxy, which the environment names, wants a user and a password (407): the variable's URL can contain them"
        ),
        (.proxyRefused(status: 502), "the proxy, which the environment names, answered 502 instead of connecting to example.org"),
        (
            .cannotConnect(host: "example.org", port: 81, isProxy: false),
            "no server takes connections at example.org, port 81: it refuses them, or cannot be reached"
        ),
        (
            .cannotConnect(host: "10.0.0.1", port: 3128, isProxy: true),
            "the proxy 10.0.0.1, port 3128, which the environment names, takes no connections"
        ),
        (
            .badCertificate(.selfSigned),
            "the server's certificate is self-signed, or signed by an issuer that this machine does not trust; "
                + "tls.ca_file names others to trust"
        ),
        (
            .badCertificate(.untrustedIssuer),
            "the server's certificate is signed by an issuer that this machine does not trust; tls.ca_file names others to trust"
        ),
        (.badCertificate(.expired), "the server's certificate has expired"),
        (.badCertificate(.notYetValid), "the server's certificate is not valid yet"),
        (.badCertificate(.wrongHost), "the server's certificate is for another host than example.org"),
        (.badCertificate(.other("bad usage")), "the server's certificate is not valid: bad usage"),
        (
            .tlsFailed("TLS connect error: https://u:p@x/?token=a failed"),
            "no secure connection to the server: TLS connect error: https://x/?token=*** failed"
        ),
        (.badCAFile("tls.ca_file: ca\u{1B}.pem"), "tls.ca_file: ca␛.pem cannot be read, or holds no certificate in PEM"),
        (.connectTimeout(seconds: 10), "no connection to the server within 10 seconds"),
        (.idleTimeout(seconds: 0.5), "the server said nothing for 0.5 seconds"),
        (.requestTimeout(seconds: 300), "the response was not complete after 300 seconds"),
        (.connectionLost(bytes: 0), "the connection broke before the response was complete"),
        (.connectionLost(bytes: 5), "the connection broke before the response was complete, after 5 bytes"),
        (
            .unannouncedEnd(bytes: 5),
            "the connection ended without close_notify of TLS, so that the response may be cut, after 5 bytes"
        ),
        (.malformedResponse("no status line"), "the server sent something that is not HTTP: no status line"),
        (.invalidRequest("the URL is too long"), "the request is invalid: the URL is too long"),
        (.unknownCoding("br"), "the response has a content coding other than gzip: br"),
        (.badCompression("it ends early"), "the compressed response is damaged: it ends early"),
        (.tooLong(limit: 10), "the response is longer than the limit of 10 bytes"),
        (.partialContent, "the server sent a part of the document (206) to a request for the whole"),
        (
            .notInCache(method: "POST", folder: "c"),
            "the cache in c lacks the response to this POST, and cache.mode is \"offline\"; a run that is not offline records it with "
                + "\"keep\": \"all\" in \"cache\" and \"idempotent\": true"
        ),
        (.longHead, "the head of the response is longer than 300 KiB, or has a line that is longer than libcurl reads"),
        (.notInCache(method: "GET", folder: "cache/x"), "the cache in cache/x lacks this response, and cache.mode is \"offline\""),
        (.other("odd\u{7}"), "no response: odd␇"),
    ]

    @Test("say why there is no response", arguments: messages) func transport(_ reason: TransportError.Reason, _ message: String) throws {
        #expect(TransportError(reason).message(for: try Self.name()) == message)
    }

    @Test("show no host and no text of a library for a secret URL") func secret() throws {
        let hidden: [TransportError.Reason] = [
            .unknownHost("hunter2"), .cannotConnect(host: "hunter2", port: 1, isProxy: false), .tlsFailed("hunter2"), .other("hunter2"),
            .badCertificate(.other("hunter2")), .malformedResponse("hunter2"), .badCompression("hunter2"), .invalidRequest("hunter2"),
            .unknownCoding("hunter2"),
        ]
        for reason in hidden { #expect(!TransportError(reason).message(for: try Self.name(secret: true)).contains("hunter2")) }
        #expect(!TransportError(.proxyRefused(status: 502)).message(for: try Self.name(secret: true)).contains("example.org"))
        let redirects: [RedirectFault] = [.badLocation("hunter2"), .insecure(try #require(WebAddress("http://hunter2/")))]
        for fault in redirects { #expect(!fault.message(for: try Self.name(secret: true)).contains("hunter2")) }
    }

    @Test("name the fault of a redirect") func redirect() throws {
        let name = try Self.name()
        let insecure = try #require(WebAddress("http://example.org/?token=a"))
        #expect(RedirectFault.noLocation(status: 302).message(for: name) == "the server answered 302, a redirect, and named no URL")
        #expect(
            RedirectFault.otherScheme("file").message(for: name)
                == "the server redirects to a URL with the scheme file; only http and https are followed")
        #expect(
            RedirectFault.insecure(insecure).message(for: name)
                == "the server redirects from https to http: http://example.org/?token=***")
    }

    @Test("have times and durations") func seconds() throws {
        #expect(SecondsText.rounded(0.04) == "0")
        #expect(SecondsText.rounded(0.44) == "0.4")
        #expect(SecondsText.rounded(30.6) == "31")
        #expect(SecondsText.exact(2.5) == "2.5")
        #expect(SecondsText.rounded(.infinity) == "1000000000000")
        // In local time, as Foundation knows it.
        for time in [0, 1_000_000_000.9, 1_751_328_000, 1_767_225_600] {
            let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
                .time(includingFractionalSeconds: false)
            #expect(SecondsText.localTime(time) == Date(timeIntervalSince1970: time).formatted(style))
        }
    }
}

@Suite("The message of an error response") struct JSONErrorMessageTests {
    @Test(
        "is found by the keys that APIs use",
        arguments: [
            (#"{"message": "Bad credentials", "status": "401"}"#, "Bad credentials"),
            (#"{"object": "error", "code": "object_not_found", "message": "No page"}"#, "object_not_found: No page"),
            (#"{"error": {"type": "card", "code": "rate_limit", "message": "Slow down"}}"#, "rate_limit: Slow down"),
            (#"{"error": "invalid_grant", "error_description": "Expired"}"#, "invalid_grant: Expired"),
            (#"{"ok": false, "error": "invalid_auth"}"#, "invalid_auth"),
            (#"{"type": "about:blank", "title": "Not found", "detail": "No item 7"}"#, "No item 7"),
            (#"{"errors": [{"message": "First"}, {"message": "Second"}]}"#, "First"),
            (#"{"code": 7, "message": ""}"#, nil), (#"{"items": []}"#, nil), ("[]", nil), (#""text""#, nil), ("", nil),
        ] as [(String, String?)])
    func finds(_ json: String, _ message: String?) {
        #expect(JSONErrorMessage.text(in: Array(json.utf8)) == message)
    }

    @Test("is not taken from JSON that is cut") func cut() {
        let bytes = Array(#"{"error": {"code": "a", "message": "b"}}"#.utf8)
        for count in bytes.indices { #expect(JSONErrorMessage.text(in: Array(bytes[..<count])) == nil) }
    }
}
