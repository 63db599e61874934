import Testing

@testable import HTTP

@Suite("The headers of a stored response") struct CacheHeadersTests {
    private static func request(_ credentials: [CredentialPart] = []) throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress("https://api.example.org/items")))
        request.credentials = credentials
        return request
    }

    @Test("are those of a list and those that the step uses") func list() throws {
        let kept: HTTPHeaders = [
            "content-type": "a", "ETAG": "b", "Last-Modified": "c", "Link": "d", "link": "e", "Location": "f", "X-WP-TotalPages": "3",
            "X-Total-Count": "7", "RateLimit-Remaining": "1", "x-ratelimit-reset": "2", "X-Cursor": "g",
        ]
        var headers = kept
        for name in ["Set-Cookie", "Server", "Content-Length", "Content-Encoding", "Authorization", "X-Request-Id"] {
            headers.append(name, "x")
        }
        let choice = CacheHeaders(extraNames: ["x-cursor", "Set-Cookie"])
        #expect(choice.stored(headers, of: try Self.request()) == kept)
    }

    @Test("hold no secret of the request that the server repeats") func secrets() throws {
        let request = try Self.request([
            .query(name: "api_key", value: "se cret/1"), .header(name: "Authorization", value: "Bearer tok-en-of-20-letters"),
            .header(name: "X-Tenant", value: "acme"),
        ])
        let headers: HTTPHeaders = [
            "Link": "<https://acme.example.org/?api_key=se%20cret%2F1&page=2>; rel=\"next\"", "Location": "/tok-en-of-20-letters/x",
            "ETag": "\"Bearer tok-en-of-20-letters\"", "Vary": "api_key=se cret/1",
        ]
        let stored = CacheHeaders(extraNames: []).stored(headers, of: request)
        #expect(stored["Link"] == "<https://acme.example.org/?api_key=***&page=2>; rel=\"next\"")
        #expect(stored["Location"] == "/***/x")
        #expect(stored["ETag"] == "\"***\"")
        #expect(stored["Vary"] == "api_key=***")
    }

    @Test("are replaced by those of a 304, but for those of the body and old rate limits") func merge() {
        let stored: HTTPHeaders = [
            "Content-Type": "application/json", "ETag": "\"a\"", "Link": "<1>", "link": "<2>", "Date": "D", "X-RateLimit-Remaining": "0",
        ]
        let update: HTTPHeaders = ["Content-Type": "text/html", "Content-Length": "0", "Link": "<3>", "Date": "E", "RateLimit": "r=5"]
        let merged = CacheHeaders.merged(stored, with: update)
        #expect(merged == ["Content-Type": "application/json", "ETag": "\"a\"", "Link": "<3>", "Date": "E", "RateLimit": "r=5"])
    }

    @Test("have no rate limit of the past when they are given out") func served() {
        let stored: HTTPHeaders = ["Link": "<1>", "x-ratelimit-remaining": "0", "RateLimit-Reset": "99", "Retry-After": "9"]
        #expect(CacheHeaders.served(stored) == ["Link": "<1>"])
    }
}
