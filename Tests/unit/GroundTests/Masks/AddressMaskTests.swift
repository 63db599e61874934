import Testing

@testable import Ground

@Suite("An address in a message") struct AddressMaskTests {
    @Test(
        "shows no secret",
        arguments: [
            ("https://user:pass@example.org/a?b=1", "https://example.org/a?b=1"),
            ("https://example.org/?api_key=x&page=2", "https://example.org/?api_key=***&page=2"),
            ("https://example.org/?access_token=x", "https://example.org/?access_token=***"),
            ("https://example.org/a", "https://example.org/a"), ("http://user:SECRETPW@[bad/x", "http://…"),
            ("https://example.org/?sv=1&sig=x%3D&code=404", "https://example.org/?sv=1&sig=***&code=404"),
            ("https://example.org/?code=y&state=z", "https://example.org/?code=***&state=z"),
            ("https://example.org/oauth?code=y", "https://example.org/oauth?code=***"),
            ("https://example.org/a/Token?code=y", "https://example.org/a/Token?code=***"),
            ("https://example.org/?State=z&c%6FDE=y", "https://example.org/?State=z&c%6FDE=***"),
            ("https://example.org/?code=404&states=z", "https://example.org/?code=404&states=z"),
            ("https://example.org/?PWD=x&pass=y&X-Amz-Credential=z", "https://example.org/?PWD=***&pass=***&X-Amz-Credential=***"),
            ("https://example.org/?jwt=x&bearer=y&Session%5FId=z", "https://example.org/?jwt=***&bearer=***&Session%5FId=***"),
            ("https://a:b@[::1]:80/x#token", "https://[::1]:80/x"), ("https://user:pa/ss@host/x", "https://…"),
            ("https://a:b c@h", "https://h"),
            (
                "https://example.org/?author=a&Author_ID=1&keyword=b&keywords=c",
                "https://example.org/?author=a&Author_ID=1&keyword=b&keywords=c"
            ),
            (
                "https://example.org/?authorization=a&author_token=b&keyword_key=c&cookie=d",
                "https://example.org/?authorization=***&author_token=***&keyword_key=***&cookie=***"
            ),
            ("https://example.org/?postcode=1&design=2&passage=3", "https://example.org/?postcode=1&design=2&passage=3"),
        ])
    func masked(_ address: String, _ expected: String) {
        #expect(AddressMask.masked(address) == expected)
    }

    @Test(
        "shows no secret where it stands in a text from outside",
        arguments: [
            ("no page (http://u:p@h/x?key=1) here", "no page (http://h/x?key=***) here"),
            ("http://u:p@h/?jwt=x: no", "http://h/?jwt=***: no"), ("http://", "http://"),
            (#"test("https?://[^/]+")"#, #"test("https?://[^/]+")"#), ("http://u:p@[bad", "http://…"),
            ("see http://h/a, or not", "see http://h/a, or not"),
            ("<a href=\"http://h/?sig=1&a=2\">x</a>", "<a href=\"http://h/?sig=***&a=2\">x</a>"),
            ("bad token=abc, and a=b", "bad token=***, and a=b"), ("?page=1&api_key=\"x\"", "?page=1&api_key=\"***\""),
            ("/x?page=1&api_key=x", "/x?page=1&api_key=***"), ("/x?state=1&code=y", "/x?state=1&code=***"),
            ("failed: code=404", "failed: code=404"), ("1 = 2", "1 = 2"), ("", ""),
        ])
    func outside(_ text: String, _ expected: String) {
        #expect(AddressMask.maskedExternalText(text) == expected)
    }
}
