import ArticleReading
import HTMLParsing
import Testing

@Suite("The metadata of a page") struct ArticleMetadataTests {
    struct Case: CustomTestStringConvertible {
        let field: ArticleField
        let place: String
        let value: String
        /// What stands in the head, or in front of the text.
        let html: String
        var testDescription: String { "\(field.rawValue) in \(place)" }
    }

    private static func json(_ members: String) -> String {
        "<script type=\"application/ld+json\">{\"@context\":\"https://schema.org\",\"@type\":\"NewsArticle\",\(members)}</script>"
    }

    private static func meta(_ name: String, _ content: String) -> String { "<meta property=\"\(name)\" content=\"\(content)\">" }

    @Test(
        "is found in its place",
        arguments: [
            Case(field: .title, place: "json-ld", value: "Ice", html: json(#""headline":"Ice""#)),
            Case(field: .title, place: "meta og:title", value: "Ice & snow", html: meta("og:title", "Ice &amp;amp; snow")),
            Case(field: .title, place: "meta dc:title", value: "Ice", html: "<meta name=DC.title content=Ice>"),
            Case(field: .title, place: "meta citation_title", value: "Ice", html: "<meta name=citation_title content=Ice>"),
            Case(field: .title, place: "meta parsely-title", value: "Ice", html: "<meta name=parsely-title content=Ice>"),
            Case(field: .title, place: "itemprop headline", value: "Ice", html: "<b itemprop=headline>Ice</b>"),
            Case(field: .title, place: "title", value: "Ice", html: "<title> Ice\n</title>"),
            Case(field: .title, place: "h1", value: "Ice", html: "<h1>Ice</h1>"),
            Case(field: .byline, place: "json-ld", value: "Ana, Bo", html: json(#""author":[{"name":"Ana"},"Bo",{"name":"Ana"}]"#)),
            Case(field: .byline, place: "meta author", value: "Ana", html: "<meta name=author content=Ana>"),
            Case(field: .byline, place: "meta parsely-author", value: "Ana", html: "<meta name=parsely-author content=Ana>"),
            Case(field: .byline, place: "meta sailthru:author", value: "Ana", html: "<meta name=sailthru.author content=Ana>"),
            Case(
                field: .byline, place: "meta citation_author", value: "Ana, Bo",
                html: "<meta name=citation_author content=Ana><meta name=citation_author content=Bo>"),
            Case(field: .byline, place: "itemprop author", value: "Ana", html: "<span itemprop=author>Ana</span>"),
            Case(field: .byline, place: "rel author", value: "Ana", html: "<a rel=author href=/ana>Ana</a>"),
            Case(field: .byline, place: "class", value: "By Ana", html: "<p class=byline>By Ana</p>"),
            Case(
                field: .published, place: "json-ld", value: "2021-03-04T05:06:07Z", html: json(#""datePublished":"2021-03-04T05:06:07Z""#)),
            Case(
                field: .published, place: "meta article:published_time", value: "2021-03-04T05:06:00+01:00",
                html: meta("article:published_time", "2021-03-04T05:06+0100")),
            Case(
                field: .published, place: "itemprop datePublished", value: "2021-03-04",
                html: "<meta itemprop=datePublished content=2021-03-04>"),
            Case(field: .published, place: "time", value: "2021-03-04", html: "<time datetime=2021-03-04>4 March</time>"),
            Case(field: .published, place: "class", value: "4 March 2021", html: "<p class=post-date>4 March 2021</p>"),
            Case(field: .modified, place: "json-ld", value: "2021-03-04", html: json(#""dateModified":"2021-03-04""#)),
            Case(field: .modified, place: "meta og:updated_time", value: "2021-03-04", html: meta("og:updated_time", "2021-03-04")),
            Case(field: .modified, place: "time", value: "2021-03-04", html: "<time class=updated datetime=2021-03-04>now</time>"),
            Case(field: .language, place: "html lang", value: "en", html: ""),
            Case(field: .siteName, place: "json-ld", value: "News", html: json(#""publisher":{"name":"News"}"#)),
            Case(field: .siteName, place: "meta og:site_name", value: "News", html: meta("og:site_name", "News")),
            Case(field: .address, place: "link canonical", value: "/a", html: "<link rel=canonical href=/a>"),
            Case(field: .address, place: "meta og:url", value: "/a", html: meta("og:url", "/a")),
            Case(field: .address, place: "json-ld", value: "/a", html: json(#""mainEntityOfPage":{"@id":"/a"}"#)),
            Case(field: .description, place: "json-ld", value: "Cold", html: json(#""description":"Cold""#)),
            Case(field: .description, place: "meta og:description", value: "Cold", html: meta("og:description", "Cold")),
            Case(field: .description, place: "meta description", value: "Cold", html: "<meta name=description content=Cold>"),
            Case(field: .description, place: "text", value: SamplePage.paragraphs[0], html: ""),
            Case(field: .image, place: "meta og:image", value: "/i.png", html: meta("og:image", "/i.png")),
            Case(field: .image, place: "json-ld", value: "/i.png", html: json(#""image":[{"url":"/i.png"},"/j.png"]"#)),
            Case(field: .image, place: "link image_src", value: "/i.png", html: "<link rel=image_src href=/i.png>"),
            Case(field: .tags, place: "json-ld", value: "ice", html: json(#""keywords":"ice, snow""#)),
            Case(field: .tags, place: "meta article:tag", value: "ice", html: meta("article:tag", "ice") + meta("article:tag", "snow")),
            Case(field: .tags, place: "meta keywords", value: "ice", html: "<meta name=keywords content='ice, snow, ICE,'>"),
            Case(field: .tags, place: "rel tag", value: "ice", html: "<a rel=tag href=/t/ice>ice</a> <a rel=tag href=/t/snow>snow</a>"),
        ])
    func place(_ example: Case) {
        let inHead = ["<meta", "<link", "<title", "<script"].contains(where: example.html.hasPrefix)
        let page = inHead ? SamplePage.page(head: example.html) : SamplePage.page(before: example.html)
        let metadata = ArticleReader().read(page).metadata
        #expect(metadata[example.field]?.place == example.place)
        #expect(metadata.value(example.field) == example.value)
        if example.field == .tags { #expect(metadata.tags == ["ice", "snow"]) }
    }

    @Test(
        "is read from JSON-LD of any shape",
        arguments: [
            #"[{"@type":"Organization","name":"X"},{"@type":"Article","headline":"Ice"}]"#,
            #"{"@graph":[{"@type":["Thing","BlogPosting"],"headline":"Ice"}]}"#,
            #"{"@type":"Product","mainEntity":{"@type":"http://schema.org/NewsArticle","headline":"Ice"}}"#,
            #"<!-- {"@type":"Article","headline":"Ice"} -->"#,
            #"//<![CDATA["# + "\n" + #"{"@type":"Article","headline":"Ice"}"# + "\n//]]>",
        ])
    func linkedData(_ json: String) {
        let page = SamplePage.page(head: "<script type='application/ld+json; charset=utf-8'>\(json)</script>")
        #expect(
            ArticleReader().read(page).metadata[.title]
                == ArticleReader().read(SamplePage.page(head: Self.json(#""headline":"Ice""#))).metadata[.title])
    }

    @Test("prefers an article in JSON-LD to the page around it") func pageAndArticle() {
        let page = #"{"@type":"WebPage","name":"Ice - Site","datePublished":"2020-01-01"}"#
        let article = #"{"@type":"Article","headline":"Ice","datePublished":"2024-03-05"}"#
        func published(_ json: String) -> String? {
            ArticleReader().read(SamplePage.page(head: "<script type=application/ld+json>\(json)</script>")).metadata.value(.published)
        }
        #expect(published("{\"@graph\":[\(page),\(article)]}") == "2024-03-05")
        #expect(published("{\"@graph\":[\(page)]}") == "2020-01-01")
    }

    @Test(
        "takes no author and date from comments, and no date from the text",
        arguments: [
            "<section id=comments><span class=author>Bo</span> <time datetime=2025-01-01>x</time><a rel=author href=/>Bo</a></section>",
            "<div class=comment-list><div itemprop=author>Bo</div><p class=post-date>1 May 2025</p></div>",
            "<p>The mill burnt on <time datetime=2025-01-01>New Year</time>, in the night.</p>",
        ])
    func comments(_ html: String) {
        let metadata = ArticleReader().read(SamplePage.page(after: html)).metadata
        #expect(metadata.value(.byline) == nil)
        #expect(metadata.value(.published) == nil)
    }

    @Test(
        "takes a date from behind the text where its element tells of the text",
        arguments: [
            "<footer><time datetime=2025-01-01>x</time></footer>", "<p class=post-date>On <time datetime=2025-01-01>x</time></p>",
            "<time pubdate class=published datetime=2025-01-01>x</time>",
        ])
    func dateBehindText(_ html: String) {
        #expect(ArticleReader().read(SamplePage.page(after: html)).metadata.value(.published) == "2025-01-01")
    }

    @Test("takes author and date from a text whose class says that it has comments") func commentsInClass() {
        let page = HTMLDocument(
            parsing: "<div class=has-comments><h1>Ice</h1><p class=author>Ana</p><time datetime=2025-01-01>x</time>\(SamplePage.text)</div>"
        )
        #expect(ArticleReader().read(page).metadata.value(.byline) == "Ana")
        #expect(ArticleReader().read(page).metadata.value(.published) == "2025-01-01")
    }

    @Test("takes a description from a text without paragraphs") func line() {
        let page = HTMLDocument(parsing: "<div>\(SamplePage.paragraphs.joined(separator: "<br><br>"))</div>")
        #expect(ArticleReader().read(page).metadata.value(.description) == SamplePage.paragraphs[0])
    }

    @Test("follows references in JSON-LD") func references() {
        let json =
            ##"{"@graph":[{"@type":"Article","author":{"@id":"#a"},"publisher":{"@id":"#p"}},{"@id":"#a","name":"Ana"},{"@id":"#p","name":"News"}]}"##
        let metadata = ArticleReader().read(SamplePage.page(head: "<script type=application/ld+json>\(json)</script>")).metadata
        #expect(metadata.value(.byline) == "Ana")
        #expect(metadata.value(.siteName) == "News")
    }

    @Test(
        "passes over JSON-LD that is none, or of something else",
        arguments: [
            "{", "", "1", "\"a\"", "[[[[[[[{\"@type\":\"Article\",\"headline\":\"Ice\"}]]]]]]]", #"{"@type":"Product","name":"Ice"}"#,
            #"{"@type":7}"#,
        ])
    func noLinkedData(_ json: String) {
        let page = SamplePage.page(head: "<title>Snow</title><script type=application/ld+json>\(json)</script>")
        #expect(ArticleReader().read(page).metadata.value(.title) == "Snow")
    }

    @Test(
        "says the direction of the script",
        arguments: [("<html dir=rtl>", "html dir"), ("<html lang=fa-IR>", "language"), ("<html><body><div dir=RTL>", "dir")])
    func direction(_ start: String, _ place: String) {
        let metadata = ArticleReader().read(HTMLDocument(parsing: "\(start)<div>\(SamplePage.text)</div>")).metadata
        #expect(metadata.value(.direction) == "rtl")
        #expect(metadata[.direction]?.place == place)
    }
}
