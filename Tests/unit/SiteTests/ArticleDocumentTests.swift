import HTMLParsing
import JSONParsing
import TestSupport
import Testing

@testable import Site

/// An article that no stage built, and the content of its page.
struct ArticleExample: CustomTestStringConvertible {
    let name: String
    let body: String
    var hero = ""
    let out: String

    var testDescription: String { name }
}

@Suite("An article") struct ArticleDocumentTests {
    static func box(_ tag: String, _ address: String, _ attributes: String = "", alt: String = "", isFirst: Bool = false) -> String {
        let note = tag == "figure" ? "figcaption" : "span"
        let lazy = isFirst ? "" : " loading=\"lazy\""
        let image = "<img src=\"\(address)\" alt=\"\(alt)\"\(lazy) decoding=\"async\"\(attributes)>"
        return "<\(tag) class=\"picture\">\(link(address, image, alt: alt))\(missing(note, alt))</\(tag)>"
    }

    static func link(_ address: String, _ image: String, alt: String = "") -> String {
        let name = alt.isEmpty ? "" : ": " + alt
        return "<a class=\"whole\" href=\"\(address)\" aria-label=\"Show the picture in full\(name)\">\(image)</a>"
    }

    static func missing(_ tag: String, _ alt: String = "") -> String {
        let dir = tag == "figcaption" ? " dir=\"auto\"" : ""
        return "<\(tag) class=\"missing\"\(dir)>Picture missing\(alt.isEmpty ? "" : ": " + alt)</\(tag)>"
    }

    static let heading = "<h1 dir=\"auto\">T</h1>"
    static let text = "<p dir=\"auto\">a</p>"

