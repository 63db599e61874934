import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Formulas with their TeX") struct TeXTests {
    private static func math(_ tex: String, _ attributes: String = "") -> String {
        "<math \(attributes)><semantics><msup><mi>x</mi><mn>2</mn></msup><annotation encoding='application/x-tex'>\(tex)</annotation>"
            + "</semantics></math>"
    }

    static let examples = [
        WriterExample(
            "KaTeX",
            in:
                "a <span class=katex><span class=katex-mathml>\(math("x^2"))</span><span class=katex-html aria-hidden=true>x2</span></span> b",
            out: "a $x^2$ b"),
        WriterExample("a formula in a line of its own", in: "<p>a \(math("x_1*y", "display=block")) b", out: "a\n\n$$x_1*y$$\n\nb"),
        WriterExample(
            "KaTeX in a line of its own", in: "<p><span class=katex-display><span class=katex>\(math("x^2"))</span></span>",
            out: "$$x^2$$"),
        WriterExample(
            "MathJax 2",
            in: """
                a <span class="MathJax_Preview">x</span><span class="MathJax">x2</span><script type="math/tex">x^2</script> b
                <div class="MathJax_Display">y</div><script type="math/tex; mode=display">y</script>
                """, out: "a $x^2$ b\n\n$$y$$"),
        WriterExample("line ends and comments", in: math(" a % c\n+\n\n\\% b "), out: "$a + \\% b$"),
        WriterExample("a dollar sign inside", in: math("\\text{$x$}"), out: "x²"),
        WriterExample("an escaped dollar sign inside", in: math("\\$x"), out: "$\\$x$"),
        WriterExample("in a cell", in: "<table><tr><th>a<th>\(math("|x|"))</table>", out: "| a | $\\|x\\|$ |\n| --- | --- |"),
        WriterExample("no TeX", in: "<math><msup><mi>x</mi><mn>2</mn></msup></math>", out: "x²"),
        WriterExample("other dollar signs", in: "<p>$5 and <code>$x</code>", out: "\\$5 and `$x`"),
        WriterExample("other scripts", in: "a<script type=text/javascript>x</script>", out: "a"),
        WriterExample("a formula that is hidden", in: "<div hidden>\(math("x"))</div>a", out: "a"),
    ]

    @Test("are TeX if asked to", arguments: examples)
    func writes(_ example: WriterExample) {
        var options = MarkdownOptions()
        options.math = .tex
        #expect(markdown(example.html, options) == example.out)
    }

    @Test("are text otherwise")
    func text() {
        #expect(markdown("<p>$a " + Self.math("y")) == "$a x²")
        let formula = "<script type='math/tex'>x_1*y</script>"
        #expect(markdown("<p>a " + formula + " b") == "a x_1*y b")
        #expect(markdown("<p>a <span class=MathJax_Preview>p</span><span class=MathJax>x1y</span>" + formula + " b") == "a px1y b")
        #expect(markdown("<p>a<script type='math/tex; mode=display'>x</script>b") == "a\n\nx\n\nb")
    }
}
