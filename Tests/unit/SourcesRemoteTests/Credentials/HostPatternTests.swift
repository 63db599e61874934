import Testing
import WebAddresses

@testable import HTTP

@Suite("Patterns of hosts") struct HostPatternTests {
    @Test(
        "match hosts and ports",
        arguments: [
            ("api.example.org", "https://api.example.org/", true), ("API.Example.org", "https://api.example.ORG/x", true),
            ("api.example.org", "http://api.example.org/", true), ("api.example.org", "https://api.example.org:8443/", false),
            ("api.example.org:8443", "https://api.example.org:8443/", true), ("api.example.org:443", "https://api.example.org/", true),
            ("api.example.org:443", "http://api.example.org/", false), ("api.example.org", "https://v2.api.example.org/", false),
            ("*.example.org", "https://a.example.org/", true), ("*.example.org", "https://a.b.c.example.org/", true),
            ("*.example.org", "https://example.org/", false), ("*.example.org", "https://badexample.org/", false),
            ("*.example.org", "https://a.example.org.evil.com/", false), ("*.example.org", "https://a.example.org:444/", false),
            ("*.example.org:444", "https://a.example.org:444/", true), ("*.example.org", "https://evil.com/.example.org", false),
            ("*.example.org", "https://evil.com?.example.org", false), ("*.example.org", "https://evil.com#.example.org", false),
            ("*.example.org", "https://a.example.org@evil.com/", false), ("*.example.org", "https://evil.com:x@a.example.org/", true),
            ("*.example.org", "https://evil.com%23.example.org/", false), ("*.example.org", "https://evil.com%2f.example.org/", false),
            ("*.example.org", "https://evil.com%00.example.org/", false), ("*.example.org", "https://a..example.org/", false),
            ("*.example.org", "https://.example.org/", false), ("*.example.org", "https://a.example.org./", false),
            ("*.example.org", "https://a_b.example.org/", true), ("*.example.org", "https://ａ.example.org/", true),
            ("localhost:8080", "http://localhost:8080/", true), ("127.0.0.1:9", "http://127.0.0.1:9/", true),
            ("127.0.0.1", "http://127.1/", false), ("127.0.0.1", "http://2130706433/", false),
            ("[::1]", "https://[::1]/", true), ("[::1]:8080", "http://[::1]:8080/", true), ("[::1]", "https://[::1]:8080/", false),
            ("[::1]", "https://[0:0:0:0:0:0:0:1]/", false), ("bücher.example", "https://xn--bcher-kva.example/", true),
            ("xn--bcher-kva.example", "https://BÜCHER.example/", true), ("*.bücher.example", "https://a.bücher.example/", true),
            ("google.example", "https://gооgle.example/", false),
        ])
    func matches(_ pattern: String, _ address: String, _ isMatch: Bool) throws {
        let pattern = try #require(HostPattern(pattern))
        // An address that is invalid matches nothing.
        #expect((WebAddress(address).map { pattern.matches($0.origin) } ?? false) == isMatch)
    }

    @Test(
        "have no scheme, path, user or asterisk elsewhere, and are not for a whole top-level domain",
        arguments: [
            "", "*", "*.", "*.*", "*.org", "*.com:443", "a*.example.org", "a.*.example.org", "https://example.org", "example.org/x",
            "example.org?x", "example.org#x", "user@example.org", "example.org:", ":80", "example.org:0", "example.org:65536",
            "example.org:x", "exa mple.org", "example.org\\x", "example..org", ".example.org", "example.org.", "*.1.2.3", "*.[::1]",
            "evil.com%2e", "::1", "exam\nple.org", "example.org\0",
        ])
    func refuses(_ pattern: String) { #expect(HostPattern(pattern) == nil) }
}

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
