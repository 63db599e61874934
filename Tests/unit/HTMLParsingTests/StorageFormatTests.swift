import HTMLParsing
import TestSupport
import Testing

/// Confluence's storage format.
@Suite("The storage format of Confluence") struct StorageFormatTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let source: String
        /// The content as HTML.
        let html: String

        init(_ name: String, _ source: String, _ html: String) { (testDescription, self.source, self.html) = (name, source, html) }
    }

    static let examples = [
        Example(
            "code",
            #"<ac:structured-macro ac:name="code"><ac:parameter ac:name="language">js</ac:parameter><ac:parameter ac:name="title">Run</ac:parameter>"#
                + "<ac:plain-text-body><![CDATA[if (a<b && c>d) {\n  x = \"]>\" ]]></ac:plain-text-body></ac:structured-macro><p>a</p>",
            "<p><strong>Run</strong></p><pre><code class=\"language-js\">if (a&lt;b &amp;&amp; c&gt;d) {\n  x = \"]&gt;\" </code></pre><p>a</p>"
        ),
        Example(
            "panels",
            #"<ac:structured-macro ac:name="info"><ac:parameter ac:name="title">Tide</ac:parameter><ac:rich-text-body><p>a</p></ac:rich-text-body></ac:structured-macro>"#,
            "<p><strong>Tide</strong></p><div><p>a</p></div>"),
        Example(
            "macros in macros",
            #"<ac:structured-macro ac:name="expand"><ac:rich-text-body><ac:structured-macro ac:name="noformat"><ac:plain-text-body><![CDATA[a]]></ac:plain-text-body></ac:structured-macro></ac:rich-text-body></ac:structured-macro>"#,
            "<div><pre><code>a</code></pre></div>"),
        Example(
            "labels, issues and films",
            #"<p><ac:structured-macro ac:name="status"><ac:parameter ac:name="title">OPEN</ac:parameter></ac:structured-macro> <ac:structured-macro ac:name="jira"><ac:parameter ac:name="key">WEB-7</ac:parameter></ac:structured-macro> <ac:structured-macro ac:name="widget"><ac:parameter ac:name="url"><ri:url ri:value="https://a.example/film"/></ac:parameter></ac:structured-macro></p>"#,
            #"<p>OPEN WEB-7 <a href="https://a.example/film">https://a.example/film</a></p>"#),
        Example(
            "links",
            #"<p>See <ac:link><ri:page ri:content-title="Piers" /><ac:plain-text-link-body><![CDATA[the <piers>]]></ac:plain-text-link-body></ac:link>, <ac:link><ri:page ri:content-title="Boats"/></ac:link>, <ac:link><ri:attachment ri:filename="tide table.pdf"/></ac:link>, <ac:link ac:anchor="x"><ac:link-body><b>here</b></ac:link-body></ac:link>, <ac:link><ri:user ri:username="ana"/></ac:link>.</p>"#,
            ##"<p>See <span>the &lt;piers&gt;</span>, <span>Boats</span>, <a href="tide%20table.pdf">tide table.pdf</a>, <a href="#x"><b>here</b></a>, <span>@ana</span>.</p>"##
        ),
        Example(
            "images",
            #"<ac:image ac:alt="Map"><ri:attachment ri:filename="map.png"/><ac:caption><p>The map</p></ac:caption></ac:image><ac:image><ri:url ri:value="https://a.example/b.png"/></ac:image>"#,
            #"<img src="map.png" alt="Map"><figcaption><p>The map</p></figcaption><img src="https://a.example/b.png" alt="https://a.example/b.png">"#
        ),
        Example(
            "tasks",
            "<ac:task-list><ac:task><ac:task-id>1</ac:task-id><ac:task-status>complete</ac:task-status><ac:task-body>a <em>b</em></ac:task-body></ac:task><ac:task><ac:task-id>2</ac:task-id><ac:task-status>incomplete</ac:task-status><ac:task-body>c</ac:task-body></ac:task></ac:task-list>",
            #"<ul><li><input type="checkbox" checked="">a <em>b</em></li><li><input type="checkbox">c</li></ul>"#),
        Example(
            "emoji, dates and marks of comments",
            #"<p>a <ac:emoticon ac:name="blue-star" ac:emoji-fallback="🙂" /> b <ac:emoticon ac:name="tick"/> <time datetime="2026-05-01" /> c<ac:inline-comment-marker ac:ref="1">d</ac:inline-comment-marker>e <ac:placeholder>type</ac:placeholder></p><p>f</p>"#,
            #"<p>a 🙂 b :tick: 2026-05-01 c<ac:inline-comment-marker ac:ref="1">d</ac:inline-comment-marker>e </p><p>f</p>"#),
        Example(
            "dates with a text, or without one",
            #"<p><ac:emoticon ac:name="tick"/> <time datetime="2026-05-01">1 May</time> <time datetime="2026-05-02"></time> <time datetime="2026-05-03"/>, <time>noon</time></p>"#,
            #"<p>:tick: <time datetime="2026-05-01">1 May</time> 2026-05-02 2026-05-03, <time>noon</time></p>"#),
        Example(
            "dates in front of the first element of the format",
            #"<p><time datetime="2026-05-01"/> a</p><ac:structured-macro ac:name="anchor"/>"#, "<p>2026-05-01 a</p>"),
        Example(
            "layouts and extensions",
            #"<ac:layout><ac:layout-section><ac:layout-cell><p>a</p></ac:layout-cell></ac:layout-section></ac:layout><ac:adf-extension><ac:adf-node type="panel"><ac:adf-attribute key="panel-type">note</ac:adf-attribute><ac:adf-content><p>b</p></ac:adf-content></ac:adf-node><ac:adf-fallback><p>b</p></ac:adf-fallback></ac:adf-extension>"#,
            "<div><div><div><p>a</p></div></div></div><div><div><div><p>b</p></div></div></div>"),
        Example("what is cut off", "<ac:link><ri:page ri:content-title=\"a\"/><ac:plain-text-link-body><![CDATA[b", "<span>b</span>"),
        Example("other names with a colon", "<st1:a/>b<![CDATA[c]]><acx>d</acx>", "<st1:a>b<!--[CDATA[c]]--><acx>d</acx></st1:a>"),
    ]

    @Test("becomes HTML, whole and cut at every byte", arguments: examples)
    func reads(_ example: Example) {
        #expect(HTMLDocument(parsingFragment: example.source).serialized() == example.html)
        let context = HTMLParserOptions.Context(name: "body")
        let bytes = Array(example.source.utf8)
        for cut in bytes.indices {
            var parser = HTMLParser(options: HTMLParserOptions(context: context))
            parser.feed(bytes.span.extracting(..<cut))
            parser.feed(bytes.span.extracting(cut...))
            #expect(parser.finish().serialized() == example.html, "cut at \(cut)")
        }
    }

    @Test("names the macros that only Confluence can fill")
    func unread() {
        let source =
            #"<p>a</p><ac:structured-macro ac:name="toc" /><ac:structured-macro ac:name="anchor"/><ac:structured-macro ac:name="children"><ac:parameter ac:name="all">true</ac:parameter></ac:structured-macro><p>b</p>"#
        let document = HTMLDocument(parsingFragment: source)
        #expect(document.serialized() == "<p>a</p><p>b</p>")
        #expect(document.unreadMacros == ["toc", "children"])
    }

    @Test("takes time in proportion to its length", .startsOnIdlePool, .timeLimit(.minutes(1)))
    func deep() {
        let link = #"<ac:link><ri:page ri:content-title="a"/><ac:link-body>"#
        let macro = #"<ac:structured-macro ac:name="x"><ac:parameter ac:name="url">"#
        let text = HTMLDocument(parsingFragment: String(repeating: link + macro, count: 20_000) + "b")
        #expect(text.textContent(of: text.root).utf8.count < 1_000_000)
    }
}
