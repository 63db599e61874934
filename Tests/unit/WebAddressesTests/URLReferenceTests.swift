import Testing
import WebAddresses

@Suite("A reference to a URL") struct URLReferenceTests {
    /// RFC 3986, sections 5.4.1 and 5.4.2.
    static let references: [(reference: String, url: String)] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
        ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
        ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
        ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
        ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."),
        ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"), ("g#s/./x", "http://a/b/c/g#s/./x"),
        ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]

    @Test("is resolved as RFC 3986 says", arguments: references.indices) func resolves(_ index: Int) {
        let (reference, url) = Self.references[index]
        #expect(URLReference("http://a/b/c/d;p?q").resolving(URLReference(reference)).text == url)
    }

    @Test(
        "is resolved against any base",
        arguments: [
            ("http://a", "g", "http://a/g"), ("http://a?q", "", "http://a?q"), ("http://a?q", "?r", "http://a?r"),
            ("urn:a/c", "b", "urn:a/b"), ("urn:a/c", "../b", "urn:b"), ("x:/a", "..//b", "x:/.//b"), ("a/b", "c", "a/c"),
            ("http://a/b/", "%2E%2E/c", "http://a/b/%2E%2E/c"),
        ])
    func bases(_ base: String, _ reference: String, _ url: String) {
        #expect(URLReference(base).resolving(URLReference(reference)).text == url)
    }

    @Test(
        "has five components, and their text is the whole",
        arguments: ["", "/", "?", "#", "a:b", "//", "//h", "http://u:p@h:1/p?q#f", "1a:b", "a b", "?a#b?c", "http:///x", "é:x"])
    func text(_ text: String) {
        let reference = URLReference(text)
        #expect(reference.text == text)
        #expect((reference.scheme != nil) == ["a:b", "http://u:p@h:1/p?q#f", "http:///x"].contains(text))
        #expect((reference.authority != nil) == text.contains("//"))
    }

    @Test(
        "in a message is split behind its first mark, whatever its scheme is",
        arguments: [
            ("https://u:p@h.example/p?q#f", "https://h.example/p"), ("hxxp1_://h/p", "hxxp1_://h/p"), ("a b://h", "a b://h"),
            ("x://h:80", "x://h:80"), ("x://u@[::1]:80/", "x://[::1]:80/"), ("x://[fe80::1%25eth0]", "x://[fe80::1%25eth0]"),
            ("x://bücher/", "x://bücher/"), ("x:///p", "x:///p"), ("x://u:pa/ss@h", nil), ("x://h:8a", nil), ("x://[::1", nil),
            ("x://a;b/", nil), ("http:/h", nil), ("", nil),
        ] as [(String, String?)])
    func quoted(_ text: String, _ shown: String?) { #expect(URLReference(quoted: text)?.withoutSecrets.text == shown) }
}

@Suite("The authority of a URL") struct URLAuthorityTests {
    struct Example: Sendable {
        let text: String
        let userInfo: String?
        let host: String
        let port: String?
        var isValid = true
    }

    @Test(
        "has a user, a host and a port",
        arguments: [
            Example(text: "", userInfo: nil, host: "", port: nil), Example(text: "h", userInfo: nil, host: "h", port: nil),
            Example(text: "u:p@h:80", userInfo: "u:p", host: "h", port: "80"),
            Example(text: "u@x@h", userInfo: "u@x", host: "h", port: nil), Example(text: "@h", userInfo: "", host: "h", port: nil),
            Example(text: "h:", userInfo: nil, host: "h", port: ""), Example(text: "[::1]:80", userInfo: nil, host: "[::1]", port: "80"),
            Example(text: "h:8a", userInfo: nil, host: "h", port: "8a", isValid: false),
            Example(text: "h:1:2", userInfo: nil, host: "h", port: "1:2", isValid: false),
            Example(text: "[::1]x", userInfo: nil, host: "[::1]", port: nil, isValid: false),
            Example(text: "u\u{301}@\u{301}h", userInfo: "u\u{301}", host: "\u{301}h", port: nil),
        ])
    func parts(_ example: Example) {
        let authority = URLAuthority(example.text[...])
        #expect(authority.userInfo.map(String.init) == example.userInfo)
        #expect(authority.host == example.host)
        #expect(authority.port.map(String.init) == example.port)
        #expect(authority.hasValidPort == example.isValid)
    }

    @Test(
        "has a host that URLs allow, or one so plain that it is no password",
        arguments: [
            ("a-1.example", true, true), ("b\u{FC}cher", true, true), ("a_b~", true, true), ("*.a", true, true), ("a%20b", true, true),
            ("a!$&'()", true, false), ("a b", false, false), ("a<", false, false), ("[::1]", true, true), ("[fe80::1%25en0]", true, true),
            ("[::1", false, false), ("[]", false, true), ("[g::]", false, false), ("[::1%25a/b]", false, false), ("", true, true),
        ])
    func hosts(_ host: String, _ isValid: Bool, _ isPlain: Bool) {
        #expect(URLAuthority(host[...]).hasValidHost == isValid)
        #expect(URLAuthority(host[...]).hasPlainHost == isPlain)
    }
}
