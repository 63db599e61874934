import HTMLParsing
import HTMLSupport
import HTMLWriting
import TestSupport
import Testing

@Suite("Blocks of Markdown") struct MarkdownBlockTests {
    static let blocks = [
        WriterExample("headings", in: "<h1>a</h1><h6>b</h6>", out: "# a\n\n###### b"),
        WriterExample("paragraphs and containers", in: "<section>a<section>b</section>c</section><p>d", out: "a\n\nb\n\nc\n\nd"),
        WriterExample("folded white space", in: "<p> a \n\t b <span> c</span> ", out: "a b c"),
        WriterExample("a hard break", in: "<p>a<br>b<br>", out: "a\\\nb"),
        WriterExample("two breaks begin a paragraph", in: "<p>a<br><br>b", out: "a\n\nb"),
        WriterExample("a rule", in: "a<hr>b", out: "a\n\n***\n\nb"),
        WriterExample("a quote", in: "<blockquote><p>a<p>b</blockquote>", out: "> a\n>\n> b"),
        WriterExample(
            "an alert",
            in: "<div class='markdown-alert markdown-alert-note'><p class=markdown-alert-title><svg></svg>Note</p><p>a<p>b</div>c",
            out: "> [!NOTE]\n> a\n>\n> b\n\nc"),
        WriterExample(
            "an alert that begins with a list",
            in: "<div class='markdown-alert markdown-alert-tip'><p class=markdown-alert-title>Tip</p><ol start=2><li>a</ol></div>",
            out: "> [!TIP]\n>\n> 2. a"),
        WriterExample(
            "an alert with a title of its own, or in a quote, is no alert of Markdown",
            in: "<div class='markdown-alert markdown-alert-tip'><p class=markdown-alert-title>My tip</p><p>a</div>"
                + "<blockquote><div class='markdown-alert markdown-alert-tip'><p class=markdown-alert-title>Tip</p><p>b</div></blockquote>",
            out: "My tip\n\na\n\n> Tip\n>\n> b"),
        WriterExample("quotes side by side", in: "<blockquote>a</blockquote><blockquote>b</blockquote>", out: "> a\n\n> b"),
        WriterExample(
            "code with a language", in: "<pre><code class=language-swift>let a\n  = 1\n</code></pre>", out: "```swift\nlet a\n  = 1\n```"),
        WriterExample("code with a fence inside", in: "<pre>```\n</pre>", out: "````\n```\n````"),
        WriterExample("code with lines of its own", in: "<pre><div>a</div><div>b<br>c</div></pre>", out: "```\na\nb\nc\n```"),
        WriterExample("code in a quote", in: "<blockquote><pre>a\n\nb</pre></blockquote>", out: "> ```\n> a\n>\n> b\n> ```"),
        WriterExample(
            "hard spaces at the ends",
            in: "<p>a&nbsp;b &nbsp;<h2>&nbsp;<b>&nbsp;c&nbsp;</b></h2><ul><li>&nbsp;d</ul><table><tr><th>&nbsp;e<th>&nbsp;</table>",
            out: "a\u{A0}b\n\n## **c**\n\n- d\n\n| e |  |\n| --- | --- |"),
        WriterExample("hard spaces before a last break", in: "<p>a&nbsp;<br></p>b", out: "a\n\nb"),
        WriterExample("the indent of a paragraph", in: "<p>&nbsp; a", out: "\u{A0} a"),
        WriterExample("hard spaces at the ends of code", in: "<h2>&nbsp;<code>a</code>&nbsp;</h2>", out: "## `a`"),
        WriterExample(
            "items that editors leave empty", in: "<ul><li>a<li>&nbsp;<li><br><li><div><span></span></div><li>b</ul><ul><li> </ul>",
            out: "- a\n- b"),
        WriterExample("items with a number", in: "<ol><li>a<li>&nbsp;<li>b</ol>", out: "1. a\n2.\n3. b"),
        WriterExample("nothing but hard spaces", in: "<p>a<p>&nbsp;<p>&#8204;&nbsp;<p>b", out: "a\n\nb"),
    ]

