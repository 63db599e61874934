import ArticleReading
import HTMLParsing
import HTMLWriting
import Testing

@Suite("The main content of a page") struct ArticleContentTests {
    private static let whole = SamplePage.paragraphs.joined(separator: " ")

    @Test("is the text without navigation and footer") func plain() {
        #expect(SamplePage.content(SamplePage.page()) == Self.whole)
    }

    struct Case: CustomTestStringConvertible {
        let name: String
        let html: String
        var testDescription: String { name }
    }

    @Test(
        "loses what stands around or in it",
        arguments: [
            Case(name: "a box of related links", html: #"<div class="related"><h3>More</h3><a href="/a">Ice, snow, and salt</a></div>"#),
            Case(name: "buttons that share", html: #"<div class="share"><a href="/s">Send this to a friend</a></div>"#),
            Case(name: "a newsletter box", html: #"<div class="newsletter-box"><p>Get our mails, each week, for free.</p></div>"#),
            Case(name: "a notice about cookies", html: #"<div id="cookie-consent"><p>We use cookies, as all do. Agree?</p></div>"#),
            Case(name: "comments of readers", html: #"<div id="comments"><p>I skate there, too, and it is fun, every year.</p></div>"#),
            Case(
                name: "a paragraph about cookies",
                html: "<p class=cookie-notice>\(String(repeating: "We use cookies, as all do. ", count: 9))</p>"),
            Case(name: "an advertisement", html: #"<div class="top ad"><p>Buy skates now, they are cheap, and good.</p></div>"#),
            Case(name: "navigation by its element", html: "<nav><a href=/1>One</a> <a href=/2>Two</a></nav>"),
            Case(name: "navigation by its role", html: #"<div role="navigation"><p>Skip to the text, or to the search.</p></div>"#),
            Case(
                name: "a list of links to other texts",
                html: "<h3>Read more:</h3><ul><li><a href=/1>First of all</a></li><li><a href=/2>Second of all</a></li></ul>"),
            Case(name: "an aside", html: "<aside><p>The town has 900 people, and a mill.</p></aside>"),
            Case(name: "a form", html: "<form><label>Name <input name=n></label><button>Send</button></form>"),
            Case(name: "a script", html: "<script>var a = 'b, c, d'</script>"),
            Case(name: "what a style hides", html: #"<p style="display: none">Secret words, that none can see, at all.</p>"#),
            Case(name: "what an attribute hides", html: "<p hidden>Secret words, that none can see, at all.</p>"),
            Case(name: "what is hidden from screen readers", html: #"<p aria-hidden="true">Words, twice, for the eye alone.</p>"#),
            Case(name: "a frame of an advertiser", html: #"<iframe src="https://ads.example/youtube"></iframe>"#),
        ])
    func loses(_ example: Case) {
        #expect(SamplePage.content(SamplePage.page(inside: example.html)) == Self.whole)
        #expect(SamplePage.content(SamplePage.page(after: example.html)) == Self.whole)
    }

    @Test(
        "keeps what belongs to it",
        arguments: [
            ("<figure><img src=a.jpg alt=Ice><figcaption>The ice in March</figcaption></figure>", "figcaption", "The ice in March"),
            ("<pre><code class=\"language-sh\">ls\n\nls -l</code></pre>", "pre", "ls\n\nls -l"),
            ("<table><tr><th>Year<th>Days<tr><td>2020<td>12</table>", "table", "YearDays202012"),
            ("<blockquote><p>We wait, as ever.</p></blockquote>", "blockquote", "We wait, as ever."),
            ("<h2>What comes next</h2><p>In spring, all will know more, and the ice is gone.</p>", "h2", "What comes next"),
            ("<ol class=\"footnotes\"><li id=fn1><a href=#r1>↑</a></li></ol>", "ol", "↑"),
            ("<ul><li>salt, for the roads</li><li>flour, for the bread</li></ul>", "ul", "salt, for the roadsflour, for the bread"),
            ("<iframe src=\"https://www.youtube.com/embed/x\"></iframe>", "iframe", ""),
            ("<ul><li><a href=/1>First of all</a></li><li><a href=/2>Second</a></li></ul>", "ul", "First of allSecond"),
            ("<p>In <b>bold</b> <i>words</i>.</p>", "i", "words"),
        ])
    func keeps(_ html: String, _ tag: String, _ text: String) throws {
        let content = try #require(ArticleReader().read(SamplePage.page(inside: html)).content)
        let element = try #require(content.elements(tag: HTMLTag(name: tag) ?? .other).first)
        #expect(content.textContent(of: element) == text)
    }

    @Test(
        "keeps words whatever the names of their elements are",
        arguments: [
            (
                "<p>The <span class=social>social</span> contract; see <a class=share-link href=/x>this paper</a>.</p>",
                "The social contract; see this paper."
            ),
            ("<p>Read <b><code class=header>header</code></b>, and so on.</p>", "Read header, and so on."),
            ("<h2 id=related-work>Related work</h2><p>Smith wrote, too.</p>", "Related work Smith wrote, too."),
            ("<h3><button class=share>Question?</button></h3><p>An answer.</p>", "Question? An answer."),
            ("<h3>Question <button>Copy</button></h3><p>An answer.</p>", "Question An answer."),
            ("<p id=share-price>The share price rose.</p>", "The share price rose."),
            ("<ul><li id=header>a head, first</li><li>a tail</li></ul>", "a head, first a tail"),
            ("<p class=social>\(SamplePage.paragraphs[1])</p>", SamplePage.paragraphs[1]),
            ("<blockquote><p>We wait.</p><footer class=blockquote-footer>A fisher</footer></blockquote>", "We wait. A fisher"),
        ])
    func names(_ html: String, _ text: String) throws {
        let content = try #require(ArticleReader().read(SamplePage.page(inside: html)).content)
        let words = content.textContent(of: content.root).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let expected = text.filter { !$0.isWhitespace }
        #expect(words.filter { !$0.isWhitespace }.hasSuffix(expected))
        #expect(content.elements(tag: .button).isEmpty)
    }

    @Test(
        "keeps or loses what an option says",
        arguments: [
            (ArticleParts.captions, "<figure><img src=a.jpg alt=A><figcaption>A caption</figcaption></figure>", "A caption"),
            (.tables, "<table><tr><th>Year<th>Days<tr><td>2020<td>12</table>", "Year"),
            (
                .footnotes, "<ol class=\"footnotes\"><li><a href=/1>Note one, of many</a></li><li><a href=/2>Note two</a></li></ol>",
                "Note one"
            ),
            (.comments, "<div class=\"comment\"><p>I skate there, too, and it is fun, every year, with the dog.</p></div>", "I skate"),
        ])
    func options(_ part: ArticleParts, _ html: String, _ text: String) {
        let page = SamplePage.page(inside: html)
        #expect(SamplePage.content(page, keeps: ArticleParts.standard.union(part)).contains(text))
        #expect(!SamplePage.content(page, keeps: ArticleParts.standard.subtracting(part)).contains(text))
    }

    @Test("has images unless they are unwanted, with the addresses that scripts would give them") func images() {
        let page = SamplePage.page(inside: "<p><img data-src=\"/ice.jpg\" alt=Ice></p>")
        let content = ArticleReader().read(page).content
        #expect(content?.elements(tag: .img).first.flatMap { content?.attribute("src", of: $0) } == "/ice.jpg")
        #expect(ArticleReader(keeps: []).read(page).content?.elements(tag: .img).isEmpty == true)
    }

    @Test(
        "joins what stands beside the best element",
        arguments: [
            "<p>A long paragraph beside the story, which has no links at all, and tells of the mill, the miller, and of his five cats.</p>",
            "<p>It was cold.</p>",
            "<div class=\"story\"><p>\(SamplePage.paragraphs[0])</p></div>",
        ])
    func siblings(_ html: String) {
        let text = SamplePage.content(SamplePage.page(before: html))
        #expect(text.hasSuffix(Self.whole) && text.count > Self.whole.count)
    }

    @Test("loses a heading that repeats the title, and no other") func title() {
        let page = SamplePage.page(
            head: "<title>Ice on the harbour</title>", before: "<h1>Ice on the Harbour!</h1>", inside: "<h2>Next</h2><p>So, it ends.</p>")
        #expect(SamplePage.content(page) == Self.whole + " Next So, it ends.")
    }

    @Test("is found in divisions with line breaks, without paragraphs") func lineBreaks() {
        let text = SamplePage.paragraphs.joined(separator: "<br><br>")
        let page = HTMLDocument(parsing: "<body><div class=x><a href=/>Start</a></div><div>\(text)</div>")
        #expect(SamplePage.content(page) == Self.whole)
    }

    @Test("is found in a fragment, which has no body") func fragment() {
        let page = HTMLDocument(parsingFragment: "<ul><li><a href=/>Start of all</a></ul><div>\(SamplePage.text)</div>")
        #expect(SamplePage.content(page) == Self.whole)
    }

    @Test("is found although its class speaks against it") func secondAttempt() {
        let page = HTMLDocument(parsing: "<body><div class=sidebar>\(SamplePage.text)</div>")
        #expect(SamplePage.content(page) == Self.whole)
    }

    @Test("is found although its categories speak of something else") func categories() {
        let page = HTMLDocument(
            parsing:
                "<body><div class='post category-cookies tag-social-media'>\(SamplePage.text)</div><div><p>Skate, if you dare, at once.</p></div>"
        )
        #expect(SamplePage.content(page).hasPrefix(Self.whole))
    }

    @Test("is marked as such") func marked() {
        let page = HTMLDocument(
            parsing:
                "<body><div class=comment-wrap itemprop=articleBody>\(SamplePage.text)</div><div><p>\(SamplePage.paragraphs[0])</p></div>")
        #expect(SamplePage.content(page).hasPrefix(Self.whole))
    }

    @Test(
        "is missing in a page without text",
        arguments: [
            "", "<p></p>", "<img src=a.png>", "<script>1</script>", "<!-- a -->", "<p hidden>a</p>", "<frameset><frame src=a></frameset>",
        ])
    func missing(_ html: String) {
        let article = ArticleReader().read(HTMLDocument(parsing: html))
        #expect(article.content == nil)
        #expect(article.wordCount == 0)
    }

    @Test("counts words, and characters of Chinese", arguments: [("one two<b>three</b> four", 4), ("冰，雪 and 雨", 5)])
    func words(_ html: String, _ count: Int) {
        #expect(ArticleReader().read(HTMLDocument(parsing: "<p>\(html)</p>")).wordCount == count)
    }
}
