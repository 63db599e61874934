import RichText
import Testing

@Suite("Portable Text") struct PortableTextTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.portableText) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.portableText) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.portableText) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"[{"_type":"block","style":"normal","children":[{"_type":"span","text":"Hello","marks":[]}],"markDefs":[]}]"#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "a single block",
            #"{"_type":"block","style":"normal","children":[{"_type":"span","text":"Hello","marks":[]}],"markDefs":[]}"#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "decorators",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"b","marks":["strong"]},{"_type":"span",\#
            "text":"i","marks":["em"]},{"_type":"span","text":"u","marks":["underline"]},{"_type":"span","text":"c","marks":[\#
            "code"]},{"_type":"span","text":"s","marks":["strike-through"]},{"_type":"span","text":"x","marks":["sup"]},{\#
            "_type":"span","text":"y","marks":["sub"]},{"_type":"span","text":"h","marks":["highlight"]}],"markDefs":[]}]
            """#,
            #"<p><strong>b</strong><em>i</em><u>u</u><code>c</code><s>s</s><sup>x</sup><sub>y</sub><mark>h</mark></p>"#),
        RichTextCase(
            "decorators that overlap",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"a","marks":["strong"]},{"_type":"span",\#
            "text":"b","marks":["strong","em"]},{"_type":"span","text":"c","marks":["em"]}],"markDefs":[]}]
            """#,
            #"<p><strong>a<em>b</em></strong><em>c</em></p>"#),
        RichTextCase(
            "a line break",
            #"[{"_type":"block","style":"normal","children":[{"_type":"span","text":"one\ntwo","marks":[]}],"markDefs":[]}]"#,
            #"<p>one<br>two</p>"#),
        RichTextCase(
            "headings",
            #"""
            [{"_type":"block","style":"h1","children":[{"_type":"span","text":"H1","marks":[]}],"markDefs":[]},{"_type":"block",\#
            "style":"h2","children":[{"_type":"span","text":"H2","marks":[]}],"markDefs":[]},{"_type":"block","style":"h3",\#
            "children":[{"_type":"span","text":"H3","marks":[]}],"markDefs":[]},{"_type":"block","style":"h4","children":[{\#
            "_type":"span","text":"H4","marks":[]}],"markDefs":[]},{"_type":"block","style":"h5","children":[{"_type":"span",\#
            "text":"H5","marks":[]}],"markDefs":[]},{"_type":"block","style":"h6","children":[{"_type":"span","text":"H6","marks":[\#
            ]}],"markDefs":[]}]
            """#,
            #"<h1>H1</h1><h2>H2</h2><h3>H3</h3><h4>H4</h4><h5>H5</h5><h6>H6</h6>"#),
        RichTextCase(
            "a quote",
            #"[{"_type":"block","style":"blockquote","children":[{"_type":"span","text":"Q","marks":[]}],"markDefs":[]}]"#,
            #"<blockquote><p>Q</p></blockquote>"#),
        RichTextCase(
            "a style that is not known",
            #"[{"_type":"block","style":"lead","children":[{"_type":"span","text":"x","marks":[]}],"markDefs":[]}]"#,
            #"<p>x</p>"#,
            unknown: "style lead 1"),
        RichTextCase(
            "a link",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"a ","marks":[]},{"_type":"span","text":"link",\#
            "marks":["k1","strong"]},{"_type":"span","text":" b","marks":[]}],"markDefs":[{"_key":"k1","_type":"link",\#
            "href":"https://example.org/"}]}]
            """#,
            #"<p>a <a href="https://example.org/"><strong>link</strong></a> b</p>"#),
        RichTextCase(
            "a link over several spans",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"a","marks":["k1"]},{"_type":"span","text":"b",\#
            "marks":["k1","em"]}],"markDefs":[{"_key":"k1","_type":"link","href":"/x"}]}]
            """#,
            #"<p><a href="/x">a<em>b</em></a></p>"#),
        RichTextCase(
            "an internal link that is known",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"x","marks":["k1"]}],"markDefs":[{"_key":"k1",\#
            "_type":"internalLink","reference":{"_type":"reference","_ref":"known1"}}]}]
            """#,
            #"<p><a href="/reference/known1">x</a></p>"#),
        RichTextCase(
            "an internal link that is not known",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"x","marks":["k1"]}],"markDefs":[{"_key":"k1",\#
            "_type":"internalLink","_ref":"abc"}]}]
            """#,
            #"<p>x</p>"#,
            unknown: "mark internalLink 1"),
        RichTextCase(
            "an annotation that is not known",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"x","marks":["k1"]}],"markDefs":[{"_key":"k1",\#
            "_type":"footnote","note":"n"}]}]
            """#,
            #"<p>x</p>"#,
            unknown: "mark footnote 1"),
        RichTextCase(
            "a mark that is not known",
            #"[{"_type":"block","style":"normal","children":[{"_type":"span","text":"x","marks":["blink"]}],"markDefs":[]}]"#,
            #"<p>x</p>"#,
            unknown: "mark blink 1"),
        RichTextCase(
            "a bullet list",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"One","marks":[]}],"markDefs":[],\#
            "listItem":"bullet","level":1},{"_type":"block","style":"normal","children":[{"_type":"span","text":"Two","marks":[]}],\#
            "markDefs":[],"listItem":"bullet","level":1}]
            """#,
            #"<ul><li>One</li><li>Two</li></ul>"#),
        RichTextCase(
            "lists by level",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"1","marks":[]}],"markDefs":[],\#
            "listItem":"bullet","level":1},{"_type":"block","style":"normal","children":[{"_type":"span","text":"1a","marks":[]}],\#
            "markDefs":[],"listItem":"number","level":2},{"_type":"block","style":"normal","children":[{"_type":"span","text":"1b",\#
            "marks":[]}],"markDefs":[],"listItem":"number","level":2},{"_type":"block","style":"normal","children":[{"_type":"span",\#
            "text":"2","marks":[]}],"markDefs":[],"listItem":"bullet","level":1}]
            """#,
            #"<ul><li>1<ol><li>1a</li><li>1b</li></ol></li><li>2</li></ul>"#),
        RichTextCase(
            "two kinds of lists side by side",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"a","marks":[]}],"markDefs":[],\#
            "listItem":"bullet","level":1},{"_type":"block","style":"normal","children":[{"_type":"span","text":"1","marks":[]}],\#
            "markDefs":[],"listItem":"number","level":1}]
            """#,
            #"<ul><li>a</li></ul><ol><li>1</li></ol>"#),
        RichTextCase(
            "a list that begins at level 2",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"deep","marks":[]}],"markDefs":[],\#
            "listItem":"bullet","level":2}]
            """#,
            #"<ul><li><ul><li>deep</li></ul></li></ul>"#),
        RichTextCase(
            "a paragraph between two lists",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"a","marks":[]}],"markDefs":[],\#
            "listItem":"number"},{"_type":"block","style":"normal","children":[{"_type":"span","text":"x","marks":[]}],"markDefs":[\#
            ]},{"_type":"block","style":"normal","children":[{"_type":"span","text":"b","marks":[]}],"markDefs":[],\#
            "listItem":"number"}]
            """#,
            #"<ol><li>a</li></ol><p>x</p><ol><li>b</li></ol>"#),
        RichTextCase(
            "an image with its asset",
            #"""
            [{"_type":"image","alt":"A pier","caption":"At noon","asset":{"_type":"sanity.imageAsset",\#
            "url":"https://cdn.sanity.io/a.png"}}]
            """#,
            #"<figure><img src="https://cdn.sanity.io/a.png" alt="A pier"><figcaption>At noon</figcaption></figure>"#),
        RichTextCase(
            "an image by its reference",
            #"[{"_type":"image","asset":{"_type":"reference","_ref":"known2"}}]"#,
            #"<figure><img src="/asset/known2" alt="Title of known2"></figure>"#),
        RichTextCase(
            "an image with an attribution",
            #"""
            [{"_type":"image","caption":"At noon.","attribution":"Ana Lund","asset":{"url":"https://cdn.sanity.io/a.png"}}]
            """#,
            #"<figure><img src="https://cdn.sanity.io/a.png" alt=""><figcaption>At noon. Ana Lund</figcaption></figure>"#),
        RichTextCase(
            "an image that is not known",
            #"[{"_type":"image","alt":"A pier","asset":{"_ref":"image-abc-200x300-png"}}]"#,
            #"<p>A pier</p>"#,
            unknown: "image 1"),
        RichTextCase(
            "code",
            #"[{"_type":"code","language":"js","code":"let a = 1 < 2\nb()"}]"#,
            #"<pre><code class="language-js">let a = 1 &lt; 2\#nb()</code></pre>"#),
        RichTextCase(
            "a table",
            #"[{"_type":"table","rows":[{"_type":"tableRow","cells":["a","b"]},{"_type":"tableRow","cells":["1","2"]}]}]"#,
            #"<table><tbody><tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>"#),
        RichTextCase(
            "a film",
            #"[{"_type":"youtube","url":"https://www.youtube.com/watch?v=abc","caption":"Film"}]"#,
            #"<figure><iframe src="https://www.youtube.com/watch?v=abc"></iframe><figcaption>Film</figcaption></figure>"#),
        RichTextCase(
            "a rule",
            #"[{"_type":"break","style":"lineBreak"}]"#,
            #"<hr>"#),
        RichTextCase(
            "a block that is not known keeps its text",
            #"""
            [{"_type":"callout","tone":"warning","title":"Mind the gap","body":[{"_type":"block","style":"normal","children":[{\#
            "_type":"span","text":"inside","marks":[]}],"markDefs":[]}]}]
            """#,
            #"<p>Mind the gap</p><p>inside</p>"#,
            unknown: "callout 1"),
        RichTextCase(
            "an inline object that is not known",
            #"""
            [{"_type":"block","style":"normal","children":[{"_type":"span","text":"a ","marks":[]},{"_type":"stock","label":"ACME"},\#
            {"_type":"span","text":" b","marks":[]}],"markDefs":[]}]
            """#,
            #"<p>a ACME b</p>"#,
            unknown: "stock 1"),
        RichTextCase(
            "a block without children",
            #"[{"_type":"block","_key":"a","children":[{"_type":"span","text":"one"}]},{"_type":"block","text":"two"}]"#,
            #"<p>one</p><p>two</p>"#,
            unknown: "block without children 1"),
    ]
}
