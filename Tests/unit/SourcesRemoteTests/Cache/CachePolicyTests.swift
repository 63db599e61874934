import Testing
import WebAddresses

@testable import HTTP

@Suite("The decision of a cache") struct CachePolicyTests {
    private static func policy(
        _ mode: CacheSettings.Mode = .revalidate, fresh: Double = 0, keep: CacheSettings.Keep = .allowed
    ) -> CachePolicy {
        CachePolicy(mode: mode, freshSeconds: fresh, keep: keep)
    }

    private static func entry(_ status: Int = 200, _ headers: HTTPHeaders = ["ETag": "\"a\""], at time: Double = 1000) throws -> CacheEntry
    {
        let key = CacheKey(try request(), identity: nil)
        return CacheEntry(key: key, method: "GET", shownAddress: "", status: status, headers: headers, storedAt: time)
    }

    private static func request(_ method: String = "GET", _ headers: HTTPHeaders = [:], isIdempotent: Bool = true) throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress("https://api.example.org/items")))
        request.method = method
        request.headers = headers
        request.isIdempotent = isIdempotent
        return request
    }

    @Test(
        "uses an entry without a request while it is younger than fresh_seconds",
        arguments: [
            (fresh: 0.0, age: 0.0, isServed: false), (600, 0, true), (600, 599.9, true), (600, 600, false), (600, 1e9, false),
            (600, -1, false), (0.5, 0.4, true), (0.5, 0.5, false),
        ])
    func freshness(_ fresh: Double, _ age: Double, _ isServed: Bool) throws {
        let plan = Self.policy(fresh: fresh).plan(try Self.request(), stored: try Self.entry(), now: 1000 + age)
        #expect(plan == (isServed ? .serve : .validate(["If-None-Match": "\"a\""])))
    }

    @Test(
        "asks with the validators of an entry",
        arguments: [
            (["ETag": "W/\"b\""], ["If-None-Match": "W/\"b\""]),
            (["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"], ["If-Modified-Since": "Mon, 01 Jan 2024 00:00:00 GMT"]),
            (["ETag": "\"a\"", "Last-Modified": "L", "Date": "D"], ["If-None-Match": "\"a\"", "If-Modified-Since": "L"]),
            (["ETag": "\"a\"", "Last-Modified": "D", "Date": "D"], ["If-None-Match": "\"a\""]), (["Last-Modified": "D", "Date": "D"], [:]),
            (["ETag": ""], [:]), (["Cache-Control": "max-age=1000000"], [:]), ([:], [:]),
        ] as [(HTTPHeaders, HTTPHeaders)])
    func validators(_ stored: HTTPHeaders, _ conditions: HTTPHeaders) throws {
        let plan = Self.policy().plan(try Self.request(), stored: try Self.entry(200, stored), now: 2000)
        #expect(plan == (conditions.fields.isEmpty ? .fetch : .validate(conditions)))
    }

    @Test("never validates what is no document, or was posted") func unvalidated() throws {
        for status in [301, 302, 303, 307, 308, 404, 410] {
            #expect(Self.policy().plan(try Self.request(), stored: try Self.entry(status), now: 2000) == .fetch)
        }
        #expect(Self.policy(keep: .all).plan(try Self.request("POST"), stored: try Self.entry(), now: 2000) == .fetch)
        #expect(Self.policy(fresh: 5000, keep: .all).plan(try Self.request("POST"), stored: try Self.entry(), now: 2000) == .serve)
        #expect(Self.policy(fresh: 5000).plan(try Self.request(), stored: try Self.entry(302), now: 2000) == .serve)
    }

    @Test("offline is the entry, whatever its age, or nothing") func offline() throws {
        for age in [-1e6, 0, 1e9] {
            #expect(Self.policy(.offline).plan(try Self.request(), stored: try Self.entry(), now: 1000 + age) == .serve)
        }
        #expect(Self.policy(.offline).plan(try Self.request(), stored: nil, now: 0) == .fail)
        #expect(Self.policy(.offline, fresh: 600, keep: .all).plan(try Self.request(), stored: nil, now: 0) == .fail)
        #expect(Self.policy().plan(try Self.request(), stored: nil, now: 0) == .fetch)
    }

    struct Taken: Sendable {
        let method: String
        var headers: HTTPHeaders = [:]
        var isIdempotent = true
        let allowed: Bool
        let all: Bool
        var offline = true
    }

    @Test(
        "leaves out requests that are not safe to repeat, and those for a part or with conditions of their own",
        arguments: [
            Taken(method: "GET", allowed: true, all: true), Taken(method: "POST", allowed: false, all: true),
            Taken(method: "POST", isIdempotent: false, allowed: false, all: false),
            Taken(method: "GET", isIdempotent: false, allowed: false, all: false),
            Taken(method: "GET", headers: ["Cache-Control": "no-store"], allowed: false, all: true),
            Taken(method: "GET", headers: ["Cache-Control": "no-cache"], allowed: true, all: true),
            Taken(method: "GET", headers: ["Range": "bytes=5-"], allowed: false, all: false, offline: false),
            Taken(method: "GET", headers: ["if-none-match": "*"], allowed: false, all: false, offline: false),
            Taken(method: "GET", headers: ["If-Modified-Since": "D"], allowed: false, all: false, offline: false),
        ])
    func takes(_ example: Taken) throws {
        let request = try Self.request(example.method, example.headers, isIdempotent: example.isIdempotent)
        #expect(Self.policy().takes(request) == example.allowed)
        #expect(Self.policy(keep: .all).takes(request) == example.all)
        #expect(Self.policy(.offline).takes(request) == example.offline)
        var token = request
        token.isCacheable = false
        for mode in CacheSettings.Mode.allCases { #expect(!Self.policy(mode, keep: .all).takes(token)) }
    }

    struct Stored: Sendable {
        let status: Int
        var headers: HTTPHeaders = [:]
        let allowed: Bool
        let all: Bool
    }

    @Test(
        "stores documents and redirects, and for recordings everything that lasts",
        arguments: [
            Stored(status: 200, allowed: true, all: true), Stored(status: 204, allowed: true, all: true),
            Stored(status: 200, headers: ["Cache-Control": "private, max-age=0"], allowed: true, all: true),
            Stored(status: 200, headers: ["Cache-Control": "no-cache"], allowed: true, all: true),
            Stored(status: 200, headers: ["Cache-Control": "no-store"], allowed: false, all: true),
            Stored(status: 200, headers: ["Vary": "Accept, Authorization"], allowed: true, all: true),
            Stored(status: 200, headers: ["Vary": "Accept, *"], allowed: false, all: true),
            Stored(status: 301, allowed: true, all: true), Stored(status: 302, allowed: true, all: true),
            Stored(status: 303, allowed: true, all: true), Stored(status: 307, allowed: true, all: true),
            Stored(status: 308, allowed: true, all: true),
            Stored(status: 302, headers: ["Cache-Control": "no-store"], allowed: false, all: true),
            Stored(status: 203, allowed: false, all: true), Stored(status: 404, allowed: false, all: true),
            Stored(status: 410, allowed: false, all: true), Stored(status: 403, allowed: false, all: true),
            Stored(status: 403, headers: ["Retry-After": "60"], allowed: false, all: false),
            Stored(status: 403, headers: ["X-RateLimit-Remaining": "0"], allowed: false, all: false),
            Stored(status: 403, headers: ["X-RateLimit-Remaining": "7"], allowed: false, all: true),
            Stored(status: 206, allowed: false, all: false),
            Stored(status: 304, allowed: false, all: false), Stored(status: 401, allowed: false, all: false),
            Stored(status: 407, allowed: false, all: false), Stored(status: 408, allowed: false, all: false),
            Stored(status: 425, allowed: false, all: false), Stored(status: 429, allowed: false, all: false),
            Stored(status: 500, allowed: false, all: false), Stored(status: 503, allowed: false, all: false),
            Stored(status: 100, allowed: false, all: false), Stored(status: 999, allowed: false, all: false),
        ])
    func stores(_ example: Stored) throws {
        let head = ResponseHead(status: example.status, headers: example.headers)
        #expect(Self.policy().stores(head, of: try Self.request()) == example.allowed, "\(example)")
        #expect(Self.policy(keep: .all).stores(head, of: try Self.request()) == example.all, "\(example)")
    }

    @Test("stores no document that only the end of the connection ends, but for recordings") func unframed() throws {
        var head = ResponseHead(status: 200, headers: ["ETag": "\"a\""])
        head.bodyEndsWithConnection = true
        #expect(!Self.policy().stores(head, of: try Self.request()))
        #expect(Self.policy(keep: .all).stores(head, of: try Self.request()))
    }

    @Test("asks for a whole new response where the stored one was of no use, but never offline") func useless() throws {
        var request = try Self.request()
        request.wantsNewResponse = true
        for fresh in [0.0, 600] {
            #expect(Self.policy(fresh: fresh).plan(request, stored: try Self.entry(), now: 1000) == .fetch)
        }
        #expect(Self.policy(.offline).plan(request, stored: try Self.entry(), now: 1000) == .serve)
    }
}

@Suite("Cache-Control") struct CacheControlTests {
    @Test(
        "names its directives, outside of quotation marks",
        arguments: [
            ("no-store", true), ("No-Store", true), ("max-age=0, no-store", true), ("private,no-store,max-age=0", true),
            (" no-store ", true), ("no-store=\"x\"", true), ("", false), ("max-age=60", false), ("x-no-store", false),
            ("no-store-x", false), ("private=\"set-cookie, no-store\"", false), ("private=\"a\\\", no-store, b\"", false),
            ("private=\"a\", no-store", true), ("private=\"a", false), (",,no-store,", true), ("x=no-store", false),
        ])
    func names(_ value: String, _ isPresent: Bool) {
        #expect(CacheControl(["Cache-Control": value]).contains("no-store") == isPresent)
        #expect(CacheControl(["cache-control": "public", "CACHE-CONTROL": value]).contains("no-store") == isPresent)
    }
}
