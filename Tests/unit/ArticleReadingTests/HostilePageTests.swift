import ArticleReading
import HTMLParsing
import TestSupport
import Testing

/// Pages that are made to cost time or memory.
@Suite("A hostile page") struct HostilePageTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let html: @Sendable (_ count: Int) -> String
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "nested divisions") { String(repeating: "<div>", count: $0) + SamplePage.text },
        Case(name: "nested divisions with text") { String(repeating: "<div>a, b, c and so on, for points", count: $0) },
        Case(name: "nested lists") { String(repeating: "<ul><li>a, b, c, d, and e", count: $0) },
        Case(name: "nested tables") { String(repeating: "<table><tr><td>a, b", count: $0) },
        Case(name: "nested headings") { String(repeating: "<h1><div>a", count: $0) },
        Case(name: "nested links and insertions") { String(repeating: "<ins><a href=#a>a", count: $0) },
        Case(name: "nested authors") { String(repeating: "<div class=byline itemprop=author>", count: $0) + SamplePage.text },
        Case(name: "paragraphs") { String(repeating: "<p>a, b, c, and so on, for points.", count: $0) },
        Case(name: "divisions of one class") {
            String(repeating: "<div class=\"\(String(repeating: "a", count: 50))\">a, b, c and so on</div>", count: $0)
        },
        Case(name: "paragraphs behind words in a division") {
            "<div>" + String(repeating: "<b>a</b>", count: $0) + String(repeating: "<p>a, b, c and so on, for points", count: $0)
        },
        Case(name: "line breaks") { "<div>" + String(repeating: "a<br><br>", count: $0) },
        Case(name: "headings") { "<title>b c d</title>" + String(repeating: "<h1>a</h1><h2>b</h2>", count: $0) },
        Case(name: "declarations") { String(repeating: "<meta name=author content=a><time>2</time><a rel=tag>a</a>", count: $0) },
        Case(name: "a long class") { "<p class=\"\(String(repeating: "comment article ", count: $0))\">a" },
        Case(name: "a long title") { "<title>\(String(repeating: "a - ", count: $0))</title><h1>a</h1>" + SamplePage.text },
        Case(name: "linked data") { "<script type=application/ld+json>\(String(repeating: "[", count: $0))</script>" },
        Case(name: "objects of linked data") {
            "<script type=application/ld+json>[\(String(repeating: "{\"@type\":\"x\",\"@id\":\"x\"},", count: $0))1]</script>"
        },
        Case(name: "images and inputs") { "<div>" + String(repeating: "<img src=a><input>", count: $0) },
        Case(name: "empty elements") { String(repeating: "<p></p><span></span>", count: $0) },
        Case(name: "figures in words") { String(repeating: "<b>a</b> ", count: $0) },
    ]

    @Test("is read to the end", arguments: cases) func ends(_ example: Case) {
        let article = ArticleReader().read(HTMLDocument(parsing: example.html(100_000)))
        #expect(article.wordCount >= 0)
    }

    @Test("of 10 MB is read") func large() {
        let page = HTMLDocument(parsing: String(repeating: SamplePage.text, count: 10_000_000 / SamplePage.text.utf8.count))
        #expect(ArticleReader().read(page).wordCount > 1_000_000)
    }

    @Test("has limits for values: 20 of a kind, none of more than 4,000 bytes") func limits() {
        let long = String(repeating: "a", count: 5000)
        let tags = (0..<100).map { "<meta property=article:tag content=t\($0)>" }.joined()
        let metadata = ArticleReader().read(SamplePage.page(head: "<meta name=author content=\(long)>\(tags)")).metadata
        #expect(metadata.value(.byline) == nil)
        #expect(metadata.tags.count == 20)
    }
}
