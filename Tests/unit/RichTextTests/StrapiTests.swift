import RichText
import Testing

@Suite("Blocks of Strapi") struct StrapiTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.strapi) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.strapi) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.strapi) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"[{"type":"paragraph","children":[{"type":"text","text":"Hello"}]}]"#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "text that looks like HTML",
            #"[{"type":"paragraph","children":[{"type":"text","text":"<b>"}]}]"#,
            #"<p>&lt;b&gt;</p>"#),
        RichTextCase(
            "every format",
            #"""
            [{"type":"paragraph","children":[{"type":"text","text":"b","bold":true},{"type":"text","text":"i","italic":true},{\#
            "type":"text","text":"u","underline":true},{"type":"text","text":"s","strikethrough":true},{"type":"text","text":"c",\#
            "code":true}]}]
            """#,
            #"<p><strong>b</strong><em>i</em><u>u</u><s>s</s><code>c</code></p>"#),
        RichTextCase(
            "formats that overlap",
            #"""
            [{"type":"paragraph","children":[{"type":"text","text":"a","bold":true},{"type":"text","text":"b","bold":true,\#
            "code":true}]}]
            """#,
            #"<p><strong>a<code>b</code></strong></p>"#),
        RichTextCase(
            "formats that are off",
            #"[{"type":"paragraph","children":[{"type":"text","text":"a","bold":false,"italic":null}]}]"#,
            #"<p>a</p>"#),
        RichTextCase(
            "a line break",
            #"[{"type":"paragraph","children":[{"type":"text","text":"a\nb"}]}]"#,
            #"<p>a<br>b</p>"#),
        RichTextCase(
            "headings",
            #"""
            [{"type":"heading","children":[{"type":"text","text":"H1"}],"level":1},{"type":"heading","children":[{"type":"text",\#
            "text":"H2"}],"level":2},{"type":"heading","children":[{"type":"text","text":"H3"}],"level":3},{"type":"heading",\#
            "children":[{"type":"text","text":"H4"}],"level":4},{"type":"heading","children":[{"type":"text","text":"H5"}],\#
            "level":5},{"type":"heading","children":[{"type":"text","text":"H6"}],"level":6}]
            """#,
            #"<h1>H1</h1><h2>H2</h2><h3>H3</h3><h4>H4</h4><h5>H5</h5><h6>H6</h6>"#),
        RichTextCase(
            "a heading of a level beyond 6",
            #"[{"type":"heading","children":[{"type":"text","text":"x"}],"level":9}]"#,
            #"<h6>x</h6>"#),
        RichTextCase(
            "a bullet list",
            #"""
            [{"type":"list","children":[{"type":"list-item","children":[{"type":"text","text":"One"}]},{"type":"list-item",\#
            "children":[{"type":"text","text":"Two"}]}],"format":"unordered"}]
            """#,
            #"<ul><li>One</li><li>Two</li></ul>"#),
        RichTextCase(
            "a numbered list",
            #"[{"type":"list","children":[{"type":"list-item","children":[{"type":"text","text":"One"}]}],"format":"ordered"}]"#,
            #"<ol><li>One</li></ol>"#),
        RichTextCase(
            "a list beside its item",
            #"""
            [{"type":"list","children":[{"type":"list-item","children":[{"type":"text","text":"One"}]},{"type":"list","children":[{\#
            "type":"list-item","children":[{"type":"text","text":"1a"}]}],"format":"ordered","indentLevel":1},{"type":"list-item",\#
            "children":[{"type":"text","text":"Two"}]}],"format":"unordered"}]
            """#,
            #"<ul><li>One<ol><li>1a</li></ol></li><li>Two</li></ul>"#),
        RichTextCase(
            "three levels",
            #"""
            [{"type":"list","children":[{"type":"list-item","children":[{"type":"text","text":"1"}]},{"type":"list","children":[{\#
            "type":"list-item","children":[{"type":"text","text":"2"}]},{"type":"list","children":[{"type":"list-item","children":[{\#
            "type":"text","text":"3"}]}],"format":"unordered"}],"format":"unordered"}],"format":"unordered"}]
            """#,
            #"<ul><li>1<ul><li>2<ul><li>3</li></ul></li></ul></li></ul>"#),
        RichTextCase(
            "a list that begins with a list",
            #"""
            [{"type":"list","children":[{"type":"list","children":[{"type":"list-item","children":[{"type":"text","text":"deep"}]}],\#
            "format":"unordered"}],"format":"unordered"}]
            """#,
            #"<ul><li><ul><li>deep</li></ul></li></ul>"#),
        RichTextCase(
            "a quote",
            #"[{"type":"quote","children":[{"type":"text","text":"Q"}]}]"#,
            #"<blockquote><p>Q</p></blockquote>"#),
        RichTextCase(
            "code",
            #"[{"type":"code","children":[{"type":"text","text":"a < b\n  c"}],"language":"python"}]"#,
            #"<pre><code class="language-python">a &lt; b\#n  c</code></pre>"#),
        RichTextCase(
            "code without a language",
            #"[{"type":"code","children":[{"type":"text","text":"x"}]}]"#,
            #"<pre><code>x</code></pre>"#),
        RichTextCase(
            "code in plain text",
            #"[{"type":"code","children":[{"type":"text","text":"x"}],"language":"plaintext"}]"#,
            #"<pre><code>x</code></pre>"#),
        RichTextCase(
            "an image",
            #"""
            [{"type":"image","children":[{"type":"text","text":""}],"image":{"name":"a.png","url":"/uploads/a.png",\#
            "alternativeText":"A pier","caption":"At noon","width":640,"height":480,"mime":"image/png"}}]
            """#,
            #"<figure><img src="/uploads/a.png" alt="A pier" width="640" height="480"><figcaption>At noon</figcaption></figure>"#),
        RichTextCase(
            "an image without texts",
            #"[{"type":"image","children":[],"image":{"url":"/uploads/a.png","alternativeText":null,"caption":null}}]"#,
            #"<figure><img src="/uploads/a.png" alt=""></figure>"#),
        RichTextCase(
            "files that are no images",
            #"""
            [{"type":"image","children":[],"image":{"name":"plan.pdf","url":"/uploads/plan.pdf","mime":"application/pdf",\#
            "caption":"All floors"}},{"type":"image","children":[],"image":{"name":"film.mp4","url":"/uploads/film.mp4"}}]
            """#,
            #"""
            <p><a href="/uploads/plan.pdf">plan.pdf</a></p><p>All floors</p><figure>\#
            <video src="/uploads/film.mp4" controls=""></video></figure>
            """#),
        RichTextCase(
            "a link",
            #"""
            [{"type":"paragraph","children":[{"type":"text","text":"see "},{"type":"link","children":[{"type":"text","text":"the "},\#
            {"type":"text","text":"site","bold":true}],"url":"https://example.org/"},{"type":"text","text":"."}]}]
            """#,
            #"<p>see <a href="https://example.org/">the <strong>site</strong></a>.</p>"#),
        RichTextCase(
            "an empty paragraph",
            #"[{"type":"paragraph","children":[{"type":"text","text":""}]}]"#,
            #""#),
        RichTextCase(
            "a block that is not known",
            #"[{"type":"card","children":[{"type":"paragraph","children":[{"type":"text","text":"inside"}]}],"title":"A card"}]"#,
            #"<p>inside</p><p>A card</p>"#,
            unknown: "card 1"),
        RichTextCase(
            "an image that lacks its file",
            #"[{"type":"image","children":[{"type":"text","text":"left"}]}]"#,
            #"left"#,
            unknown: "image 1"),
    ]
}
