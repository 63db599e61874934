import Foundation
import HTMLParsing
import HTMLWriting
import MailParsing
import TestSupport
import Testing

/// Texts of unknown format, and what a reader sees of them.
@Suite("The format auto") struct TextFormatTests {
    struct Example: Sendable, CustomTestStringConvertible {
        let text: String
        let shown: String
        init(_ text: String, _ shown: String) { (self.text, self.shown) = (text, shown) }
        var testDescription: String { text }
    }

    /// Plain text, which is shown as it is.
    static let plain = [
        "if a<b and c>d then <i>no</i>", "if (x<y && z>w) return <b>early</b>;", "for (i=0; i<n; i++) <b>sum</b> += i",
        "Map<String, List<Integer>> and <b>more</b>", "vector<int> v; <b>v</b>", "#include <map> <b>here</b>", "Array<S> is <i>generic</i>",
        "Dear <first-name>, your order is <b>ready</b>", "Hello <Name>, <b>welcome</b>", "usage: tool <source> <target> [<b>opt</b>]",
        "From: Ana <ana@example.com>, see <b>below</b>", "ask <mailto:bob@example.org> or <b>me</b>",
        "see <https://example.org/a?b=1>, <i>please</i>",
        "cat <in >out; <b>done</b>", "cat <<EOF\n<b>x</b>\nEOF", "sort <a.txt | uniq > b.txt, then <i>look</i>",
        "grep '<b>' file && echo <b>ok</b>",
        "I </3 you <b>not</b>", "wrap it in <></> or <b>x</b>", "<?php the_title(); ?> in <b>the theme</b>",
        "a <?xml-stylesheet?> line, <b>x</b>",
        "The <p> tag and the <b> tag", "Use <b> and </b> to make text bold.", "<b> and </b> make text bold", "Wrap it in <div> and </div>.",
        "The tags \"<b>\" and \"</b>\" are old", "the (<em>) element and <b>x</b>", "Use `<b>x</b>` for bold", "Type ``<i>x</i>`` there",
        "```html\n<p>x</p>\n<br>\n```\nis a sample", "text\n\n```\n<div class=\"a\">x</div>\n```\n\nend",
        "- Run\n\n  ```\n  <p>x</p>\n  <br>\n  ```", "> ```\n> <br>\n> ```", "````\n```\n<br>\n````", "```\na ``` b\n<br>\n```",
        "```\n<br>", "„<b>“ steht für fett, <i>x</i>",
        "set <timeout>30</timeout> in <b>config</b>", "<config><a>1</a></config> goes there\nand there", "the <xs:element> tag, <b>x</b>",
        "the <img> tag and <b>x</b>", "see <title>x</title> in <b>head</b>", "add <script>alert(1)</script> to <b>it</b>",
        "List<A> x, <b>y</b>", "x<b", "<3 <3 <3", ">_< and <_<", "1 < 2, 3 > 2 & 4 <= 5", "a <- b <=> c", "p<0.05", "5 <6> 7", "<> <",
        "# Title\n\nText with **bold** and `<br>`.\n\n- one\n- two", "> a <b>b</b>\n\nYes.", "- <div>a</div>\n+ <p>b</p>",
        "Allowed:\n<b>\n<i>\n<p>\n", "Tags:\n<ul> list\n<li> item\n", "x <!-- no end, <b>y</b>", "see <a>, <b>b</b>",
        "Use <![CDATA[x]]> in XML, <b>ok</b>", "<generic> a\n\n<b>b</b>", "Ana <ana@example.com> wrote:\n\n> a\n\n<b>ok</b>",
        "if x<y\n\nthen <b>z</b>",
        "<source> is missing, <b>so</b> add it",
    ]

    /// Plain text in which tags are words.
    static let words = [
        "Use <br> for a line break or <hr> for a line.", "<html> is the root element.\nIt contains <head> and <body>.",
        "To write a link you need <a href=\"...\"> and </a>.\nThe <br> element breaks a line.", "Write <img src=\"…\"> or <br> there.",
        "Please use <ul> and <li> for lists and </li></ul> to close.", "You may write <br>, <hr>, or <wbr>.",
        "Rows go in <table> with <tr> and <td>, </td></tr></table> close it.", "<body> holds what is shown.", "A <hr> is a rule",
        "The <ac:link> element is Confluence's.", "the <svg> and </svg> tags", "add <script src=\"x.js\"></script> to the page",
        "Code:\n<select>\n<option>A</option>\n</select>\n",
    ]

