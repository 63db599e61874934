import HTMLParsing
import HTMLWriting
import TestSupport
import Testing

/// HTML of a word processor, and the Markdown for it.
struct OfficeExample: CustomTestStringConvertible {
    let name: String
    let html: String
    let markdown: String

    var testDescription: String { name }

    init(_ name: String, _ html: String, _ markdown: String) { (self.name, self.html, self.markdown) = (name, html, markdown) }
}

@Suite("HTML of word processors") struct OfficeMarkupTests {
    static let looks = [
        OfficeExample("bold by weight", "<p>a <span style='font-weight:700'>b</span> c", "a **b** c"),
        OfficeExample("bold by name", "<p>a <span style='FONT-WEIGHT: bold'>b</span> c", "a **b** c"),
        OfficeExample("semi-bold", "<p>a <font style='font-weight:600'>b</font> c", "a **b** c"),
        OfficeExample("medium", "<p>a <span style='font-weight:500'>b</span> c", "a b c"),
        OfficeExample("italic", "<p>a <span style='font-style:italic'>b</span> c", "a *b* c"),
        OfficeExample("oblique", "<p>a <span style='font-style:oblique 10deg'>b</span> c", "a *b* c"),
        OfficeExample("both", "<p>a <span style='font-style:italic;font-weight:bold'>b</span> c", "a **_b_** c"),
        OfficeExample("struck", "<p>a <span style='text-decoration:line-through'>b</span> c", "a ~~b~~ c"),
        OfficeExample("struck by the longhand", "<p>a <span style='text-decoration-line:underline line-through'>b</span> c", "a ~~b~~ c"),
        OfficeExample("underlined", "<p>a <span style='text-decoration:underline'>b</span> c", "a b c"),
        OfficeExample("raised", "<p>10<span style='vertical-align:super'>2</span>", "10²"),
        OfficeExample("lowered", "<p>H<span style='vertical-align:sub'>2</span>O", "H₂O"),
        OfficeExample("the shorthand", "<p>a <span style='font: italic bold 12px/1.5 Arial'>b</span> c", "a **_b_** c"),
        OfficeExample("the shorthand with a number", "<p>a <span style='font: 700 12px Arial'>b</span> c", "a **b** c"),
        OfficeExample("the shorthand takes bold away", "<p>a <b style='font: 12px Arial'>b</b> c", "a b c"),
        OfficeExample("an inherited shorthand", "<p>a <b style='font: inherit'>b</b> c", "a **b** c"),
        OfficeExample("important", "<p>a <span style='font-weight:bold !important;font-weight:normal'>b</span> c", "a **b** c"),
        OfficeExample("a paragraph", "<p style='font-weight:bold'>Title<p>text", "**Title**\n\ntext"),
        OfficeExample("a heading is bold by itself", "<h2><span style='font-weight:700'>a</span></h2>", "## a"),
        OfficeExample(
            "parts that touch", "<p><span style='font-weight:700'>Str</span><span style='font-weight:700'>ong</span>", "**Strong**"),
        OfficeExample("bold inside of bold", "<p><b>a <span style='font-weight:700'>b</span></b>", "**a b**"),
        OfficeExample("strong text of normal weight", "<p>a <strong style='font-weight:normal'>b</strong>", "a b"),
        OfficeExample("another look than the element's", "<p><b style='font-weight:400;font-style:italic'>a</b>", "*a*"),
        OfficeExample("a look beside the element's", "<p><b style='font-style:italic'>a</b>", "**_a_**"),
        OfficeExample("emphasis that is upright", "<p>a <em style='font-style:normal'>b</em>", "a b"),
        OfficeExample("an icon's element", "<p><i style='font-style:normal'>a</i> b", "a b"),
        OfficeExample("without text", "<p>a<span style='font-weight:700'> </span>b", "a b"),
        OfficeExample("code", "<p><code><span style='font-weight:700'>a</span></code>", "`a`"),
        OfficeExample(
            "Google Docs' clipboard",
            """
            <b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Strong</span><span \
            style="font-weight:400"> then plain, </span><span style="font-style:italic;font-weight:400">slanted</span></p>\
            <ul><li dir="ltr" aria-level="1"><p role="presentation"><span style="font-weight:400">one</span></p></li>\
            <ul><li aria-level="2"><p>two</p></li></ul></ul></b>
            """, "**Strong** then plain, *slanted*\n\n- one\n\n  - two"),
    ]

