import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Inline Markdown") struct MarkdownInlineTests {
    static let emphasis = [
        WriterExample("emphasis and strong", in: "<em>a</em> <strong>b</strong> <i>c</i> <b>d</b>", out: "*a* **b** *c* **d**"),
        WriterExample("strikethrough", in: "<del>a</del> <s>b</s>", out: "~~a~~ ~~b~~"),
        WriterExample("white space stays outside", in: "a<b> b </b>c<i>&nbsp;d</i>", out: "a **b** c\u{A0}*d*"),
        WriterExample("empty markup leaves nothing", in: "a<b></b><i> <u></u></i>b", out: "a b"),
        WriterExample("neighbours of one kind are one", in: "<b>a</b><b>b</b>", out: "**ab**"),
        WriterExample("neighbours of two kinds differ", in: "<i>a</i><b>b</b>", out: "_a_**b**"),
        WriterExample("nesting of one kind", in: "<em>a <em>b</em> c</em>", out: "*a *b* c*"),
        WriterExample("b in b adds nothing", in: "<b>a <b>b</b></b> <i><i>c</i></i>", out: "**a b** *c*"),
        WriterExample("strong ends with emphasis", in: "<b>a <i>b</i></b>", out: "**a _b_**"),
        WriterExample("inside a word", in: "a<b>b</b>c", out: "a**b**c"),
        WriterExample("punctuation moves out where a letter is outside", in: "a<b>\"b\"</b>c", out: "a\"**b**\"c"),
        WriterExample("at the end", in: "<b>Name:</b>Ana <s>old,</s>new", out: "**Name**:Ana ~~old~~,new"),
        WriterExample("at the start", in: "Ana<b>, Otto</b>", out: "Ana, **Otto**"),
        WriterExample(
            "with the bracket that opens it", in: "<i>(see)</i>below <b>\u{300C}港\u{300D}</b>へ", out: "(*see*)below \u{300C}**港**\u{300D}へ"),
        WriterExample("a sign", in: "<b>9 €</b>off", out: "**9** €off"),
        WriterExample("of nested markup", in: "<b><i>a:</i></b>b", out: "**_a_**:b"),
        WriterExample("behind code in it", in: "<b><code>a</code>:</b>b", out: "**`a`**:b"),
        WriterExample("links go around the markup", in: "a<b><i><a href=u>b</a></i></b>c", out: "a[**_b_**](u)c"),
        WriterExample("nested markup in a word", in: "<b>d <i>e</i></b>f <i>d<b>e</b></i>f", out: "**d *e***f *d**e***f"),
        WriterExample("but not all that the markup holds", in: "a<b>!</b>b", out: "&#97;**!**&#98;"),
        WriterExample("nor where another mark or space follows", in: "<b>a:</b> b <b>c:</b><i>d</i>", out: "**a:** b __c:__*d*"),
        WriterExample("a line break stays outside", in: "<b>a<br></b>b", out: "**a**\\\nb"),
        WriterExample("emphasis around blocks", in: "<b><p>a<p>b</b>", out: "**a**\n\n**b**"),
        WriterExample("bold that is taken back", in: "<b style='font-weight:normal'>a</b>", out: "a"),
    ]

    @Test("writes emphasis that is read as emphasis", arguments: emphasis)
    func writesEmphasis(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let code = [
        WriterExample("code", in: "<code>a*b</code>", out: "`a*b`"),
        WriterExample("a backtick inside", in: "<code>a`b</code>", out: "``a`b``"),
        WriterExample("a backtick at the edge", in: "<code>`a</code>", out: "`` `a ``"),
        WriterExample("only backticks", in: "<code>``</code>", out: "` `` `"),
        WriterExample("spaces at both edges", in: "x<code> a </code>", out: "x`  a  `"),
        WriterExample("neighbours are one", in: "<code>a</code><code>b</code>", out: "`ab`"),
        WriterExample("a link inside", in: "<code>a <a href=u>b</a></code>", out: "`a `[`b`](u)"),
        WriterExample("keyboard and sample", in: "<kbd>Ctrl</kbd> <samp>a</samp> <tt>b</tt>", out: "`Ctrl` `a` `b`"),
        WriterExample(
            "keys side by side", in: "<kbd>Ctrl</kbd><kbd>C</kbd> <kbd><kbd>Alt</kbd><kbd>F4</kbd></kbd>", out: "`Ctrl` `C` `Alt F4`"),
    ]

    @Test("writes code between backticks that do not occur in it", arguments: code)
    func writesCode(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let links = [
        WriterExample("a title that ends in a backslash", in: #"<a href=a title='b\"c\'>d</a>"#, out: ##"[d](a "b&#92;\"c&#92;")"##),
        WriterExample("a link with a title", in: "<a href=/u title='a \"b\"'>c</a>", out: #"[c](/u "a \"b\"")"#),
        WriterExample("an autolink", in: "<a href='http://a.b/c'>http://a.b/c</a>", out: "<http://a.b/c>"),
        WriterExample("a mail address", in: "<a href='mailto:a@b.c'>a@b.c</a>", out: "<a@b.c>"),
        WriterExample("spaces in the address", in: "<a href=' /a b\nc '>d</a>", out: "[d](/a%20bc)"),
        WriterExample("balanced parentheses", in: "<a href='a_(b)'>c</a>", out: "[c](a_(b))"),
        WriterExample("lone parentheses", in: "<a href='a)b'>c</a>", out: #"[c](a\)b)"#),
        WriterExample("an address that looks like a reference", in: "<a href='?a=1&amp;copy;=2'>c</a>", out: "[c](?a=1&amp;copy;=2)"),
        WriterExample("a link around blocks", in: "<a href=u><h2>a</h2><p>b</p></a>", out: "## [a](u)\n\n[b](u)"),
        WriterExample("a link in a link", in: "<a href=u>a<table><td><a href=v>b</a>c</table></a>", out: "[a](u)\n\n[b](v)[c](u)"),
        WriterExample("an empty address", in: "<a href=''>a</a>", out: "[a]()"),
        WriterExample("an anchor", in: "<a name=x>a</a><a href='#x'></a>", out: "a"),
        WriterExample("a script", in: "<a href='javascript:x()'>a</a>", out: "a"),
        WriterExample("an image", in: "<img src=a.png alt='a [b] *c*' title=t>", out: #"![a \[b\] \*c\*](a.png "t")"#),
        WriterExample("an image in a link", in: "<a href=u><img src=i></a>", out: "[![](i)](u)"),
        WriterExample(
            "of embedded images the text is kept", in: "<img src='cid:1' alt=Logo> <img src='data:image/png;base64,AA'>", out: "Logo"),
        WriterExample("an image that is a script", in: "<img src='javascript:alert(1)' alt=z>", out: "z"),
        WriterExample(
            "the same, written so that only browsers see it", in: "<img src=' java\nscript:x' alt=y><a href='vb\tscript:x'>z</a>",
            out: "y z"
        ),
        WriterExample("an image's text between two words", in: "<p>a<img src='data:,' alt=alt>b</p>", out: "a alt b"),
        WriterExample("and inside of markup", in: "<p>a<b><img src='data:,' alt=alt></b>b", out: "a **alt** b"),
        WriterExample("and before punctuation", in: "<p>a <img src='data:,' alt=alt>, b", out: "a alt, b"),
        WriterExample("and a sign at the end of a word", in: "<p>a<img src='cid:1' alt='😀'>.", out: "a😀."),
        WriterExample("an image without text between two words", in: "<p>a<img src='data:,'>b<img src=''>c", out: "a b c"),
        WriterExample("a link around an image without text", in: "a <a href=u><img src='data:,'></a>b", out: "a b"),
        WriterExample("tracking pixels are gone", in: "a<img src=t width=1 height=1><img src=t style='width:1px;height:1px'>", out: "a"),
    ]

    @Test("writes links and images", arguments: links)
    func writesLinks(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }
}
