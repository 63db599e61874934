import HTMLParsing
import MailParsing
import Testing

@Suite("Signatures") struct QuoteSignatureTests {
    /// Messages with a signature. `own` is the text, `quoted` the signature.
    static let signed = [
        QuoteExample(
            "the delimiter", "Hi.\nText.\n-- \nBob\nWe sell chairs to everybody.", own: "Hi.\nText.",
            quoted: "-- \nBob\nWe sell chairs to everybody."),
        QuoteExample("a greeting", "Hi.\n\nKind regards,\nBob", own: "Hi.", quoted: "Kind regards,\nBob"),
        QuoteExample(
            "the last greeting", "Hi\n\nThanks!\n\nSee you\n\nRegards\nBob", own: "Hi\n\nThanks!\n\nSee you", quoted: "Regards\nBob"),
        QuoteExample("two greetings", "Hi\n\nThanks!\nRegards\nBob", own: "Hi", quoted: "Thanks!\nRegards\nBob"),
        QuoteExample("a short greeting below a question", "Geht das?\nLG\nAnn", own: "Geht das?", quoted: "LG\nAnn"),
        QuoteExample(
            "a company", "Hi\n\nRegards\nBob\nACME Trading and Consulting Inc.", own: "Hi",
            quoted: "Regards\nBob\nACME Trading and Consulting Inc."),
        QuoteExample("a telephone", "Hi\n\nGesendet von meinem Android Handy", own: "Hi", quoted: "Gesendet von meinem Android Handy"),
        QuoteExample("a name behind a dash", "Hi\n– Bob Smith", own: "Hi", quoted: "– Bob Smith"),
    ]
    static let unsigned = [
        "Hi Ann,\n\nThanks!\n\nOne more question: can you send the contract\nby Monday?\n\nBob",
        "Bonjour,\nmerci\nJe vous envoie le contrat demain.",
        "To do:\n-milk\n-eggs",
        "Answers:\n– yes\n– no",
        "Please do this:\n- call Ann\nThen tell me.",
        "Part one\n-----\nPart two is not so long",
        "Which brand do you want?\nLG\nSamsung\nSony",
        "Your rating:\nBest\nWorst",
        "Hi.\nSent via courier this morning, tracking number 123.\nPlease confirm.",
        "Hi.\nvon meinem Chef kam das Okay.\nWir liefern am Montag.",
        "Hi.\n\nThanks\n\nPS: the code is 1234",
        "Hi\n\nSent from my iPhone\n\nthe code is 1234",
    ]

    @Test("are found", arguments: signed)
    func finds(_ example: QuoteExample) {
        let parts = MessageParts(text: example.body)
        #expect(parts.ownWithoutSignature == example.own)
        #expect(parts.signature == example.quoted)
    }

    @Test("are not seen where there are none", arguments: unsigned)
    func finds(no text: String) {
        #expect(MessageParts(text: text).signature == nil)
    }

    @Test("of Gmail go with their dashes")
    func gmail() {
        let own = "<div>Hi</div>"
        let signature = #"<span class="gmail_signature_prefix">-- </span><br><div class="gmail_signature">Bob<br>ACME</div>"#
        let parts = HTMLMessageParts(HTMLDocument(parsingFragment: own + signature))
        #expect(parts.signature?.textContent(of: HTMLDocument().root) == "-- BobACME")
        #expect(parts.ownWithoutSignature.serialized() == own + "<br>")
    }

    @Test("of Proton are none while they are empty")
    func proton() {
        let page = #"<div>Hi</div><div class="protonmail_signature_block protonmail_signature_block-empty"><div><br></div></div>"#
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: page)).signature == nil)
    }
}
