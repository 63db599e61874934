import RichText
import Testing

@Suite("States of Lexical") struct LexicalTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.lexical) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.lexical) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.lexical) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text",\#
            "text":"Hello","format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}],"direction":"ltr",\#
            "format":"","indent":0}}
            """#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "the root alone",
            #"""
            {"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text","text":"Hello",\#
            "format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}]}
            """#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "every bit of the format",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text","text":"1",\#
            "format":1,"mode":"normal","style":"","detail":0,"version":1},{"type":"text","text":"2","format":2,"mode":"normal",\#
            "style":"","detail":0,"version":1},{"type":"text","text":"4","format":4,"mode":"normal","style":"","detail":0,\#
            "version":1},{"type":"text","text":"8","format":8,"mode":"normal","style":"","detail":0,"version":1},{"type":"text",\#
            "text":"16","format":16,"mode":"normal","style":"","detail":0,"version":1},{"type":"text","text":"32","format":32,\#
            "mode":"normal","style":"","detail":0,"version":1},{"type":"text","text":"64","format":64,"mode":"normal","style":"",\#
            "detail":0,"version":1},{"type":"text","text":"128","format":128,"mode":"normal","style":"","detail":0,"version":1}],\#
            "format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><strong>1</strong><em>2</em><s>4</s><u>8</u><code>16</code><sub>32</sub><sup>64</sup><mark>128</mark></p>"#),
        RichTextCase(
            "formats that overlap",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text","text":"a",\#
            "format":1,"mode":"normal","style":"","detail":0,"version":1},{"type":"text","text":"b","format":3,"mode":"normal",\#
            "style":"","detail":0,"version":1},{"type":"text","text":"c","format":2,"mode":"normal","style":"","detail":0,\#
            "version":1}],"format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><strong>a<em>b</em></strong><em>c</em></p>"#),
        RichTextCase(
            "alignment is left out",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text","text":"x",\#
            "format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":"center"}],"direction":"ltr","format":"",\#
            "indent":0}}
            """#,
            #"<p>x</p>"#),
        RichTextCase(
            "a line break and a tab",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text","text":"a",\#
            "format":0,"mode":"normal","style":"","detail":0,"version":1},{"type":"linebreak","version":1},{"type":"text",\#
            "text":"b","format":0,"mode":"normal","style":"","detail":0,"version":1},{"type":"tab","text":"\t","format":0},{\#
            "type":"text","text":"c","format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}],"direction":"ltr",\#
            "format":"","indent":0}}
            """#,
            #"<p>a<br>b\#tc</p>"#),
        RichTextCase(
            "headings",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"heading","version":1,"children":[{"type":"text","text":"A",\#
            "format":0,"mode":"normal","style":"","detail":0,"version":1}],"tag":"h1"},{"type":"heading","version":1,"children":[{\#
            "type":"text","text":"B","format":0,"mode":"normal","style":"","detail":0,"version":1}],"tag":"h4"}],"direction":"ltr",\#
            "format":"","indent":0}}
            """#,
            #"<h1>A</h1><h4>B</h4>"#),
        RichTextCase(
            "a quote",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"quote","version":1,"children":[{"type":"text","text":"Q",\#
            "format":0,"mode":"normal","style":"","detail":0,"version":1}]}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<blockquote><p>Q</p></blockquote>"#),
        RichTextCase(
            "a bullet list",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"list","version":1,"children":[{"type":"listitem","version":1,\#
            "children":[{"type":"text","text":"One","format":0,"mode":"normal","style":"","detail":0,"version":1}],"value":1},{\#
            "type":"listitem","version":1,"children":[{"type":"text","text":"Two","format":0,"mode":"normal","style":"","detail":0,\#
            "version":1}],"value":2}],"listType":"bullet","tag":"ul","start":1}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<ul><li>One</li><li>Two</li></ul>"#),
        RichTextCase(
            "a numbered list",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"list","version":1,"children":[{"type":"listitem","version":1,\#
            "children":[{"type":"text","text":"One","format":0,"mode":"normal","style":"","detail":0,"version":1}]}],\#
            "listType":"number","tag":"ol","start":4}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<ol start="4"><li>One</li></ol>"#),
        RichTextCase(
            "a list in an item of its own",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"list","version":1,"children":[{"type":"listitem","version":1,\#
            "children":[{"type":"text","text":"One","format":0,"mode":"normal","style":"","detail":0,"version":1}]},{\#
            "type":"listitem","version":1,"children":[{"type":"list","version":1,"children":[{"type":"listitem","version":1,\#
            "children":[{"type":"text","text":"1a","format":0,"mode":"normal","style":"","detail":0,"version":1}]}],\#
            "listType":"number","tag":"ol"}]}],"listType":"bullet","tag":"ul"}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<ul><li>One<ol><li>1a</li></ol></li></ul>"#),
        RichTextCase(
            "tasks",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"list","version":1,"children":[{"type":"listitem","version":1,\#
            "children":[{"type":"text","text":"done","format":0,"mode":"normal","style":"","detail":0,"version":1}],"checked":true},\#
            {"type":"listitem","version":1,"children":[{"type":"text","text":"open","format":0,"mode":"normal","style":"",\#
            "detail":0,"version":1}],"checked":false}],"listType":"check","tag":"ul"}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"""
            <ul><li><input type="checkbox" checked="" disabled=""> done</li><li><input type="checkbox" disabled=""> open</li></ul>
            """#),
        RichTextCase(
            "code",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"code","version":1,"children":[{"type":"code-highlight",\#
            "text":"let","highlightType":"keyword"},{"type":"code-highlight","text":" a < b"},{"type":"linebreak","version":1},{\#
            "type":"tab","text":"\t"},{"type":"code-highlight","text":"c"}],"language":"js"}],"direction":"ltr","format":"",\#
            "indent":0}}
            """#,
            #"<pre><code class="language-js">let a &lt; b\#n\#tc</code></pre>"#),
        RichTextCase(
            "a link",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"link","version":1,\#
            "children":[{"type":"text","text":"x","format":0,"mode":"normal","style":"","detail":0,"version":1},{"type":"text",\#
            "text":"y","format":1,"mode":"normal","style":"","detail":0,"version":1}],"url":"https://example.org/",\#
            "rel":"noreferrer"}],"format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><a href="https://example.org/">x<strong>y</strong></a></p>"#),
        RichTextCase(
            "an address alone",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"autolink",\#
            "version":1,"children":[{"type":"text","text":"example.org","format":0,"mode":"normal","style":"","detail":0,\#
            "version":1}],"url":"https://example.org"}],"format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><a href="https://example.org">example.org</a></p>"#),
        RichTextCase(
            "a rule",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"horizontalrule","version":1}],"direction":"ltr","format":"",\#
            "indent":0}}
            """#,
            #"<hr>"#),
        RichTextCase(
            "a table",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"table","version":1,"children":[{"type":"tablerow","version":1,\#
            "children":[{"type":"tablecell","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text",\#
            "text":"Boat","format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}],"headerState":1,"colSpan":1},\#
            {"type":"tablecell","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text","text":"Seats",\#
            "format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}],"headerState":3}]},{"type":"tablerow",\#
            "version":1,"children":[{"type":"tablecell","version":1,"children":[{"type":"paragraph","version":1,"children":[{\#
            "type":"text","text":"Mira","format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}],\#
            "headerState":0,"colSpan":2}]}]}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<table><thead><tr><th>Boat</th><th>Seats</th></tr></thead><tbody><tr><td colspan="2">Mira</td></tr></tbody></table>"#),
        RichTextCase(
            "an image in a paragraph",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"image",\#
            "src":"/a.png","altText":"A pier","width":0,"height":0}],"format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><img src="/a.png" alt="A pier"></p>"#),
        RichTextCase(
            "an image with a caption",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"image","src":"/a.png","altText":"A pier","showCaption":true,\#
            "caption":{"editorState":{"root":{"type":"root","children":[{"type":"paragraph","children":[{"type":"text",\#
            "text":"At noon","format":1}]}]}}}}]}}
            """#,
            #"<figure><img src="/a.png" alt="A pier"><figcaption><strong>At noon</strong></figcaption></figure>"#),
        RichTextCase(
            "an image with an empty caption",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"image","src":"/a.png","caption":{"editorState":{"root":{\#
            "type":"root","children":[]}}}}]}}
            """#,
            #"<figure><img src="/a.png" alt=""></figure>"#),
        RichTextCase(
            "a film",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"youtube","videoID":"abc","format":""}],"direction":"ltr",\#
            "format":"","indent":0}}
            """#,
            #"<figure><iframe src="https://www.youtube-nocookie.com/embed/abc"></iframe></figure>"#),
        RichTextCase(
            "a hashtag and a mention",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"hashtag",\#
            "text":"#sea","format":1},{"type":"text","text":" ","format":0,"mode":"normal","style":"","detail":0,"version":1},{\#
            "type":"mention","text":"Ada","format":0}],"format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><strong>#sea</strong> Ada</p>"#),
        RichTextCase(
            "a link of Payload",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"link","version":1,\#
            "children":[{"type":"text","text":"x","format":0,"mode":"normal","style":"","detail":0,"version":1}],"fields":{\#
            "linkType":"custom","url":"https://example.org/","newTab":true}}],"format":""}],"direction":"ltr","format":"",\#
            "indent":0}}
            """#,
            #"<p><a href="https://example.org/">x</a></p>"#),
        RichTextCase(
            "an internal link of Payload",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"link","version":1,\#
            "children":[{"type":"text","text":"x","format":0,"mode":"normal","style":"","detail":0,"version":1}],"fields":{\#
            "linkType":"internal","doc":{"relationTo":"pages","value":"known1"}}},{"type":"link","version":1,"children":[{\#
            "type":"text","text":"y","format":0,"mode":"normal","style":"","detail":0,"version":1}],"fields":{"linkType":"internal",\#
            "doc":{"relationTo":"pages","value":{"id":7}}}}],"format":""}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><a href="/pages/known1">x</a>y</p>"#,
            unknown: "link 1"),
        RichTextCase(
            "an upload of Payload",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"upload","relationTo":"media","value":{"id":1,\#
            "url":"/media/a.png","alt":"A pier","mimeType":"image/png","width":640,"height":480,"filename":"a.png"},"fields":{\#
            "caption":"At noon"}}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<figure><img src="/media/a.png" alt="A pier" width="640" height="480"><figcaption>At noon</figcaption></figure>"#),
        RichTextCase(
            "an upload by its identifier",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"upload","relationTo":"media","value":"known2"},{"type":"upload",\#
            "relationTo":"media","value":9}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<figure><img src="/media/known2" alt="Title of known2"></figure>"#,
            unknown: "upload 1"),
        RichTextCase(
            "an upload that is a file",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"upload","relationTo":"media","value":{"url":"/media/a.pdf",\#
            "mimeType":"application/pdf","filename":"a.pdf"}}],"direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><a href="/media/a.pdf">a.pdf</a></p>"#),
        RichTextCase(
            "a relationship",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"relationship","relationTo":"posts","value":{"id":"known3"}}],\#
            "direction":"ltr","format":"","indent":0}}
            """#,
            #"<p><a href="/posts/known3">Title of known3</a></p>"#),
        RichTextCase(
            "a block that is not known",
            #"""
            {"root":{"type":"root","version":1,"children":[{"type":"block","fields":{"blockType":"banner","title":"Sale","content":{\#
            "root":{"type":"root","version":1,"children":[{"type":"paragraph","version":1,"children":[{"type":"text",\#
            "text":"inside","format":0,"mode":"normal","style":"","detail":0,"version":1}],"format":""}]}}}}],"direction":"ltr",\#
            "format":"","indent":0}}
            """#,
            #"<p>Sale</p><p>inside</p>"#,
            unknown: "block 1"),
    ]
}
