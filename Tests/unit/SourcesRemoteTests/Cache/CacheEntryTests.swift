import Checksums
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

@Suite("The head of an entry") struct CacheEntryTests {
    private static func entry(_ headers: HTTPHeaders, status: Int = 200) throws -> CacheEntry {
        let address = try #require(WebAddress("https://api.example.org/items?page=2"))
        return CacheEntry(
            key: CacheKey(HTTPRequest(address), identity: nil), method: "GET", shownAddress: address.shown, status: status,
            headers: headers,
            storedAt: 1_790_000_000.25, bodyBytes: 42, bodyHash: SHA256Hasher.hex(of: "x".utf8))
    }

    private static let headers: HTTPHeaders = [
        "Content-Type": "application/json; charset=utf-8", "ETag": "W/\"ü\\\"", "Link": "<https://x.example/?a=1>; rel=\"next\"",
        "link": "<b>; rel=prev",
    ]

    @Test("is one line that reads back as the same", arguments: [headers, [:]]) func roundTrip(_ headers: HTTPHeaders) throws {
        let entry = try Self.entry(headers)
        let line = entry.line
        #expect(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1)
        #expect(CacheEntry(line: line.dropLast()) == entry)
    }

    @Test("has one length, whatever the length of the body") func length() throws {
        var entry = try Self.entry(Self.headers)
        let count = entry.line.count
        for bytes in [0, 9, 1 << 40] {
            entry.bodyBytes = bytes
            #expect(entry.line.count == count)
        }
    }

    @Test("is missing if any byte is damaged, lost or added") func damage() throws {
        let line = Array(try Self.entry(Self.headers).line.dropLast())
        for place in line.indices {
            for change: UInt8 in [0x01, 0x20, 0x80] {
                var damaged = line
                damaged[place] ^= change
                #expect(CacheEntry(line: damaged) == nil, "changed at \(place)")
            }
            var shorter = line
            shorter.remove(at: place)
            #expect(CacheEntry(line: shorter) == nil, "removed at \(place)")
            #expect(CacheEntry(line: Array(line[..<place])) == nil, "cut at \(place)")
            var longer = line
            longer.insert(UInt8(ascii: " "), at: place)
            #expect(CacheEntry(line: longer) == nil, "added at \(place)")
        }
    }

    @Test(
        "is missing if a member is wrong, even with a correct hash",
        arguments: [
            (#""version":1"#, #""version":2"#), (#""version":1,"#, ""), (#""status":200"#, #""status":9"#),
            (#""status":200"#, #""status":"200""#),
            (#""bytes":"0000000000000042""#, #""bytes":"-000000000000042""#), (#""bytes":"0000000000000042""#, #""bytes":42"#),
            (#""method":"GET""#, #""method":null"#), (#"["ETag","#, #"["ETag\r\nX","#), (#"["ETag","#, #"["","#), (#"["ETag","#, #"["#),
            (#""key":""#, #""key":"../"#), (#""headers":["#, #""headers":[7,"#), (#""stored":1790000000.25"#, #""stored":true"#),
        ])
    func wrongMember(_ right: String, _ wrong: String) throws {
        let text = String(decoding: try Self.entry(Self.headers).line, as: UTF8.self)
        let start = try #require(text.firstRange(of: #","sha256":""#)).upperBound
        let head = String(text[..<start])
        func line(_ head: String) -> [UInt8] { Array("\(head)\(SHA256Hasher.hex(of: head.utf8))\"}".utf8) }
        #expect(CacheEntry(line: line(head)) != nil)
        #expect(head.contains(right))
        #expect(CacheEntry(line: line(head.replacing(right, with: wrong))) == nil)
    }

    @Test(
        "is confirmed by a 304 with its validator, or with none",
        arguments: [
            (["ETag": "\"a\""], ["ETag": "\"a\""], true), (["ETag": "\"a\""], ["ETag": "W/\"a\""], true),
            (["ETag": "W/\"a\""], ["ETag": "\"a\""], true), (["ETag": "\"a\""], ["ETag": "\"b\""], false),
            (["ETag": "\"a\""], [:], true), (["Last-Modified": "L"], ["ETag": "\"b\""], false),
            (["Last-Modified": "L"], ["Last-Modified": "L"], true), (["Last-Modified": "L"], ["Last-Modified": "M"], false),
            (["ETag": "\"a\"", "Last-Modified": "L"], ["ETag": "\"a\"", "Last-Modified": "M"], true),
            (["ETag": "\"a\""], ["Last-Modified": "M"], true),
        ] as [(HTTPHeaders, HTTPHeaders, Bool)])
    func confirmation(_ stored: HTTPHeaders, _ received: HTTPHeaders, _ isConfirmed: Bool) throws {
        #expect(try Self.entry(stored).isConfirmed(by: ResponseHead(status: 304, headers: received)) == isConfirmed)
    }

    @Test("has the same content while only times and rate limits differ") func content() throws {
        let entry = try Self.entry(["ETag": "\"a\"", "Date": "D", "X-RateLimit-Remaining": "5", "Link": "<n>"])
        var later = try Self.entry(["ETag": "\"a\"", "Date": "E", "Expires": "F", "RateLimit": "r=1", "Link": "<n>"])
        later.storedAt += 100
        #expect(entry.hasContent(of: later))
        #expect(!entry.hasContent(of: try Self.entry(["ETag": "\"b\"", "Link": "<n>"])))
        #expect(!entry.hasContent(of: try Self.entry(["ETag": "\"a\"", "Link": "<m>"])))
        #expect(!entry.hasContent(of: try Self.entry(["ETag": "\"a\"", "Link": "<n>"], status: 204)))
        later.bodyHash = SHA256Hasher.hex(of: "y".utf8)
        #expect(!entry.hasContent(of: later))
    }
}

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
