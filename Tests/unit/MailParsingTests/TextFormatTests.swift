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
        "<generic> a\n\n<b>b</b>", "Ana <ana@example.com> wrote:\n\n> a\n\n<b>ok</b>", "if x<y\n\nthen <b>z</b>",
        "<source> is missing, <b>so</b> add it",
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
        Example("<table><tr><td>a\n\nb</td></tr></table>", "a b"),
        Example("One.<p>Two.<p>Three.", "One.\n\nTwo.\n\nThree."), Example("a</br>b</br>c", "a\nb\nc"),
        Example("<h2>T</h2>\n<p>a</p>\n\n<p>b</p>", "T\n\na\n\nb"), Example("Use <code>List<String></code> here", "Use List<String> here"),
        Example("a <img src=\"/x.png\" alt=\"A \"b\" c\"> b<br>c", "a A b\nc"), Example("<p>if a<b and c</p>", "if a"),
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
    ]

    @Test("shows plain text that talks about tags as it is", arguments: plain) func keeps(_ text: String) {
        #expect(ContentFormat.auto.markup(in: text)?.hasParagraphs != true)
    }

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

    @Test("loses no letter of a text that is cut anywhere", arguments: plain) func cuts(_ text: String) {
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

    @Test("takes names in any letters, and media types")
    func names() {
        #expect(ContentFormat(named: "HTML") == .html)
        #expect(ContentFormat(named: "text/html; charset=utf-8") == .html)
        #expect(ContentFormat(named: "Text/Plain") == .text)
        #expect(ContentFormat(named: "paragraphs") == .paragraphs)
        #expect(ContentFormat(named: "basic_html") == nil)
    }

    @Test(
        "takes linear time",
        arguments: [
            "<b>", "<!--", "<a b=\"", "`", "```\n", "a\n\n", "</b>", "<x-y>", "<b>a\n\n", "<a x=\"1\" <", "<b c=d ", "</b a=\"c\" <",
        ],
        ["a <b>x</b> ", "<p>"])
    func hostile(_ part: String, beginning: String) {
        let text = beginning + String(repeating: part, count: 100_000) + (beginning == "<p>" ? ">" : "")
        let clock = ContinuousClock()
        let time = clock.measure {
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
        text.replacing(#/<\/?(?:b|i|p|div|ul|li|em|br|a|script|title)\b[^<>]*>?/#, with: " ").split { !$0.isLetter }.filter { $0.count > 2 }
    }
}
