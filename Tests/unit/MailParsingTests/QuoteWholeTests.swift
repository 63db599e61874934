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

    @Test("stay whole as lines of HTML, too", arguments: headers + sentences)
    func lines(_ example: QuoteExample) {
        let body = "<div>" + escapedForHTML(example.body).replacing("\n", with: "<br>") + "</div>"
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: body)).quoted == nil)
    }
}
