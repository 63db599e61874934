import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

/// Which elements begin a line, a paragraph or nothing.
@Suite("Lines of blocks") struct LineTests {
    static let lines = [
        WriterExample("blocks side by side", in: "<div>Pier 7</div><div>24103 Kiel</div>", out: "Pier 7\n24103 Kiel"),
        WriterExample("text beside blocks", in: "a<div>b</div>c", out: "a\nb\nc"),
        WriterExample("a line break that ends a block", in: "<div>a<br></div><div>b</div>", out: "a\nb"),
        WriterExample("an empty line", in: "<div>a</div><div><br></div><div>b</div>", out: "a\n\nb"),
        WriterExample("a line of nothing but hard spaces", in: "<div>a</div><div>&nbsp;</div><div>b</div>", out: "a\n\nb"),
        WriterExample("the same between line breaks", in: "a<br>&nbsp;<br>b", out: "a\n\nb"),
        WriterExample("a line in wrappers", in: "<div><div><div>a</div></div></div><div><div>b</div></div>", out: "a\nb"),
        WriterExample(
            "blocks of several blocks", in: "<div><div>a</div><div>b</div></div><div><div>c</div><p>d</p></div>", out: "a\nb\n\nc\n\nd"),
        WriterExample(
            "margins", in: "<div style='margin:0 0 9px'>a</div><div>b</div><div style='margin-top:1em'>c</div>", out: "a\n\nb\n\nc"),
        WriterExample(
            "margins of none",
            in: "<div style='margin:0 auto'>a</div><div style='margin-top:3px;margin:0'>b</div><div style='margin:0 5px'>c</div>",
            out: "a\nb\nc"),
        WriterExample("paragraphs", in: "<p>a</p><div>b</div><div>c</div><p>d</p>", out: "a\n\nb\nc\n\nd"),
        WriterExample("old centred lines", in: "<center>a</center><center>b</center>", out: "a\nb"),
        WriterExample(
            "inline elements that are blocks", in: "<span style='display:block'>a</span><b style='display: flex'>b</b>c", out: "a\nb\nc"),
        WriterExample("an image that is a block", in: "a<img src='data:,' alt=b style='display:block'>c", out: "a\nb\nc"),
        WriterExample(
            "blocks that are boxes in a line", in: "a <div style='display:inline-block'>b</div><div style='display:inline-block'>c</div>",
            out: "a b c"),
        WriterExample("blocks that are parts of a line", in: "a<div style='display:inline'>b</div><p style='display:inline'>c", out: "abc"),
        WriterExample(
            "letters in boxes", in: "<span style='display:inline-block'>a</span><span style='display:inline-block'>b</span>", out: "ab"),
        WriterExample("boxes in a row", in: "<div style='display:flex'><span>a</span><span>b</span></div>", out: "a b"),
        WriterExample("a value that no browser knows", in: "a<span style='display:blok'>b</span>", out: "ab"),
        WriterExample("items", in: "<ul><li>a<div>b</div><li><div>c</div></ul>", out: "- a\n  b\n- c"),
        WriterExample("headings", in: "<h2><div>a</div><div>b</div></h2>", out: "a b"),
    ]

