import Testing

import WebAddresses

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

@Suite("The host of a URL") struct HostNameTests {
    @Test(
        "is in ASCII and lower case, as IDNA has it",
        arguments: [
            ("Example.ORG", "example.org"), ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"),
            ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("b%C3%BCcher.example", "xn--bcher-kva.example"),
            ("straße.example", "xn--strae-oqa.example"), ("ελλάς.gr", "xn--hxarsa0b.gr"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
            ("испытание.example", "xn--80akhbyknj4f.example"), ("테스트.example", "xn--9t4b11yi5a.example"),
            ("إختبار.example", "xn--kgbechtv.example"), ("हिन्दी.example", "xn--j2bd4cyah0f.example"),
            ("কোম্পানি.example", "xn--p5b2bfp5fh3fra.example"), ("i❤.example", "xn--i-7iq.example"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("１２７．0。0.1", "127.0.0.1"), ("%6cocalhost", "localhost"),
            ("[2001:DB8::1]", "[2001:db8::1]"), ("_dmarc.example", "_dmarc.example"), ("a..b", "a..b"),
        ])
    func converts(_ host: String, _ expected: String) { #expect(HostName.ascii(host) == expected) }

    @Test(
        "is refused with characters that no host has, or that IDNA would change in other ways",
        arguments: [
            "", "a b", "a%20b", "a%2Fb", "a%00b", "a<b", "a^b", "a|b", "a%22b", "a%60b", "a%7Bb%7D", "100%", "a\u{AD}b", "a\u{200D}b",
            "ﬁsh.example", "⑴.example",
            "a\u{202E}b", "a\u{FFFD}.example", "a\u{FFFC}.example", "\u{2FF0}.example", "\u{301}a.example", "a\u{E000}b", "日%FF本",
            "℀.example", "a\u{FF0F}b",
            String(repeating: "ü", count: 64) + ".example", "ü" + String(repeating: "a", count: 62) + ".example",
            "a" + String(repeating: "\u{301}\u{316}", count: 100_000), "i❤\u{FE0F}.example",
        ])
    func refuses(_ host: String) { #expect(HostName.ascii(host) == nil) }
}
