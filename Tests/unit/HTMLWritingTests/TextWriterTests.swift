import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Plain text") struct TextWriterTests {
    static let examples = [
        WriterExample("nothing is escaped", in: "<h1>*a*</h1><p>1. <b>b</b> <code>`c`</code> &lt;d>", out: "*a*\n\n1. b `c` <d>"),
        WriterExample("breaks", in: "<p>a<br>b<br><br>c", out: "a\nb\n\nc"),
        WriterExample("line ends that are shown", in: "<p style='white-space:pre-wrap'>a\nb\n\nc", out: "a\nb\n\nc"),
        WriterExample("lists", in: "<ol><li>a<li>b<ul><li>c</ul></ol>", out: "1. a\n2. b\n   - c"),
        WriterExample("quotes", in: "<blockquote>a<blockquote>b</blockquote></blockquote>", out: "> a\n>\n> > b"),
        WriterExample("rows", in: "<table><tr><th>a<th>b<tr><td>c<td>d</table>", out: "a | b\nc | d"),
        WriterExample(
            "rows with spans", in: "<table><tr><th>c1<th rowspan=2>c2<th>c3<tr><td>c4<td>c5<tr><td colspan=2>c6<td>c7<tr><td>c8</table>",
            out: "c1 | c2 | c3\nc4 |  | c5\nc6 |  | c7\nc8"),
        WriterExample("a row above its end", in: "<table><tr><th>a<th rowspan=2>b<tr><td>c<tr><td>d<td>e</table>", out: "a | b\nc\nd | e"),
        WriterExample(
            "a foot in front of the rows",
            in: "<table><thead><tr><th>a<th>b<tfoot><tr><td>sum<td>2<tbody><tr><td>c<td>2</table>", out: "a | b\nc | 2\nsum | 2"),
        WriterExample(
            "lists that count down", in: "<ol reversed><li>a<li>b<ol reversed start=9><li>c</ol></ol>", out: "2. a\n1. b\n\n   9. c"),
        WriterExample("numbers of items", in: "<ol><li value=10>a<li value=20>b<li>c</ol>", out: "10. a\n20. b\n21. c"),
        WriterExample(
            "unusual numbers", in: "<ol start=-1><li>a<li>b</ol><ol start=1000000001><li>c</ol>", out: "-1. a\n0. b\n\n1000000001. c"),
        WriterExample(
            "letters and Roman numbers",
            in: "<ol type=a start=26><li>a<li>b</ol>c<ol type=I start=4><li>d</ol>e<ol type=i start=4000><li>f</ol>",
            out: "z. a\naa. b\n\nc\n\nIV. d\n\ne\n\n4000. f"),
        WriterExample(
            "a list for each item", in: "<ol start=1><li>a</ol>\n<ol start=2><li>b</ol><ol><li>c</ol>", out: "1. a\n2. b\n\n1. c"),
        WriterExample(
            "boxes outside of their line",
            in: "<p><span style='float:left'>Total</span><span style='float:right'>5 EUR</span></p>"
                + "<p>Rooms<span style='float:right'>12</span>a</p><a>Docs</a><span style='position:absolute;left:-9999px'>(opens)</span>",
            out: "Total 5 EUR\n\nRooms 12 a\n\nDocs (opens)"),
        WriterExample(
            "initials",
            in:
                "<p><span style='float:left'>O</span>nce <i style=float:left>“I</i>f <i style=float:left>I</i> <b style='position:relative'>a</b>b",
            out: "Once “If I ab"),
        WriterExample("code", in: "<pre>a\n  b\n</pre>", out: "a\n  b"),
        WriterExample("links and images", in: "<a href=u>a</a> <img src=i alt=b> <img src='data:,'>", out: "a b"),
        WriterExample(
            "what is hidden and visible again", in: "<div style=visibility:hidden>h<p style=visibility:visible>a</p>h</div>b", out: "a\n\nb"
        ),
        WriterExample("what is hidden", in: "<p hidden>h<p style=display:none>h<p>a<img src=t width=1 height=1>", out: "a"),
    ]

    @Test("is readable", arguments: examples)
    func writes(_ example: WriterExample) {
        #expect(plainText(example.html) == example.out)
    }

    @Test("shows addresses if asked to, but none twice")
    func addresses() {
        var options = TextOptions()
        options.links = .inline
        #expect(plainText("<a href='http://a.b'>c</a> <a href='http://d.e'>http://d.e</a>", options) == "c (http://a.b) http://d.e")
    }

    @Test("is wrapped at the width")
    func wraps() {
        var options = TextOptions()
        options.wrapWidth = 10
        #expect(plainText("<blockquote>one two 1. three</blockquote>", options) == "> one two\n> 1. three")
    }

    static let blurbs = [
        WriterExample("short text is whole", in: "<h1>One</h1><p>two  <b>th</b>ree", out: "One two three"),
        WriterExample("long text is cut behind a word", in: "<p>one two three four five six", out: "one two three four…"),
        WriterExample("a comma before the ellipsis goes", in: "<p>one two three four, five six", out: "one two three four…"),
        WriterExample("a long word is cut", in: "<p>abcdefghijklmnopqrstuvwxyz", out: "abcdefghijklmnopqrs…"),
        WriterExample("text of just the length", in: "<p>one two three fourfi", out: "one two three fourfi"),
        WriterExample("hidden text does not count", in: "<style>s</style><p style=display:none>h<p style=font-size:0>h<p>a", out: "a"),
        WriterExample("boxes outside of their line", in: "<p>Rooms<span style=float:right>12</span>", out: "Rooms 12"),
        WriterExample("nothing", in: "", out: ""),
    ]

    @Test("gives a blurb of one line", arguments: blurbs)
    func blurb(_ example: WriterExample) {
        #expect(TextWriter().blurb(of: HTMLDocument(parsing: example.html), maxCharacters: 20) == example.out)
    }

    @Test("gives no blurb that is longer than allowed", arguments: [0, 1, 2, 5])
    func shortBlurbs(_ count: Int) {
        let blurb = TextWriter().blurb(of: HTMLDocument(parsing: "<p>one two three"), maxCharacters: count)
        #expect(blurb.count <= count)
    }
}
