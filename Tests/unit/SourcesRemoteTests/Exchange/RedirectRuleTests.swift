import Testing
import WebAddresses

@testable import HTTP

/// A redirect, and the request that follows it.
struct RedirectExample: CustomTestStringConvertible, Sendable {
    let name: String
    var from = "https://api.example.org/a?x=1"
    var status = 302
    let location: String
    let to: String
    var testDescription: String { name }
}

@Suite("A redirect") struct RedirectRuleTests {
    private static let rule = RedirectRule { $0.host.hasSuffix("example.org") && $0.isSecure }

    private static func request(_ url: String, method: String = "GET", body: String? = nil) throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress(url)))
        request.method = method
        request.body = body.map { Array($0.utf8) }
        request.headers = ["Accept": "application/json", "Content-Type": "text/plain", "Cookie": "a=b", "X-Api-Key": "k"]
        request.credentials = [.query(name: "api_key", value: "secret"), .header(name: "Authorization", value: "secret")]
        return request
    }

    private static func head(_ status: Int, _ location: String?) -> ResponseHead {
        var headers = HTTPHeaders()
        headers["Location"] = location
        return ResponseHead(status: status, headers: headers)
    }

    static let examples = [
        RedirectExample(name: "an absolute URL", location: "https://b.example.org/b", to: "https://b.example.org/b"),
        RedirectExample(name: "a path", location: "/b", to: "https://api.example.org/b"),
        RedirectExample(name: "a query", location: "?y=2", to: "https://api.example.org/a?y=2"),
        RedirectExample(name: "a relative path with a colon in its query", location: "b?t=1:2", to: "https://api.example.org/b?t=1:2"),
        RedirectExample(name: "a host alone", location: "//b.example.org/b", to: "https://b.example.org/b"),
        RedirectExample(
            name: "http to https", from: "http://api.example.org/a", location: "https://api.example.org/a", to: "https://api.example.org/a"),
        RedirectExample(
            name: "a secret of the query that the server repeats", location: "/b?api_key=secret&z=1", to: "https://api.example.org/b?z=1"),
        RedirectExample(name: "a scheme in capitals", location: "HTTPS://b.example.org/", to: "https://b.example.org/"),
    ]

    @Test("leads to its location", arguments: examples) func leads(_ example: RedirectExample) throws {
        let next = try Self.rule.request(after: Self.head(example.status, example.location), to: Self.request(example.from), count: 0)
        #expect(next?.address.text == example.to)
        #expect(next?.credentials == [])
    }

    @Test("is only a status of a redirect", arguments: [200, 204, 300, 304, 305, 306, 404]) func others(_ status: Int) throws {
        let next = try Self.rule.request(after: Self.head(status, "/b"), to: Self.request("https://api.example.org/"), count: 0)
        #expect(next == nil)
    }

    @Test(
        "keeps or changes the method",
        arguments: [
            (303, "POST", "GET"), (303, "PUT", "GET"), (303, "HEAD", "HEAD"),
            (307, "POST", "POST"), (308, "POST", "POST"), (301, "PUT", "PUT"), (302, "GET", "GET"),
        ])
    func method(_ status: Int, _ method: String, _ expected: String) throws {
        let request = try Self.request("https://api.example.org/", method: method, body: "x")
        let next = try #require(try Self.rule.request(after: Self.head(status, "/b"), to: request, count: 0))
        #expect(next.method == expected)
        #expect((next.body == nil) == (expected == "GET" && method != "GET"))
        #expect((next.headers["Content-Type"] == nil) == (expected == "GET" && method != "GET"))
    }

    @Test("of a POST never loses its body", arguments: [301, 302]) func body(_ status: Int) throws {
        let target = try #require(WebAddress("https://api.example.org/b"))
        let request = try Self.request("https://api.example.org/", method: "POST", body: "x")
        #expect(throws: RedirectFault.losesBody(status: status, target)) {
            try Self.rule.request(after: Self.head(status, "/b"), to: request, count: 0)
        }
        let empty = try Self.request("https://api.example.org/", method: "POST")
        #expect(try Self.rule.request(after: Self.head(status, "/b"), to: empty, count: 0)?.method == "GET")
    }

    @Test(
        "is refused",
        arguments: [
            (nil, RedirectFault.noLocation(status: 302)),
            ("", .noLocation(status: 302)),
            ("file:///etc/passwd", .otherScheme("file")),
            ("javascript:alert(1)", .otherScheme("javascript")),
            ("ftp://example.org/", .otherScheme("ftp")),
            ("https://", .badLocation("https://")),
        ] as [(String?, RedirectFault)])
    func refused(_ location: String?, _ fault: RedirectFault) {
        #expect(throws: fault) {
            try Self.rule.request(after: Self.head(302, location), to: Self.request("https://api.example.org/"), count: 0)
        }
    }

    @Test("never leads from https to http") func insecure() throws {
        let target = try #require(WebAddress("http://api.example.org/b"))
        #expect(throws: RedirectFault.insecure(target)) {
            try Self.rule.request(after: Self.head(302, target.text), to: Self.request("https://api.example.org/"), count: 0)
        }
    }

    @Test("is followed at most ten times") func limit() throws {
        let request = try Self.request("https://api.example.org/")
        #expect(try Self.rule.request(after: Self.head(302, "/"), to: request, count: 9) != nil)
        #expect(throws: RedirectFault.tooMany(limit: 10)) { try Self.rule.request(after: Self.head(302, "/"), to: request, count: 10) }
    }

    @Test("takes no headers with credentials to another host") func otherHost() throws {
        let request = try Self.request("https://api.example.org/")
        let next = try #require(try Self.rule.request(after: Self.head(302, "https://evil.test/"), to: request, count: 0))
        #expect(next.headers.fields.map(\.name) == ["Accept", "Content-Type"])
        let same = try #require(try Self.rule.request(after: Self.head(302, "/b"), to: request, count: 0))
        #expect(same.headers["Cookie"] == "a=b")
    }

    @Test("takes no body to another host") func body() throws {
        let request = try Self.request("https://api.example.org/", method: "POST", body: "client_secret=x")
        let origin = try #require(WebAddress("https://evil.test/")).origin
        #expect(throws: RedirectFault.bodyToOther(origin)) {
            try Self.rule.request(after: Self.head(307, "https://evil.test/"), to: request, count: 0)
        }
    }
}