    /// Plain text that talks about references.
    static let references = [
        "Use &nbsp; in HTML to get a space", "Use &nbsp; in HTML\nto get a space.", "Write \"&auml;\" and \"&ouml;\" here.",
        "Replace\n&auml; with ä\n&ouml; with ö", "Escape & as &amp; in XML.", "The entity `&copy;` is a sign.", "int *x = &ptr;\nfoo(&x);",
        "See &quot; and &nbsp;.\n\nBoth are names.", "a & b\n\nc & d", "The (&shy;) hyphen",
    ]

    /// HTML, of which no tag is shown, and no word lost.
    static let html = [
        Example("<p>One</p><p>Two</p>", "One\n\nTwo"), Example("<p>One</p>\n\n<p>Two</p>\n", "One\n\nTwo"),
        Example("Hello <b>world</b>", "Hello world"), Example("Tom &amp; Ann", "Tom & Ann"),
        Example("Type ``` and press Enter.<br>Then <b>save</b> it.", "Type ``` and press Enter.\nThen save it."),
        Example("```a``` is code.<br>Then <b>save</b> it.", "```a``` is code.\nThen save it."),
        Example("Hi<br>``` is a fence.<br>\n<b>Save</b> it.", "Hi\n``` is a fence.\nSave it."),
        Example("a<br>b", "a\nb"),
        Example("a <br> b", "a\nb"),
        Example("Hi,<br>\nwrite to <ana@example.com><br>\nbye", "Hi,\nwrite to <ana@example.com>\nbye"),
        Example("x if a<c and d<br>y<br>z", "x if a<c and d\ny\nz"),
        Example("10<sub>2</sub> and 2<b>x</b>", "10₂ and 2x"), Example("un<b>believ</b>able", "unbelievable"),
        Example("<div>a</div>\n\n<div>b</div>", "a\nb"), Example("<ul>\n\n<li>a</li>\n\n<li>b</li>\n\n</ul>", "- a\n- b"),
        Example("a <a href=\"/x\">link</a>", "a link"), Example("<span>a</span> b", "a b"),
        Example("see <em>Title</em>, \"<em>Other</em>\"", "see Title, \"Other\""),
        Example(
            "<!-- wp:paragraph -->\n<p>One</p>\n<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->\n<p>Two</p>\n<!-- /wp:paragraph -->",
            "One\n\nTwo"),
        Example("Hello <b>world</b> and <i>foo", "Hello world and foo"), Example("Hello <b>world</b> and <a hre", "Hello world and"),
        Example("<h2>T</h2>\n<p>a\nb</p>\n\nc\nd", "T\n\na b\n\nc d"),
        Example("<div>\n\na\nb\n\n</div>", "a b"), Example("<table><tr><td>a\n\nb</td></tr></table>", "a b"),
        Example("One.<p>Two.<p>Three.", "One.\n\nTwo.\n\nThree."), Example("a</br>b</br>c", "a\nb\nc"),
        Example("<h2>T</h2>\n<p>a</p>\n\n<p>b</p>", "T\n\na\n\nb"), Example("Use <code>List<String></code> here", "Use List<String> here"),
        Example("a <img src=\"/x.png\" alt=\"A \"b\" c\"> b<br>c", "a A b\nc"), Example("<p>if a<b and c</p>", "if a"),
        Example("<p>Write <code>```</code> first.</p><pre>q\n\nr</pre>", "Write ``` first.\n\nq\n\nr"),
        Example("<pre>\n```\na\n\nb</pre><p>c</p>", "```\na\n\nb\n\nc"),
        Example("Prix\u{20}: 5&nbsp;&euro;", "Prix : 5\u{A0}€"), Example("Rendez-vous &agrave; Paris", "Rendez-vous à Paris"),
        Example("Kiel &ndash; Oslo", "Kiel – Oslo"), Example("a &nbsp; &nbsp; b", "a \u{A0} \u{A0} b"),
        Example("if (a &lt; b)", "if (a < b)"),
        Example("<a href=\"/x\">Home <svg viewBox=\"0 0 8 8\"><path d=\"M1\"/></svg></a>", "Home"),
        Example("<img src=a alt=b><svg><title>T</title></svg>", "b T"),
        Example("See <b>x</b> <svg width=\"8\"><foo><bar></svg> there", "See x there"),
        Example("<svg viewBox=\"0 0 8 8\"><desc>D</desc></svg> <b>x</b>", "x"),
        Example(
            "Hi <b>team</b>,<br>write to <ana@example.com> or <name><br>bye", "Hi team,\nwrite to <ana@example.com> or <name>\nbye"),
        // Brackets that are no tags.
        Example("<p>Reply to <ana@example.com>.</p>", "Reply to <ana@example.com>."),
        Example("<p>Use List<String> and Map<K, V>.</p>", "Use List<String> and Map<K, V>."),
        Example("<p>Dear <First Name>, <br>your order <order id> </p>", "Dear <First Name>,\nyour order <order id>"),
        Example("<div>Hi <Straße> and <mailto:a@b.c></div>", "Hi <Straße> and <mailto:a@b.c>"),
        Example("<p><x>a</x> <my-x>b</my-x> <st1:city>c</st1:city> <o:p></o:p><foo bar=1>d <baz/>e</p>", "a b c d e"),
        Example("<p title=\"<a@b> x\">a</p><!-- <a@b> --><script>if (a<b@c) x</script><p>b <c@d></p>", "a\n\nb <c@d>"),
        Example("<html><body><p>a <b@c.de> <svg><foo><bar x=1/></foo></svg></p></body></html>", "a <b@c.de>"),
        Example("<p>see <https://x.org/a?b=1> and <www.x.org></p>", "see <https://x.org/a?b=1> and <www.x.org>"),
        Example("<p>a <i,j> b <k l m> c</p>", "a <i,j> b <k l m> c"),
        Example("<ac:structured-macro ac:name=\"toc\"/>", ""),
        Example("<ac:image><ri:attachment ri:filename=\"a.png\"/></ac:image>", "a.png"),
        Example("<ac:task-list><ac:task><ac:task-body>One</ac:task-body></ac:task></ac:task-list>", "- [ ] One"),
        Example(
            "See <ac:link><ri:page ri:content-title=\"Pier\"/></ac:link> and <ac:emoticon ac:name=\"smile\"/>", "See Pier and :smile:"),
    ]

