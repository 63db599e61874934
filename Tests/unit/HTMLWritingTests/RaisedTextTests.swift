import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Superscripts and subscripts") struct RaisedTextTests {
    static let examples = [
        WriterExample("powers", in: "10<sup>6</sup> m<sup>2</sup> s<sup>-1</sup>", out: "10⁶ m² s⁻¹"),
        WriterExample(
            "formulas of chemistry", in: "H<sub>2</sub>O SO<sub>4</sub><sup>2\u{2212}</sup> Na<sup>+</sup>", out: "H₂O SO₄²⁻ Na⁺"),
        WriterExample("in markup", in: "<i>x</i><sup><i>2</i></sup>", out: "x²"),
        WriterExample("fractions", in: "5<sup>1</sup>/<sub>2</sub>", out: "5¹/₂"),
        WriterExample(
            "other exponents", in: "2<sup>n</sup> x<sup>n+1</sup> 10<sup>6.5</sup> e<sup>-kt2</sup>", out: "2^n x^(n+1) 10^6.5 e^(-kt2)"),
        WriterExample(
            "signed and composed exponents", in: "10<sup>-n</sup> 2<sup>x+y</sup> e<sup>iπ</sup> n<sup>log n</sup> x<sup>½</sup>",
            out: "10^-n 2^(x+y) e^(iπ) n^(log n) x^½"),
        WriterExample("exponents with exponents", in: "2<sup>3<sup>2</sup></sup> x<sup>n<sub>1</sub></sup>", out: "2^(3²) x^(n₁)"),
        WriterExample("exponents in words", in: "x<sup>n</sup>y x<sup>2</sup>y x<sup>n</sup>.", out: "x^(n)y x²y x^n."),
        WriterExample("derivatives", in: "f<sup>(n)</sup>", out: "f^(n)"),
        WriterExample(
            "letters of notes", in: "5<sup>a,b</sup> 5<sup>(a)</sup> 5<sup>a*</sup> 5<sup>nd-hand</sup>", out: "5a,b 5(a) 5a* 5nd-hand"),
        WriterExample("sums as subscripts", in: "a<sub>n+1</sub> H<sub>max</sub> x<sub>i,j</sub>", out: "a_(n+1) Hmax xi,j"),
        WriterExample("numbers of notes", in: "Kiel<sup>12</sup> pier<sup>1,2</sup>", out: "Kiel¹² pier1,2"),
        WriterExample("ordinals", in: "1<sup>st</sup> 2<sup>e</sup> n<sup>o</sup> M<sup>me</sup>", out: "1st 2e no Mme"),
        WriterExample("signs", in: "Pier<sup>TM</sup> Boat<sup>®</sup> p<sup>*</sup>", out: "PierTM Boat® p*"),
        WriterExample("other subscripts", in: "x<sub>i</sub>", out: "xi"),
        WriterExample("links to notes", in: "Kiel<sup><a href='#1'>1</a></sup>", out: "Kiel1"),
        WriterExample(
            "numbers of notes in links", in: "Kiel<a href='#1'><sup>1</sup></a> pier<a name=x><sup>2</sup></a>", out: "Kiel1 pier²"),
        WriterExample("in links", in: "<a href=u>m<sup>2</sup></a>", out: "m2"),
        WriterExample("in code", in: "<code>m<sup>2</sup></code>", out: "m2"),
        WriterExample("without a base", in: "a <sup>2</sup> <sup>14</sup>C <sup> 3</sup>", out: "a 2 14C 3"),
        WriterExample("at the start of a line", in: "a<br><sup>2</sup>", out: "a\n2"),
        WriterExample("hidden ones", in: "m<sup style=display:none>2</sup><sup><span style=display:none>3</span></sup>", out: "m"),
    ]

    @Test("are Unicode's characters where it has them, behind a base", arguments: examples)
    func unicode(_ example: WriterExample) { #expect(plainText(example.html) == example.out) }

    @Test("are the same in Markdown and blurbs")
    func everywhere() {
        #expect(markdown("<p>10<sup>6</sup> <b>m</b><sup>2</sup> ![<sup>3</sup>") == "10⁶ **m**² ![3")
        #expect(
            TextWriter().blurb(of: HTMLDocument(parsing: "10<sup>6</sup> boats <sup>2</sup> 1<sup>st</sup>"), maxCharacters: 40)
                == "10⁶ boats 2 1st")
    }

    @Test("take time in proportion to the paragraph, and to the elements around them", .startsOnIdlePool, .timeLimit(.minutes(1)))
    func linear() {
        let count = 400_000
        let row = markdown("<p>" + String(repeating: "<b>x</b><sup>2</sup>", count: count))
        #expect(row.utf8.count == count * "**x**²".utf8.count)
        let nested = plainText("<p>" + String(repeating: "<span>x<sup>2</sup>", count: count))
        #expect(nested == String(repeating: "x²", count: count))
    }

    @Test("are carets, HTML or plain text if asked to")
    func styles() {
        let html = "10<sup>6</sup> H<sub>2</sub>O 1<sup>st</sup> x<sup>n+1</sup>"
        var options = MarkdownOptions()
        options.supSub = .caret
        #expect(markdown(html, options) == "10^6 H2O 1st x^(n+1)")
        options.supSub = .plain
        #expect(markdown(html, options) == "106 H2O 1st xn+1")
        options.supSub = .html
        #expect(markdown(html, options) == "10<sup>6</sup> H<sub>2</sub>O 1<sup>st</sup> x<sup>n+1</sup>")
        var text = TextOptions()
        text.supSub = .caret
        #expect(plainText(html, text) == "10^6 H2O 1st x^(n+1)")
        text.supSub = .plain
        #expect(plainText(html, text) == "106 H2O 1st xn+1")
    }

    @Test("have names for drawings")
    func drawings() {
        #expect(markdown("a<svg><title>Map</title><path/></svg>b") == "a Map b")
        #expect(markdown("<a href=u><svg role=img aria-label=Home></svg></a>") == "[Home](u)")
        #expect(
            markdown(
                "a<svg aria-hidden=true><title>h</title></svg><svg style=display:none><title>h</title></svg><svg><g><title>h</title></g></svg>"
            ) == "a")
        #expect(plainText("<svg aria-label='Icon 24'></svg>a") == "a")
    }

    @Test("leave the mark behind an introduction only if asked to")
    func more() {
        let html = "<p>a</p><!--more--><p>b<!-- more Read on -->c</p><hr id=system-readmore><!--break--><!--moreover--><!--d-->"
        #expect(markdown(html) == "a\n\nbc\n\n***")
        var options = MarkdownOptions()
        options.keepsMore = true
        #expect(markdown(html, options) == "a\n\n<!--more-->\n\nb\n\n<!--more-->\n\nc\n\n<!--more-->\n\n<!--more-->")
        options.rawHTML = .whenNeeded
        #expect(markdown("<div class=a>a<!--more-->b</div>", options) == "<div class=\"a\">a<!--more-->b</div>")
    }
}
