import TestSupport
import Testing

@testable import SourcesXML

/// A content of WordPress and its HTML.
struct ContentCase: CustomTestStringConvertible, Sendable {
    let name: String
    let content: String
    let html: String
    let remarks: Set<String>

    init(_ name: String, _ content: String, _ html: String, remarks: Set<String> = []) {
        self.name = name
        self.content = content
        self.html = html
        self.remarks = remarks
    }

    var testDescription: String { name }

    static var index: WordPressIndex {
        get throws {
            var index = WordPressIndex()
            for (id, caption) in [("5", ""), ("6", "A <b>lake</b>")] {
                try index.add(
                    WordPressExport.element(
                        """
                        <item><title>Image \(id)</title><wp:post_id>\(id)</wp:post_id><wp:post_type>attachment</wp:post_type>
                        <wp:post_parent>1</wp:post_parent><wp:attachment_url>https://example.org/\(id).jpg</wp:attachment_url>
                        <excerpt:encoded><![CDATA[\(caption)]]></excerpt:encoded>
                        <wp:postmeta><wp:meta_key>_wp_attachment_image_alt</wp:meta_key><wp:meta_value>Alt "\(id)"</wp:meta_value></wp:postmeta></item>
                        """))
            }
            return index
        }
    }
}

@Suite("The content of WordPress") struct WordPressContentTests {
    private static let paragraphs = [
        ContentCase("paragraphs and line breaks", "One\ntwo\n\nThree\r\n\r\n\r\nFour", "<p>One<br />\ntwo</p>\n<p>Three</p>\n<p>Four</p>"),
        ContentCase("nothing", " \n\n ", ""),
        ContentCase("inline tags", "<em>a</em> b\n\n<a\nhref=\"x\">c</a>", "<p><em>a</em> b</p>\n<p><a href=\"x\">c</a></p>"),
        ContentCase("headings and text around them", "a\n<h2>T</h2>\nb", "<p>a</p>\n<h2>T</h2>\n<p>b</p>"),
        ContentCase("lists", "<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>", "<ul>\n<li>a</li>\n<li>b<br />\nc</li>\n</ul>"),
        ContentCase(
            "a list in a list", "<ul><li>a\n<ul><li>b</li></ul></li></ul>", "<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>"),
        ContentCase("a quote", "<blockquote>a\n\nb</blockquote>", "<blockquote><p>a</p>\n<p>b</p>\n</blockquote>"),
        ContentCase("a quote of one line", "<blockquote>a</blockquote>c", "<blockquote><p>a</p>\n</blockquote>\n<p>c</p>"),
        ContentCase("text in a div", "<div class=\"x\">a</div>\n\nb", "<div class=\"x\">a</div>\n<p>b</p>"),
        ContentCase("paragraphs in a div", "<div>a\n\nb</div>", "<div><p>a</p>\n<p>b</p>\n</div>"),
        ContentCase("paragraphs that are there", "<p>a\nb</p>\n<p>c</p>", "<p>a<br />\nb</p>\n<p>c</p>"),
        ContentCase("a table", "<table>\n<tr>\n<td>a</td>\n</tr>\n</table>", "<table>\n<tr>\n<td>a</td>\n</tr>\n</table>"),
        ContentCase("line breaks that are there", "a<br />\nb<br>c<br><br>d", "<p>a<br />\nb<br />\nc</p>\n<p>d</p>"),
        ContentCase("code", "a\n<pre>x\n\ny</pre>\nb", "<p>a</p>\n<pre>x\n\ny</pre>\n<p>b</p>"),
        ContentCase("a script", "a\n<script>\nif (a < b) {\n\n}\n</script>", "<p>a</p>\n<script>\nif (a < b) {\n\n}\n</script>"),
        ContentCase("a rule", "a\n<hr>\nb", "<p>a</p>\n<hr>\n<p>b</p>"),
        ContentCase("the mark for more", "a<!--more-->b", "<p>a</p>\n<p>b</p>"),
        ContentCase("a comment", "<!-- x -->\n\na", "<!-- x -->\n<p>a</p>"),
        ContentCase("signs that are no tags", "a < b > c <3 <", "<p>a < b > c <3 <</p>"),
        ContentCase(
            "an address alone on a line", "a\nhttps://example.org/film\n\nhttps://example.org/b c",
            "<p>a<br />\n<a href=\"https://example.org/film\">https://example.org/film</a></p>\n<p>https://example.org/b c</p>"),
        ContentCase("a quote without an end in a tag", "<a title=\"x>b</a>\n\nc", "<p><a title=\"x>b</a></p>\n<p>c</p>"),
    ]