    /// HTML whose paragraphs are parted by blank lines.
    static let paragraphs = [
        Example(
            "First <strong>bold</strong> line.\n\nSecond with <a href=\"/x\">link</a>.\n\n<img src=\"/a.png\" alt=\"A\" />",
            "First bold line.\n\nSecond with link.\n\nA"),
        Example("One <b>a</b>\ntwo\n\nThree", "One a\ntwo\n\nThree"), Example("One <b>a</b>\r\ntwo\r\n\r\nThree", "One a\ntwo\n\nThree"),
        Example("<h2>Title</h2>\nOne.\n\nTwo.", "Title\n\nOne.\n\nTwo."), Example("<strong>One</strong> a.\n\nTwo.", "One a.\n\nTwo."),
        Example("<a href=\"/l.jpg\"><img src=\"/s.jpg\" alt=\"Pier\" /></a>\n\nText.\n\nMore.", "Pier\n\nText.\n\nMore."),
        Example("Text.\n\n<img src=\"/s.jpg\" alt=\"Pier\" />\n\nMore.", "Text.\n\nPier\n\nMore."),
        Example(
            "[caption id=\"a\" width=\"300\"]<img src=\"/s.jpg\" alt=\"Pier\" /> The pier[/caption]\n\nText.",
            "[caption id=\"a\" width=\"300\"]Pier The pier[/caption]\n\nText."),
        Example("Intro:\n<ul>\n\t<li>One</li>\n\t<li>Two</li>\n</ul>\nA <b>b</b>.\n\nEnd.", "Intro:\n\n- One\n- Two\n\nA b.\n\nEnd."),
        Example("Code:\n<pre>a\n\nb</pre>\nOne.\n\nTwo.", "Code:\n\na\n\nb\n\nOne.\n\nTwo."),
        Example("<blockquote>One\n\nTwo</blockquote>\nThree.\n\nFour.", "> One\n>\n> Two\n\nThree.\n\nFour."),
        Example("One <em>a\n\nb</em> c.\n\nD.", "One a\n\nb c.\n\nD."), Example("One.<!--more-->\n\nTwo <b>x</b>.", "One.\n\nTwo x."),
        Example("One <b>x</b>.\n\n<!--more-->\n\nTwo.", "One x.\n\nTwo."), Example("Nice post <b>x</b> <3\n\nBye", "Nice post x <3\n\nBye"),
        Example("a<br>\nb\n\nc <i>d</i>\n\ne", "a\nb\n\nc d\n\ne"),
        Example("One\n\n<div class=\"x\">Two</div>\n\nThree\n\nFour", "One\n\nTwo\n\nThree\n\nFour"),
        Example("A <code>x\ny</code>\n\nB", "A x\ny\n\nB"),
        Example("Text <del>old</del>\n\nhttps://example.org/watch?v=1\n\nEnd", "Text old\n\nhttps://example.org/watch?v=1\n\nEnd"),
        Example("<p style=\"text-align: center\">One</p>\nTwo\n\nThree", "One\n\nTwo\n\nThree"),
        Example("T&amp;C <b>a</b>\n\nB &lt;c&gt;", "T&C a\n\nB <c>"),
        // References without tags.
        Example("Para one.\n\n&nbsp;\n\nPara two &amp; more.", "Para one.\n\nPara two & more."),
        Example("It&#8217;s here.\n\nNext.", "It’s here.\n\nNext."), Example("Gr&uuml;&szlig;e\n\nAnna", "Grüße\n\nAnna"),
        Example("Tom &#8211; Ann\r\nKiel", "Tom – Ann\nKiel"), Example("&Agrave; bient&ocirc;t\n\nZo&eacute;", "À bientôt\n\nZoé"),
        // Embedded content, and comments.
        Example(
            "Watch:\n\n<iframe width=\"560\" src=\"https://www.youtube.com/embed/x\"></iframe>\n\nMore text.",
            "Watch:\n\nwww.youtube.com\n\nMore text."),
        Example("Film:\n\n<video controls><source src=\"a.mp4\"></video>\n\nEnd.", "Film:\n\na.mp4\n\nEnd."),
        Example("Film:\n\n<video>\n<source src=\"a.mp4\">\n</video>\n\nEnd.", "Film:\n\na.mp4\n\nEnd."),
        Example("Hear:\n\n<audio src=\"a.mp3\"></audio>\n\nEnd.", "Hear:\n\na.mp3\n\nEnd."),
        Example("Gist:\n\n<script src=\"https://gist.github.com/x.js\"></script>\n\nEnd.", "Gist:\n\nEnd."),
        Example("A\n\n<style>\np { color: red }\n</style>\n\nB", "A\n\nB"),
        Example("A\n\n<noscript><img src=\"/p.png\"></noscript>\n\nB", "A\n\nB"),
        Example("Intro.\n\n<!--more-->\n\nRest.", "Intro.\n\nRest."), Example("One\n\n<!--nextpage-->\n\nTwo", "One\n\nTwo"),
        Example("One\n<!--more-->\nTwo\nThree", "One\n\nTwo\nThree"), Example("A\n\n<embed src=\"a.swf\">\n\nB", "A\n\na.swf\n\nB"),
        Example("One.<!--more-->\n\nTwo.", "One.\n\nTwo."), Example("One\n\n<!-- a\nb -->\n\nTwo", "One\n\nTwo"),
        Example("Before\n\n<script src=\"https://gist.github.com/x.js\"></script>\n\nAfter <b>x</b>", "Before\n\nAfter x"),
        // Blank lines next to blocks, and in quotations.
        Example(
            "<h2>Visit</h2>\nMain St 1\n12345 Town\n\n<h2>Contact</h2>\nTel 1\nFax 2",
            "Visit\n\nMain St 1\n12345 Town\n\nContact\n\nTel 1\nFax 2"),
        Example("<h2>Visit</h2>\n\nMain St 1\n12345 Town", "Visit\n\nMain St 1\n12345 Town"),
        Example("<blockquote>Q1\n\nQ2</blockquote>", "> Q1\n>\n> Q2"),
        Example("<blockquote>Q1 <b>x</b>\nQ\n\nQ2</blockquote>\n<h2>T</h2>", "> Q1 x\n> Q\n>\n> Q2\n\nT"),
    ]

