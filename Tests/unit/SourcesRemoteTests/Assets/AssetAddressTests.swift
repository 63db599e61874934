import Testing
@testable import HTTP
import HTMLParsing
import Pipeline
import WebAddresses
@testable import Assets

@Suite("Addresses of files in content") struct AssetAddressTests {
    @Test("are told apart by their schemes") func kinds() throws {
        let web = AssetAddress.web(try #require(WebAddress("https://images.example.org/a.png")))
        let long = String(repeating: "a", count: 20_000)
        let examples: [(String, AssetAddress)] = [
            ("https://images.example.org/a.png", web), (" HTTPS://images.example.org/a.png#top ", web), ("//images.example.org/a.png", web),
            ("cid:logo%401", .part(id: "logo@1")), ("", .other), ("#a", .other),
            ("/a.png", .relative(shown: "/a.png")), ("images/a.png", .relative(shown: "images/a.png")),
            ("a.png?x=1:2&token=abc", .relative(shown: "a.png?x=1:2&token=***")),
            ("file:///etc/passwd", .other), ("javascript:alert(1)", .other), ("blob:https://x/1", .other),
            ("http://", .invalid(shown: "http://")), ("https://[::1/a.png?token=abc", .invalid(shown: "https://…")),
            ("http://x/" + long, .invalid(shown: "http://x/\(long.prefix(291))…")),
            ("data:image/gif;base64,R0lG", .data("data:image/gif;base64,R0lG")),
        ]
        for (text, expected) in examples { #expect(AssetAddress(text) == expected, "\(text.prefix(40))") }
    }

    @Test(
        "that are relative start from the page",
        arguments: [
            ("/media/1/a.png", "http://x.example/media/1/a.png"), ("a.png", "http://x.example/news/a.png"),
            ("//y.example/a.png", "http://y.example/a.png"), ("https://z.example/a.png", "https://z.example/a.png"),
        ])
    func relative(_ text: String, _ url: String) throws {
        let base = try BaseAddress("http://x.example/news/today")
        #expect(AssetAddress(text, from: base) == .web(try #require(WebAddress(url))))
        for other in ["", "#a", "javascript:alert(1)", "file:///etc/passwd"] { #expect(AssetAddress(other, from: base) == .other) }
    }

    @Test(
        "in srcset are separated by commas outside of addresses and parentheses",
        arguments: [
            ("a.png", ["a.png"], "a.png"), ("a.png 1x, b.png 2x", ["a.png", "b.png"], "a.png 1x, b.png 2x"),
            ("a,b.png 100w,c.png 200w", ["a,b.png", "c.png"], "a,b.png 100w, c.png 200w"),
            (
                "https://x/w_1,h_2/a.png 640w,\n  https://x/w_3,h_4/a.png 1280w", ["https://x/w_1,h_2/a.png", "https://x/w_3,h_4/a.png"],
                "https://x/w_1,h_2/a.png 640w, https://x/w_3,h_4/a.png 1280w"
            ),
            ("a.png, b.png", ["a.png", "b.png"], "a.png, b.png"), (",,a.png,,", ["a.png"], "a.png"),
            ("data:image/gif;base64,R0lG 1x", ["data:image/gif;base64,R0lG"], "data:image/gif;base64,R0lG 1x"),
            ("a.png (1x, 2x) 3x, b.png", ["a.png", "b.png"], "a.png (1x, 2x) 3x, b.png"), ("", [], ""), (" , ", [], ""),
        ] as [(String, [String], String)])
    func srcset(text: String, addresses: [String], written: String) {
        let list = ImageCandidates(text)
        #expect(list.candidates.map(\.address) == addresses)
        #expect(list.text == written)
    }

    @Test(
        "in srcset are escaped, so that each is one candidate",
        arguments: [("my images/a.png", "my%20images/a.png"), (",a,b,", "%2Ca,b%2C"), ("a\tb", "a%09b"), ("a.png", "a.png")])
    func escaped(_ address: String, _ text: String) {
        #expect(ImageCandidates.escaped(address) == text)
        #expect(ImageCandidates("\(text) 2x, b.png 1x").candidates.map(\.address) == [text, "b.png"])
    }

    @Test("with data are decoded, in Base64 or as escapes") func data() throws {
        let examples: [(String, String)] = [
            ("data:image/gif;base64,R0lGODlh", "GIF89a"), ("data:;BASE64,R0lG ODlh", "GIF89a"),
            ("data:image/gif; base64 ,R0lGODlh", "GIF89a"), ("data:text/base64,R0lG", "R0lG"),
            ("data:image/gif;base64,R0lGODlhIQ==", "GIF89a!"),
            ("data:image/gif;base64,R0lGODlhIQ", "GIF89a!"), ("data:text/plain,a%20b,c%zz", "a b,c%zz"),
            ("data:image/gif;base64,R0lGODlh%49Q%3D%3D", "GIF89a!"),
        ]
        for (text, content) in examples { #expect(try DataURL(text, limit: 100).bytes == Array(content.utf8), "\(text)") }
        for text in ["data:image/gif", "data:;base64,R0l*", "data:;base64,R0lGO", "data:;base64,R0=lG"] {
            #expect(throws: AssetFault.self, "\(text)") { try DataURL(text, limit: 100) }
        }
        #expect(throws: AssetFault.tooLong(limit: 5)) { try DataURL("data:,123456", limit: 5) }
        #expect(throws: AssetFault.tooLong(limit: 5)) { try DataURL("data:," + String(repeating: "1", count: 1000), limit: 5) }
    }

    @Test(
        "give a file a readable stem that every file system takes",
        arguments: [
            ("/images/Kiln%20Hero-2x.png", "kiln-hero-2x"), ("/", "image"), ("/..", "image"), ("/a/../../etc/passwd", "passwd"),
            ("/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "image"), ("/con.png", "con"), ("/%00%0a%1b[31m.png", "31m"),
            ("/a%2Fb%5Cc.png", "a-b-c"), ("/.png", "image"), ("/archive.tar.gz", "archive-tar"), ("/%E2%80%AEgnp.exe", "gnp"),
            ("/\(String(repeating: "x", count: 500)).png", String(repeating: "x", count: 60)), ("/Gr%C3%BC%C3%9Fe.jpg", "gr-e"),
        ])
    func stems(path: String, stem: String) {
        #expect(AssetName.stem(ofPath: path) == stem)
    }
}