    @Test("are one line end in text", arguments: lines)
    func text(_ example: WriterExample) { #expect(plainText(example.html) == example.out) }

    @Test("are hard breaks in Markdown, which renders bare line ends as spaces")
    func markdownBreaks() {
        #expect(markdown("<div>a</div><div><b>b</b></div><div>c</div>") == "a\\\n**b**\\\nc")
        #expect(markdown("<b><div>a</div><div>b</div></b>") == "**a\\\nb**")
        #expect(markdown("<a href=u><div>a</div><div>b</div></a>") == "[a\\\nb](u)")
        #expect(markdown("<div>2 * 3</div><div>snake_case *</div><div># d</div>") == "2 * 3\\\nsnake_case *\\\n\\# d")
    }

    @Test("are spaces in a blurb")
    func blurb() {
        let html =
            "<div>a</div><div>b</div>c<span style='display:block'>d</span>e<div style='display:inline'>f</div><kbd>g</kbd><kbd>h</kbd>"
        #expect(TextWriter().blurb(of: HTMLDocument(parsing: html), maxCharacters: 80) == "a b c d efg h")
    }

    static let boxes = [
        WriterExample("of a row", in: "<div style='display:flex'><span>Pier</span><span>7</span></div>", out: "Pier 7"),
        WriterExample("of a grid, with text between them", in: "<p style=display:grid>a<b>c</b>d<i>e</i></p>", out: "a c d e"),
        WriterExample(
            "that say they are inline",
            in: "<div style=display:inline-flex><div style=display:inline>a</div><p style=display:inline>b</p></div>",
            out: "a b"),
        WriterExample("of raised text", in: "<div style=display:flex><span>m</span><sup>2</sup></div>", out: "m 2"),
        WriterExample(
            "but not what is in them", in: "<div style=display:flex><span>a<b>b</b></span></div>c<i>d</i>", out: "ab cd"),
        WriterExample("of keys", in: "<p><kbd>g</kbd><kbd>h</kbd></p>", out: "g h"),
    ]

    @Test("of boxes are spaces, in Markdown, text and blurbs", arguments: boxes)
    func boxesOfRows(_ example: WriterExample) {
        #expect(plainText(example.html).replacing("\n", with: " ") == example.out)
        #expect(TextWriter().blurb(of: HTMLDocument(parsing: example.html), maxCharacters: 80) == example.out)
        let text = markdown(example.html).filter { !"*\\`".contains($0) }
        #expect(text.replacing("\n\n", with: " ").replacing("\n", with: " ") == example.out)
    }

    static let unknown = [
        WriterExample("custom elements", in: "The <x-pier>pier</x-pier>s", out: "The piers"),
        WriterExample("names of office programs", in: "<st1:place><st1:City>Kiel</st1:City></st1:place>, <o:p>a</o:p>b", out: "Kiel, ab"),
        WriterExample("names that only drawings and formulas have", in: "a<g>b</g><mi>c</mi><path>d</path>", out: "abcd"),
        WriterExample("obsolete ones", in: "a<blink>b</blink><menuitem>c</menuitem>", out: "abc"),
        WriterExample("ruby", in: "<ruby>漢<rt>kan</rt></ruby>字", out: "漢kan字"),
        WriterExample("ruby with parentheses", in: "<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字", out: "漢(kan)字"),
        WriterExample("buttons stand apart", in: "a<button>b</button>c", out: "a b c"),
    ]

    @Test("that HTML does not know are parts of a line", arguments: unknown)
    func unknownElements(_ example: WriterExample) {
        #expect(plainText(example.html) == example.out)
        #expect(markdown(example.html) == example.out)
        #expect(TextWriter().blurb(of: HTMLDocument(parsing: example.html), maxCharacters: 80) == example.out)
    }

    static let code = [
        WriterExample(
            "lines that are blocks", in: "<pre><code><span style=display:block>p</span><span style=display:block>q</span></code></pre>",
            out: "p\nq"),
        WriterExample("text behind a block", in: "<pre><div>a</div>b</pre>", out: "a\nb"),
        WriterExample("an empty line", in: "<pre><div>a</div><div><br></div><div>b</div></pre>", out: "a\n\nb"),
        WriterExample("blocks that end with a line end", in: "<pre><div>a\n</div><div>b</div></pre>", out: "a\nb"),
        WriterExample("blocks in a line", in: "<pre>a<div style=display:inline>b</div></pre>", out: "ab"),
    ]

    @Test("of code are kept", arguments: code)
    func codeLines(_ example: WriterExample) { #expect(plainText(example.html) == example.out) }

    @Test("in cells are line breaks where HTML may be written")
    func cells() {
        let html = "<table><tr><th>a<br>b<th>c<tr><td><div>d</div><div>e</div><td><p>f<br></table>"
        #expect(markdown(html) == "| a b | c |\n| --- | --- |\n| d e | f |")
        var options = MarkdownOptions()
        options.rawHTML = .whenNeeded
        #expect(
            markdown("<table><tr><th>a<br>b<th>c<tr><td>d<br>e<td>f<br></table>", options)
                == "| a<br>b | c |\n| --- | --- |\n| d<br>e | f |")
        #expect(markdown("<h2>a<br>b</h2>", options) == "## a b")
    }

    @Test("of a long page take time in proportion to its length")
    func many() {
        let html = String(repeating: "<div>a</div>", count: 50_000) + String(repeating: "<div>", count: 50_000) + "b"
        #expect(plainText(html).utf8.count == 100_002)
    }
}
