import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Options of the Markdown writer") struct MarkdownOptionTests {
    @Test("underlines headings of levels 1 and 2 if asked to")
    func setextHeadings() {
        var options = MarkdownOptions()
        options.headings = .setext
        #expect(markdown("<h1>Title</h1><h2>- b</h2><h3>c</h3>", options) == "Title\n=====\n\n\\- b\n----\n\n### c")
    }

    @Test("uses the bullet and the emphasis mark that are asked for")
    func marks() {
        var options = MarkdownOptions()
        options.bullet = .plus
        options.emphasis = .underscore
        #expect(markdown("<ul><li><em>a</em> <strong>b</strong> c<em>d</em></ul>", options) == "+ _a_ __b__ c*d*")
    }

    @Test("puts addresses at the end, one for each target")
    func references() {
        var options = MarkdownOptions()
        options.links = .reference
        let html = "<p><a href=u>a</a> [x] <a href=v title=t>b</a> <a href=u>c</a>"
        #expect(markdown(html, options) == "[a][1] \\[x\\] [b][2] [c][1]\n\n[1]: u\n[2]: v \"t\"")
    }

    @Test("breaks lines at the width, and escapes the start of each line")
    func wraps() {
        var options = MarkdownOptions()
        options.wrapWidth = 12
        #expect(markdown("<p>one two three - four 1. five # six", options) == "one two\nthree - four\n1\\. five #\nsix")
        #expect(markdown("<blockquote><ul><li>one two three</ul></blockquote>", options) == "> - one two\n>   three")
    }

    @Test("keeps tables as text and images as words if asked to")
    func policies() {
        var options = MarkdownOptions()
        options.tables = .text
        options.images = .altText
        #expect(markdown("<table><tr><th>a<th><img src=i alt=b></table>", options) == "a\n\nb")
        options.images = .drop
        #expect(markdown("a <img src=i alt=b>", options) == "a")
    }

    private static let fenced = [
        WriterExample(
            "a header", in: "<table><tr><th>a<th>b, c<tr><td>1 \"x\"<td>*2*</table>", out: "```csv\na,\"b, c\"\n\"1 \"\"x\"\"\",*2*\n```"),
        WriterExample("empty cells", in: "<table><tr><th>a<th>b<tr><td><td>2<tr><td>3</table>", out: "```csv\na,b\n,2\n3,\n```"),
        WriterExample(
            "spans", in: "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td colspan=2>2<tr><td>3<td>4</table>",
            out: "```csv\na,b,c\n1,2,\n,3,4\n```"),
        WriterExample(
            "a caption, a link and an item",
            in: "<ul><li>x<table><caption>C</caption><tr><th>a<th>b<tr><td><a href=/u>v</a><td>w</table></ul>",
            out: "- x\n\n  C\n\n  ```csv\n  a,b\n  \"v (/u)\",w\n  ```"),
        WriterExample("a fence in a cell", in: "<table><tr><th>```<th>c<tr><td>b<td>d</table>", out: "````csv\n```,c\nb,d\n````"),
        WriterExample(
            "an image", in: "<table><tr><th>a<th>b<tr><td><img src=i alt=j><td>1</table>", out: "| a | b |\n| --- | --- |\n| ![j](i) | 1 |"),
        WriterExample(
            "a link to a place", in: "<p id=x>y</p><table><tr><th>a<th>b<tr><td><a href=#x>c</a><td>1</table>",
            out: "y\n\n| a | b |\n| --- | --- |\n| c | 1 |"),
        WriterExample("layout", in: "<table role=presentation><tr><td>a<td>b</table>", out: "a\n\nb"),
        WriterExample(
            "a break and a list", in: "<table><tr><th>a<th>b<tr><td>1<br>2<td><ul><li>x<li>y</ul></table>",
            out: "```csv\na,b\n1 2,• x • y\n```"),
    ]

    @Test("writes tables as CSV in a fence if asked to", arguments: fenced)
    func csv(_ example: WriterExample) {
        var options = MarkdownOptions()
        options.tables = .csvFence
        #expect(markdown(example.html, options) == example.out)
    }

    private static let expressions = [
        WriterExample("expressions", in: "<p>{a} {/* b */} }", out: "\\{a} \\{/* b */} }"),
        WriterExample("elements", in: "<p>&lt;Tag a={b}/> 1 &lt; 2 &lt;é>", out: "\\<Tag a=\\{b}/> 1 \\< 2 \\<é>"),
        WriterExample("code", in: "<p><code>{a} &lt;b></code></p><pre>{c}\n&lt;d></pre>", out: "`{a} <b>`\n\n```\n{c}\n<d>\n```"),
        WriterExample("autolinks", in: "<p><a href=\"https://a.org\">https://a.org</a>", out: "[https://a.org](https://a.org)"),
        WriterExample("bare addresses", in: "<p>https://a.org/{b}", out: "https\\://a.org/\\{b}"),
        WriterExample("modules", in: "<p>import a</p><p>export {b}</p><p>imports", out: "&#105;mport a\n\n&#101;xport \\{b}\n\nimports"),
        WriterExample("lines that are modules", in: "<p>a<br>export b", out: "a\\\n&#101;xport b"),
        WriterExample("headings, items and cells", in: "<h2>{a}</h2><ul><li>{b}</ul>", out: "## \\{a}\n\n- \\{b}"),
        WriterExample("alternative text", in: "<p><img src=i alt=\"{a} <b>\">", out: "![\\{a} \\<b>](i)"),
        WriterExample("titles and addresses", in: "<p><a href=\"/{a}\" title=\"{b}\">c</a>", out: "[c](/{a} \"{b}\")"),
    ]

    @Test("writes MDX in which content runs nothing", arguments: expressions)
    func mdx(_ example: WriterExample) {
        var options = MarkdownOptions()
        options.isMDX = true
        #expect(markdown(example.html, options) == example.out)
    }

    static let raw = [
        WriterExample("inline elements", in: "<p>H<sub>2</sub>O <span lang=fr>b</span>", out: "H<sub>2</sub>O <span lang=\"fr\">b</span>"),
        WriterExample("attributes", in: "<p>a <img src=i width=5 onerror=x>", out: "a <img src=\"i\" width=\"5\">"),
        WriterExample(
            "a block with Markdown inside", in: "<details><summary>s</summary><p><em>b</em></details>",
            out: "<details>\n\n<summary>s</summary>\n\n*b*\n\n</details>"),
        WriterExample(
            "the items of a list", in: "<ul class=a><li>b<li><p>c</ul>",
            out: "<ul class=\"a\">\n\n<li>b</li>\n\n<li>\n\nc\n\n</li>\n\n</ul>"),
        WriterExample("no item of a list in Markdown", in: "<ul><li class=a>b<li>c</ul>", out: "- b\n- c"),
        WriterExample("a table that is no pipe table", in: "<table><tr><td>a\n\n\nb</table>", out: "<table><tr><td>a\nb</td></tr></table>"),
        WriterExample("scripts stay behind", in: "<div class=a>b<script>c</script><style>d</style></div>", out: "<div class=\"a\">b</div>"),
        WriterExample("no comment, in which a script could end", in: "<p>a</p><!-- b --><p>d", out: "a\n\nd"),
        WriterExample(
            "no element that HTML does not know", in: "<p>Hello</p><x<script>alert(1)/*</x<script><p>More</p><!--*/\n</script>-->",
            out: "Hello\n\nalert(1)/*\n\nMore"),
        WriterExample(
            "no form", in: "<form action='javascript:a'><div class=b>c<button formaction='javascript:d'>e</button></div></form>",
            out: "<div class=\"b\">ce</div>"),
        WriterExample(
            "no address that runs, in blocks and tables",
            in: "<div class=a><a href='java\tscript:b'>c</a></div><table><tr><td><a href=vbscript:d>e",
            out: "<div class=\"a\"><a>c</a></div>\n\n<table><tr><td><a>e</a></td></tr></table>"),
        WriterExample(
            "no style that fetches or hides", in: "<p style='background:url(//a/b);color:red;position:fixed'>c<p style='position:fixed'>d",
            out: "<p style=\"color:red\">c</p>\n\nd"),
        WriterExample("no identifier, which scripts could trip over", in: "<h2 id=cookie>a</h2>", out: "## a"),
        WriterExample("text without size, and what comes behind", in: "<p style='font-size:0'>h</p><p>a", out: "a"),
    ]

    @Test("writes HTML where Markdown has no syntax, if it may", arguments: raw)
    func writesHTML(_ example: WriterExample) {
        var options = MarkdownOptions()
        options.rawHTML = .whenNeeded
        #expect(markdown(example.html, options) == example.out)
    }

    @Test("writes one node alone")
    func writesOneNode() throws {
        let document = HTMLDocument(parsing: "<p>a</p><ul><li>b</ul>")
        let list = try #require(document.elements(tag: .ul).first)
        #expect(MarkdownWriter().string(list, of: document) == "- b\n")
        #expect(MarkdownWriter().bytes(of: HTMLDocument()) == [])
    }
}
