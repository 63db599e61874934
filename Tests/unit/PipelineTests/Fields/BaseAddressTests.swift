import HTMLParsing
import TestSupport
import Testing

@testable import Pipeline

@Suite("The base of addresses in content") struct BaseAddressTests {
    @Test(
        "gives what RFC 3986 section 5.4 and browsers make of a reference",
        arguments: [
            ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
            ("?y", "http://a/b/c/d;p?y"),
            ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../../g", "http://a/g"),
            ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("g/../h", "http://a/b/c/h"), ("//g", "http://g"),
            ("//g/h?x", "http://g/h?x"),
            (#"\g"#, "http://a/g"), (#"\\g\h"#, "http://g/h"), (#"g?a\b"#, #"http://a/b/c/g?a\b"#), ("///g/h", "http://g/h"),
            (#"/\g"#, "http://g"), (" \n/g\t", "http://a/g"), ("/a\nb", "http://a/ab"), ("my file.png", "http://a/b/c/my%20file.png"),
            (#"/a"b"#, "http://a/a%22b"), ("/ü", "http://a/ü"), ("/a:b", "http://a/a:b"),
        ])
    func targets(_ reference: String, _ url: String) throws {
        let base = try BaseAddress("http://user:secret@a/b/c/d;p?q#f")
        #expect(base.target(of: reference) == .url(url))
        #expect(BaseAddress().target(of: reference) == .unknown)
        #expect(BaseAddress().isUnknown && !base.isUnknown)
    }

    @Test(
        "leaves places of the same page, and every address with a scheme",
        arguments: [
            "", " ", "#top", "http://b/x", "HTTPS://b/x", "mailto:a@b.c", "data:image/png;base64,AAAA", "cid:1", "javascript:alert(1)",
            "java\nscript:alert(1)", "\u{1}javascript:alert(1)", " vbscript:x", "file:///etc/passwd", "tel:1", "1:2", "//", "///", #"\\"#,
        ])
    func unchanged(_ address: String) throws {
        #expect(try BaseAddress("https://a/b").target(of: address) == .itself)
        #expect(BaseAddress().target(of: address) == .itself)
    }

    @Test("gives the same for a plain address with and without the shorter way") func shortcut() throws {
        let letters = Array("ab:/?#.\\%[@\"<{ \t1;ü~")
        let bases = [BaseAddress(), try BaseAddress("https://a/b/c?d"), try BaseAddress("https://a/b").leaving(["a/b"])]
        var plainCount = 0
        // All texts of up to four of the letters that can change the meaning of an address.
        for length in 0...4 {
            var text = [Int](repeating: 0, count: length)
            counting: while true {
                let address = String(text.map { letters[$0] })
                if BaseAddress.isPlainRelative(address) {
                    plainCount += 1
                    for base in bases {
                        #expect(base.target(of: address, isPlain: true) == base.target(of: address, isPlain: false), "\(address)")
                    }
                }
                var place = 0
                while place < length, text[place] == letters.count - 1 { (text[place], place) = (0, place + 1) }
                if place == length { break counting }
                text[place] += 1
            }
        }
        #expect(plainCount > 1000)
    }

    @Test(
        "is an absolute http or https URL",
        arguments: [
            "", "/a", "a", "//a/b", "ftp://a/b", "file:///etc", "javascript:alert(1)", "https:", "https://", "https:///", "https:a",
            "http://?q",
            "x/https://a", "http://[::1", "http://a:b:c@",
        ])
    func invalid(_ text: String) {
        #expect(throws: RecordError.self, "\(text)") { try BaseAddress(text) }
    }

    @Test("may have a path that looks like a host") func slashes() throws {
        #expect(try BaseAddress("https://a//b/../c").target(of: "x") == .url("https://a//x"))
    }

    @Test("names no secret where it fails") func secrets() {
        for (text, isSecret) in [("x token-abc", true), ("ftp://user:token-abc@a/b", false)] {
            let error = #expect(throws: RecordError.self) { try BaseAddress(text, isSecret: isSecret) }
            #expect(error?.reason.contains("token-abc") == false)
            #expect(error?.reason.hasPrefix("expected an absolute http(s) URL, such as https://example.org/news/, found") == true)
        }
    }

    @Test(
        "of a document is that of its element base, as in browsers",
        arguments: [
            (nil, "https://a/b/x"), ("https://c/d/", "https://c/d/x"), ("/e/f", "https://a/e/x"), ("g/", "https://a/b/g/x"),
            ("//h/", "https://h/x"), ("javascript:alert(1)", "https://a/b/x"), ("data:,1", "https://a/b/x"), ("", "https://a/b/x"),
        ] as [(String?, String)])
    func document(_ element: String?, _ url: String) throws {
        #expect(try BaseAddress("https://a/b/c").changed(by: element).target(of: "x") == .url(url))
    }

    @Test("of a document without a URL needs an absolute element") func documentOfFile() {
        #expect(BaseAddress().changed(by: "https://c/d/").target(of: "x") == .url("https://c/d/x"))
        #expect(BaseAddress().changed(by: "/d/").target(of: "x") == .unknown)
    }

    @Test("leaves addresses of the output, also behind another base") func outputs() throws {
        let base = try BaseAddress("https://a/b").leaving(["my images/x.png"])
        for base in [
            base, BaseAddress().leaving(["my images/x.png"]), base.replaced(by: try BaseAddress("https://c/")),
            base.changed(by: "https://d/"),
        ] {
            #expect(base.target(of: "my images/x.png") == .itself)
            #expect(base.target(of: "my%20images/x.png") == .itself)
            #expect(base.target(of: "other/x.png") != .itself)
            #expect(base.target(of: "my images/y.png") != .itself)
        }
        #expect(base.leaving(["my images/x.png"]) == base)
        #expect(try !BaseAddress().replaced(by: BaseAddress("https://a/", isSecret: true)).isSecret)
        #expect(base.separated() == base)
        #expect(try base != BaseAddress("https://a/b"))
    }
}
