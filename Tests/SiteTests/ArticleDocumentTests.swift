import HTMLParsing
import Testing

@testable import Sinks

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
        return "<\(tag) class=\"picture\"><img src=\"\(address)\" alt=\"\(alt)\"\(lazy) decoding=\"async\">" + missing(note, address, alt)
            + "</\(tag)>"
    }

    static func missing(_ tag: String, _ address: String, _ alt: String = "") -> String {
        let dir = tag == "figcaption" ? " dir=\"auto\"" : ""
        return
            "<\(tag) class=\"missing\"\(dir)>This image cannot be shown: \(alt.isEmpty ? "" : alt + ", ")<span class=\"address\">\(address)</span></\(tag)>"
    }

    static let heading = "<h1 dir=\"auto\">T</h1>"
    static let text = "<p dir=\"auto\">a</p>"

    static let examples = [
        ArticleExample(name: "has its title", body: "<p>a", out: heading + text),
        ArticleExample(name: "has a heading of its own", body: "<p>a<h1>b</h1>", out: text + "<h1 dir=\"auto\">b</h1>"),
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
            out: "<figure class=\"picture failed\">\(missing("figcaption", "javascript:x"))</figure>" + heading + text),
        ArticleExample(
            name: "has a hero image that a stage has put in and that may not be shown",
            body: "<article><figure><img src='file:///x'></figure><h1>T</h1></article>", hero: "file:///x",
            out: "<figure class=\"picture failed\">\(missing("figcaption", "file:///x"))</figure>" + heading),
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
                + "<span class=\"picture sized\"><img src=\"b\" width=\"640\" height=\"480\" alt=\"\" decoding=\"async\">\(missing("span", "b"))</span>"
        ),
        ArticleExample(
            name: "has no tracking pixels, and the address of images that a script would fetch",
            body: "<p>a</p><img src=t width=1 height=1><img data-src=b>", out: heading + text + box("span", "b", isFirst: true)),
        ArticleExample(
            name: "holds nothing that runs", body: "<p onclick=x>a</p><script>x</script><img src=b onerror=x>",
            out: heading + text + box("span", "b", isFirst: true)),
        ArticleExample(name: "is no second main part of its page", body: "<main><p>a</main>", out: heading + "<div>" + text + "</div>"),
        ArticleExample(name: "may be empty", body: "", out: heading),
    ]

    @Test("is whole, whether a stage built it or not", arguments: examples) func builds(_ example: ArticleExample) {
        let made = ArticleDocument(HTMLDocument(parsingFragment: example.body), title: "T", heroImage: example.hero).document
        #expect(made.serialized() == "<article>\(example.out)</article>")
    }

    @Test("shows the beginning of an address of any length") func longAddress() {
        let address = "data:image/svg+xml," + String(repeating: "a", count: 1000)
        let made = ArticleDocument(HTMLDocument(), title: "T", heroImage: address).document.serialized()
        #expect(made.contains("<span class=\"address\">\(address.prefix(500))…</span>"))
    }

    @Test(
        "has a box in the index only if there is an address, and an image only if it may be shown",
        arguments: [
            ("h", "<figure class=\"picture\"><img src=\"h\" alt=\"\" loading=\"lazy\" decoding=\"async\">\(indexNote("h"))</figure>"),
            ("javascript:alert(1)", "<figure class=\"picture failed\">\(indexNote("javascript:alert(1)"))</figure>"),
            ("java\tscript:x", "<figure class=\"picture failed\">\(indexNote("java\tscript:x"))</figure>"),
            ("file:///etc/passwd", "<figure class=\"picture failed\">\(indexNote("file:///etc/passwd"))</figure>"),
            ("cid:1", "<figure class=\"picture failed\">\(indexNote("cid:1"))</figure>"), (" \n", ""), ("", ""),
        ]) func indexed(address: String, markup: String)
    {
        var page = Markup()
        Picture.write(address, isLazy: true, &page)
        #expect(String(decoding: page.bytes, as: UTF8.self) == markup)
    }

    private static func indexNote(_ address: String) -> String {
        missing("figcaption", address).replacing(" dir=\"auto\"", with: "")
    }
}
