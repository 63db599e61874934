import Testing

@testable import HTTP

@Suite("A web address") struct WebAddressTests {
    @Test(
        "encodes what a URL cannot contain, and keeps valid escapes",
        arguments: [
            ("http://a.example", "http://a.example/"),
            ("http://a.example/caf%C3%A9?x=%5B1%5D", "http://a.example/caf%C3%A9?x=%5B1%5D"),
            ("http://a.example/l?page[after]=MTA%3D", "http://a.example/l?page%5Bafter%5D=MTA%3D"),
            ("http://a.example/café/My%20File.json", "http://a.example/caf%C3%A9/My%20File.json"),
            ("http://a.example/a b|c\"d<e>f^g`h{i}j\\k", "http://a.example/a%20b%7Cc%22d%3Ce%3Ef%5Eg%60h%7Bi%7Dj%5Ck"),
            ("http://a.example/100%?x=50%&y=%zz&z=%4", "http://a.example/100%25?x=50%25&y=%25zz&z=%254"),
            ("http://a.example/%2525?x=%2B+", "http://a.example/%2525?x=%2B+"),
            ("HTTP://A.example:80/?q=a%20b c#frag[1] %20", "http://a.example/?q=a%20b%20c"),
            ("http://[::1]:8080/a[1]%20?x=[%5B]", "http://[::1]:8080/a%5B1%5D%20?x=%5B%5B%5D"),
            ("http://[::1]?x=[]", "http://[::1]/?x=%5B%5D"),
            ("http://bücher.example/a%20b?x[]=%5B", "http://xn--bcher-kva.example/a%20b?x%5B%5D=%5B"),
            ("http://user:p%40ss@a.example/x|%20", "http://a.example/x%7C%20"),
        ])
    func escapes(_ text: String, _ expected: String) { #expect(WebAddress(text)?.text == expected) }

    @Test(
        "resolves references without encoding escapes again",
        arguments: [
            ("/l?page[after]=MTA%3D", "https://a.example/l?page%5Bafter%5D=MTA%3D"),
            ("?page[after]=MTA%3D", "https://a.example/d/e?page%5Bafter%5D=MTA%3D"),
            ("f g%20h", "https://a.example/d/f%20g%20h"),
            ("//b.example/x|y%20", "https://b.example/x%7Cy%20"),
            ("http://[::1]/x|y%20", "http://[::1]/x%7Cy%20"),
            ("../ü%C3%BC", "https://a.example/%C3%BC%C3%BC"),
        ])
    func resolves(_ reference: String, _ expected: String) throws {
        let base = try #require(WebAddress("https://a.example/d/e?f=1"))
        #expect(base.resolving(reference)?.text == expected)
    }

    @Test(
        "is none without http and a host", arguments: ["", "/x", "ftp://a.example/", "http://", "http:///x", "http://a b.example/", "a:b"])
    func refuses(_ text: String) { #expect(WebAddress(text) == nil) }
}
