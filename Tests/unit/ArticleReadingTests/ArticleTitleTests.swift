import ArticleReading
import HTMLParsing
import Testing

@Suite("The title of a page") struct ArticleTitleTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let title: String
        var other = ""
        let expected: String
        var testDescription: String { name }
    }

    private static let site = "<meta property=og:site_name content='Harbour News'>"

    @Test(
        "has no name of the site where the page shows which part that is",
        arguments: [
            Case(name: "the site at the end", title: "Ice - and snow - Harbour News", other: site, expected: "Ice - and snow"),
            Case(name: "the site in front", title: "Harbour News: Ice and snow", other: site, expected: "Ice and snow"),
            Case(name: "the site twice", title: "Harbour News | Ice | Harbour News", other: site, expected: "Ice"),
            Case(name: "a heading", title: "Ice | Weather | The Paper of the Islands", other: "<h1>Ice</h1>", expected: "Ice"),
            Case(name: "a heading with other quotes", title: "“Ice” | Weather", other: "<h1>\"Ice\"</h1>", expected: "“Ice”"),
            Case(
                name: "a heading that is the site", title: "Ice on the harbour - Salon", other: "<h1>Salon</h1>",
                expected: "Ice on the harbour"),
            Case(name: "another title", title: "Ice_News_Site", other: "<meta name=twitter:title content=Ice>", expected: "Ice"),
            Case(
                name: "the host", title: "Ice – IslandPaper", other: "<link rel=canonical href=https://www.islandpaper.example/1>",
                expected: "Ice"),
            Case(name: "the author", title: "Ice | Ana Lund", other: "<meta name=author content='Ana Lund'>", expected: "Ice"),
            Case(name: "a short end", title: "The harbour of the town freezes - Some Paper", expected: "The harbour of the town freezes"),
            Case(name: "no evidence, and a long end", title: "Paper - The harbour freezes", expected: "Paper - The harbour freezes"),
            Case(name: "hyphens in words", title: "Anti-ice-salt", other: "<h1>Anti</h1>", expected: "Anti-ice-salt"),
            Case(
                name: "a colon of the title", title: "Ice: the long winter", other: "<h1>Ice: the long winter</h1>",
                expected: "Ice: the long winter"),
            Case(name: "a time", title: "At 5:30 the ice breaks", other: "<h1>At 5</h1>", expected: "At 5:30 the ice breaks"),
        ])
    func title(_ example: Case) {
        let page = SamplePage.page(head: "<title>\(example.title)</title>\(example.other)")
        let declared = SamplePage.page(head: example.other, before: "<title>\(example.title)</title>")
        #expect(ArticleReader().read(example.other.hasPrefix("<h1>") ? declared : page).metadata.value(.title) == example.expected)
    }

    @Test("is that of Open Graph, and loses the site, too") func openGraph() {
        let page = SamplePage.page(
            head: "<meta property=og:title content='Ice | Harbour News'><title>Winter</title>\(Self.site)")
        #expect(ArticleReader().read(page).metadata.value(.title) == "Ice")
    }

    @Test(
        "is the name in JSON-LD if the headline is another sentence",
        arguments: [("Ice", "Ice"), ("Frozen water on the harbour", "Ice on the harbour")])
    func nameOrHeadline(_ headline: String, _ expected: String) {
        let json = #"{"@type":"Article","headline":"\#(headline)","name":"\#(expected)"}"#
        let page = SamplePage.page(head: "<title>\(expected) - Paper</title><script type=application/ld+json>\(json)</script>")
        #expect(ArticleReader().read(page).metadata.value(.title) == expected)
    }
}