    @Test("writes blocks", arguments: blocks)
    func writesBlocks(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let lists = [
        WriterExample("lists in empty items", in: "<ul><b></b><ul><b></b><ul><li>x<p>y</ul></ul></ul>", out: "-\n  -\n    - x\n\n      y"),
        WriterExample("a tight list", in: "<ul><li>a<li>b</ul>", out: "- a\n- b"),
        WriterExample("a loose list", in: "<ul><li><p>a<li><p>b</ul>", out: "- a\n\n- b"),
        WriterExample("an ordered list", in: "<ol start=9><li>a<li>b</ol>", out: "9. a\n10. b"),
        WriterExample(
            "a list that counts down, as lists of one item", in: "<ol reversed><li>a<li>b<li>c</ol>", out: "3. a\n2) b\n1. c"),
        WriterExample("numbers of items", in: "<ol><li value=10>a<li>b<li value=20>c</ol>", out: "10. a\n11. b\n20) c"),
        WriterExample(
            "numbers that Markdown does not have", in: "<ol start=-1><li>a<li>b<li>c</ol><ol start=1000000001><li><pre>d</pre></ol>",
            out: "- -1. a\n0. b\n1. c\n\n- 1000000001.\n  ```\n  d\n  ```"),
        WriterExample("letters are numbers", in: "<ol type=a><li>a</ol>", out: "1. a"),
        WriterExample(
            "a list for each item",
            in: "<ol start=1><li>a</ol>\n<ol start=2><li>b</ol><ol start=3><li><p>c</ol><ol start=4><li>d</ol><ol><li>e</ol>",
            out: "1. a\n2. b\n\n3. c\n\n4. d\n\n1) e"),
        WriterExample("a nested list", in: "<ul><li>a<ol><li>b</ol><li>c</ul>", out: "- a\n  1. b\n- c"),
        WriterExample("a list in a list", in: "<ul><li>a<ul><li>b</ul></ul>", out: "- a\n  - b"),
        WriterExample("a list beside an item", in: "<ul><li>a</li><ul><li>b</ul></ul>", out: "- a\n  - b"),
        WriterExample(
            "lists side by side", in: "<ul><li>a</ul><ul><li>b</ul><ol><li>c</ol><ol><li>d</ol>", out: "- a\n\n* b\n\n1. c\n\n1) d"),
        WriterExample("a list that begins an item", in: "<ul><li><ul><li><ul><li></ul></ul></ul>", out: "- * -"),
        WriterExample("a rule in an item", in: "<ul><li><hr></ul>", out: "- ___"),
        WriterExample("an empty item", in: "<ul><li>a<li><li>b</ul>", out: "- a\n-\n- b"),
        WriterExample(
            "two blocks make it loose", in: "<ul><li><section>a</section><section>b</section><li>c</ul>", out: "- a\n\n  b\n\n- c"),
        WriterExample("two lines do not", in: "<ul><li><div>a</div><div>b</div><li>c</ul>", out: "- a\\\n  b\n- c"),
        WriterExample("a list that starts with 2 in a tight item", in: "<ul><li>a<ol start=2><li>b</ol></ul>", out: "- a\n\n  2. b"),
        WriterExample("a quote in a tight item", in: "<ul><li>a<blockquote>b</blockquote></ul>", out: "- a\n  > b"),
        WriterExample("a list in a quote", in: "<blockquote><ul><li>a<li>b</ul></blockquote>", out: "> - a\n> - b"),
        WriterExample("tasks", in: "<ul><li><input type=checkbox checked> a<li><input type=checkbox>b</ul>", out: "- [x] a\n- [ ] b"),
        WriterExample(
            "items with a text size of their own", in: "<ul style=font-size:0>h<li style=font-size:9px>a<li style=font-size:9px>b</ul>",
            out: "- a\n- b"),
        WriterExample(
            "tasks whose text is in a block", in: "<ul><li><label><input type=checkbox checked></label><div><p>a</div></ul>", out: "- [x] a"
        ),
        WriterExample(
            "tasks of Notion",
            in: "<ul><li><div class='checkbox checkbox-on'></div> <span>a</span><li><div class='checkbox checkbox-off'></div> b</ul>",
            out: "- [x] a\n- [ ] b"),
        WriterExample(
            "tasks of Confluence", in: "<ul><li data-inline-task-id=1 class='a checked'>a<li data-inline-task-id=2>b</ul>",
            out: "- [x] a\n- [ ] b"),
        WriterExample(
            "tasks of Google Docs, Tiptap and Quill",
            in:
                "<ul><li role=checkbox aria-checked=true><p>a</p><li data-checked=false>b<li data-list=checked>c<li data-list=bullet>d</ul>",
            out: "- [x] a\n\n- [ ] b\n\n- [x] c\n\n- d"),
        WriterExample(
            "a box with its own role",
            in: "<ul><li><span role=checkbox aria-checked=false></span>a<li>b <span role=checkbox aria-checked=true></span></ul>",
            out: "- [ ] a\n- b"),
        WriterExample("a task with nothing but a list", in: "<ul><li><input type=checkbox><ul><li>a</ul></ul>", out: "- [ ]\n  - a"),
        WriterExample("text beside items", in: "<ul>a<li>b</ul>", out: "- a\n- b"),
    ]

    @Test("writes lists as tight or loose as they are", arguments: lists)
    func writesLists(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let lineEnds = [
        WriterExample("lines and paragraphs", in: "<div style='white-space: pre-wrap'>a\nb\n\nc\n</div>d", out: "a\\\nb\n\nc\\\nd"),
        WriterExample("inherited", in: "<div style=white-space:pre-line><b>a\nb</b></div>", out: "**a\\\nb**"),
        WriterExample(
            "taken back", in: "<div style=white-space:pre>a\nb<p style=white-space:normal>c\nd</div>e\nf", out: "a\\\nb\n\nc d\n\ne f"),
        WriterExample("in items", in: "<ul style=white-space:pre>\n<li>a\nb\n<li>c</ul>", out: "- a\\\n  b\n- c"),
        WriterExample("in headings", in: "<h1 style=white-space:pre>a\nb</h1>", out: "# a b"),
    ]

    @Test("shows the line ends of the source where a style does", arguments: lineEnds)
    func showsLineEnds(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let tables = [
        WriterExample(
            "a header", in: "<table><tr><th>a<th align=right>b<tr><td>c<td>d</table>", out: "| a | b |\n| --- | --: |\n| c | d |"),
        WriterExample(
            "cells with a text size of their own",
            in: "<table><tr style=font-size:0><th style=font-size:9px>a<th style=font-size:9px>b</table>", out: "| a | b |\n| --- | --- |"),
        WriterExample("no header", in: "<table><tr><td>a<td>b<tr><td>c<td>d</table>", out: "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
        WriterExample("short rows", in: "<table><tr><th>a<th>b<tr><td>c</table>", out: "| a | b |\n| --- | --- |\n| c |  |"),
        WriterExample("long rows", in: "<table><tr><th>a<tr><td>b<td>c</table>", out: "| a |  |\n| --- | --- |\n| b | c |"),
        WriterExample(
            "columns spanned", in: "<table><tr><th colspan=2>a<th>b<tr><td>c<td>d<td>e</table>",
            out: "| a |  | b |\n| --- | --- | --- |\n| c | d | e |"),
        WriterExample(
            "rows spanned", in: "<table><tr><th>a<th>b<tr><td rowspan=2>c<td>d<tr><td>e</table>",
            out: "| a | b |\n| --- | --- |\n| c | d |\n|  | e |"),
        WriterExample(
            "breaks and paragraphs in cells", in: "<table><tr><th>a<th>b<tr><td>c<br>d<td><p>e</table>",
            out: "| a | b |\n| --- | --- |\n| c d | e |"),
        WriterExample("one column", in: "<table><tr><td>a<tr><td>b</table>", out: "a\n\nb"),
        WriterExample("presentation", in: "<table role=presentation><tr><th>a<th>b<tr><td>c<td>d</table>", out: "a\n\nb\n\nc\n\nd"),
        WriterExample(
            "a table in a table", in: "<table><tr><td><table><tr><th>a<th>b<tr><td>c<td>d</table><td>e</table>",
            out: "| a | b |\n| --- | --- |\n| c | d |\n\ne"),
        WriterExample(
            "blocks in cells", in: "<table><tr><td><h2>a</h2><td><ul><li>b</ul><tr><td>c<td>d</table>", out: "## a\n\n- b\n\nc\n\nd"),
        WriterExample("a caption", in: "<table><caption>t</caption><tr><th>a<th>b</table>", out: "t\n\n| a | b |\n| --- | --- |"),
    ]

    @Test("writes tables of data as tables, and those for layout as text", arguments: tables)
    func writesTables(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }

    static let hidden = [
        WriterExample(
            "head, style, script", in: "<head><title>t</title><style>s</style></head><script>x</script>a<style>s</style>", out: "a"),
        WriterExample("display: none", in: "<div style='color:red; DISPLAY : none !important'>h</div>a", out: "a"),
        WriterExample("visibility, opacity, hidden", in: "<p style=visibility:hidden>h<p style='opacity: 0.0'>h<p hidden>h<p>a", out: "a"),
        WriterExample(
            "but not what Outlook alone hides", in: "<p style=mso-hide:all>h<p style='display:none;mso-hide:all'>i<p>a", out: "h\n\na"),
        WriterExample(
            "but not what is visible again",
            in: "<div style=visibility:hidden>h<ul><li>h<li>h<b style=visibility:visible>a</b></ul><hr><img src=t alt=h><p>h</div>",
            out: "- **a**"),
        WriterExample(
            "comments in a style",
            in: "<p style='display:/*x*/none'>h<p style='font-family:\"/*\";display:none'>h<p style='disp/**/lay:none'>a",
            out: "a"),
        WriterExample(
            "what is important in a style",
            in: "<p style='display:none!important;display:block'>h<p style='visibility:visible ! IMPORTANT;visibility:hidden'>a", out: "a"),
        WriterExample("a preheader without height", in: "<div style='max-height:0px;overflow:hidden'>h</div>a", out: "a"),
        WriterExample(
            "text without size", in: "<div style='font-size:0'>h<div style='font-size:0px'>h<p style='font-size:13px'>a</p></div>", out: "a"
        ),
        WriterExample("conditional comments", in: "<!--[if mso]><p>h</p><![endif]--><![if !mso]>a<![endif]>", out: "a"),
        WriterExample("settings of office programs", in: "<xml><w:zoom>90</w:zoom></xml><p>a<o:p>&nbsp;</o:p>", out: "a"),
        WriterExample("controls and embedded things", in: "<select><option>h</select><textarea>h</textarea><iframe>h</iframe>a", out: "a"),
        WriterExample(
            "drawings, but not the HTML in them", in: "<svg><text>h</text><foreignObject><p>a</p></foreignObject></svg>", out: "a"),
    ]

    @Test("leaves out hidden content", arguments: hidden)
    func hides(_ example: WriterExample) {
        #expect(markdown(example.html) == example.out)
    }
}
