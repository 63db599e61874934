import RichText
import Testing

@Suite("Blocks of Notion") struct NotionTests {
    @Test("become HTML, and the dialect is found", arguments: documents)
    func reads(_ example: RichTextCase) throws { try example.check(.notion) }

    @Test("with a value of a wrong kind anywhere become HTML or an error with its path", arguments: documents)
    func hostile(_ example: RichTextCase) throws { try example.checkWrongKinds(.notion) }

    @Test("with a node of an unknown type keep its text", arguments: documents)
    func unknown(_ example: RichTextCase) throws { try example.checkUnknownTypes(.notion) }

    static let documents = [
        RichTextCase(
            "a paragraph",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"Hello","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"Hello","href":null}]}}]
            """#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "the answer of a request",
            #"""
            {"object":"list","results":[{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{\#
            "rich_text":[{"type":"text","text":{"content":"Hello","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"Hello","href":null}]}}],\#
            "next_cursor":null}
            """#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "a page with children",
            #"""
            {"object":"page","id":"p1","children":[{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{\#
            "rich_text":[{"type":"text","text":{"content":"Hello","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"Hello","href":null}]}}]}
            """#,
            #"<p>Hello</p>"#),
        RichTextCase(
            "annotations",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"b","link":null},"annotations":{"bold":true,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"b","href":null},{"type":"text","text":{"content":"i","link":null},\#
            "annotations":{"bold":false,"italic":true,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"i","href":null},{"type":"text","text":{"content":"s","link":null},"annotations":{"bold":false,\#
            "italic":false,"strikethrough":true,"underline":false,"code":false,"color":"default"},"plain_text":"s","href":null},{\#
            "type":"text","text":{"content":"u","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":true,"code":false,"color":"default"},"plain_text":"u","href":null},{"type":"text","text":{"content":"c",\#
            "link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":true,\#
            "color":"default"},"plain_text":"c","href":null},{"type":"text","text":{"content":"r","link":null},"annotations":{\#
            "bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"red"},"plain_text":"r",\#
            "href":null}]}}]
            """#,
            #"<p><strong>b</strong><em>i</em><s>s</s><u>u</u><code>c</code>r</p>"#),
        RichTextCase(
            "annotations that overlap",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"a","link":null},"annotations":{"bold":true,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"a","href":null},{"type":"text","text":{"content":"b","link":null},\#
            "annotations":{"bold":true,"italic":true,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"b","href":null}]}}]
            """#,
            #"<p><strong>a<em>b</em></strong></p>"#),
        RichTextCase(
            "a line break",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"a\nb","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"a\nb","href":null}]}}]
            """#,
            #"<p>a<br>b</p>"#),
        RichTextCase(
            "a link",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"x","link":{"url":"https://example.org/"}},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"x","href":"https://example.org/"}]}}]
            """#,
            #"<p><a href="https://example.org/">x</a></p>"#),
        RichTextCase(
            "a link to a page that is known",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"x","link":{"url":"/known67890123456789012345678901ab"}},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"x",\#
            "href":"/known67890123456789012345678901ab"}]}}]
            """#,
            #"<p><a href="/known67890123456789012345678901ab">x</a></p>"#),
        RichTextCase(
            "headings",
            #"""
            [{"object":"block","id":"b1","type":"heading_1","has_children":false,"heading_1":{"rich_text":[{"type":"text","text":{\#
            "content":"1","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"1","href":null}]}},{"object":"block","id":"b1","type":"heading_2",\#
            "has_children":false,"heading_2":{"rich_text":[{"type":"text","text":{"content":"2","link":null},"annotations":{\#
            "bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"2",\#
            "href":null}]}},{"object":"block","id":"b1","type":"heading_3","has_children":false,"heading_3":{"rich_text":[{\#
            "type":"text","text":{"content":"3","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"3","href":null}]}}]
            """#,
            #"<h1>1</h1><h2>2</h2><h3>3</h3>"#),
        RichTextCase(
            "a bullet list",
            #"""
            [{"object":"block","id":"b1","type":"bulleted_list_item","has_children":false,"bulleted_list_item":{"rich_text":[{\#
            "type":"text","text":{"content":"One","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"One","href":null}]}},{"object":"block","id":"b1",\#
            "type":"bulleted_list_item","has_children":false,"bulleted_list_item":{"rich_text":[{"type":"text","text":{\#
            "content":"Two","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"Two","href":null}]}}]
            """#,
            #"<ul><li>One</li><li>Two</li></ul>"#),
        RichTextCase(
            "lists in lists",
            #"""
            [{"object":"block","id":"b1","type":"bulleted_list_item","has_children":true,"bulleted_list_item":{"rich_text":[{\#
            "type":"text","text":{"content":"One","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"One","href":null}]},"children":[{"object":"block",\#
            "id":"b1","type":"numbered_list_item","has_children":false,"numbered_list_item":{"rich_text":[{"type":"text","text":{\#
            "content":"1a","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"1a","href":null}]}},{"object":"block","id":"b1",\#
            "type":"numbered_list_item","has_children":false,"numbered_list_item":{"rich_text":[{"type":"text","text":{\#
            "content":"1b","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"1b","href":null}]}}]},{"object":"block","id":"b1",\#
            "type":"bulleted_list_item","has_children":false,"bulleted_list_item":{"rich_text":[{"type":"text","text":{\#
            "content":"Two","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"Two","href":null}]}}]
            """#,
            #"<ul><li>One<ol><li>1a</li><li>1b</li></ol></li><li>Two</li></ul>"#),
        RichTextCase(
            "children in the member of the type",
            #"""
            [{"object":"block","type":"bulleted_list_item","bulleted_list_item":{"rich_text":[{"type":"text","text":{\#
            "content":"One","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"One","href":null}],"children":[{"object":"block","id":"b1",\#
            "type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{"content":"more","link":null},\#
            "annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"more","href":null}]}}]}}]
            """#,
            #"<ul><li>One<p>more</p></li></ul>"#),
        RichTextCase(
            "tasks",
            #"""
            [{"object":"block","id":"b1","type":"to_do","has_children":false,"to_do":{"checked":true,"rich_text":[{"type":"text",\#
            "text":{"content":"done","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"done","href":null}]}},{"object":"block","id":"b1",\#
            "type":"to_do","has_children":false,"to_do":{"checked":false,"rich_text":[{"type":"text","text":{"content":"open",\#
            "link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,\#
            "color":"default"},"plain_text":"open","href":null}]}}]
            """#,
            #"""
            <ul><li><input type="checkbox" checked="" disabled=""> done</li><li><input type="checkbox" disabled=""> open</li></ul>
            """#),
        RichTextCase(
            "a toggle",
            #"""
            [{"object":"block","id":"b1","type":"toggle","has_children":true,"toggle":{"rich_text":[{"type":"text","text":{\#
            "content":"More","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"More","href":null}]},"children":[{"object":"block","id":"b1",\#
            "type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{"content":"inside",\#
            "link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,\#
            "color":"default"},"plain_text":"inside","href":null}]}}]}]
            """#,
            #"<details><summary>More</summary><p>inside</p></details>"#),
        RichTextCase(
            "a quote",
            #"""
            [{"object":"block","id":"b1","type":"quote","has_children":true,"quote":{"rich_text":[{"type":"text","text":{\#
            "content":"Q","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"Q","href":null}]},"children":[{"object":"block","id":"b1",\#
            "type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{"content":"more","link":null},\#
            "annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"more","href":null}]}}]}]
            """#,
            #"<blockquote><p>Q</p><p>more</p></blockquote>"#),
        RichTextCase(
            "a callout",
            #"""
            [{"object":"block","id":"b1","type":"callout","has_children":false,"callout":{"icon":{"type":"emoji","emoji":"💡"},\#
            "rich_text":[{"type":"text","text":{"content":"Careful","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"Careful","href":null}]}}]
            """#,
            #"<aside><p>💡 Careful</p></aside>"#),
        RichTextCase(
            "code",
            #"""
            [{"object":"block","id":"b1","type":"code","has_children":false,"code":{"language":"javascript","caption":[{\#
            "type":"text","text":{"content":"A caption","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"A caption","href":null}],\#
            "rich_text":[{"type":"text","text":{"content":"let a = 1 < 2\n","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"let a = 1 < 2\n","href":null},{\#
            "type":"text","text":{"content":"b()","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"b()","href":null}]}}]
            """#,
            #"""
            <figure><pre><code class="language-javascript">let a = 1 &lt; 2\#nb()</code></pre><figcaption>A caption</figcaption>\#
            </figure>
            """#),
        RichTextCase(
            "code in plain text",
            #"""
            [{"object":"block","id":"b1","type":"code","has_children":false,"code":{"language":"plain text","rich_text":[{\#
            "type":"text","text":{"content":"x","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"x","href":null}]}}]
            """#,
            #"<pre><code>x</code></pre>"#),
        RichTextCase(
            "equations",
            #"""
            [{"object":"block","id":"b1","type":"equation","has_children":false,"equation":{"expression":"e=mc^2"}},{\#
            "object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"equation",\#
            "equation":{"expression":"a<b"},"plain_text":"a<b"}]}}]
            """#,
            #"<div class="math display">\[e=mc^2\]</div><p><span class="math inline">\(a&lt;b\)</span></p>"#),
        RichTextCase(
            "a rule",
            #"[{"object":"block","id":"b1","type":"divider","has_children":false,"divider":{}}]"#,
            #"<hr>"#),
        RichTextCase(
            "an image of another host",
            #"""
            [{"object":"block","id":"b1","type":"image","has_children":false,"image":{"type":"external","external":{\#
            "url":"https://example.org/a.png"},"caption":[{"type":"text","text":{"content":"A pier","link":null},"annotations":{\#
            "bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"A pier","href":null}]}}]
            """#,
            #"<figure><img src="https://example.org/a.png" alt=""><figcaption>A pier</figcaption></figure>"#),
        RichTextCase(
            "an image of Notion",
            #"""
            [{"object":"block","id":"b1","type":"image","has_children":false,"image":{"type":"file","file":{\#
            "url":"https://s3/a.png?X-Amz=1","expiry_time":"x"},"caption":[]}}]
            """#,
            #"<figure><img src="https://s3/a.png?X-Amz=1" alt=""></figure>"#),
        RichTextCase(
            "a film, a sound and files",
            #"""
            [{"object":"block","id":"b1","type":"video","has_children":false,"video":{"type":"external","external":{\#
            "url":"https://youtu.be/x"}}},{"object":"block","id":"b1","type":"video","has_children":false,"video":{"type":"file",\#
            "file":{"url":"https://s3/a.mp4"}}},{"object":"block","id":"b1","type":"audio","has_children":false,"audio":{\#
            "type":"file","file":{"url":"https://s3/a.mp3"}}},{"object":"block","id":"b1","type":"pdf","has_children":false,"pdf":{\#
            "type":"file","file":{"url":"https://s3/a.pdf"}}},{"object":"block","id":"b1","type":"file","has_children":false,\#
            "file":{"type":"file","file":{"url":"https://s3/a.zip"},"name":"a.zip"}}]
            """#,
            #"""
            <figure><iframe src="https://youtu.be/x"></iframe></figure><figure><video src="https://s3/a.mp4" controls=""></video>\#
            </figure><figure><audio src="https://s3/a.mp3" controls=""></audio></figure><p><a href="https://s3/a.pdf">\#
            https://s3/a.pdf</a></p><p><a href="https://s3/a.zip">a.zip</a></p>
            """#),
        RichTextCase(
            "an embed, a bookmark and a preview",
            #"""
            [{"object":"block","id":"b1","type":"embed","has_children":false,"embed":{"url":"https://example.org/e"}},{\#
            "object":"block","id":"b1","type":"bookmark","has_children":false,"bookmark":{"url":"https://example.org/b","caption":[{\#
            "type":"text","text":{"content":"Read","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"Read","href":null}]}},{"object":"block","id":"b1",\#
            "type":"link_preview","has_children":false,"link_preview":{"url":"https://example.org/p"}}]
            """#,
            #"""
            <figure><iframe src="https://example.org/e"></iframe></figure><p><a href="https://example.org/b">Read</a></p><p>\#
            <a href="https://example.org/p">https://example.org/p</a></p>
            """#),
        RichTextCase(
            "a table with headers",
            #"""
            [{"object":"block","id":"b1","type":"table","has_children":true,"table":{"table_width":2,"has_column_header":true,\#
            "has_row_header":false},"children":[{"object":"block","id":"b1","type":"table_row","has_children":false,"table_row":{\#
            "cells":[[{"type":"text","text":{"content":"Boat","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"Boat","href":null}],[{\#
            "type":"text","text":{"content":"Seats","link":null},"annotations":{"bold":true,"italic":false,"strikethrough":false,\#
            "underline":false,"code":false,"color":"default"},"plain_text":"Seats","href":null}]]}},{"object":"block","id":"b1",\#
            "type":"table_row","has_children":false,"table_row":{"cells":[[{"type":"text","text":{"content":"Mira","link":null},\#
            "annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"Mira","href":null}],[]]}}]}]
            """#,
            #"""
            <table><thead><tr><th>Boat</th><th><strong>Seats</strong></th></tr></thead><tbody><tr><td>Mira</td><td></td></tr>\#
            </tbody></table>
            """#),
        RichTextCase(
            "a table with a header column",
            #"""
            [{"object":"block","id":"b1","type":"table","has_children":true,"table":{"has_column_header":false,\#
            "has_row_header":true},"children":[{"object":"block","id":"b1","type":"table_row","has_children":false,"table_row":{\#
            "cells":[[{"type":"text","text":{"content":"a","link":null},"annotations":{"bold":false,"italic":false,\#
            "strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"a","href":null}],[{"type":"text",\#
            "text":{"content":"1","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"1","href":null}]]}}]}]
            """#,
            #"<table><tbody><tr><th>a</th><td>1</td></tr></tbody></table>"#),
        RichTextCase(
            "columns",
            #"""
            [{"object":"block","id":"b1","type":"column_list","has_children":true,"column_list":{},"children":[{"object":"block",\#
            "id":"b1","type":"column","has_children":true,"column":{},"children":[{"object":"block","id":"b1","type":"paragraph",\#
            "has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{"content":"left","link":null},"annotations":{\#
            "bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},"plain_text":"left",\#
            "href":null}]}}]},{"object":"block","id":"b1","type":"column","has_children":true,"column":{},"children":[{\#
            "object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"text","text":{\#
            "content":"right","link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,\#
            "code":false,"color":"default"},"plain_text":"right","href":null}]}}]}]}]
            """#,
            #"<p>left</p><p>right</p>"#),
        RichTextCase(
            "pages",
            #"""
            [{"object":"block","id":"known1","type":"child_page","child_page":{"title":"Sub"}},{"object":"block","id":"x",\#
            "type":"child_page","child_page":{"title":"Other"}},{"object":"block","id":"b1","type":"link_to_page",\#
            "has_children":false,"link_to_page":{"type":"page_id","page_id":"known2"}}]
            """#,
            #"<p><a href="/page/known1">Sub</a></p><p>Other</p><p><a href="/page/known2">Title of known2</a></p>"#,
            unknown: "child_page 1"),
        RichTextCase(
            "mentions",
            #"""
            [{"object":"block","id":"b1","type":"paragraph","has_children":false,"paragraph":{"rich_text":[{"type":"mention",\#
            "mention":{"type":"user","user":{"id":"u"}},"plain_text":"@Ada"},{"type":"mention","mention":{"type":"page","page":{\#
            "id":"known3"}},"plain_text":"Page","href":"https://www.notion.so/known3"},{"type":"mention","mention":{"type":"page",\#
            "page":{"id":"y"}},"plain_text":"Lost","href":"https://www.notion.so/y"}]}}]
            """#,
            #"<p>@Ada<a href="/page/known3">Page</a><a href="https://www.notion.so/y">Lost</a></p>"#,
            unknown: "mention 1"),
        RichTextCase(
            "a list of which more blocks follow",
            #"""
            {"object":"list","results":[{"object":"block","type":"toggle","has_children":true,"toggle":{"rich_text":[{\#
            "plain_text":"More"}]},"children":{"object":"list","results":[{"object":"block","type":"paragraph","paragraph":{\#
            "rich_text":[{"plain_text":"inside"}]}}],"has_more":true,"next_cursor":"a"}}],"has_more":true,"next_cursor":"b"}
            """#,
            #"<details><summary>More</summary><p>inside</p></details>"#,
            unknown: "children of toggle 1, rest of list (has_more) 1"),
        RichTextCase(
            "children that the JSON lacks",
            #"""
            [{"object":"block","type":"toggle","has_children":true,"toggle":{"rich_text":[{"type":"text","text":{"content":"More",\#
            "link":null},"annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,\#
            "color":"default"},"plain_text":"More","href":null}]}}]
            """#,
            #"<details><summary>More</summary></details>"#,
            unknown: "children of toggle 1"),
        RichTextCase(
            "blocks without text",
            #"""
            [{"object":"block","id":"b1","type":"table_of_contents","has_children":false,"table_of_contents":{"color":"default"}},{\#
            "object":"block","id":"b1","type":"breadcrumb","has_children":false,"breadcrumb":{}}]
            """#,
            #""#),
        RichTextCase(
            "a block that is not known",
            #"""
            [{"object":"block","type":"unsupported","unsupported":{}},{"object":"block","type":"quiz","quiz":{"question":"Why?"}}]
            """#,
            #"<p>Why?</p>"#,
            unknown: "unsupported 1, quiz 1"),
        RichTextCase(
            "the old name of texts",
            #"""
            [{"object":"block","type":"paragraph","paragraph":{"text":[{"type":"text","text":{"content":"old","link":null},\#
            "annotations":{"bold":false,"italic":false,"strikethrough":false,"underline":false,"code":false,"color":"default"},\#
            "plain_text":"old","href":null}]}}]
            """#,
            #"<p>old</p>"#),
    ]
}
