import RichText
import Testing

@Suite("The Atlassian Document Format") struct ADFTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.adf) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.adf) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.adf) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"{"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"Hello"}]}]}"#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "every mark",
            #"""
            {"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"b","marks":[{\#
            "type":"strong"}]},{"type":"text","text":"i","marks":[{"type":"em"}]},{"type":"text","text":"u","marks":[{\#
            "type":"underline"}]},{"type":"text","text":"s","marks":[{"type":"strike"}]},{"type":"text","text":"c","marks":[{\#
            "type":"code"}]},{"type":"text","text":"x","marks":[{"type":"subsup","attrs":{"type":"sup"}}]},{"type":"text",\#
            "text":"y","marks":[{"type":"subsup","attrs":{"type":"sub"}}]},{"type":"text","text":"r","marks":[{"type":"textColor",\#
            "attrs":{"color":"#f00"}}]}]}]}
            """#,
            #"<p><strong>b</strong><em>i</em><u>u</u><s>s</s><code>c</code><sup>x</sup><sub>y</sub>r</p>"#),
        RichTextCase(
            "a link",
            #"""
            {"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"x","marks":[{"type":"link",\#
            "attrs":{"href":"https://example.org/"}}]}]}]}
            """#,
            #"<p><a href="https://example.org/">x</a></p>"#),
        RichTextCase(
            "headings",
            #"""
            {"version":1,"type":"doc","content":[{"type":"heading","attrs":{"level":1},"content":[{"type":"text","text":"A"}]},{\#
            "type":"heading","attrs":{"level":6},"content":[{"type":"text","text":"B"}]}]}
            """#,
            #"<h1>A</h1><h6>B</h6>"#),
        RichTextCase(
            "a hard break",
            #"""
            {"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"a"},{"type":"hardBreak",\#
            "attrs":{"text":"\n"}},{"type":"text","text":"b"}]}]}
            """#,
            #"<p>a<br>b</p>"#),
        RichTextCase(
            "a bullet list",
            #"""
            {"version":1,"type":"doc","content":[{"type":"bulletList","content":[{"type":"listItem","content":[{"type":"paragraph",\#
            "content":[{"type":"text","text":"One"}]},{"type":"bulletList","content":[{"type":"listItem","content":[{\#
            "type":"paragraph","content":[{"type":"text","text":"1a"}]}]}]}]}]}]}
            """#,
            #"<ul><li>One<ul><li>1a</li></ul></li></ul>"#),
        RichTextCase(
            "a numbered list",
            #"""
            {"version":1,"type":"doc","content":[{"type":"orderedList","attrs":{"order":5},"content":[{"type":"listItem","content":[\#
            {"type":"paragraph","content":[{"type":"text","text":"x"}]}]}]}]}
            """#,
            #"<ol start="5"><li>x</li></ol>"#),
        RichTextCase(
            "a quote",
            #"""
            {"version":1,"type":"doc","content":[{"type":"blockquote","content":[{"type":"paragraph","content":[{"type":"text",\#
            "text":"Q"}]}]}]}
            """#,
            #"<blockquote><p>Q</p></blockquote>"#),
        RichTextCase(
            "code",
            #"""
            {"version":1,"type":"doc","content":[{"type":"codeBlock","attrs":{"language":"java"},"content":[{"type":"text",\#
            "text":"a < b"}]}]}
            """#,
            #"<pre><code class="language-java">a &lt; b</code></pre>"#),
        RichTextCase(
            "a rule",
            #"{"version":1,"type":"doc","content":[{"type":"rule"}]}"#,
            #"<hr>"#),
        RichTextCase(
            "a panel",
            #"""
            {"version":1,"type":"doc","content":[{"type":"panel","attrs":{"panelType":"warning"},"content":[{"type":"paragraph",\#
            "content":[{"type":"text","text":"Careful"}]}]}]}
            """#,
            #"<aside><p>Careful</p></aside>"#),
        RichTextCase(
            "an expand",
            #"""
            {"version":1,"type":"doc","content":[{"type":"expand","attrs":{"title":"More"},"content":[{"type":"paragraph",\#
            "content":[{"type":"text","text":"inside"}]}]}]}
            """#,
            #"<details><summary>More</summary><p>inside</p></details>"#),
        RichTextCase(
            "a table",
            #"""
            {"version":1,"type":"doc","content":[{"type":"table","attrs":{"isNumberColumnEnabled":false},"content":[{\#
            "type":"tableRow","content":[{"type":"tableHeader","content":[{"type":"paragraph","content":[{"type":"text",\#
            "text":"Boat"}]}]},{"type":"tableHeader","content":[{"type":"paragraph","content":[{"type":"text","text":"Seats"}]}]}]},\#
            {"type":"tableRow","content":[{"type":"tableCell","attrs":{"rowspan":2},"content":[{"type":"paragraph","content":[{\#
            "type":"text","text":"Mira"}]}]},{"type":"tableCell","content":[{"type":"paragraph","content":[{"type":"text",\#
            "text":"40"}]}]}]}]}]}
            """#,
            #"""
            <table><thead><tr><th>Boat</th><th>Seats</th></tr></thead><tbody><tr><td rowspan="2">Mira</td><td>40</td></tr></tbody>\#
            </table>
            """#),
        RichTextCase(
            "an image of another host",
            #"""
            {"version":1,"type":"doc","content":[{"type":"mediaSingle","attrs":{"layout":"center"},"content":[{"type":"media",\#
            "attrs":{"type":"external","url":"https://example.org/a.png","alt":"A pier","width":640}},{"type":"caption","content":[{\#
            "type":"text","text":"At noon"}]}]}]}
            """#,
            #"<figure><img src="https://example.org/a.png" alt="A pier" width="640"><figcaption>At noon</figcaption></figure>"#),
        RichTextCase(
            "an image of Atlassian that is known",
            #"""
            {"version":1,"type":"doc","content":[{"type":"mediaSingle","content":[{"type":"media","attrs":{"type":"file",\#
            "id":"known1","collection":"c"}}]}]}
            """#,
            #"<figure><img src="/media/known1" alt=""></figure>"#),
        RichTextCase(
            "an image of Atlassian that is not known",
            #"""
            {"version":1,"type":"doc","content":[{"type":"mediaSingle","attrs":{"layout":"center"},"content":[{"type":"media",\#
            "attrs":{"type":"file","id":"m1","alt":"a.png"}}]}]}
            """#,
            #"<figure>a.png</figure>"#,
            unknown: "media 1"),
        RichTextCase(
            "an image with a link",
            #"""
            {"version":1,"type":"doc","content":[{"type":"mediaSingle","content":[{"type":"media","attrs":{"type":"external",\#
            "url":"/a.png"},"marks":[{"type":"link","attrs":{"href":"https://example.org/"}}]}]}]}
            """#,
            #"<figure><a href="https://example.org/"><img src="/a.png" alt=""></a></figure>"#),
        RichTextCase(
            "cards",
            #"""
            {"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"inlineCard","attrs":{\#
            "url":"https://example.org/a"}}]},{"type":"blockCard","attrs":{"url":"https://example.org/b"}},{"type":"embedCard",\#
            "attrs":{"url":"https://example.org/c","layout":"wide"}}]}
            """#,
            #"""
            <p><a href="https://example.org/a">https://example.org/a</a></p><p><a href="https://example.org/b">\#
            https://example.org/b</a></p><figure><iframe src="https://example.org/c"></iframe></figure>
            """#),
        RichTextCase(
            "mention, emoji, date and status",
            #"""
            {"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"mention","attrs":{"id":"1","text":"@Ada"}},\#
            {"type":"text","text":" "},{"type":"emoji","attrs":{"shortName":":smile:","text":"😄"}},{"type":"text","text":" "},{\#
            "type":"date","attrs":{"timestamp":"1582152559000"}},{"type":"text","text":" "},{"type":"status","attrs":{"text":"DONE",\#
            "color":"green"}}]}]}
            """#,
            #"<p>@Ada 😄 <time datetime="2020-02-19">2020-02-19</time> DONE</p>"#),
        RichTextCase(
            "a day before 1970",
            #"{"version":1,"type":"doc","content":[{"type":"paragraph","content":[{"type":"date","attrs":{"timestamp":"-1"}}]}]}"#,
            #"<p><time datetime="1969-12-31">1969-12-31</time></p>"#),
        RichTextCase(
            "tasks",
            #"""
            {"version":1,"type":"doc","content":[{"type":"taskList","attrs":{"localId":"0"},"content":[{"type":"taskItem","attrs":{\#
            "localId":"1","state":"DONE"},"content":[{"type":"text","text":"done"}]},{"type":"taskItem","attrs":{"localId":"2",\#
            "state":"TODO"},"content":[{"type":"text","text":"open"}]}]}]}
            """#,
            #"""
            <ul><li><input type="checkbox" checked="" disabled=""> done</li><li><input type="checkbox" disabled=""> open</li></ul>
            """#),
        RichTextCase(
            "a task list in a task list",
            #"""
            {"version":1,"type":"doc","content":[{"type":"taskList","content":[{"type":"taskItem","attrs":{"state":"TODO"},\#
            "content":[{"type":"text","text":"a"}]},{"type":"taskList","content":[{"type":"taskItem","attrs":{"state":"DONE"},\#
            "content":[{"type":"text","text":"b"}]}]}]}]}
            """#,
            #"""
            <ul><li><input type="checkbox" disabled=""> a<ul><li><input type="checkbox" checked="" disabled=""> b</li></ul></li>\#
            </ul>
            """#),
        RichTextCase(
            "decisions",
            #"""
            {"version":1,"type":"doc","content":[{"type":"decisionList","content":[{"type":"decisionItem","attrs":{\#
            "state":"DECIDED"},"content":[{"type":"text","text":"We sail"}]}]}]}
            """#,
            #"<ul><li>We sail</li></ul>"#),
        RichTextCase(
            "a layout",
            #"""
            {"version":1,"type":"doc","content":[{"type":"layoutSection","content":[{"type":"layoutColumn","attrs":{"width":50},\#
            "content":[{"type":"paragraph","content":[{"type":"text","text":"left"}]}]},{"type":"layoutColumn","attrs":{"width":50},\#
            "content":[{"type":"paragraph","content":[{"type":"text","text":"right"}]}]}]}]}
            """#,
            #"<p>left</p><p>right</p>"#),
        RichTextCase(
            "an extension that is not known",
            #"""
            {"version":1,"type":"doc","content":[{"type":"extension","attrs":{"extensionType":"com.x","extensionKey":"toc"}},{\#
            "type":"bodiedExtension","attrs":{"extensionKey":"y"},"content":[{"type":"paragraph","content":[{"type":"text",\#
            "text":"inside"}]}]}]}
            """#,
            #"<p>inside</p>"#,
            unknown: "extension 1, bodiedExtension 1"),
    ]
}
