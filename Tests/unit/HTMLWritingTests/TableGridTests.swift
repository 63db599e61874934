import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Grids of tables") struct TableGridTests {
    static let grids = [
        WriterExample(
            "a head without th", in: "<table><thead><tr><td>a<td>b<tbody><tr><td>c<td>d</table>", out: "| a | b |\n| --- | --- |\n| c | d |"
        ),
        WriterExample(
            "an empty corner", in: "<table><tr><td><th>a<tr><th>b<td>c</table>", out: "|  | a |\n| --- | --- |\n| b | c |"),
        WriterExample(
            "an empty corner of U+00A0", in: "<table><tr><td>&nbsp;</td><th>a<tr><th>b<td>c</table>",
            out: "|  | a |\n| --- | --- |\n| b | c |"),
        WriterExample(
            "a first column of headers", in: "<table><tr><th>a<td>b<tr><th>c<td>d</table>",
            out: "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
        WriterExample(
            "columns that only a span from above makes", in: "<table><tr><th rowspan=2>a<th>b<tr><td>c<td>d</table>",
            out: "| a | b |  |\n| --- | --- | --- |\n|  | c | d |"),
        WriterExample(
            "spans at the end of a row", in: "<table><tr><th>a<th rowspan=3>b<tr><td>c<tr><td>d</table>",
            out: "| a | b |\n| --- | --- |\n| c |  |\n| d |  |"),
        WriterExample(
            "a block of both spans", in: "<table><tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>d<td>e<tr><td>f</table>",
            out: "| a | b | c |\n| --- | --- | --- |\n| d |  | e |\n|  |  | f |"),
        WriterExample(
            "images", in: "<table><tr><th>a<th>b<tr><td><img src=i alt=p><td>c</table>", out: "| a | b |\n| --- | --- |\n| ![p](i) | c |"),
        WriterExample(
            "lists", in: "<table><tr><th>a<th>b<tr><td>c<ul><li>d<li>e</ul><td><ol start=3><li>f<li>g</ol>h</table>",
            out: "| a | b |\n| --- | --- |\n| c • d • e | 3. f 4. g h |"),
        WriterExample(
            "lists in lists", in: "<table><tr><th>a<th>b<tr><td><ul><li>c<ol><li>d</ol><li>e</ul><td>f</table>",
            out: "| a | b |\n| --- | --- |\n| • c 1. d • e | f |"),
        WriterExample(
            "borders of the table", in: "<table border=1><tr><td>a<td>b<tr><td rowspan=2>c<td><p>d<p>e<tr><td><ul><li>f</ul></table>",
            out: "|  |  |\n| --- | --- |\n| a | b |\n| c | d e |\n|  | • f |"),
        WriterExample(
            "borders of all cells, as word processors write them",
            in: "<table><tr><td style='border:solid windowtext 1.0pt;border-left:none'><p>a<p>b<td style='border-bottom-style: solid'>c"
                + "<tr><td colspan=2 style='width:1pt;border:1px dashed'>d</table>",
            out: "|  |  |\n| --- | --- |\n| a b | c |\n| d |  |"),
    ]

    @Test("keep their columns", arguments: grids)
    func writesGrids(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    static let layouts = [
        WriterExample(
            "lists without a header", in: "<table><tr><td>a<td><ul><li>b</ul><tr><td>c<td>d</table>", out: "a\n\n- b\n\nc\n\nd"),
        WriterExample(
            "th for everything, as templates of mail have it", in: "<table><tr><th><ul><li>a</ul><th>b<tr><th>c<th>d</table>",
            out: "- a\n\nb\n\nc\n\nd"),
        WriterExample(
            "borders of nothing, and of some cells",
            in:
                "<table border=0><tr><td colspan=2 style='border:none'>a<tr><td style='border:1px solid'>b<td>c</table>", out: "a\n\nb\n\nc"
        ),
        WriterExample("one row", in: "<table><thead><tr><td>a<td><ul><li>b</ul></table>", out: "a\n\n- b"),
    ]

    @Test("of layout tables are none", arguments: layouts)
    func writesLayouts(_ example: WriterExample) { #expect(markdown(example.html) == example.out) }

    static let html = [
        WriterExample(
            "spans", in: "<table><tr><th colspan=2>a<tr><td>b<td>c</table>",
            out: "<table><tr><th colspan=\"2\">a</th></tr><tr><td>b</td><td>c</td></tr></table>"),
        WriterExample(
            "blocks", in: "<table><tr><th>a<th>b<tr><td><h2>c</h2><td>d</table>",
            out: "<table><tr><th>a</th><th>b</th></tr><tr><td><h2>c</h2></td><td>d</td></tr></table>"),
        WriterExample("layout is text", in: "<table><tr><td><h2>a</h2><td>b<tr><td>c<td>d</table>", out: "## a\n\nb\n\nc\n\nd"),
        WriterExample("other elements stay Markdown", in: "<p>a<u>b</u>", out: "ab"),
        WriterExample(
            "no scripts", in: "<table><tr><th>a<th onclick=x>b<script>y</script></table>",
            out: "<table><tr><th>a</th><th>b</th></tr></table>"),
    ]

    @Test("are HTML if asked to", arguments: html)
    func writesHTML(_ example: WriterExample) {
        var options = MarkdownOptions()
        options.tables = .html
        #expect(markdown(example.html, options) == example.out)
    }

    @Test("take linear time", .startsOnIdlePool, .timeLimit(.minutes(1)))
    func linear() {
        let rows = String(repeating: "<tr><td rowspan=65534>a", count: 100_000)
        #expect(!markdown("<table><tr><th>a<th>b" + rows + "</table>").isEmpty)
        let lists = String(repeating: "<ul><li>", count: 50_000)
        #expect(markdown("<table><tr><th>a<th>b<tr><td>c<td>" + lists + "</table>").utf8.count < 1 << 20)
    }
}
