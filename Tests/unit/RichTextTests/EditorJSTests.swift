import RichText
import Testing

@Suite("Output of Editor.js") struct EditorJSTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.editorjs) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.editorjs) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.editorjs) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"{"time":1550476186479,"blocks":[{"id":"x","type":"paragraph","data":{"text":"Hello"}}],"version":"2.29.0"}"#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "HTML in a text",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"paragraph","data":{"text":"a <b>b</b> <i>c</i\#
            > <a href=\"https://example.org/?a=1&amp;b\">d</a> <mark class=\"cdx-marker\">e</mark> <code class=\"inline-code\">\#
            f</code>"}}],"version":"2.29.0"}
            """#,
            #"""
            <p>a <b>b</b> <i>c</i> <a href="https://example.org/?a=1&amp;b">d</a> <mark class="cdx-marker">e</mark\#
            > <code class="inline-code">f</code></p>
            """#),
        RichTextCase(
            "references in a text",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"paragraph","data":{"text":"1 &lt; 2&nbsp;&amp; 3"}}],\#
            "version":"2.29.0"}
            """#,
            #"<p>1 &lt; 2&nbsp;&amp; 3</p>"#),
        RichTextCase(
            "tags that are not closed",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"paragraph","data":{"text":"a <b>b"}},{"id":"x","type":"paragraph",\#
            "data":{"text":"c"}}],"version":"2.29.0"}
            """#,
            #"<p>a <b>b</b></p><p>c</p>"#),
        RichTextCase(
            "headings",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"header","data":{"text":"A","level":1}},{"id":"x","type":"header",\#
            "data":{"text":"B <i>c</i>","level":6}},{"id":"x","type":"Header","data":{"text":"C"}}],"version":"2.29.0"}
            """#,
            #"<h1>A</h1><h6>B <i>c</i></h6><h2>C</h2>"#),
        RichTextCase(
            "a bullet list",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"list","data":{"style":"unordered","items":["One","<b>Two</b>"]}}],\#
            "version":"2.29.0"}
            """#,
            #"<ul><li>One</li><li><b>Two</b></li></ul>"#),
        RichTextCase(
            "a numbered list",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"list","data":{"style":"ordered","items":["One"]}}],"version":"2.29.0"}
            """#,
            #"<ol><li>One</li></ol>"#),
        RichTextCase(
            "lists in lists",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"list","data":{"style":"unordered","items":[{"content":"One","items":[{\#
            "content":"1a","items":[]}]},{"content":"Two","items":[]}]}}],"version":"2.29.0"}
            """#,
            #"<ul><li>One<ul><li>1a</li></ul></li><li>Two</li></ul>"#),
        RichTextCase(
            "lists of version 2",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"List","data":{"style":"ordered","meta":{"start":3,\#
            "counterType":"numeric"},"items":[{"content":"x","meta":{},"items":[]}]}}],"version":"2.29.0"}
            """#,
            #"<ol start="3"><li>x</li></ol>"#),
        RichTextCase(
            "tasks of version 2",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"list","data":{"style":"checklist","items":[{"content":"done","meta":{\#
            "checked":true},"items":[{"content":"open","meta":{"checked":false},"items":[]}]}]}}],"version":"2.29.0"}
            """#,
            #"""
            <ul><li><input type="checkbox" checked="" disabled=""> done<ul><li><input type="checkbox" disabled=""> open</li></ul>\#
            </li></ul>
            """#),
        RichTextCase(
            "tasks",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"checklist","data":{"items":[{"text":"done","checked":true},{\#
            "text":"open","checked":false}]}}],"version":"2.29.0"}
            """#,
            #"""
            <ul><li><input type="checkbox" checked="" disabled=""> done</li><li><input type="checkbox" disabled=""> open</li></ul>
            """#),
        RichTextCase(
            "a quote",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"quote","data":{"text":"Q","caption":"Ada","alignment":"left"}}],\#
            "version":"2.29.0"}
            """#,
            #"<blockquote><p>Q</p><p><cite>Ada</cite></p></blockquote>"#),
        RichTextCase(
            "a quote without a source",
            #"{"time":1550476186479,"blocks":[{"id":"x","type":"quote","data":{"text":"Q","caption":""}}],"version":"2.29.0"}"#,
            #"<blockquote><p>Q</p></blockquote>"#),
        RichTextCase(
            "code",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"code","data":{"code":"a < b\n<c>"}},{"id":"x","type":"code","data":{\#
            "code":"x","language":"python"}}],"version":"2.29.0"}
            """#,
            #"<pre><code>a &lt; b\#n&lt;c&gt;</code></pre><pre><code class="language-python">x</code></pre>"#),
        RichTextCase(
            "a delimiter",
            #"{"time":1550476186479,"blocks":[{"id":"x","type":"delimiter","data":{}}],"version":"2.29.0"}"#,
            #"<hr>"#),
        RichTextCase(
            "an image",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"image","data":{"file":{"url":"https://example.org/a.png"},\#
            "caption":"A <b>pier</b>","withBorder":false,"stretched":false}}],"version":"2.29.0"}
            """#,
            #"<figure><img src="https://example.org/a.png" alt=""><figcaption>A <b>pier</b></figcaption></figure>"#),
        RichTextCase(
            "a simple image",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"image","data":{"url":"https://example.org/a.png","caption":""}}],\#
            "version":"2.29.0"}
            """#,
            #"<figure><img src="https://example.org/a.png" alt=""></figure>"#),
        RichTextCase(
            "an embed",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"embed","data":{"service":"youtube",\#
            "source":"https://www.youtube.com/watch?v=x","embed":"https://www.youtube.com/embed/x","width":580,"height":320,\#
            "caption":"Film"}}],"version":"2.29.0"}
            """#,
            #"""
            <figure><iframe src="https://www.youtube.com/embed/x" width="580" height="320"></iframe><figcaption>Film</figcaption>\#
            </figure>
            """#),
        RichTextCase(
            "a table with headings",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"table","data":{"withHeadings":true,"content":[["Boat","Seats"],["<b>\#
            Mira</b>","40"]]}}],"version":"2.29.0"}
            """#,
            #"""
            <table><thead><tr><th>Boat</th><th>Seats</th></tr></thead><tbody><tr><td><b>Mira</b></td><td>40</td></tr></tbody>\#
            </table>
            """#),
        RichTextCase(
            "a table without headings",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"table","data":{"withHeadings":false,"content":[["a","b"]]}}],\#
            "version":"2.29.0"}
            """#,
            #"<table><tbody><tr><td>a</td><td>b</td></tr></tbody></table>"#),
        RichTextCase(
            "a link with its page",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"linkTool","data":{"link":"https://example.org/","meta":{\#
            "title":"Example","description":"A page","image":{"url":"x"}}}}],"version":"2.29.0"}
            """#,
            #"<p><a href="https://example.org/">Example</a></p><p>A page</p>"#),
        RichTextCase(
            "a file",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"attaches","data":{"file":{"url":"/a.pdf","name":"a.pdf","size":1},\#
            "title":"The plan"}}],"version":"2.29.0"}
            """#,
            #"<p><a href="/a.pdf">The plan</a></p>"#),
        RichTextCase(
            "a warning",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"warning","data":{"title":"Careful","message":"Wet <b>floor</b>"}}],\#
            "version":"2.29.0"}
            """#,
            #"<aside><p><strong>Careful</strong></p><p>Wet <b>floor</b></p></aside>"#),
        RichTextCase(
            "raw HTML is kept for the sanitiser",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"raw","data":{"html":"<div onclick=\"x()\">a</div><script>b</script>\#
            "}}],"version":"2.29.0"}
            """#,
            #"<div onclick="x()">a</div><script>b</script>"#),
        RichTextCase(
            "an empty paragraph",
            #"{"time":1550476186479,"blocks":[{"id":"x","type":"paragraph","data":{"text":""}}],"version":"2.29.0"}"#,
            #""#),
        RichTextCase(
            "a block that is not known",
            #"""
            {"time":1550476186479,"blocks":[{"id":"x","type":"carousel","data":{"title":"Photos","items":[{"caption":"One"},{\#
            "caption":"Two"}]}}],"version":"2.29.0"}
            """#,
            #"<p>Photos</p><p>One</p><p>Two</p>"#,
            unknown: "carousel 1"),
        RichTextCase(
            "a block without data",
            #"{"time":1550476186479,"blocks":[{"id":"x","type":"paragraph","data":null}],"version":"2.29.0"}"#,
            #""#),
    ]
}
