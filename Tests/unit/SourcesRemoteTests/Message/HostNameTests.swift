import Testing

@testable import HTTP

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
