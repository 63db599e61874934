import Testing

@testable import Site

@Suite("The URL of a site") struct SiteBaseTests {
    @Test(
        "is that of a folder on the web",
        arguments: [
            "https://x.example", "http://x.example/", "HTTPS://X.example/a/b", "https://x.example:8443/a/", "http://[::1]:80/",
            "https://x.example/%C3%A9/", "https://xn--bcher-kva.example/",
        ])
    func takes(_ text: String) { #expect(SiteBaseURL.fault(of: text) == nil) }

    @Test(
        "has neither query nor fragment nor credentials",
        arguments: [
            ("x.example", "\"x.example\""),
            ("ftp://x.example/", "\"ftp://x.example/\""),
            ("https://", "a URL without a host"), ("https:///a", "a URL without a host"), ("https://:80/", "a URL without a host"),
            ("https://[::1/", "a URL without a host"), ("https://x.example/?a", "a URL with a query"),
            ("https://x.example/#a", "a URL with a fragment"),
            ("https://u:p@x.example/", "a URL with credentials"), ("https://x.example:a/", "a URL whose port is no number from 1 to 65535"),
            ("https://x.example:0/", "a URL whose port is no number from 1 to 65535"),
            ("https://x.example/a/../b", "a URL whose path has \".\" or \"..\""),
            ("https://x.example/é", "characters that a URL has only in percent-encoding or Punycode"),
            ("https://x.example/\"", "characters that a URL has only in percent-encoding or Punycode"),
        ])
    func refuses(_ text: String, _ fault: String) { #expect(SiteBaseURL.fault(of: text) == fault) }

    @Test("leads to pages") func pages() {
        let base = SiteBaseURL("https://x.example/a")
        #expect(base.address(of: ["b c", "é&.html"]) == "https://x.example/a/b%20c/%C3%A9%26.html")
        #expect(base.address(of: ["index.html"]) == "https://x.example/a/")
        #expect(base.address(of: ["b", "index.html"]) == "https://x.example/a/b/")
    }

    @Test(
        "leads to images",
        arguments: [
            ("https://y.example/a b.jpg", "https://y.example/a%20b.jpg"), ("//y.example/1.jpg", "https://y.example/1.jpg"),
            ("/1.jpg", "https://x.example/1.jpg"), ("1.jpg", "https://x.example/a/p/1.jpg"), ("./1.jpg", "https://x.example/a/p/1.jpg"),
            ("../images/é.jpg?b=1", "https://x.example/a/images/%C3%A9.jpg?b=1"), ("../../1.jpg", nil), ("", nil),
            ("data:image/gif;base64,R0lGODlhAQABAAAAACw=", nil), ("javascript:alert(1)", nil), ("cid:1", nil),
        ] as [(String, String?)])
    func images(_ address: String, _ absolute: String?) {
        #expect(SiteBaseURL("https://x.example/a/").image(address, on: ["p", "q.html"]) == absolute)
    }
}
