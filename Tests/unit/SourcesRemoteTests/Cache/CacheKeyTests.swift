import Pipeline
import Testing
import WebAddresses

@testable import HTTP
@testable import HTTPReading

@Suite("The key of a response") struct CacheKeyTests {
    private static func request(_ address: String = "https://api.example.org/items?a=1&b=2") throws -> HTTPRequest {
        var request = HTTPRequest(try #require(WebAddress(address)))
        request.headers = ["Accept": "application/json"]
        return request
    }

    private static func key(_ request: HTTPRequest, salt: String = "s") -> CacheKey {
        CacheKey(request, identity: CacheKey.identity(of: request, salt: salt))
    }

    @Test("differs for every part that selects a response") func differs() throws {
        var requests = [try Self.request()]
        for address in [
            "https://api.example.org/items?b=2&a=1", "https://api.example.org/items?a=1&b=2&c=", "http://api.example.org/items?a=1&b=2",
            "https://api.example.org:8443/items?a=1&b=2", "https://api.example.org/Items?a=1&b=2",
            // Masked for readers; still another page.
            "https://api.example.org/items?page_token=1", "https://api.example.org/items?page_token=2",
        ] { requests.append(try Self.request(address)) }
        func add(_ change: (inout HTTPRequest) -> Void) throws {
            var request = try Self.request()
            change(&request)
            requests.append(request)
        }
        try add { $0.method = "POST" }
        try add { $0.body = [] }
        try add { $0.body = [1] }
        try add { $0.headers["Accept"] = "text/html" }
        try add { $0.headers["X-Cursor"] = "1" }
        try add { $0.headers["X-Cursor"] = "2" }
        try add {
            $0.headers.append("X-Cursor", "1"); $0.headers.append("X-Cursor", "2")
        }
        try add { $0.headers["X-Cursor"] = "x-cursor" }
        try add { $0.credentials = [.header(name: "Authorization", value: "Bearer one")] }
        try add { $0.credentials = [.header(name: "Authorization", value: "Bearer two")] }
        try add { $0.credentials = [.header(name: "X-Key", value: "Bearer one")] }
        try add { $0.credentials = [.query(name: "Authorization", value: "Bearer one")] }
        try add { $0.identity = "one" }
        try add { $0.identity = "two" }
        let keys = requests.map { Self.key($0).text }
        #expect(Set(keys).count == keys.count)
    }

    @Test("is the same for what the client adds, and for a new token of the same account") func same() throws {
        let plain = try Self.request()
        var request = plain
        request.headers = ["User-Agent": "tabpipe", "Accept-Encoding": "gzip", "accept": "application/json", "Cache-Control": "no-cache"]
        request.timeouts.idle = 1
        request.step = "other"
        #expect(Self.key(request) == Self.key(plain))
        var one = plain
        one.identity = "client 7"
        one.credentials = [.header(name: "Authorization", value: "Bearer one")]
        var two = one
        two.credentials = [.header(name: "Authorization", value: "Bearer two")]
        #expect(Self.key(one) == Self.key(two))
        two.credentials = []
        #expect(Self.key(one) == Self.key(two))
    }

    @Test("depends on the folder's random text for accounts alone") func salt() throws {
        var request = try Self.request()
        #expect(Self.key(request, salt: "s") == Self.key(request, salt: "t"))
        request.credentials = [.header(name: "Authorization", value: "Bearer one")]
        #expect(Self.key(request, salt: "s") != Self.key(request, salt: "t"))
    }

    @Test("differs for two steps whose URLs differ in secrets alone, with and without an account", arguments: [nil, "client 7"])
    func secretsOfSteps(account: String?) throws {
        let secrets = ["first-account-0123", "other-account-4567"]
        var known = SecretValues()
        for secret in secrets { known.insert(secret) }
        let mask = CacheMask(known)
        let keys = try secrets.map { secret in
            var request = try Self.request("https://api.example.org/file?sig=\(secret)")
            request.stepAddress = request.address
            request.identity = account
            // The next page, whose URL a stored response names without the secret.
            request.address = try #require(WebAddress("https://api.example.org/file?sig=***&page=2"))
            return CacheKey(request, identity: CacheKey.identity(of: request, salt: "s", mask: mask), mask: mask)
        }
        #expect(keys[0] != keys[1])
    }

    @Test("is the same whether a server repeats the key of the API in the next URL or not") func queryKey() throws {
        var first = try Self.request("https://api.example.org/items?a=1&b=2")
        first.credentials = [.query(name: "api_key", value: "SECRET")]
        for address in ["https://api.example.org/items?a=1&b=2&api_key=SECRET", "https://api.example.org/items?api_key=***&a=1&b=2"] {
            var next = try Self.request(address)
            next.credentials = first.credentials
            #expect(Self.key(next) == Self.key(first))
            #expect(CacheKey.address(of: next).text == first.address.text)
        }
    }

    @Test("reads 64 digits and nothing else", arguments: [("", false), ("a", false), ("../", false)])
    func reads(_ text: String, _ isKey: Bool) throws {
        #expect((CacheKey(text: text) != nil) == isKey)
        let digits = String(repeating: "0af9", count: 16)
        #expect(CacheKey(text: digits)?.text == digits)
        #expect(CacheKey(text: digits.uppercased()) == nil)
        #expect(CacheKey(text: digits + "0") == nil)
        #expect(CacheKey(text: digits.dropLast() + "/") == nil)
    }
}
