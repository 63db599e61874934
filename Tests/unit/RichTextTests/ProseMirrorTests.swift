import RichText
import Testing

@Suite("Documents of ProseMirror and Tiptap") struct ProseMirrorTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.prosemirror) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.prosemirror) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.prosemirror) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello"}]}]}"#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "marks of Tiptap",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"b","marks":[{"type":"bold"}]},{\#
            "type":"text","text":"i","marks":[{"type":"italic"}]},{"type":"text","text":"u","marks":[{"type":"underline"}]},{\#
            "type":"text","text":"s","marks":[{"type":"strike"}]},{"type":"text","text":"c","marks":[{"type":"code"}]},{\#
            "type":"text","text":"h","marks":[{"type":"highlight"}]},{"type":"text","text":"x","marks":[{"type":"superscript"}]},{\#
            "type":"text","text":"y","marks":[{"type":"subscript"}]}]}]}
            """#,
            #"<p><strong>b</strong><em>i</em><u>u</u><s>s</s><code>c</code><mark>h</mark><sup>x</sup><sub>y</sub></p>"#),
        RichTextCase(
            "marks of ProseMirror",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"b","marks":[{"type":"strong"}]},{\#
            "type":"text","text":"i","marks":[{"type":"em"}]},{"type":"text","text":"c","marks":[{"type":"code"}]}]}]}
            """#,
            #"<p><strong>b</strong><em>i</em><code>c</code></p>"#),
        RichTextCase(
            "marks that overlap",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"bold"}]},{\#
            "type":"text","text":"b","marks":[{"type":"italic"},{"type":"bold"}]},{"type":"text","text":"c","marks":[{\#
            "type":"italic"}]}]}]}
            """#,
            #"<p><strong>a<em>b</em></strong><em>c</em></p>"#),
        RichTextCase(
            "a link",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"link","attrs":{\#
            "href":"https://example.org/","target":"_blank","title":"T"}}]},{"type":"text","text":"y","marks":[{"type":"link",\#
            "attrs":{"href":"https://example.org/","target":"_blank","title":"T"}},{"type":"bold"}]}]}]}
            """#,
            #"<p><a href="https://example.org/" title="T">x<strong>y</strong></a></p>"#),
        RichTextCase(
            "colours are left out",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"textStyle","attrs":{\#
            "color":"#f00"}}]}]}]}
            """#,
            #"<p>x</p>"#),
        RichTextCase(
            "a mark that is not known",
            #"{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"blink"}]}]}]}"#,
            #"<p>x</p>"#,
            unknown: "mark blink 1"),
        RichTextCase(
            "headings",
            #"""
            {"type":"doc","content":[{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"H1"}]},{\#
            "type":"heading","attrs":{"level":2},"content":[{"type":"text","text":"H2"}]},{"type":"heading","attrs":{"level":3},\#
            "content":[{"type":"text","text":"H3"}]},{"type":"heading","attrs":{"level":4},"content":[{"type":"text","text":"H4"}]},\#
            {"type":"heading","attrs":{"level":5},"content":[{"type":"text","text":"H5"}]},{"type":"heading","attrs":{"level":6},\#
            "content":[{"type":"text","text":"H6"}]}]}
            """#,
            #"<h1>H1</h1><h2>H2</h2><h3>H3</h3><h4>H4</h4><h5>H5</h5><h6>H6</h6>"#),
        RichTextCase(
            "hard breaks",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a"},{"type":"hardBreak"},{"type":"text",\#
            "text":"b"},{"type":"hard_break"},{"type":"text","text":"c"}]}]}
            """#,
            #"<p>a<br>b<br>c</p>"#),
        RichTextCase(
            "a hard break inside of a mark",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a","marks":[{"type":"bold"}]},{\#
            "type":"hardBreak","marks":[{"type":"bold"}]},{"type":"text","text":"b","marks":[{"type":"bold"}]}]}]}
            """#,
            #"<p><strong>a<br>b</strong></p>"#),
        RichTextCase(
            "lists of Tiptap",
            #"""
            {"type":"doc","content":[{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{\#
            "type":"text","text":"One"}]},{"type":"orderedList","attrs":{"start":3},"content":[{"type":"listItem","content":[{\#
            "type":"paragraph","content":[{"type":"text","text":"1a"}]}]}]}]},{"type":"listItem","content":[{"type":"paragraph",\#
            "content":[{"type":"text","text":"Two"}]}]}]}]}
            """#,
            #"<ul><li>One<ol start="3"><li>1a</li></ol></li><li>Two</li></ul>"#),
        RichTextCase(
            "lists of ProseMirror",
            #"""
            {"type":"doc","content":[{"type":"bullet_list","content":[{"type":"list_item","content":[{"type":"paragraph","content":[\#
            {"type":"text","text":"One"}]}]}]},{"type":"ordered_list","attrs":{"order":1},"content":[{"type":"list_item","content":[\#
            {"type":"paragraph","content":[{"type":"text","text":"x"}]}]}]}]}
            """#,
            #"<ul><li>One</li></ul><ol><li>x</li></ol>"#),
        RichTextCase(
            "an item with two paragraphs",
            #"""
            {"type":"doc","content":[{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph","content":[{\#
            "type":"text","text":"a"}]},{"type":"paragraph","content":[{"type":"text","text":"b"}]}]}]}]}
            """#,
            #"<ul><li><p>a</p><p>b</p></li></ul>"#),
        RichTextCase(
            "tasks",
            #"""
            {"type":"doc","content":[{"type":"taskList","content":[{"type":"taskItem","attrs":{"checked":true},"content":[{\#
            "type":"paragraph","content":[{"type":"text","text":"done"}]}]},{"type":"taskItem","attrs":{"checked":false},"content":[\#
            {"type":"paragraph","content":[{"type":"text","text":"open"}]}]}]}]}
            """#,
            #"""
            <ul><li><input type="checkbox" checked="" disabled=""> done</li><li><input type="checkbox" disabled=""> open</li></ul>
            """#),
        RichTextCase(
            "a quote",
            #"""
            {"type":"doc","content":[{"type":"blockquote","content":[{"type":"paragraph","content":[{"type":"text","text":"Q"}]}]}]}
            """#,
            #"<blockquote><p>Q</p></blockquote>"#),
        RichTextCase(
            "code",
            #"""
            {"type":"doc","content":[{"type":"codeBlock","attrs":{"language":"js"},"content":[{"type":"text","text":"a < b\nc"}]}]}
            """#,
            #"<pre><code class="language-js">a &lt; b\#nc</code></pre>"#),
        RichTextCase(
            "code of ProseMirror",
            #"""
            {"type":"doc","content":[{"type":"code_block","attrs":{"params":"python numbers"},"content":[{"type":"text",\#
            "text":"x"}]}]}
            """#,
            #"<pre><code class="language-python">x</code></pre>"#),
        RichTextCase(
            "a rule",
            #"{"type":"doc","content":[{"type":"horizontalRule"},{"type":"horizontal_rule"}]}"#,
            #"<hr><hr>"#),
        RichTextCase(
            "an image as a block",
            #"{"type":"doc","content":[{"type":"image","attrs":{"src":"/a.png","alt":"A pier","title":null}}]}"#,
            #"<figure><img src="/a.png" alt="A pier"></figure>"#),
        RichTextCase(
            "an image in a line",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a "},{"type":"image","attrs":{\#
            "src":"/a.png","alt":"x"}}]}]}
            """#,
            #"<p>a <img src="/a.png" alt="x"></p>"#),
        RichTextCase(
            "a figure",
            #"""
            {"type":"doc","content":[{"type":"figure","content":[{"type":"image","attrs":{"src":"/a.png","alt":"x"}},{\#
            "type":"figcaption","content":[{"type":"text","text":"At noon"}]}]}]}
            """#,
            #"<figure><img src="/a.png" alt="x"><figcaption>At noon</figcaption></figure>"#),
        RichTextCase(
            "a table",
            #"""
            {"type":"doc","content":[{"type":"table","content":[{"type":"tableRow","content":[{"type":"tableHeader","attrs":{\#
            "colspan":1,"rowspan":1,"colwidth":null},"content":[{"type":"paragraph","content":[{"type":"text","text":"Boat"}]}]},{\#
            "type":"tableHeader","content":[{"type":"paragraph","content":[{"type":"text","text":"Seats"}]}]}]},{"type":"tableRow",\#
            "content":[{"type":"tableCell","attrs":{"colspan":2},"content":[{"type":"paragraph","content":[{"type":"text",\#
            "text":"Mira"}]}]}]}]}]}
            """#,
            #"<table><thead><tr><th>Boat</th><th>Seats</th></tr></thead><tbody><tr><td colspan="2">Mira</td></tr></tbody></table>"#),
        RichTextCase(
            "a table of ProseMirror",
            #"""
            {"type":"doc","content":[{"type":"table","content":[{"type":"table_row","content":[{"type":"table_cell","content":[{\#
            "type":"paragraph","content":[{"type":"text","text":"a"}]}]}]}]}]}
            """#,
            #"<table><tbody><tr><td>a</td></tr></tbody></table>"#),
        RichTextCase(
            "a film",
            #"{"type":"doc","content":[{"type":"youtube","attrs":{"src":"https://www.youtube.com/watch?v=x","width":640}}]}"#,
            #"<figure><iframe src="https://www.youtube.com/watch?v=x"></iframe></figure>"#),
        RichTextCase(
            "details",
            #"""
            {"type":"doc","content":[{"type":"details","content":[{"type":"detailsSummary","content":[{"type":"text",\#
            "text":"More"}]},{"type":"detailsContent","content":[{"type":"paragraph","content":[{"type":"text",\#
            "text":"inside"}]}]}]}]}
            """#,
            #"<details><summary>More</summary><p>inside</p></details>"#),
        RichTextCase(
            "mentions and emoji",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"mention","attrs":{"id":"1","label":"Ada"}},{\#
            "type":"text","text":" "},{"type":"emoji","attrs":{"name":"smile","emoji":"😀"}}]}]}
            """#,
            #"<p>@Ada 😀</p>"#),
        RichTextCase(
            "an empty paragraph",
            #"{"type":"doc","content":[{"type":"paragraph"},{"type":"paragraph","content":[{"type":"text","text":"x"}]}]}"#,
            #"<p>x</p>"#),
        RichTextCase(
            "a node that is not known",
            #"""
            {"type":"doc","content":[{"type":"callout","attrs":{"title":"Mind the gap"},"content":[{"type":"paragraph","content":[{\#
            "type":"text","text":"inside"}]}]}]}
            """#,
            #"<p>Mind the gap</p><p>inside</p>"#,
            unknown: "callout 1"),
        RichTextCase(
            "the texts of a node that is not known, by their names and their length",
            #"""
            {"type":"doc","content":[{"type":"card","attrs":{"buttonText":"Buy","ctaLabel":"Now","className":"wide","id":"c-1",\#
            "more":"three words here","price":42,"title":{"en-US":"Chair","de":"Stuhl"}}}]}
            """#,
            #"<p>Buy</p><p>Now</p><p>three words here</p><p>Chair</p><p>Stuhl</p>"#,
            unknown: "card 1"),
        RichTextCase(
            "formulas",
            #"""
            {"type":"doc","content":[{"type":"paragraph","content":[{"type":"inlineMath","attrs":{"latex":"x^2"}}]},{\#
            "type":"blockMath","attrs":{"latex":"y_1"}}]}
            """#,
            #"<p><span class="math inline">\(x^2\)</span></p><div class="math display">\[y_1\]</div>"#),
    ]
}
