import Testing

import WebAddresses

@Suite("Percent-encoding") struct PercentEncodingTests {
    @Test(
        "keeps unreserved characters only",
        arguments: [("aZ09-._~", "aZ09-._~"), ("a b&c=d/e", "a%20b%26c%3Dd%2Fe"), ("\t%", "%09%25"), ("ü", "%C3%BC"), ("", "")])
    func encodes(text: String, encoded: String) {
        #expect(PercentEncoding.encoded(text) == encoded)
        #expect(PercentEncoding.decoded(encoded) == text)
    }

    @Test(
        "is decoded leniently, as in browsers",
        arguments: [
            ("a%2fb%2Fc", "a/b/c"), ("100%", "100%"), ("%2", "%2"), ("%zz%20", "%zz "), ("%+f%-1", "%+f%-1"), ("%%41", "%A"),
            ("%ff", "%ff"), ("%C3%BC", "ü"), ("a+b", "a+b"),
        ])
    func decodes(text: String, decoded: String) {
        #expect(PercentEncoding.decoded(text) == decoded)
    }
}