    static let lists = [
        OfficeExample("of Word", word("·", "First") + word("·", "Second", level: 2) + word("·", "Third"), "- First\n  - Second\n- Third"),
        OfficeExample("with numbers", word("1.", "First") + word("2.", "Second"), "1. First\n2. Second"),
        OfficeExample("that begin later", "<p>a" + word("3)", "First") + word("4)", "Second"), "a\n\n3. First\n4. Second"),
        OfficeExample("with letters", word("c.", "First"), "3. First"),
        OfficeExample("with Roman numbers", word("iv.", "First") + word("v.", "Second"), "4. First\n5. Second"),
        OfficeExample("with numbers of all levels", word("1.", "First") + word("1.1.", "Second", level: 2), "1. First\n   1. Second"),
        OfficeExample(
            "with letters that are Roman numbers, too", word("h.", "a") + word("i.", "b") + word("j.", "c"), "8. a\n9. b\n10. c"),
        OfficeExample("with letters after z", word("z.", "a") + word("aa.", "b"), "26. a\n27. b"),
        OfficeExample("that begin again", word("1.", "a") + word("2.", "b") + word("1.", "c"), "1. a\n2. b\n\n1) c"),
        OfficeExample("that change their numbers", word("1.", "a") + word("a.", "b"), "1. a\n\n1) b"),
        OfficeExample("that leave numbers out", word("1.", "a") + word("4.", "b"), "1. a\n\n4) b"),
        OfficeExample("with words like Roman numbers", word("Mix.", "a"), "- Mix. a"),
        OfficeExample("with boxes of tasks", word("\u{2610}", "a") + word("\u{2611}", "b"), "- \u{2610} a\n- \u{2611} b"),
        OfficeExample("behind text", "<p class=MsoListParagraph>See <span style='mso-list:Ignore'>(iv)</span> here", "See (iv) here"),
        OfficeExample(
            "that only look like one",
            "<p class=MsoListParagraph>Note: <span style='font:7pt Arial'>see <a href=/x>link</a></span> more<p class=MsoListParagraph>"
                + "A<span style='font:7pt Arial'> </span>word", "Note: see [link](/x) more\n\nA word"),
        OfficeExample("with a letter as bullet", word("o", "First"), "- First"),
        OfficeExample("with words as bullets", word("Step", "First"), "- Step First"),
        OfficeExample("of two kinds", word("·", "First") + word("1.", "Second"), "- First\n\n1. Second"),
        OfficeExample("that begin deep", word("·", "First", level: 3) + word("·", "Second"), "- First\n\n* Second"),
        OfficeExample("parted by a paragraph", word("1.", "First") + "<p>text" + word("2.", "Second"), "1. First\n\ntext\n\n2. Second"),
        OfficeExample("with white space and comments between items", word("·", "a") + "\n<!-- x -->\n" + word("·", "b"), "- a\n- b"),
        OfficeExample(
            "with a paragraph that continues an item", word("·", "a") + "<p class=MsoListParagraphCxSpMiddle>more" + word("·", "b"),
            "- a\n\n  more\n\n- b"),
        OfficeExample("with markup", word("·", "a <b>b</b> <a href='https://e.org'>c</a>"), "- a **b** [c](https://e.org)"),
        OfficeExample("in a cell", "<div>" + word("·", "a") + "</div>", "- a"),
        OfficeExample("that a style takes away", "<p style='mso-list:none'>a", "a"),
        OfficeExample("in the class alone, without a marker", "<p class=MsoListParagraph>a", "a"),
        OfficeExample(
            "of a filtered page", filtered("·", "a") + filtered("o", "b", margin: "1.0in") + filtered("·", "c"), "- a\n  - b\n- c"),
        OfficeExample("of a filtered page, with an arrow of Wingdings", filtered("Ø", "a"), "- a"),
        OfficeExample("of a filtered page, with numbers", filtered("1.", "a") + filtered("2.", "b"), "1. a\n2. b"),
        OfficeExample(
            "of Outlook behind Gmail",
            """
            <p class="m_12MsoListParagraph" style="margin-left:.5in"><u></u><span style="font-family:Symbol"><span>·<span \
            style="font:7pt &quot;Times New Roman&quot;">&nbsp;&nbsp; </span></span></span><u></u>a</p>
            """, "- a"),
        OfficeExample(
            "of Google Docs' export",
            """
            <style>.lst-kix_a-0 > li{counter-increment:x}.c1{font-weight:700}.c2{font-style:italic}</style><ul class="c5 lst-kix_a-0 start">\
            <li><span class="c1">one</span></li></ul><ul class="c5 lst-kix_a-1 start"><li>two</li><li>three</li></ul>\
            <ul class="c5 lst-kix_a-0"><li><span class="c2 c0">four</span> \
            <a href="https://www.google.com/url?q=https://e.org/a%3Fb%3D1&amp;sa=D&amp;usg=x">link</a></li></ul>
            """, "- **one**\n  - two\n  - three\n- *four* [link](https://e.org/a?b=1)"),
        OfficeExample(
            "none, but the classes of Google Docs",
            "<style>@import url('https://themes.googleusercontent.com/fonts/css?kit=x');.c1{font-weight:700}</style><p><span class=c1>a</span>",
            "**a**"),
        OfficeExample(
            "of Word for the web",
            online("ul", "a", level: 1) + online("ul", "b", level: 2) + online("ul", "c", level: 1) + "<p>text"
                + online("ol", "d", level: 1),
            "- a\n  - b\n- c\n\ntext\n\n1. d"),
    ]

