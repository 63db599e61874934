import Testing
import WebAddresses

@Suite("A query") struct URLQueryTests {
    @Test(
        "has values by decoded names",
        arguments: [
            ("a=1&b=2&a=3", "a", "1"), ("a+b=c+d", "a b", "c d"), ("a%5B%5D=%26", "a[]", "&"), ("a", "a", ""), ("a=b=c", "a", "b=c"),
            ("%61=1", "a", "1"), ("a=1", "b", nil), ("&&a=1", "a", "1"), ("=1", "", "1"), ("a=%2B", "a", "+"),
        ] as [(String, String, String?)])
    func values(_ text: String, _ name: String, _ value: String?) { #expect(URLQuery(text[...]).value(of: name) == value) }

    @Test("without some items has the others as they are written") func removing() {
        let query = URLQuery("a=%7e&token=x&b&&c+=+")
        #expect(query.names == ["a", "token", "b", "c "])
        #expect(query.removing { $0 == "token" }.text == "a=%7e&b&c+=+")
        #expect(query.removing { _ in true }.text == nil)
        #expect(URLQuery(nil).text == nil)
    }

    @Test("is written in percent-encoding, and a form has a plus for a space") func writes() {
        let items = [("a b", "c&d=+"), ("ü", "")]
        #expect(URLQuery.text(of: items) == "a%20b=c%26d%3D%2B&%C3%BC=")
        #expect(URLQuery.form(of: items) == "a+b=c%26d%3D%2B&%C3%BC=")
        #expect(URLQuery.formValue("a b+") == "a+b%2B")
    }
}