    @Test("shows plain text that talks about tags as it is", arguments: plain) func keeps(_ text: String) {
        #expect(ContentFormat.auto.markup(in: text)?.hasParagraphs != true)
    }

    @Test("keeps brackets that are no tags, in and outside of paragraphs") func brackets() throws {
        let markup = try #require(ContentFormat.auto.markup(in: "<p>To <ana@example.com></p>\n\nb <c@d>\n\nc"))
        #expect(markup.hasParagraphs && !markup.isVerbatim)
        #expect(Self.shown(markup.document()) == "To <ana@example.com>\n\nb <c@d>\n\nc")
    }

    @Test("takes talk about references and tags for plain text", arguments: references + words)
    func isPlain(_ text: String) { #expect(ContentFormat.auto.markup(in: text)?.text == nil) }

    @Test("reads HTML without losing a word", arguments: html) func reads(_ example: Example) throws {
        let markup = try #require(ContentFormat.auto.markup(in: example.text))
        #expect(!markup.hasParagraphs)
        #expect(Self.shown(markup.document()) == example.shown)
    }

    @Test("parts paragraphs at blank lines", arguments: paragraphs) func splits(_ example: Example) throws {
        let markup = try #require(ContentFormat.auto.markup(in: example.text))
        #expect(markup.hasParagraphs)
        #expect(Self.shown(markup.document()) == example.shown)
        #expect(Self.shown(HTMLDocument(body: example.text, .paragraphs)) == example.shown)
    }

    /// The paragraphs are elements now, so that reading the result once more changes nothing.
    @Test("gives paragraphs that stay as they are", arguments: paragraphs + html) func isStable(_ example: Example) throws {
        let once = HTMLDocument(body: example.text, .paragraphs)
        let twice = HTMLDocument(body: once.serialized(), .paragraphs)
        #expect(Self.shown(twice) == Self.shown(once))
    }

    /// What stands in CDATA is code, and no evidence.
    static let code = [
        "x=1", "#include <stdio.h>\n\nint main() { std::vector<int> v; }", "git clone <url>", "echo \"<b>\" && exit", "<p>a</p>\n\nb",
        "<!-- x",
        "```\n<br>", "a <b@c> </d", "</p></ac:structured-macro>", "List<String> x;\n\n\nint y;",
    ]

    @Test("keeps code in a macro of Confluence whole", arguments: code) func keepsCode(_ code: String) throws {
        let macro =
            "<ac:structured-macro ac:name=\"code\"><ac:plain-text-body><![CDATA[\(code)]]></ac:plain-text-body></ac:structured-macro>"
        for (before, behind, shown) in [
            ("", "", code), ("", "<p>more</p>", code + "\n\nmore"), ("<p>a</p>", "<p>b</p>", "a\n\n" + code + "\n\nb"),
            ("<p>a</p>\n\nb\n\n", "", "a\n\nb\n\n" + code), ("a <b>x</b>", "c", "a x\n\n" + code + "\n\nc"),
        ] {
            let markup = try #require(ContentFormat.auto.markup(in: before + macro + behind))
            #expect(Self.shown(markup.document()) == shown)
        }
    }

    @Test("loses no letter of a text that is cut anywhere", arguments: plain + words) func cuts(_ text: String) {
        let bytes = Array(text.utf8)
        for count in 0...bytes.count {
            guard let cut = String(validating: bytes[..<count], as: UTF8.self), ContentFormat.auto.markup(in: cut) != nil else { continue }
            let shown = Self.shown(HTMLDocument(body: cut))
            let lost = Self.words(cut).filter { !shown.contains($0) }
            #expect(lost.isEmpty, "\(cut) gives \(shown)")
        }
    }

    @Test("reads HTML that is cut anywhere, and shows no tag of it", arguments: html + paragraphs) func cutsHTML(_ example: Example) {
        let bytes = Array(example.text.utf8)
        for count in 0...bytes.count {
            guard let cut = String(validating: bytes[..<count], as: UTF8.self) else { continue }
            _ = Self.shown(HTMLDocument(body: cut))
            _ = HTMLDocument(body: cut, .paragraphs)
        }
    }

    /// The texts that were reported.
    @Test(
        "reads a reported text of a classic editor",
        .needs(SharedData.exists("cases/html/in/26-classic-wp.html"), "needs the shared test data"))
    func reported() throws {
        let text = String(decoding: try SharedData.read("cases/html/in/26-classic-wp.html"), as: UTF8.self)
        let markdown = MarkdownWriter().string(of: HTMLDocument(body: text))
        #expect(markdown.hasPrefix("First line of a classic post.\\\nSecond line, same paragraph.\n\n"))
        #expect(markdown.contains("[![Pier](https://blog.example.org/pier-300x200.jpg)](https://blog.example.org/pier.jpg) The old pier"))
        #expect(markdown.contains("\n\n**Bold start** of a paragraph.\n\n"))
        #expect(markdown.hasSuffix("\n\n- One\n- Two\n\nLast paragraph.\n"))
    }

    @Test("reads a tag that never ends", arguments: ["<div id=\"foo\"\n*hi*\n", "<p a=\"b\" <", "</p a='b' <i", "<a href=\"x\"y"])
    func endless(_ text: String) {
        #expect(ContentFormat.auto.markup(in: text)?.hasParagraphs != true)
    }

    @Test("takes a text for Markdown only beyond doubt, and loses no text that looks like front matter")
    func markdown() {
        let text = "# A\n\nSome **bold** and [link](https://e.org/)"
        #expect(ContentFormat.auto.markup(in: text)?.isMarkdown == true)
        #expect(ContentFormat.auto.markup(in: "---\ntitle: B\n---\n" + text)?.text == text)
        #expect(ContentFormat.auto.markup(in: "---\nName: Ana\n---\nHello **you**") == nil)
        #expect(ContentFormat.auto.markup(in: "<p>" + text)?.isMarkdown == false)
        #expect(ContentFormat.auto.markup(in: "**b**") == nil)
        #expect(ContentFormat.markdown.markup(in: "---\nname: Ana\n---\n**b**")?.document().serialized() == "<p><strong>b</strong></p>")
        #expect(ContentFormat.markdown.markup(in: "{\"a\": 1}\n*b*")?.text == "{\"a\": 1}\n*b*")
        #expect(ContentFormat.text.markup(in: text) == nil)
        #expect(ContentFormat.html.markup(in: text)?.isMarkdown == false)
    }

    @Test("takes names in any letters, and media types")
    func names() {
        #expect(ContentFormat(named: "HTML") == .html)
        #expect(ContentFormat(named: "text/html; charset=utf-8") == .html)
        #expect(ContentFormat(named: "Text/Plain") == .text)
        #expect(ContentFormat(named: "paragraphs") == .paragraphs)
        #expect(ContentFormat(named: "text/markdown; variant=GFM") == .markdown)
        #expect(ContentFormat(named: "basic_html") == nil)
    }

    @Test(
        "takes linear time",
        arguments: [
            "<b>", "<!--", "<a b=\"", "`", "```\n", "a\n\n", "</b>", "<x-y>", "<b>a\n\n", "<a x=\"1\" <", "<b c=d ", "</b a=\"c\" <",
            "<svg>", "<![CDATA[", "<math>&amp; ", "&nbsp; ", "&", "<ac:x>", "<a@b>", "<foo bar ", "<script>", "<blockquote>a\n\n",
        ],
        ["a <b>x</b> ", "<p>"])
    func hostile(_ part: String, beginning: String) {
        let text = beginning + String(repeating: part, count: 100_000) + (beginning == "<p>" ? ">" : "")
        let time = processorTime {
            _ = ContentFormat.auto.markup(in: text)
            _ = HTMLDocument(body: text, .paragraphs)
        }
        #expect(time < .seconds(30))
    }

    private static func shown(_ document: HTMLDocument) -> String {
        var text = TextWriter().string(of: document)
        while text.last == "\n" { text.removeLast() }
        return text
    }

    /// The words of three letters and more outside of tags of HTML, as the longest runs of letters.
    private static func words(_ text: String) -> [Substring] {
        text.replacing(#/<\/?(?:b|i|p|div|ul|li|em|br|a|script|title|html|body)\b[^<>]*>?/#, with: " ").split { !$0.isLetter }.filter {
            $0.count > 2
        }
    }
}
