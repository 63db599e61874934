import HTMLParsing
import MailParsing
import TestSupport
import Testing

@Suite("Quotes") struct QuoteTests {
    static let texts = [
        QuoteExample("an introduction and quote marks", above: "On Mon, 2 Jan 2023 at 10:00, Ann wrote:\n> Well?"),
        QuoteExample(
            "an introduction in three lines", above: "On Mon, 2 Jan 2023 at 10:00,\nAnn Somebody <ann@example.com\n> wrote:\n\nWell?"),
        QuoteExample("German", reply: "Ja.", above: "Am 02.01.2023 um 10:00 schrieb Ann:\n> Nun?"),
        QuoteExample("French", reply: "Oui.", above: "Le 2 janv. 2023 à 10:00, Ann <ann@example.com> a écrit :\n> Alors ?"),
        QuoteExample(
            "Dutch", reply: "Ja.", above: "Op 2 jan. 2023 om 10:00 heeft Ann <ann@example.com> het volgende geschreven:\n> En?"),
        QuoteExample("Chinese", reply: "好", above: "在 2023年1月2日 10:00，Ann <ann@example.com> 写道：\n> 呢"),
        QuoteExample("a date and an address", above: "2023-01-02 10:00 GMT+01:00 Ann <ann@example.com>:\n> Well?"),
        QuoteExample(
            "a message's header below a rule", gap: "\n",
            above: "________________________________\nVon: Ann <ann@example.com>\nGesendet: Montag\nBetreff: x\n\nWell?"),
        QuoteExample(
            "a reply with a number in the line of the introduction", reply: "At 2.", gap: " ",
            above: "On 1/2/2023 10:00, Ann <ann@example.com> wrote:\n> Well?"),
        QuoteExample(
            "quote marks with an attribution among them", above: "> a\n>\n> On 1/1/2023 10:00, Bob <bob@example.com> wrote:\n>> x"),
        QuoteExample(
            "the marker of a help desk", above: "##- Please type your reply above this line -##\n\nYour request has been updated."),
        QuoteExample(
            "the German marker of a help desk", reply: "Ja.", above: "--- Bitte antworten Sie über dieser Zeile ---\n\nIhre Anfrage"),
        QuoteExample(
            "a reply in the line of the introduction", gap: " ", above: "On Mon, 2 Jan 2023 at 10:00, Ann wrote:\n> Well?"),
        QuoteExample(
            "an unmarked quote with an older one",
            above: "On Mon, 2 Jan 2023 at 10:00, Ann wrote:\nWell?\n> On 1/1/2023, Bob wrote:\n> x\nAnn"),
        QuoteExample(
            "a quote above the reply stays above", "On 1/2/2023, Ann wrote:\n> a\n> b\n\nYes.", own: "Yes.",
            quoted: "On 1/2/2023, Ann wrote:\n> a\n> b"),
    ]
    static let whole = [
        QuoteExample("a list of labels is no header", whole: "When:\nDate: Monday\nTime: 7:00"),
        QuoteExample("opening hours are no header", whole: "From: 9:00\nTo: 17:00"),
        QuoteExample("somebody wrote something once", whole: "As Ann wrote:\nbe kind"),
        QuoteExample("a line behind a quote mark", whole: "Look:\n> one\nnice"),
        QuoteExample("marked lines without an attribution", whole: "Yes.\n> a\n> b\n> c"),
        QuoteExample("a marker of a help desk above everything", whole: "##- Reply above this line -##\n\nYour request has been updated."),
        QuoteExample(
            "a marker of a help desk below a banner",
            whole: "[EXTERNAL]\n\n##- Please type your reply above this line -##\n\nYour request has been updated."),
        QuoteExample("nothing but a quote below a banner", whole: "[EXTERNAL]\n\nOn 1/2/2023, Ann wrote:\n> a?"),
        QuoteExample(
            "nothing but a quote above a disclaimer", whole: "On 1/2/2023, Ann wrote:\n> a?\n\n" + NoticeTests.disclaimer),
        QuoteExample(
            "a line below which the answer goes", whole: "Ticket 12\n--- Write your answer below this line ---\nYes, Tuesday works."),
        QuoteExample("a German line below which the answer goes", whole: "Ticket 12\n--- Bitte unterhalb dieser Zeile antworten ---\nJa."),
        QuoteExample("a line about the text above it", whole: "Ticket 12\n--- All above this line is new ---\nThe lamp is blue."),
        QuoteExample("answers between the quotes", whole: "On 1/2/2023, Ann wrote:\n> a?\nYes.\n> b?\nNo."),
        QuoteExample("nothing but a quote", whole: "On 1/2/2023, Ann wrote:\n> a?"),
        QuoteExample(
            "a message that is passed on",
            whole: "FYI\n\n---------- Forwarded message ---------\nFrom: Ann <ann@example.com>\nDate: x\n\ny"),
        QuoteExample(
            "a German forward of Apple",
            whole: "FYI\n\nAnfang der weitergeleiteten Nachricht:\n\nVon: Ann <ann@example.com>\nDatum: 2. Januar 2023\nBetreff: x\n\ny"),
        QuoteExample(
            "a French forward of Apple",
            whole:
                "FYI\n\n> Début du message réexpédié :\n>\n> De: Ann <ann@example.com>\n> Date: 2 janvier 2023\n> Objet: x\n>\n> y"),
    ]
    static let pages = [
        QuoteExample(
            "Gmail",
            #"<div dir="ltr">Yes.</div><br><div class="gmail_quote"><div dir="ltr">On 1/2/2023 Ann wrote:<br></div><blockquote class="gmail_quote">Well?</blockquote></div>"#,
            own: #"<div dir="ltr">Yes.</div><br>"#),
        QuoteExample(
            "Outlook", #"<p>Yes.</p><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Ann<br></div><div>Well?</div>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "Apple Mail",
            #"<body>Yes.<div><br><blockquote type="cite"><div>On 2 Jan 2023, at 10:00, Ann wrote:</div>Well?</blockquote></div></body>"#,
            own: "<body>Yes.</body>"),
        QuoteExample(
            "Thunderbird",
            #"<div class="moz-cite-prefix">On 1/2/2023 10:00, Ann wrote:<br></div><blockquote type="cite">Well?</blockquote><p>Yes.</p>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "Yahoo", #"<div>Yes.</div><div id="ydp1yahoo_quoted_2" class="ydp1yahoo_quoted"><div>On Monday Ann wrote:</div>Well?</div>"#,
            own: "<div>Yes.</div>"),
        QuoteExample(
            "an introduction in the middle",
            "<p>Yes.</p><p>On 1/2/2023 10:00, Ann wrote:</p><blockquote><p>Well?</p></blockquote><p>Bye</p>", own: "<p>Yes.</p><p>Bye</p>"),
        QuoteExample("plain text in HTML", "<pre>Yes.\n\nOn 1/2/2023 10:00, Ann wrote:\n&gt; Well?\n</pre>", own: "<pre>Yes.\n\n</pre>"),
        QuoteExample(
            "answers between the quotes",
            #"<div>On 1/2/2023, Bob wrote:</div><blockquote type="cite">Q1</blockquote><div>yes</div><blockquote type="cite">Q2</blockquote>no"#,
            own:
                #"<div>On 1/2/2023, Bob wrote:</div><blockquote type="cite">Q1</blockquote><div>yes</div><blockquote type="cite">Q2</blockquote>no"#
        ),
        QuoteExample(
            "a reply in the line of the introduction",
            "<p>\n        Yes, sure. On Mon, Jan 2, 2023 at 10:00 AM <b>Ann</b> &lt;ann@example.com&gt; wrote:</p><p>q</p>",
            own: "<p>\n        Yes, sure. </p>"),
        QuoteExample(
            "answers below the quote in Gmail's container",
            #"<div class="gmail_quote"><div class="gmail_attr">On 1/2/2023 Ann wrote:</div><blockquote class="gmail_quote">Price?</blockquote><div>It is 400 EUR.</div></div>Bob"#,
            own: #"<div class="gmail_quote"><div>It is 400 EUR.</div></div>Bob"#),
        QuoteExample(
            "answers below the quote in Proton's container",
            #"<div class="protonmail_quote">On Monday, Ann wrote:<br><blockquote>Price?</blockquote><div>It is 400 EUR.</div></div>"#,
            own: #"<div class="protonmail_quote"><div>It is 400 EUR.</div></div>"#),
        QuoteExample(
            "older messages in Yahoo's container",
            #"<div>Yes.</div><div class="yahoo_quoted"><div>On Monday, Ann wrote:</div><div>Well?</div><blockquote>old</blockquote><div>Ann</div></div>"#,
            own: "<div>Yes.</div>"),
        QuoteExample(
            "answers in a thread of Outlook",
            #"<p>Yes.</p><div id="divRplyFwdMsg"><b>From:</b> Ann</div><blockquote>a</blockquote><p>b</p><blockquote>c</blockquote>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "answers in a thread below a header",
            "<p>Yes.</p><hr><p>From: Ann<br>Sent: 2 Jan 2023 10:00<br>Subject: x</p><p>d</p><blockquote>a</blockquote><p>b</p><blockquote>c</blockquote>",
            own: "<p>Yes.</p>"),
        QuoteExample(
            "a header behind an empty marker of Outlook",
            #"<p>Yes.</p><div id="appendonsend"></div><div><br></div><p>From: Ann &lt;ann@example.com&gt;<br>Sent: 2 Jan 2023 10:00<br>Subject: x</p>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "a header with names that are links",
            #"<p>Yes.</p><p><b>От:</b> <a href="mailto:ann@example.com">Ann</a><br><b>Отправлено:</b> 2 января 2023 г. 10:00<br><b>Кому:</b> Bob</p>q"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "a header of Outlook without recipients below a border",
            #"<p>Yes.</p><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p><b>From:</b> ann@example.com<br><b>Sent:</b> 2 Jan 2023 10:00<br><b>Subject:</b> x</p></div>q"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "a class behind a line break", "<div>Yes.</div><div class=\"x\ngmail_quote\">On Monday Ann wrote: Well?</div>",
            own: "<div>Yes.</div>"),
        QuoteExample(
            "an indented quote behind an introduction",
            #"<p>Yes.</p><p>On 1/2/2023, Ann wrote:</p><blockquote style="margin-left:40px">Well?</blockquote><p>Bye</p>"#,
            own: "<p>Yes.</p><p>Bye</p>"),
        QuoteExample(
            "an attribution of an unknown language that Gmail has marked",
            #"<p>Yes.</p><div class="gmail_quote"><div class="gmail_attr">Ann an 2.1. scripsit:</div><blockquote>Well?</blockquote></div>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "an attribution in front of Tutanota's container",
            #"<p>Yes.</p><div>2. Jan. 2023, 10:00 von ann@example.com:</div><blockquote class="tutanota_quote">Well?</blockquote>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "a header at the start of Yahoo's container",
            #"<p>Yes.</p><div class="yahoo_quoted"><hr>From: Ann<br>Subject: x<br><br>Well?</div>"#, own: "<p>Yes.</p>"),
        QuoteExample(
            "the attribution of Zoho",
            #"<p>Yes.</p><div class="zmail_extra">---- On Mon, 02 Jan 2023 10:00:00 +0200 ann@example.com wrote ----<p>Well?</p></div>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "the prefix of Thunderbird without a quotation", #"<p>Yes.</p><div class="moz-cite-prefix">As I said.</div>"#,
            own: #"<p>Yes.</p><div class="moz-cite-prefix">As I said.</div>"#),
        QuoteExample(
            "something hidden between two quotations",
            #"<p>Yes.</p><div class="gmail_quote">On 1/2/2023 Ann wrote:<blockquote>a</blockquote><span style="display:none">h</span><blockquote>b</blockquote></div>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "something hidden behind a marker of Outlook",
            #"<p>Yes.</p><div id="x_appendonsend"></div><style>p{}</style><p>From: Ann &lt;ann@example.com&gt;<br>Sent: 2 Jan 2023 10:00</p>"#,
            own: "<p>Yes.</p>"),
        QuoteExample(
            "a passage of somebody famous", "<div>As Einstein said:</div><blockquote>Nice</blockquote><div>Bye</div>",
            own: "<div>As Einstein said:</div><blockquote>Nice</blockquote><div>Bye</div>"),
        QuoteExample(
            "a passage that the sender quotes", #"<p>Look:</p><blockquote class="gmail_quote">nice</blockquote>"#,
            own: #"<p>Look:</p><blockquote class="gmail_quote">nice</blockquote>"#),
        QuoteExample(
            "nothing but a quote below a banner",
            #"<p>[EXTERNAL]</p><div class="gmail_quote">On 1/2/2023 Ann wrote:<blockquote>a?</blockquote></div>"#,
            own: #"<p>[EXTERNAL]</p><div class="gmail_quote">On 1/2/2023 Ann wrote:<blockquote>a?</blockquote></div>"#),
        QuoteExample(
            "a marker of a help desk below a banner",
            "<p>[EXTERNAL]</p><p>##- Please type your reply above this line -##</p><p>Your request has been updated.</p>",
            own: "<p>[EXTERNAL]</p><p>##- Please type your reply above this line -##</p><p>Your request has been updated.</p>"),
        QuoteExample(
            "a picture above a quote",
            #"<p><img src="a.png"></p><p>On 1/2/2023 10:00, Ann wrote:</p><blockquote>a?</blockquote>"#,
            own: #"<p><img src="a.png"></p>"#),
        QuoteExample(
            "a forward of Gmail", #"<div>FYI</div><div class="gmail_quote">---------- Forwarded message ---------<br>From: Ann</div>"#,
            own: #"<div>FYI</div><div class="gmail_quote">---------- Forwarded message ---------<br>From: Ann</div>"#),
    ]

    @Test("are taken out of text, and nothing else is", arguments: texts + whole)
    func splitsText(_ example: QuoteExample) {
        let parts = MessageParts(text: example.body)
        #expect(parts.own == example.own)
        #expect(parts.quoted == example.quoted)
    }

    @Test("are taken out of HTML, and nothing else is", arguments: pages)
    func splitsHTML(_ example: QuoteExample) {
        let document = HTMLDocument(parsing: example.body)
        let parts = HTMLMessageParts(document)
        let own = parts.own.body.map { parts.own.serializedChildren(of: $0) }
        let expected = example.own.replacing("<body>", with: "").replacing("</body>", with: "")
        #expect(own == expected)
        #expect((parts.quoted == nil) == (example.own == example.body))
        let seen = (own ?? "") + (parts.quoted?.serialized() ?? "")
        for node in document.descendants(of: document.root) where document.kind(of: node) == .text {
            for word in document.text(of: node).split(whereSeparator: \.isWhitespace) {
                #expect(seen.contains(word.replacing("<", with: "&lt;").replacing(">", with: "&gt;")), "\(word) is in one of the two")
            }
        }
    }

    @Test("of a message that is known to be passed on stay")
    func forward() {
        let text = "FYI\n\nFrom: Ann <ann@example.com>\nSent: 2 Jan 2023 10:00\nTo: Bob\nSubject: x\n\ny"
        #expect(MessageParts(text: text).quoted != nil)
        #expect(MessageParts(text: text, isForward: true).own == text)
        let page = HTMLDocument(parsing: "<p>FYI</p><blockquote type=cite>y</blockquote>")
        #expect(HTMLMessageParts(page).quoted != nil)
        #expect(HTMLMessageParts(page, isForward: true).quoted == nil)
    }

    static let forwards = [
        "Fwd: x", "FW: x", " WG: x", "[EXTERNAL] FW: x", "[List] Fwd: x", "[EXTERNAL][List] fwd:x", "EXT: FW: x", "[Ticket#12] WG: x",
        "FW : x",
        "TR : x", "TR\u{00A0}: x", "EXTERNAL: [List] RV: x", "(Extern) WG: x", "{SPAM?} Fwd: x", "【社外】转发：x", "SPAM: Doorst: x", "İLT: x",
        "FW: RE: x",
    ]
    static let replies = [
        "Re: Fwd: x", "RE: FW: x", "AW: WG: x", "[EXTERNAL] RE: FW: x", "SV: VB: x", "R: I: x", "[EXTERNAL] x", "[FW: x", "FW x",
        "Forward: x",
        "Please FW: x", "Question: FW: x", "", "[]", "Fwd", "x: FW: y",
    ]

    @Test("of a message that is passed on are told by its subject", arguments: forwards)
    func forwardSubject(_ subject: String) { #expect(MessageParts.isForwardSubject(subject)) }

    @Test("of a message that is no forward are told by its subject, too", arguments: replies)
    func otherSubject(_ subject: String) { #expect(!MessageParts.isForwardSubject(subject)) }

    private static let pieces: [(String, String, String)] = [
        ("", "<blockquote><div>", "On 1/2/2023 10:00, Ann wrote:<p>x"),
        ("<div><p>Hi</p><p>On 1/2/2023 10:00, ann@example.com wrote:</p><blockquote>", "<p>q</p>", "</blockquote><p>own x</p></div>"),
        ("<p>On 1/2/2023 10:00, ann@example.com wrote:</p>", "<blockquote>q</blockquote><span></span>", "<p>own x"),
        ("<p>x", "<div id=appendonsend></div>", "y"),
        ("<p>x", "<div id=x_appendonsend></div>", "y"),
        ("<p>x", "<div id=appendonsend>y</div>", "y"),
        ("<p>x", "<div class=gmail_signature>", ""),
        ("<p>x</p>", "<p>&gt; y</p>a:<br>", ""),
        ("<p>x</p>", "<p>From: a@example.com</p>", ""),
        ("<p>x</p>", "<div class=gmail_quote>", "y"),
        ("<p>x</p>", "<div class=gmail_quote><p>On Monday Ann said:</p>", "y"),
        ("<p>x</p>", "<p>On 1/2/2023, Ann wrote:</p>", "y"),
        ("<p>x</p>", "<p>##- above this line -##</p>", "y"),
        ("<p>x</p>", "<b id=signature>y</b>", ""),
        ("<p>x</p>", "<div id=signature>", "y"),
        ("<p>x</p><pre>", "<b id=signature>\n</b>", "y</pre>"),
        ("<p>x</p>", "<p>[EXTERNAL]</p>", "y"),
        ("<p>x</p>", "Thanks!<br><br>", "<p>Regards,<br>y</p>"),
        ("<p>x</p>", "This email<br>", "is confidential and for the addressee."),
        ("<p>x</p>", "<p>my answers below. ", "y"),
        ("<p>x</p>", "<p>reply above this line</p>", "y"),
        ("<p>x</p>", "<div style=\"border-top:border-top:solid\"><p>From: a@example.com<br>Sent: 2 Jan 2023 10:00<br>", "y"),
        ("<p>x</p>", "<p>This email is confidential and intended for the addressee.</p>", ""),
    ]

    @Test("are looked for in a page without end in no time", .startsOnIdlePool, .timeLimit(.minutes(5)), arguments: pieces.indices)
    func hostile(_ index: Int) {
        let (start, middle, end) = Self.pieces[index]
        let page = HTMLDocument(parsing: start + String(repeating: middle, count: 12_000) + end)
        let parts = HTMLMessageParts(page).ownParts(removing: Set(MessageNoticeKind.allCases))
        #expect(parts.own.textContent(of: page.root).contains(/[xy]/))
    }

    @Test("are looked for in text without end in no time", .startsOnIdlePool, .timeLimit(.minutes(5)))
    func hostileText() {
        let long = String(repeating: "On 1/2/2023 wrote ", count: 100_000) + ":"
        #expect(MessageParts(text: long).own == long)
        for line in [
            "On 1/2/2023 10:00 a@example.com ", "From: a: b: c: ", "@a", "> ", "On 1/2/2023, Ann wrote:\n", "## reply above this line ##\n",
            "my answers. ", "xBannerStart ", "— ",
        ] {
            let lines = String(repeating: String(repeating: line, count: 900 / line.count) + ":\n", count: 300)
            #expect(MessageParts(text: "x\n\n" + lines).own.hasPrefix("x"))
        }
    }
}