    static let examples = [
        ArticleExample(name: "has its title", body: "<p>a", out: heading + text),
        ArticleExample(name: "has a heading of its own", body: "<p>a<h1>b</h1>", out: text + "<h1 dir=\"auto\">b</h1>"),
        ArticleExample(
            name: "has lists with one direction each, whatever is in them", body: "<ul><li>א<li><p>b<ol><li>c</ol></ul><p>a",
            out: heading + "<ul dir=\"auto\"><li>א</li><li><p>b</p><ol><li>c</li></ol></li></ul>" + text),
        ArticleExample(
            name: "has its hero image before the title", body: "<p>a", hero: " h.png ",
            out: box("figure", "h.png", isFirst: true) + heading + text),
        ArticleExample(
            name: "has its hero image before a heading of its own", body: "<h1>b</h1><img src=c>", hero: "h",
            out: box("figure", "h", isFirst: true) + "<h1 dir=\"auto\">b</h1>" + box("span", "c")),
        ArticleExample(
            name: "has a hero image already", body: "<article><figure><img src=h></figure><p>a</article>", hero: "h",
            out: box("figure", "h", isFirst: true) + heading + text),
        ArticleExample(
            name: "has a hero image already, below a text", body: "<p>a</p><figure><img src=h></figure>", hero: "h",
            out: heading + text + box("figure", "h", isFirst: true)),
        ArticleExample(
            name: "has a hero image that may not be shown", body: "<p>a", hero: "javascript:x",
            out: "<figure class=\"picture failed\">\(missing("figcaption"))</figure>" + heading + text),
        ArticleExample(
            name: "has a hero image that a stage has put in and that may not be shown",
            body: "<article><figure><img src='file:///x'></figure><h1>T</h1></article>", hero: "file:///x",
            out: "<figure class=\"picture failed\">\(missing("figcaption"))</figure>" + heading),
        ArticleExample(
            name: "has images without an address", body: "<article><figure><img></figure><p>a<img src=' ' alt=b></p></article>",
            out: heading + text),
        ArticleExample(
            name: "keeps a caption apart from what is said of an image",
            body: "<figure><img src=b alt=c><figcaption>d</figcaption></figure>",
            out: heading + "<figure>\(box("span", "b", alt: "c", isFirst: true))<figcaption dir=\"auto\">d</figcaption></figure>"),
        ArticleExample(
            name: "keeps small images in their line", body: "<p>a<img src=b width=16 height=16 alt=c><img src='x:' width=16 alt=d></p>",
            out: heading + "<p dir=\"auto\">a<img src=\"b\" width=\"16\" height=\"16\" alt=\"c\" decoding=\"async\">d</p>"),
        ArticleExample(
            name: "keeps the shape of images whose size is known", body: "<p>a</p><img src=b width=640 height=480>",
            out: heading + text
                + "<span class=\"picture sized\">\(link("b", "<img src=\"b\" width=\"640\" height=\"480\" alt=\"\" decoding=\"async\">"))\(missing("span"))</span>"
        ),
        ArticleExample(
            name: "keeps links around images, and buttons", body: "<p><a href=/c><b><img src=b></b></a></p>",
            out: heading
                + "<p dir=\"auto\"><a href=\"/c\" rel=\"noopener\"><b><span class=\"picture\"><img src=\"b\" alt=\"\" decoding=\"async\">\(missing("span"))</span></b></a></p>"
        ),
        ArticleExample(
            name: "has no link to the bytes of an image", body: "<img src=data:image/png;base64,AAAA>",
            out: heading
                + "<span class=\"picture\"><img src=\"data:image/png;base64,AAAA\" alt=\"\" decoding=\"async\">\(missing("span"))</span>"),
        ArticleExample(
            name: "has the size and the copies of images that are known", body: "<p>a</p><img src=c><img src=known alt=b>", hero: "known",
            out: "<figure class=\"picture sized\">\(link("known", known(alt: "")))\(missing("figcaption"))</figure>" + heading + text
                + box("span", "c")
                + "<span class=\"picture sized\">\(link("known", known(alt: "b", isLazy: true), alt: "b"))\(missing("span", "b"))</span>"),
        ArticleExample(
            name: "keeps small images in their line whose size is known", body: "<p>a<img src=icon></p>",
            out: heading
                + "<p dir=\"auto\">a<img src=\"icon\" width=\"16\" height=\"16\" alt=\"\" decoding=\"async\"></p>"),
        ArticleExample(
            name: "has no tracking pixels, and the address of images that a script would fetch",
            body: "<p>a</p><img src=t width=1 height=1><img data-src=b>", out: heading + text + box("span", "b", isFirst: true)),
        ArticleExample(
            name: "has lazy images, and their names in place of those that wait for consent",
            body: "<p>a</p><img src=data:image/gif;base64,R0lG data-src=/b.png alt=c><img data-remote-src=https://t.example/p.png alt=d>",
            out: heading + text + box("span", "/b.png", alt: "c", isFirst: true)
                + "<a href=\"https://t.example/p.png\" rel=\"noopener\">d</a>"),
        ArticleExample(
            name: "has links that work inside of it, and text in place of those that lead nowhere",
            body: "<main id=m><p><a href=#s>a</a><a href=#m>b</a><a href=#content>c</a><p id=s>d</main>",
            out: heading
                + "<div id=\"m-m\"><p dir=\"auto\"><a href=\"#m-s\" rel=\"noopener\">a</a><a href=\"#m-m\" rel=\"noopener\">b</a><a>c</a></p>"
                + "<p id=\"m-s\" dir=\"auto\">d</p></div>"),
        ArticleExample(
            name: "has links in place of videos, sounds and frames",
            body: """
                <p>a</p><iframe title=Film src=https://www.youtube.com/embed/abc?x=1></iframe><p>b <video src=v.mp4></video></p>\
                <figure><video><source src='https://x.example/w%20x.webm'>no</video></figure><audio aria-label=Song src=s.mp3></audio>
                """,
            out: heading + text + "<p dir=\"auto\"><a href=\"https://www.youtube.com/watch?v=abc\" rel=\"noopener\">Film</a></p>"
                + "<p dir=\"auto\">b <a href=\"v.mp4\" rel=\"noopener\">Video: v.mp4</a></p>"
                + "<figure><p dir=\"auto\"><a href=\"https://x.example/w%20x.webm\" rel=\"noopener\">Video: w x.webm</a></p></figure>"
                + "<p dir=\"auto\"><a href=\"s.mp3\" rel=\"noopener\">Song</a></p>"),
        ArticleExample(
            name: "has no links to frames that are hidden or run something",
            body: """
                <p>a</p><iframe src=javascript:x title=b></iframe><iframe srcdoc=x></iframe><iframe src=//t.example/ns.html width=0 height=0></iframe>\
                <iframe src=//t.example/p style=display:none></iframe><object data=data:text/html,x></object>
                """,
            out: heading + text),
        ArticleExample(
            name: "holds nothing that runs", body: "<p onclick=x>a</p><script>x</script><img src=b onerror=x>",
            out: heading + text + box("span", "b", isFirst: true)),
        ArticleExample(name: "is no second main part of its page", body: "<main><p>a</main>", out: heading + "<div>" + text + "</div>"),
        ArticleExample(name: "may be empty", body: "", out: heading),
    ]

    static let facts = #"""
        [{"address":"known","width":2000,"height":800,"copies":[{"address":"k 480","width":480},{"address":"javascript:x","width":960},
        {"address":"x,","width":961},{"address":"known-3000","width":3000},{"address":"n","width":-1}]},
        {"address":"icon","width":16,"height":16},{"address":"b","width":0,"height":1},{"address":"b","width":1e300,"height":1},
        {"address":"b","width":"1","height":1},{"address":7,"width":1,"height":1},"b",null]
        """#

    private static func known(alt: String, isLazy: Bool = false) -> String {
        let sizes = "(max-width: 46rem) calc(100vw - 2rem), 42rem"
        let start =
            isLazy ? "src=\"known\" alt=\"b\" width=\"2000\" height=\"800\"" : "src=\"known\" width=\"2000\" height=\"800\" alt=\"\""
        return
            "<img \(start)\(isLazy ? " loading=\"lazy\"" : "") decoding=\"async\" srcset=\"k%20480 480w, known 2000w\" sizes=\"\(sizes)\">"
    }

    static func article(_ body: String, hero: String, facts: String = "null") throws -> String {
        let facts = ImageFactsTable(try JSONValue(parsing: Array(facts.utf8)))
        return ArticleDocument(HTMLDocument(parsingFragment: body), title: "T", heroImage: hero, facts, SiteWords(tag: "en")).document
            .serialized()
    }

    @Test("is whole, whether a stage built it or not", arguments: examples) func builds(_ example: ArticleExample) throws {
        let made = try Self.article(example.body, hero: example.hero, facts: Self.facts)
        #expect(made == "<article>\(example.out)</article>")
    }

    @Test(
        "of the reported case has links that work, and a link in place of its film",
        .needs(SharedData.exists("cases/html/cases/site.jsonl"), "needs the shared test data"))
    func reported() throws {
        let record = try JSONValue(parsing: Array(SharedData.read("cases/html/cases/site.jsonl")))
        let html = try #require(record.member("html")?.string)
        let page = HTMLDocument(parsingFragment: try Self.article(html, hero: ""))
        let ids = Set(page.descendants(of: page.root).compactMap { page.attribute("id", of: $0) })
        let inner = page.elements(tag: .a).compactMap { page.attribute("href", of: $0) }.filter { $0.hasPrefix("#") }
        #expect(inner == ["#m-sec", "#m-fn1", "#m-fnref1"])
        #expect(inner.allSatisfy { ids.contains(String($0.dropFirst())) })
        let text = page.serialized()
        for link in [
            "<a href=\"https://www.youtube.com/watch?v=abc\" rel=\"noopener\">Film</a>",
            "<a href=\"v.mp4\" rel=\"noopener\">Video: v.mp4</a>",
            "<a href=\"a.mp3\" rel=\"noopener\">Audio: a.mp3</a>", "src=\"/lazy.png\"", "src=\"/w.jpg\"",
        ] {
            #expect(text.contains(link), "\(text)")
        }
    }

    @Test("has no facts where the field holds something else", arguments: ["null", "{}", "7", #""b""#, "[[]]", #"[{"address":"b"}]"#])
    func noFacts(json: String) throws {
        #expect(
            try Self.article("<img src=b>", hero: "", facts: json)
                == "<article>\(Self.heading)\(Self.box("span", "b", isFirst: true))</article>")
    }

    @Test(
        "has a box in the index only if there is an address, and an image only if it may be shown",
        arguments: [
            ("h", "<figure class=\"picture\"><img src=\"h\" alt=\"\" loading=\"lazy\" decoding=\"async\">\(indexNote)</figure>"),
            ("javascript:alert(1)", "<figure class=\"picture failed\">\(indexNote)</figure>"),
            ("java\tscript:x", "<figure class=\"picture failed\">\(indexNote)</figure>"),
            ("file:///etc/passwd", "<figure class=\"picture failed\">\(indexNote)</figure>"),
            ("cid:1", "<figure class=\"picture failed\">\(indexNote)</figure>"), (" \n", ""), ("", ""),
        ]) func indexed(address: String, markup: String)
    {
        var page = HTMLMarkup()
        Picture.write(address, nil, shape: .double, SiteWords(tag: "en"), &page)
        #expect(String(decoding: page.bytes, as: UTF8.self) == markup)
    }

    private static let indexNote = missing("figcaption").replacing(" dir=\"auto\"", with: "")
}
