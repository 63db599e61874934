import HTMLParsing
import MailParsing
import TestSupport
import Testing

@Suite("Quoted messages") struct QuotedMessageTests {
    private typealias Message = QuotedMessage

    struct Example: CustomTestStringConvertible {
        let testDescription: String
        let quoted: String
        let messages: [QuotedMessage]

        init(_ name: String, _ quoted: String, _ messages: [QuotedMessage]) {
            (testDescription, self.quoted, self.messages) = (name, quoted, messages)
        }
    }

    static let examples = [
        Example(
            "an introduction alone", "On Sun, 3 May 2026 at 10:00, Otto Berg <otto@example.org> wrote:",
            [QuotedMessage(from: "Otto Berg <otto@example.org>", date: "Sun, 3 May 2026 at 10:00", body: "")]),
        Example("nothing", "", []),
        Example("marks alone", ">\n> >\n", []),
        Example(
            "one level", "On Sun, 3 May 2026 at 10:00, Otto Berg <otto@example.org> wrote:\n\n> Do you want it?\n>\n> Otto",
            [QuotedMessage(from: "Otto Berg <otto@example.org>", date: "Sun, 3 May 2026 at 10:00", body: "Do you want it?\n\nOtto")]),
        Example(
            "levels of marks",
            "Am 4. Mai 2026 um 11:00 schrieb Ana <ana@example.org>:\n> Ja?\n> On 3 May 2026, at 10:00, Otto <otto@example.org> wrote:\n>> No.\n> Ana",
            [
                QuotedMessage(from: "Ana <ana@example.org>", date: "4. Mai 2026 um 11:00", body: "Ja?\nAna"),
                QuotedMessage(from: "Otto <otto@example.org>", date: "3 May 2026, at 10:00", body: "No."),
            ]),
        Example(
            "headers",
            "________________________________\nFrom: Otto Berg <otto@example.org>\nSent: Sunday, May 3, 2026 10:00 AM\nTo: Kim <kim@example.org>\nSubject: Re: Cabin\n\nDo you want it?\n\nFrom: Kim <kim@example.org>\nSent: Saturday, May 2, 2026 9:00 AM\nTo: Otto Berg <otto@example.org>\nSubject: Cabin\n\nA cabin, please.",
            [
                QuotedMessage(
                    from: "Otto Berg <otto@example.org>", date: "Sunday, May 3, 2026 10:00 AM", subject: "Re: Cabin",
                    body: "Do you want it?"),
                QuotedMessage(
                    from: "Kim <kim@example.org>", date: "Saturday, May 2, 2026 9:00 AM", subject: "Cabin", body: "A cabin, please."),
            ]),
        Example(
            "a separator and a bold header",
            "-----Original Message-----\n*De :* Otto <otto@example.org>\n*Envoyé :* dimanche 3 mai 2026 10:00\n*À :* Kim <kim@example.org>\n*Objet :* Cabine\n\nVous la voulez ?",
            [QuotedMessage(from: "Otto <otto@example.org>", date: "dimanche 3 mai 2026 10:00", subject: "Cabine", body: "Vous la voulez ?")]
        ),
        Example(
            "an address alone", "---- On Sun, 03 May 2026 10:00:00 +0200 otto@example.org wrote ----\n\nDo you want it?",
            [QuotedMessage(from: "otto@example.org", date: "Sun, 03 May 2026 10:00:00 +0200", body: "Do you want it?")]),
        Example("marks alone", "> Do you want it?\n> Yes or no?", [QuotedMessage(body: "Do you want it?\nYes or no?")]),
        Example("nothing", "", []),
    ]

    @Test("have sender, date, subject and body", arguments: examples)
    func reads(_ example: Example) {
        #expect(QuotedMessage.all(in: example.quoted) == example.messages)
    }

    @Test("are read in time that grows with their lines", .startsOnIdlePool, .timeLimit(.minutes(1))) func longLines() {
        let space = String(repeating: " ", count: 1_000_000)
        #expect(QuotedMessage.all(in: ">\(space)> Yes") == [QuotedMessage(body: "Yes")])
    }

    @Test("are read from HTML") func page() {
        let page = HTMLDocument(
            parsing:
                #"<div class="gmail_quote"><div class="gmail_attr">On Sun, 3 May 2026 at 10:00, Otto Berg &lt;<a href="mailto:otto@example.org">otto@example.org</a>&gt; wrote:</div><blockquote><p>Do you want it?</p><p>Otto</p></blockquote></div>"#
        )
        let message = QuotedMessage(from: "Otto Berg <otto@example.org>", date: "Sun, 3 May 2026 at 10:00", body: "Do you want it?\n\nOtto")
        #expect(QuotedMessage.all(in: page) == [message])
    }

    @Test("are read from a text that is cut anywhere", arguments: examples) func cut(_ example: Example) {
        for end in example.quoted.indices {
            let text = String(example.quoted[..<end])
            _ = QuotedMessage.all(in: text)
            _ = MessageAnswer.all(in: text)
        }
    }

    @Test("lose no line of the quote") func everyLine() {
        let quoted = (0..<300).map { String(repeating: ">", count: $0 % 7) + " line \($0)" }.joined(separator: "\n")
        let bodies = QuotedMessage.all(in: quoted).map(\.body).joined(separator: "\n")
        for line in 0..<300 { #expect(bodies.split(separator: "\n").contains("line \(line)") || bodies.contains(" line \(line)")) }
    }
}

@Suite("Answers between quotes") struct MessageAnswerTests {
    @Test("stand beside the lines that they answer, in order") func text() {
        let text =
            "Hello Otto,\n\nOn 3 May 2026 at 10:00, Otto Berg <otto@example.org> wrote:\n\n> Do you want it?\n> Or not?\n\nYes.\n\n> When?\n\nOn Friday.\n\nAna\n"
        #expect(MessageParts(text: text).quoted == nil)
        #expect(
            MessageAnswer.all(in: text) == [
                MessageAnswer(own: "Hello Otto,"), MessageAnswer(quoted: "Do you want it?\nOr not?", own: "Yes."),
                MessageAnswer(quoted: "When?", own: "On Friday.\n\nAna"),
            ])
    }

    @Test("are read from HTML") func page() {
        let page = HTMLDocument(
            parsing: "<p>Hello</p><blockquote>Do you want it?</blockquote><p>Yes.</p><blockquote>When?</blockquote><p>On Friday.</p>")
        #expect(
            MessageAnswer.all(in: page) == [
                MessageAnswer(own: "Hello"), MessageAnswer(quoted: "Do you want it?", own: "Yes."),
                MessageAnswer(quoted: "When?", own: "On Friday."),
            ])
    }

    @Test("need own lines below a quote", arguments: ["", "Yes.", "Yes.\n\nOn 3 May 2026 at 10:00, Otto <otto@example.org> wrote:\n> a\n"])
    func none(_ text: String) { #expect(MessageAnswer.all(in: text).isEmpty) }
}