    @Test("Looks become marks", arguments: looks) func look(_ example: OfficeExample) { Self.expect(example) }

    @Test("Lists", arguments: lists) func list(_ example: OfficeExample) { Self.expect(example) }

    @Test(
        "Lists of 20,000 items are converted within a minute", .startsOnIdlePool, .timeLimit(.minutes(1)),
        arguments: ["word", "export", "online"])
    func time(_ kind: String) {
        let item =
            switch kind {
            case "word": Self.word("·", "a") + "\n<!-- x -->"
            case "export": "<ul class='lst-kix_a-0'>\n<li>a</li>\n</ul>\n"
            default: Self.online("ul", "a", level: 1) + "\n"
            }
        let document = HTMLDocument(parsing: String(repeating: item, count: 20_000))
        #expect(MarkdownWriter().string(of: document) == String(repeating: "- a\n", count: 20_000))
    }

    @Test("Pages show what the style said, without the style") func sanitised() {
        let html = "<p style='mso-list:l0 level1 lfo1'><span style='mso-list:Ignore'>a.</span>b <span style='font-weight:700'>c</span></p>"
        let document = HTMLSanitizer(profile: .article).sanitized(HTMLDocument(parsingFragment: html))
        #expect(document.serialized() == "<ol type=\"a\"><li>b <span><b>c</b></span></li></ol>")
    }

    /// An item in the HTML that Word and Outlook put in mails and on the clipboard.
    private static func word(_ marker: String, _ text: String, level: Int = 1) -> String {
        """
        <p class="MsoListParagraphCxSpFirst" style="text-indent:-18.0pt;mso-list:l0 level\(level) lfo1"><![if !supportLists]>\
        <span style="font-family:Symbol"><span style="mso-list:Ignore">\(marker)<span style="font:7.0pt 'Times New Roman'">&nbsp;&nbsp; \
        </span></span></span><![endif]>\(text)<o:p></o:p></p>
        """
    }

    /// An item in a page that Word has saved as filtered.
    private static func filtered(_ marker: String, _ text: String, margin: String = ".5in") -> String {
        """
        <p class=MsoListParagraphCxSpFirst style='margin-left:\(margin);text-indent:-.25in'><span style='font-family:Symbol'>\(marker)\
        <span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span>\(text)</p>
        """
    }

    /// An item of Word for the web.
    private static func online(_ tag: String, _ text: String, level: Int) -> String {
        """
        <div class="ListContainerWrapper SCXW1"><\(tag) class="BulletListStyle1" role="list"><li data-leveltext="x" data-listid="3" \
        data-aria-level="\(level)" role="listitem"><span class="TextRun">\(text)</span></li></\(tag)></div>
        """
    }

    private static func expect(_ example: OfficeExample) {
        #expect(MarkdownWriter().string(of: HTMLDocument(parsing: example.html)) == example.markdown + "\n")
    }
}
