import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Formulas in MathML") struct FormulaTextTests {
    static let examples = [
        WriterExample("fractions", in: "<mfrac><mn>1</mn><mn>2</mn></mfrac>", out: "1/2"),
        WriterExample("sums in fractions", in: "<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", out: "(a+b)/c"),
        WriterExample("binomials", in: "<mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo>", out: "(n k)"),
        WriterExample("powers", in: "<msup><mi>x</mi><mn>2</mn></msup><msup><mi>e</mi><mi>n</mi></msup>", out: "x²e^n"),
        WriterExample("powers of sums", in: "<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup>", out: "(a+b)²"),
        WriterExample(
            "exponents with several parts", in: "<msup><mi>x</mi><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>", out: "x^(n+1)"),
        WriterExample("indices", in: "<msub><mi>H</mi><mn>2</mn></msub><msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", out: "H₂x_i²"),
        WriterExample(
            "limits", in: "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>", out: "∑_(i=1)^n"),
        WriterExample("roots", in: "<msqrt><mn>2</mn></msqrt><msqrt><mi>a</mi><mo>+</mo><mi>b</mi></msqrt>", out: "√2√(a+b)"),
        WriterExample(
            "other roots", in: "<mroot><mi>x</mi><mn>3</mn></mroot><mo>=</mo><mroot><mi>x</mi><mi>n</mi></mroot>", out: "∛x=x^(1/n)"),
        WriterExample("fences", in: "<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>", out: "[a,b)"),
        WriterExample(
            "rows of a matrix",
            in:
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable>",
            out: "1 0; 0 1"),
        WriterExample(
            "line ends between the parts", in: "<mfrac>\n<mn>1</mn>\n<mn>2</mn>\n</mfrac>\n<mo>=</mo>\n<mn>0.5</mn>", out: "1/2 = 0.5"),
        WriterExample("functions", in: "<mi>sin</mi><mo>&#x2061;</mo><mi>x</mi>", out: "sin x"),
        WriterExample(
            "annotations", in: "<semantics><mi>E</mi><annotation encoding='application/x-tex'>E</annotation></semantics>", out: "E"),
        WriterExample("what is hidden", in: "<mtext>a<span style=display:none>h</span></mtext><mi hidden>h</mi>", out: "a"),
    ]

    @Test("are text", arguments: examples)
    func writes(_ example: WriterExample) {
        let html = "a <math>" + example.html + "</math> b"
        #expect(plainText(html) == "a " + example.out + " b")
        #expect(TextWriter().blurb(of: HTMLDocument(parsing: html), maxCharacters: 80) == "a " + example.out + " b")
    }

    @Test(
        "are written once: the drawing beside a formula is left out",
        arguments: [
            "<span><span><math><mi>E</mi></math></span><span aria-hidden=true>E!</span></span>",
            "<b><i aria-hidden=true>E!</i><i><math><mi>E</mi></math></i></b>",
            "<math><mi>E</mi></math><span aria-hidden=true>E!</span>",
        ])
    func once(_ html: String) {
        #expect(plainText(html) == "E")
        #expect(TextWriter().blurb(of: HTMLDocument(parsing: html), maxCharacters: 80) == "E")
    }

    @Test("leave their drawing to readers where they are hidden themselves")
    func drawings() {
        #expect(plainText("<span style=display:none><math><mi>E</mi></math></span><img aria-hidden=true src=a alt=E!>") == "E!")
        #expect(plainText("<i>a</i><span aria-hidden=true>b</span><math><mi>c</mi><mi>d</mi></math> <i aria-hidden=false>e</i>") == "acd e")
    }

    @Test("take linear time", .startsOnIdlePool, .timeLimit(.minutes(1)))
    func linear() {
        let deep = String(repeating: "<msqrt>", count: 400)
        #expect(plainText("<math>" + String(repeating: deep + "<mn>1</mn>", count: 200)).contains("√"))
        #expect(plainText("<math>" + String(repeating: "<mfrac><mn>1</mn><mn>2</mn></mfrac>", count: 100_000)).utf8.count == 300_000)
    }
}
