import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Footnotes") struct FootnoteTests {
    static let examples = [
        WriterExample(
            "Pandoc",
            in: """
                <p>a<a href="#fn1" class="footnote-ref" id="fnref1" role="doc-noteref"><sup>1</sup></a> b</p>
                <section class="footnotes" role="doc-endnotes">
                <hr />
                <ol>
                <li id="fn1"><p>c</p><pre><code>d</code></pre><p>e<a href="#fnref1" class="footnote-back">↩︎</a></p></li>
                </ol>
                </section>
                """, out: "a[^1] b\n\n[^1]: c\n\n    ```\n    d\n    ```\n\n    e"),
        WriterExample(
            "Hugo",
            in: """
                <p>a<sup id="fnref:1"><a href="#fn:1" class="footnote-ref">1</a></sup></p><div class="footnotes"><hr>
                <ol><li id="fn:1"><p>b <em>c</em>&#160;<a href="#fnref:1" class="footnote-backref">&#x21a9;&#xfe0e;</a></p></li></ol></div>
                """, out: "a[^1]\n\n[^1]: b *c*"),
        WriterExample(
            "cmark-gfm, with a note that two places name",
            in: """
                <p>a<sup class="footnote-ref"><a href="#fn-x" id="fnref-x" data-footnote-ref>1</a></sup>
                b<sup class="footnote-ref"><a href="#fn-x" id="fnref-x-2" data-footnote-ref>1</a></sup></p>
                <section class="footnotes" data-footnotes><ol><li id="fn-x"><p>c <a href="#fnref-x" class="footnote-backref">↩</a>
                <a href="#fnref-x-2" class="footnote-backref">↩<sup class="footnote-ref">2</sup></a></p></li></ol></section>
                """, out: "a[^1] b[^1]\n\n[^1]: c"),
        WriterExample(
            "WordPress",
            in: """
                <p>a<sup data-fn="u" class="fn"><a href="#u" id="u-link">1</a></sup></p>
                <ol class="wp-block-footnotes"><li id="u">b <a href="#u-link" aria-label="Jump">↩︎</a></li></ol><p>c
                """, out: "a[^1]\n\n[^1]: b\n\nc"),
        WriterExample(
            "MediaWiki, with two links back",
            in: """
                <p>a<sup id="r-0" class="reference"><a href="#n">[1]</a></sup> b<sup id="r-1" class="reference"><a href="#n">[1]</a></sup></p>
                <ol class="references"><li id="n"><span class="mw-cite-backlink">^ <a href="#r-0"><sup><i>a</i></sup></a>
                <a href="#r-1"><sup><i>b</i></sup></a></span> c</li></ol>
                """, out: "a[^1] b[^1]\n\n[^1]: c"),
        WriterExample(
            "numbers by the order of references",
            in: """
                <p>a<sup><a href="#y" id="ry">2</a></sup> b<sup><a href="#x" id="rx">1</a></sup></p>
                <ol><li id="x">c <a href="#rx">^</a></li><li id="y">d <a href="#ry">^</a></li></ol>
                """, out: "a[^1] b[^2]\n\n[^2]: c\n\n[^1]: d"),
        WriterExample(
            "in headings and cells",
            in: """
                <h2>a<sup><a href="#x" id="r">1</a></sup></h2><table><tr><th>b<th>c<sup><a href="#y" id="s">2</a></sup></table>
                <ol><li id="x">d<a href="#r">^</a></li><li id="y">e<a href="#s">^</a></li></ol>
                """, out: "## a[^1]\n\n| b | c[^2] |\n| --- | --- |\n\n[^1]: d\n\n[^2]: e"),
    ]

    @Test("are written as such where reference and note lead to each other", arguments: examples)
    func writes(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    static let others = [
        WriterExample(
            "a note that does not lead back", in: "<p>a<sup><a href=#x id=r>1</a></sup><ol><li id=x>b <a href=#q>^</a></ol>",
            out: "a1\n\n1. b [^](#q)"),
        WriterExample(
            "a list with an item that nothing names",
            in: "<p>a<sup><a href=#x id=r>1</a></sup><ol><li id=x>b <a href=#r>^</a><li id=y>c</ol>", out: "a1\n\n1. b ^\n2. c"),
        WriterExample(
            "a reference that is hidden",
            in: "<p>a<sup hidden><a href=#x id=r>1</a></sup><ol><li id=x>b <a href=#r>^</a></ol>", out: "a\n\n1. b ^"),
        WriterExample(
            "a reference in code",
            in: "<p>a<code><sup><a href=#x id=r>1</a></sup></code><ol><li id=x>b <a href=#r>^</a></ol>", out: "a`1`\n\n1. b ^"),
        WriterExample(
            "a list in a quote",
            in: "<p>a<sup><a href=#x id=r>1</a></sup><blockquote><ol><li id=x>b <a href=#r>^</a></ol></blockquote>", out: "a1\n\n> 1. b ^"),
    ]

    @Test("are text and a list otherwise", arguments: others)
    func leaves(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    @Test("are text and a list in plain text")
    func plain() {
        #expect(plainText("<p>a<sup><a href=#x id=r>1</a></sup><ol><li id=x>b <a href=#r>^</a></ol>") == "a1\n\n1. b ^")
    }

    @Test("take linear time", .startsOnIdlePool, .timeLimit(.minutes(1)))
    func linear() {
        let references = (0..<20_000).map { "<sup><a href=#n\($0) id=r\($0)>1</a></sup>" }.joined()
        let notes = (0..<20_000).map { "<li id=n\($0)>a<a href=#r\($0)>^</a>" }.joined()
        #expect(markdown("<p>a" + references + "<ol>" + notes + "</ol>").hasSuffix("[^20000]: a"))
        #expect(!markdown(String(repeating: "<ol><li id=x><sup><a href=#x>1</a></sup>", count: 20_000)).isEmpty)
    }
}
