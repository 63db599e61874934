import Testing

@testable import HTTP

@Suite("The scope of credentials") struct CredentialScopeTests {
    private func scope(_ home: String, _ allowed: [String]) throws -> CredentialScope {
        CredentialScope(home: try #require(WebAddress(home)).origin, allowed: try allowed.map { try #require(HostPattern($0)) })
    }

    @Test(
        "is the origin of the URL and the allowed hosts, and never http if the URL is https",
        arguments: [
            ("https://good.com/a", [], "https://good.com/b?c", true), ("https://good.com/", [], "https://GOOD.com:443/", true),
            ("https://good.com/", [], "http://good.com/", false), ("https://good.com/", [], "https://good.com:8443/", false),
            ("https://good.com/", [], "https://good.com.evil.com/", false), ("https://good.com/", [], "https://evil.com#.good.com/", false),
            ("https://good.com/", [], "https://good.com@evil.com/", false), ("https://good.com/", [], "https://good.com./", false),
            ("https://good.com/", [], "https://api.good.com/", false), ("https://good.com/", [], "https://gооd.com/", false),
            ("http://good.com/", [], "http://good.com:80/", true), ("http://good.com/", [], "https://good.com/", false),
            ("http://good.com:443/", [], "https://good.com/", false),
            ("https://good.com/", ["good.com"], "http://good.com/", false), ("https://good.com/", ["*.b.com"], "http://a.b.com/", false),
            ("https://good.com/", ["b.com:80"], "http://b.com/", false), ("https://good.com/", ["*.b.com"], "https://a.b.com/", true),
            ("https://good.com/", ["b.com:444"], "https://b.com:444/", true), ("http://good.com/", ["b.com"], "https://b.com/", true),
            ("http://good.com/", ["good.com"], "https://good.com/", true), ("http://good.com/", ["b.com"], "http://b.com/", true),
            ("https://[::1]/", [], "https://[::1]/", true), ("https://[::1]/", [], "https://[::2]/", false),
            ("https://bücher.example/", [], "https://xn--bcher-kva.example/", true),
        ] as [(String, [String], String, Bool)])
    func allows(_ home: String, _ allowed: [String], _ address: String, _ isAllowed: Bool) throws {
        let scope = try scope(home, allowed)
        let address = try #require(WebAddress(address))
        #expect(scope.allows(address.origin) == isAllowed)
    }
}
