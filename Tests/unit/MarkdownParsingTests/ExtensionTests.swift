import HTMLParsing
import HTMLSupport
import MarkdownParsing
import Testing

@Suite("GitHub's and other extensions")
struct ExtensionTests {
    struct Example: CustomStringConvertible {
        let description: String
        let markdown: String
        let html: String
        var syntax = MarkdownSyntax.gitHub

        init(_ description: String, _ markdown: String, _ html: String, _ syntax: MarkdownSyntax = .gitHub) {
            (self.description, self.markdown, self.html, self.syntax) = (description, markdown, html, syntax)
        }
    }

    private static let tables = [
        Example(
            "a table with alignments",
            "| a | b | c |\n|:--|:-:|--:|\n| 1 | 2 | 3 |",
            "<table><thead><tr><th align=left>a</th><th align=center>b</th><th align=right>c</th></tr></thead>"
                + "<tbody><tr><td align=left>1</td><td align=center>2</td><td align=right>3</td></tr></tbody></table>"),
        Example(
            "bars at the ends may be missing",
            "a | b\n- | -\n1 | 2",
            "<p>a | b</p><ul><li>| -\n1 | 2</li></ul>"),
        Example(
            "a row of dashes that begins with a dash",
            "a | b\n--- | ---\n1 | 2",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>"),
        Example(
            "a header without rows",
            "| a |\n| - |\n\ntext", "<table><thead><tr><th>a</th></tr></thead></table><p>text</p>"),
        Example(
            "a bar after a backslash is text, in code, too",
            "| a |\n| - |\n| x \\| y `\\|` |",
            "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>x | y <code>|</code></td></tr></tbody></table>"),
        Example(
            "missing cells are empty, and further ones are left out",
            "| a | b |\n| - | - |\n| 1 |\n| 1 | 2 | 3 |",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td></td></tr><tr><td>1</td><td>2</td></tr></tbody></table>"
        ),
        Example(
            "another number of columns is no table",
            "| a | b |\n| - |\n| 1 |", "<p>| a | b |\n| - |\n| 1 |</p>"),
        Example(
            "a table ends where another block begins",
            "| a |\n| - |\n| 1 |\n> q",
            "<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table><blockquote><p>q</p></blockquote>"),
        Example(
            "lines before the header are a paragraph",
            "text\n| a |\n| - |\n| 1 |",
            "<p>text</p><table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>"),
        Example(
            "a row without bars",
            "| a | b |\n| - | - |\nx",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>x</td><td></td></tr></tbody></table>"),
        Example(
            "emphasis ends with its cell",
            "| a | b |\n| - | - |\n| *x | y* |",
            "<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>*x</td><td>y*</td></tr></tbody></table>"),
    ]

    private static let inlines = [
        Example("deleted text", "~~a~~ ~b~", "<p><del>a</del> <del>b</del></p>"),
        Example("three tildes delete nothing", "a ~~~b~~~", "<p>a ~~~b~~~</p>"),
        Example("tildes of different lengths are no pair", "~~a~", "<p>~~a~</p>"),
        Example("emphasis in deleted text", "~~*a* b~~", "<p><del><em>a</em> b</del></p>"),
        Example("a web address", "see www.a.org.", "<p>see <a href=http://www.a.org>www.a.org</a>.</p>"),
        Example("an address with a scheme", "(https://a.org/b?c=d)", "<p>(<a href=https://a.org/b?c=d>https://a.org/b?c=d</a>)</p>"),
        Example("parentheses in an address", "www.a.org/x_(y)", "<p><a href=http://www.a.org/x_(y)>www.a.org/x_(y)</a></p>"),
        Example(
            "a character reference at the end of an address", "www.a.org/?q=b&hl;",
            "<p><a href=http://www.a.org/?q=b>www.a.org/?q=b</a>&amp;hl;</p>"),
        Example("a domain with an underscore at its end is none", "www.a_b._org", "<p>www.a_b._org</p>"),
        Example("an address inside of a word is none", "xwww.a.org", "<p>xwww.a.org</p>"),
        Example("an address of mail", "write to a.b+c@d.org.", "<p>write to <a href=mailto:a.b+c@d.org>a.b+c@d.org</a>.</p>"),
        Example("an address of mail with underscores", "a_b@c.org", "<p><a href=mailto:a_b@c.org>a_b@c.org</a></p>"),
        Example("a domain that ends in a dash is none", "a@b.c-", "<p>a@b.c-</p>"),
        Example("an address in a link's text is text", "[a@b.org](/x)", "<p><a href=/x>a@b.org</a></p>"),
        Example("CommonMark has no bare addresses", "www.a.org ~~x~~", "<p>www.a.org ~~x~~</p>", .commonMark),
        Example("a formula", "$a_1*b*$", "<p><span class='math inline'>\\(a_1*b*\\)</span></p>", MarkdownSyntax(math: true)),
        Example("a displayed formula", "$$\nx\n$$", "<p><span class='math display'>\\[\nx\n\\]</span></p>", MarkdownSyntax(math: true)),
        Example("amounts of money are no formula", "$5 and $6", "<p>$5 and $6</p>", MarkdownSyntax(math: true)),
        Example("formulas are an option", "$a$", "<p>$a$</p>"),
    ]

    private static let blocks = [
        Example(
            "tasks", "- [ ] a\n- [x] b\n- [y] c",
            "<ul><li><input type=checkbox disabled> a</li><li><input type=checkbox checked disabled> b</li><li>[y] c</li></ul>"),
        Example(
            "an alert", "> [!warning]\n> Text",
            "<div class='markdown-alert markdown-alert-warning'><p class=markdown-alert-title>Warning</p><p>Text</p></div>"),
        Example("an alert without content is a quote", "> [!NOTE]", "<blockquote><p>[!NOTE]</p></blockquote>"),
        Example("an unknown alert is a quote", "> [!FOO]\n> a", "<blockquote><p>[!FOO]\na</p></blockquote>"),
        Example(
            "footnotes in the order of their references", "b[^b] a[^1] b[^b]\n\n[^1]: One.\n[^b]: Two.\n\n    More.\n[^c]: Unused.",
            "<p>b<sup class=footnote-ref><a href='#fn-1' id=fnref-1 data-footnote-ref>1</a></sup> "
                + "a<sup class=footnote-ref><a href='#fn-2' id=fnref-2 data-footnote-ref>2</a></sup> "
                + "b<sup class=footnote-ref><a href='#fn-1' id=fnref-1-2 data-footnote-ref>1</a></sup></p>"
                + "<section class=footnotes data-footnotes><ol><li id=fn-1><p>Two.</p><p>More. "
                + "<a href='#fnref-1' class=footnote-backref data-footnote-backref>↩</a> "
                + "<a href='#fnref-1-2' class=footnote-backref data-footnote-backref>↩</a></p></li>"
                + "<li id=fn-2><p>One. <a href='#fnref-2' class=footnote-backref data-footnote-backref>↩</a></p></li></ol></section>"),
        Example("a reference without footnote is text", "a[^x]", "<p>a[^x]</p>"),
        Example(
            "terms and definitions", "Apple\n:   A fruit.\n:   A company.\n\nText",
            "<dl><dt>Apple</dt><dd>A fruit.</dd><dd>A company.</dd></dl><p>Text</p>", MarkdownSyntax(definitionLists: true)),
        Example(
            "a definition after a blank line has paragraphs", "A\nB\n\n:   One.\n\n    Two.",
            "<dl><dt>A</dt><dt>B</dt><dd><p>One.</p><p>Two.</p></dd></dl>", MarkdownSyntax(definitionLists: true)),
        Example("definitions are an option", "Apple\n:   A fruit.", "<p>Apple\n:   A fruit.</p>"),
    ]

    private static let markup = [
        Example("HTML of a block and Markdown inside", "<div>\n\n*a*\n\n</div>", "<div><p><em>a</em></p></div>"),
        Example("a tag without its end takes what follows", "<div\n\n*a* > b", "<div\n<p><em>a</em> &gt; b</p>"),
        Example("a script without its end takes what follows", "<script>\n\n*a*", "<script>\n\n*a*\n</script>"),
        Example("an element that the text closes too late", "<b>a\n\nb</b>", "<p><b>a</p><p>b</b></p>"),
        Example(
            "a link in a link ends the outer one", "[a <https://b.org> c](/d)",
            "<p><a href=/d>a <a href=https://b.org>https://b.org</a> c</a></p>"),
        Example("NUL is replaced", "a\0b", "<p>a\u{FFFD}b</p>"),
        Example("a byte order mark is no text", "\u{FEFF}# a", "<h1>a</h1>"),
    ]

    @Test("each example has the tree of its HTML", arguments: tables + inlines + blocks + markup)
    func tree(_ example: Example) {
        #expect(HTMLOutline(HTMLDocument(parsingMarkdown: example.markdown, as: example.syntax)) == HTMLOutline(example.html))
    }

    @Test("ill-formed UTF-8 is replaced")
    func illFormed() {
        let bytes: [UInt8] = [0x2A, 0xFF, 0x2A, 0x20, 0xC3]
        let document = HTMLDocument(parsingMarkdown: bytes.span)
        #expect(document.serialized() == "<p><em>\u{FFFD}</em> \u{FFFD}</p>")
    }
}
