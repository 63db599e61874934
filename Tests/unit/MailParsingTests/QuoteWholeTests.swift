import HTMLParsing
import MailParsing
import TestSupport
import Testing

/// Text that only looks like a quote. Removing the sender's own text is the worst fault of the splitter.
@Suite("Messages without a quote") struct QuoteWholeTests {
    static let headers = [
        QuoteExample("a trip", whole: "here is your trip:\n\nFrom: Paris\nTo: London\nDate: 3 March\n\nPlease confirm"),
        QuoteExample("a trip with a time", whole: "Your trip:\n\nFrom: Paris\nTo: London\nDate: 3 March 2023 10:00\n\nPlease confirm"),
        QuoteExample(
            "opening hours of a day", whole: "Meeting moved.\n\nDate: Monday\nFrom: 9:00\nTo: 17:00\n\nPlease bring the contract."),
        QuoteExample("a German trip", whole: "Hallo!\n\nVon: Berlin\nNach: Hamburg\nDatum: 3. März\n\nBitte buchen."),
        QuoteExample("a Spanish trip", whole: "Hola\n\nDe: Madrid\nA: Roma\nFecha: 3 marzo"),
        QuoteExample(
            "an order", whole: "Order details\nFrom: ann@example.com\nOrder no: 5\nDeliver to: Berlin\nTo: Bob\nmore"),
        QuoteExample("a sentence behind a label", whole: "Hi\n\nSubject: we need a new date\nFrom: next week on\n\nPlease answer."),
        QuoteExample(
            "a form of a web page",
            whole:
                "New request from the website\n\nFrom: Ann <ann@example.com>\nSubject: Chairs\nMessage: I want 100 chairs."),
        QuoteExample(
            "a form with a date",
            whole: "New request\n\nFrom: Ann <ann@example.com>\nDate: 3/4/2023 10:00\nSubject: Chairs\nMessage: I want 100 chairs."),
        QuoteExample(
            "a form with its message below",
            whole:
                "New submission\n\nFrom: Ana <ana@x.org>\nSubject: Quote\nDate: 5 May 2025 10:00\n\nMessage Body:\nPlease call me."),
        QuoteExample(
            "a form with the date of sending",
            whole:
                "New submission\n\nFrom: Ana <ana@x.org>\nSent: 5 May 2025 10:00\nSubject: Quote\n\nMessage Body:\nPlease call me."),
        QuoteExample(
            "a form with a recipient",
            whole:
                "New submission\n\nFrom: Ana <ana@x.org>\nTo: shop@x.org\nDate: 5 May 2025 10:00\nSubject: Quote\n\nMessage Body:\nHi."),
        QuoteExample(
            "a form without labels below",
            whole: "New submission\n\nFrom: Ana <ana@x.org>\nDate: 5 May 2025 10:00\nSubject: Quote\n\nPlease call me."),
        QuoteExample(
            "a German form",
            whole: "Neue Anfrage\n\nVon: Ana <ana@x.org>\nBetreff: Angebot\nDatum: 5.5.2025 10:00\n\nNachricht:\nBitte um Rückruf."),
        QuoteExample(
            "a French form",
            whole:
                "Nouvelle demande\n\nDe : Ana <ana@x.org>\nObjet : Devis\nDate : 5 mai 2025 10:00\n\nCorps du message :\nAppelez-moi."),
        QuoteExample(
            "a Spanish form",
            whole: "Nueva consulta\n\nDe: Ana <ana@x.org>\nAsunto: Precio\nFecha: 5/5/2025 10:00\n\nTeléfono: 555\nLlámeme."),
    ]
    static let announcements = [
        "See my answers in red below.", "Hi Ben, please find my comments inline.", "See my answers below", "Answers in blue.",
        "Please see below in red.", "Siehe unten in rot", "Voir ci-dessous en bleu.", "My thoughts inline.",
        "My comments are marked yellow.",
        "I've answered your questions below.", "Antworten in rot.", "Siehe meine Kommentare unten im Text.",
        "Mes réponses en rouge ci-dessous.", "Mis respuestas abajo en azul.", "Le mie risposte qui sotto.", "Mijn antwoorden hieronder.",
        "Moje odpowiedzi poniżej.", "As minhas respostas abaixo.", "Mina svar nedan i rött.", "Mine svar nedenfor.", "Мои ответы ниже.",
        "回答は赤字です。",
    ]
    static let remarks = [
        "Thank you for your answers below.", "Danke für deine Antworten unten.", "Do you have comments on the text below?",
        "The answer is yes.", "It is in the red box below the pier.", "Merci pour vos réponses ci-dessous.",
        "Please reply to the mail below.",
    ]
    static let sentences = [
        QuoteExample(
            "what you wrote",
            whole: "Hi,\n\nOn 3/4/2023 you wrote:\n\n\"please send the file\"\n\nHere it is. The password follows."),
        QuoteExample("questions", whole: "Hi\n\nOn Monday at 10:00 we go through the questions that Tom wrote:\n\n1. price"),
        QuoteExample("a time of day", whole: "Hi\n\nplease note that 12:30 works, John wrote to bob@example.com:\nhe agrees."),
        QuoteExample("a page of a book", whole: "Hi\n\nOn page 1234 the author wrote:\nbe kind."),
        QuoteExample("a page like a year", whole: "Hi\n\nOn page 2012 the author wrote:\nbe kind."),
        QuoteExample("French", whole: "Oui\n\nLe 12/03 à 10:00 le client a écrit ceci :\n\nune plainte. Voici ma réponse"),
        QuoteExample("an article", whole: "Oui\n\nLe 12/03/2023 à 10:00 le client a écrit :\n\nune plainte. Voici ma réponse"),
        QuoteExample("answers to marks further down", whole: "Hi Ann,\n\nOn 1/2/2023, Ann wrote:\nI'll answer below.\n> q1\nanswer 1"),
    ]
    static let passages = [
        QuoteExample("three marked lines", whole: "The log says:\n> line 1\n> line 2\n> line 3\nand then it crashes."),
        QuoteExample("four marked lines", whole: "The log says:\n\n> line 1\n> line 2\n> line 3\n> line 4\nand then it crashes."),
    ]
    static let pages = [
        QuoteExample(
            "Gmail's indentation",
            whole:
                #"<p>Our terms</p><blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>Payment within 30 days.</div></blockquote><p>Regards, Bob</p>"#
        ),
        QuoteExample(
            "Outlook's indentation", whole: #"<p>Our terms</p><blockquote style="margin-left: 40px"><p>a</p><p>b</p><p>c</p></blockquote>"#),
        QuoteExample(
            "a passage behind a colon",
            whole: "<p>Hi</p><blockquote>one</blockquote><p>And the terms:</p><blockquote>two</blockquote><p>Bye</p>"),
        QuoteExample("a trip", whole: "<p>Your trip</p><p>From: Paris<br>To: London<br>Date: 3 March 2023</p><p>Please confirm</p>"),
        QuoteExample(
            "a trip in a table",
            whole:
                "<p>Trip</p><table><tbody><tr><td>From:</td><td>Paris</td></tr><tr><td>To:</td><td>London</td></tr><tr><td>Date:</td><td>3/4/2023 10:00</td></tr></tbody></table><p>Please confirm</p>"
        ),
        QuoteExample("an empty marker of Outlook", whole: #"<div>Hi Ann,</div><div id="appendonsend"></div><div>more own text</div>"#),
        QuoteExample("a spelling marker of Outlook", whole: #"<div>Hi Ann,</div><hr id="stopSpelling"><div>more own text</div>"#),
        QuoteExample(
            "a quote below a hidden preheader",
            whole: #"<div style="display:none">h</div><div class="gmail_quote">On 1/2/2023 Ann wrote:<blockquote>a</blockquote></div>"#),
        QuoteExample("what you wrote", whole: "<p>Hi</p><p>On 3/4/2023 you wrote:</p><p>please</p><p>Here it is.</p>"),
    ]

    @Test("stay whole in text", arguments: headers + sentences + passages)
    func text(_ example: QuoteExample) {
        let parts = MessageParts(text: example.body)
        #expect(parts.own == example.body)
        #expect(parts.quoted == nil)
    }

    @Test("stay whole in HTML", arguments: pages)
    func page(_ example: QuoteExample) {
        let parts = HTMLMessageParts(HTMLDocument(parsingFragment: example.body))
        #expect(parts.own.serialized() == example.body)
        #expect(parts.quoted == nil)
    }

    private static let header = ["From: Ann <ann@example.com>", "Sent: 2 Jan 2023 10:00", "To: Bob", "Subject: x"]

    @Test("stay whole if answers are announced in the quote", arguments: announcements)
    func answers(_ announcement: String) {
        let text = ([announcement, ""] + Self.header + ["", "One?", "Yes."]).joined(separator: "\n")
        #expect(MessageParts(text: text).own == text)
        let labels = Self.header.map(escapedForHTML).joined(separator: "<br>")
        let rest = #"<p>One?</p><p><span style="color:red">Yes.</span></p>"#
        for start in ["<div style=\"border-top:solid #E1E1E1 1.0pt\"><p>", "<div id=divRplyFwdMsg><p>", "<hr><div><p>"] {
            let page = HTMLDocument(parsingFragment: "<p>\(announcement)</p>\(start)\(labels)</p></div>\(rest)")
            #expect(HTMLMessageParts(page).quoted == nil)
        }
    }

    static let colored = [
        #"<p><span style="color:red">Yes.</span></p>"#, #"<p><font color="blue">Yes.</font></p>"#,
        #"<p><b style="font-weight:bold; color: rgb(192, 0, 0)">Yes</b></p>"#, ##"<div style="COLOR:#0070C0">Ja.</div>"##,
        ##"<p><span style="color:#00B050">Oui, <i>bien sûr</i>.</span></p>"##,
    ]
    static let plain = [
        "<p>Yes.</p>", #"<p><span style="color:black">Yes.</span></p>"#, ##"<p><span style="color:#1F497D">Yes.</span></p>"##,
        #"<p>It is <span style="color:red">red</span>.</p>"#, #"<p><a href="x" style="color:blue">Yes</a></p>"#,
        #"<p>Yes.</p><p><span style="color:red">Sale</span></p>"#,
        #"<p>Yes.</p><p>From: Bob</p><p>Two?</p><p><span style="color:red">Yes.</span></p>"#,
    ]

    @Test("stay whole if an answer in the quote has a color of its own", arguments: colored.map { ($0, true) } + plain.map { ($0, false) })
    func color(_ answer: String, _ isWhole: Bool) {
        let labels = Self.header.map(escapedForHTML).joined(separator: "<br>")
        for start in ["<div style=\"border-top:solid #E1E1E1 1.0pt\"><p>", "<div id=divRplyFwdMsg><p>", "<hr><div><p>"] {
            let message = "<p>Hi.</p>\(start)\(labels)</p></div><p>Hello</p><p>There</p><p>You</p><p>See</p><p>This</p><p>One?</p>\(answer)"
            #expect((HTMLMessageParts(HTMLDocument(parsingFragment: message)).quoted == nil) == isWhole)
        }
    }

    @Test("are not those that only talk about answers", arguments: remarks)
    func remark(_ remark: String) {
        let text = ([remark, ""] + Self.header + ["", "One?"]).joined(separator: "\n")
        #expect(MessageParts(text: text).own == remark)
    }

    @Test("stay whole as lines of HTML, too", arguments: headers + sentences)
    func lines(_ example: QuoteExample) {
        let body = "<div>" + escapedForHTML(example.body).replacing("\n", with: "<br>") + "</div>"
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: body)).quoted == nil)
    }
}
