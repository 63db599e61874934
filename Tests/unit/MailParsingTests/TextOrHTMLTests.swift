import HTMLParsing
import HTMLWriting
import MailParsing
import Testing

@Suite("Bodies of messages") struct TextOrHTMLTests {
    static let html = [
        "<p>a", "a<br>b", "<html><body>Thanks, Bob</body></html>", " \n<!DOCTYPE html>a", "<HTML>a", "<head></head>a", "<i>a", "<br>\n\na",
        "\u{FEFF}<Body bgcolor=red>a", "<!-- a --><p>a", "<title>a</title>b", "Hello <b>world</b>,\nbye", "Hi,<br>\n<br>\nthanks",
        "a <a href=x>b</a>", "Tom &amp; Ann", "a&#8217;s\n", "a<br><br>b\n\nc", "<div class=x><span>cut of", "a<img src=x>",
        "<td nowrap>a", "a <table><tr><td>b\n\nc</table>", "<style>a\n\nb</style>a",
        "Hi <b>x</b>,<br>\n\n<b>y</b><br>\nbye", "a <font>b<br>c</font>\n\n<font>d<br>e</font>",
        "Hi,<br>\nwrite to <ana@example.com><br>\nor <bob@example.com><br>\nbye<br>",
        "Todo:<br>\n- <a href=x>one</a><br>\n- <b>two</b><br>",
        "see <o:p><b>a</b></o:p>\nb", "a <i>b <u>c</u></i> d\ne",
    ]
    static let text = [
        "", "a", "a <b@example.com>", "<body@example.com> wrote", "<html", "1 < 2 && 3 > 2", "see <html>", "<http://example.com/>",
        "please mail <ana@example.com> or see <https://example.org/x>.\n\nSteps:\n- one", "if a <b and c> d", "if (x <i && y> z)",
        "#include <map>\nvector<int> a;", "List<S> and Map<K, V>", "usage: a <source> <target>", "the <p> tag", "<source> is missing",
        "Hi,\n\nplease add this:\n\n  <div class=\"x\">\n    <b>a</b>\n\n  </div>\n\nThanks\nAna", "> a <b>b</b>\n\nYes.\n\nAna",
        "a &amp; b\n\nhttps://x.example/?a=1&amp;b=2", "AT&T; b", "set <title>x</title>", "a <option>b</option>", "<a b=", "<b c=\"",
        "<date>: none\n\n<br", "> On Monday <b@example.com> wrote:\n> a",
        "a <config> <b>c</b>", "Hi,\nplease set\n<config><a>1</a></config>\nThanks",
        "Hi,\nask <bob@x.org>\nfor <b>it</b>", "see\n<https://x.example/a>\nand <i>so on</i>", "> <div>a</div>\n> <p>b</p>\nYes.",
        "> a<br>\n> b<br><br>\n>c", "The patch:\n-<div>a</div>\n+<p>b</p>", "@@ -1 +1 @@\n-  <div>\n+  <p>a</p>\n   </div>",
    ]

    @Test("are HTML if they are laid out by markup", arguments: html.map { ($0, true) } + text.map { ($0, false) })
    func tells(_ body: String, isHTML: Bool) {
        #expect((ContentFormat.auto.markup(in: body) != nil) == isHTML)
        #expect(ContentFormat.html.markup(in: body)?.isVerbatim == true)
        #expect(ContentFormat.text.markup(in: body) == nil)
    }

    @Test("in plain text are shown line by line")
    func shows() {
        #expect(HTMLDocument(body: "a <b@example.com>\r\n c").serialized() == Self.block("a &lt;b@example.com&gt;\n c"))
        #expect(HTMLDocument(body: "<i>a").serialized() == "<i>a</i>")
        #expect(HTMLDocument(body: "<i>a", .text).serialized() == Self.block("&lt;i&gt;a"))
        #expect(HTMLDocument(body: "a\n b", .html).serialized() == "a\n b")
    }

    static let addresses = [
        ("see <https://a.example/x>.", "see &lt;[https://a.example/x]&gt;."), ("http://a.example.", "[http://a.example]."),
        ("(http://a.example/b_(c))", "([http://a.example/b_(c)])"), ("xhttp://a", "xhttp://a"), ("http:// a", "http:// a"),
        ("ftp://a HTTPS://b, c", "ftp://a [HTTPS://b], c"), ("http://a?b=c&d=e!", "[http://a?b=c&amp;d=e]!"), ("://", "://"),
    ]

    @Test("in plain text have links where addresses are", arguments: addresses)
    func links(_ text: String, _ marked: String) {
        let html = marked.replacing(#/\[([^\]]+)\]/#) { "<a href=\"\($0.output.1)\">\($0.output.1)</a>" }
        #expect(HTMLDocument(plainText: text).serialized() == Self.block(html))
    }

    private static func block(_ html: String) -> String { "<div style=\"white-space:pre-wrap\">\(html)</div>" }

    static let mail =
        "please mail <ana@example.com> or see <https://example.org/x>.\n\n\nSteps:\n- one\n  * two\n1) three\n\n> a\n> # b\n  \n*c*_d_"

    @Test("in plain text are written as they came")
    func writesText() {
        #expect(TextWriter().string(of: HTMLDocument(plainText: Self.mail)) == Self.mail + "\n")
    }

    @Test("in plain text have addresses that hold what looks like a character reference")
    func references() {
        let text = "http://a.b?c&amp;d"
        #expect(MarkdownWriter().string(of: HTMLDocument(plainText: text)) == "[http://a.b?c\\&amp;d](http://a.b?c&amp;amp;d)\n")
    }

    @Test("in plain text become Markdown that says the same")
    func writesMarkdown() {
        #expect(
            MarkdownWriter().string(of: HTMLDocument(plainText: Self.mail)) == #"""
                please mail \<ana@example.com> or see \<<https://example.org/x>>.

                Steps:\
                \- one\
                \* two\
                1\) three

                \> a\
                \> # b

                \*c\*\_d\_

                """#)
    }
}