    private static let shortcodes = [
        ContentCase(
            "a caption", #"[caption id="a" width="300"]<a href="l"><img src="i"></a> A <b>lake</b>[/caption]"#,
            "<figure><a href=\"l\"><img src=\"i\"></a><figcaption>A <b>lake</b></figcaption>\n</figure>"),
        ContentCase(
            "a caption as an attribute", "a\n[caption caption=\"A lake\"]<img src=\"i\">[/caption]\nb",
            "<p>a</p>\n<figure><img src=\"i\"><figcaption>A lake</figcaption>\n</figure>\n<p>b</p>"),
        ContentCase(
            "a caption without an image", "[caption]a[/caption]", "<p>[caption]a[/caption]</p>",
            remarks: ["the shortcode caption, which stays as text"]),
        ContentCase(
            "a gallery", #"[gallery ids="6,5,7"]"#,
            """
            <div class="gallery"><figure><img src="https://example.org/6.jpg" alt="Alt &quot;6&quot;"><figcaption>A <b>lake</b></figcaption>
            </figure>
            <figure><img src="https://example.org/5.jpg" alt="Alt &quot;5&quot;"></figure>
            </div>
            """, remarks: ["galleries with images that the export lacks, or with more than 10,000"]),
        ContentCase(
            "a gallery of the images of the post", #"[gallery exclude="5"]"#,
            """
            <div class="gallery"><figure><img src="https://example.org/6.jpg" alt="Alt &quot;6&quot;"><figcaption>A <b>lake</b></figcaption>
            </figure>
            </div>
            """),
        ContentCase(
            "code", "[code lang=\"swift\"]\nif a < b {\n\n}\n[/code]", "<pre><code class=\"language-swift\">if a &lt; b {\n\n}</code></pre>"
        ),
        ContentCase(
            "a film", #"[video src="https://example.org/a.mp4" poster="p.jpg"][/video]"#,
            #"<p><video controls src="https://example.org/a.mp4" poster="p.jpg"></video></p>"#),
        ContentCase(
            "an embed", "[embed]https://example.org/v[/embed]", #"<p><a href="https://example.org/v">https://example.org/v</a></p>"#),
        ContentCase(
            "a start tag without an end in front of a caption", "[caption][caption]<img src=\"i\"> A[/caption]",
            "<p>[caption]</p>\n<figure><img src=\"i\"><figcaption>A</figcaption>\n</figure>"),
        ContentCase("code with a start tag in it", "[code]a [code] b[/code]", "<pre><code>a [code] b</code></pre>"),
        ContentCase(
            "the shortcode of a plug-in with an address", "a\n\n [pdf https://example.org/?a=b] [see a]",
            "<p>a</p>\n<p>[pdf https://example.org/?a=b] [see a]</p>", remarks: ["the shortcode pdf, which stays as text"]),
        ContentCase(
            "the shortcode of a plug-in in a paragraph of its own", "<p>[pdf https://example.org/a.pdf]</p>",
            "<p>[pdf https://example.org/a.pdf]</p>", remarks: ["the shortcode pdf, which stays as text"]),
        ContentCase(
            "a remark with an address",
            "A claim [see https://example.org/?a=b], [cf https://example.org] or not.\n[see https://example.org]!",
            "<p>A claim [see https://example.org/?a=b], [cf https://example.org] or not.<br />\n[see https://example.org]!</p>"),
        ContentCase("brackets that are text", "[sic] [1] [a b] []", "<p>[sic] [1] [a b] []</p>"),
        ContentCase("an escaped shortcode", "[[gallery ids=\"1\"]]", "<p>[gallery ids=\"1\"]</p>"),
        ContentCase(
            "the shortcode of a plug-in, with one inside", #"[row][contact-form-7 id="1"/][embed]https://example.org/[/embed][/row]"#,
            "<p>[row][contact-form-7 id=\"1\"/]</p>\n<p><a href=\"https://example.org/\">https://example.org/</a></p>\n<p>[/row]</p>",
            remarks: ["the shortcode row, which stays as text", "the shortcode contact-form-7, which stays as text"]),
        ContentCase("an address in an attribute", #"<a title="[gallery]">a</a>"#, #"<p><a title="[gallery]">a</a></p>"#),
    ]

    private static let blocks = [
        ContentCase(
            "blocks",
            "<!-- wp:paragraph {\"a\":1} -->\n<p>a\nb</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:heading -->\n<h2>H</h2>\n<!-- /wp:heading -->",
            "<p>a\nb</p>\n\n\n<h2>H</h2>"),
        ContentCase(
            "an embed",
            "<!-- wp:embed {\"url\":\"https://example.org/v\"} -->\n<figure><div>\nhttps://example.org/v\n</div></figure>\n<!-- /wp:embed -->",
            "<figure><div><a href=\"https://example.org/v\">https://example.org/v</a></div></figure>"),
        ContentCase(
            "blocks in blocks", "<!-- wp:group --><div><!-- wp:paragraph --><p>a</p><!-- /wp:paragraph --></div><!-- /wp:group -->",
            "<div><p>a</p></div>"),
        ContentCase(
            "text of the classic editor between blocks", "One\n\nTwo\n\n<!-- wp:paragraph -->\n<p>a</p>\n<!-- /wp:paragraph -->\n\nThree",
            "<p>One</p>\n<p>Two</p>\n\n<p>a</p>\n<p>Three</p>"),
        ContentCase(
            "blocks without a content",
            "<!-- wp:latest-posts /--><!-- wp:more --><!--more--><!-- /wp:more --><!-- wp:plug/in {\"a\":\"b/c\"} /-->", "",
            remarks: ["the block latest-posts, which has no content of its own", "the block plug/in, which has no content of its own"]),
        ContentCase(
            "a shortcode in a block", "<!-- wp:shortcode -->\n[embed]https://example.org/[/embed]\n<!-- /wp:shortcode -->",
            "<a href=\"https://example.org/\">https://example.org/</a>"),
    ]

    @Test("has paragraphs where it has blank lines", arguments: paragraphs) func writesParagraphs(_ example: ContentCase) throws {
        try check(example)
    }

    @Test("has figures, code and links for shortcodes", arguments: shortcodes) func expands(_ example: ContentCase) throws {
        try check(example)
    }

    @Test("loses the marks of blocks", arguments: blocks) func readsBlocks(_ example: ContentCase) throws { try check(example) }

    private func check(_ example: ContentCase) throws {
        var content = WordPressContent(try ContentCase.index, post: "1")
        #expect(content.html(example.content) == example.html)
        #expect(content.remarks == example.remarks)
    }

    private static let hostile = [
        "<", "<a ", "<a \"", "<a \"> \" ", "<a '\">", "<!--", "<pre>", "</", "[", "[[", "[a ", "[a]", "[/a]", "[caption]", "[code][",
        "[gallery]",
        "<!-- wp:a -->", "<!-- /wp:a -->", "<!-- wp:a /-->", "<div>", "</div>", "<br>", "\n\n", "\n \n", "<p>", "https://a\n", "[a b=\"",
        "[a]]",
        "<a href=\"[caption]\">",
    ]

    @Test("takes time in proportion to its length", arguments: hostile) func length(_ part: String) throws {
        let time = try processorTime {
            var content = WordPressContent(try ContentCase.index, post: "1")
            _ = content.html(String(repeating: part, count: 400_000 / part.utf8.count))
            _ = content.html("<!-- wp:a -->" + String(repeating: part, count: 400_000 / part.utf8.count))
        }
        #expect(time < .seconds(20))
    }

    /// Contents in which many start tags share what comes behind them.
    private static let shared = [
        ("[caption]", "[/caption]"), ("[embed]", "[/embed]"), ("[row]", "[/row]"), ("[code ]", "[/embed]"),
    ]

    @Test("takes no longer for many start tags in front of one end tag", arguments: shared)
    func sharedEnds(_ start: String, _ end: String) throws {
        let text = String(repeating: start, count: 200_000) + end
        let names = (0..<60_000).map { "[a\($0)]" }.joined() + (0..<60_000).map { "[/a\($0)]" }.joined()
        let time = try processorTime {
            var content = WordPressContent(try ContentCase.index, post: "1")
            _ = content.html(text)
            _ = content.html(names)
        }
        // A copy of the rest for each start tag takes minutes.
        #expect(time < .seconds(20))
    }

    @Test("shows no sounds and documents in a gallery of all files of a post") func otherFiles() throws {
        var index = WordPressIndex()
        for (id, file) in ["a.JPG", "b.pdf", "c.mp3?x=1", "d", "e.avif"].enumerated() {
            try index.add(
                WordPressExport.element(
                    WordPressExport.item(
                        id + 10, "attachment", "inherit",
                        "<wp:post_parent>1</wp:post_parent><wp:attachment_url>https://example.org/\(file)</wp:attachment_url>")))
        }
        var content = WordPressContent(index, post: "1")
        let html = content.html("[gallery]")
        #expect(["a.JPG", "b.pdf", "c.mp3", "d\"", "e.avif"].map { html.contains("org/" + $0) } == [true, false, false, true, true])
        #expect(content.remarks == [])
    }

    @Test("is read when it is cut anywhere") func cuts() throws {
        for example in Self.paragraphs + Self.shortcodes + Self.blocks {
            let bytes = Array(example.content.utf8)
            for end in bytes.indices {
                var content = WordPressContent(try ContentCase.index, post: "1")
                _ = content.html(String(decoding: bytes[..<end], as: UTF8.self))
            }
        }
    }
}
