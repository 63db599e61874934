import HTMLParsing
import MailParsing
import TestSupport
import Testing

/// A message with the notices in it.
struct NoticeExample: CustomTestStringConvertible {
    let name: String
    let body: String
    let own: String
    let kinds: [MessageNoticeKind]
    let contents: [String]
    var testDescription: String { name }

    init(_ name: String, _ body: String, own: String, _ notices: (MessageNoticeKind, String)...) {
        (self.name, self.body, self.own) = (name, body, own)
        (kinds, contents) = (notices.map(\.0), notices.map(\.1))
    }
}

@Suite("What programs add to messages") struct NoticeTests {
    static let caution =
        "CAUTION: This email originated from outside of the organization. Do not click links or open attachments unless you know the sender."
    static let disclaimer =
        "This e-mail and any attachments are confidential and intended solely for the addressee. If you have received it in error, delete it."
    static let group =
        "-- \nYou received this message because you are subscribed to the Google Groups \"pier\" group.\nTo unsubscribe from this group, send an email to pier+unsubscribe@example.org."
    static let mailman =
        "_______________________________________________\npier mailing list\npier@lists.example.org\nhttps://lists.example.org/listinfo"

    static let examples = [
        NoticeExample("a tag", "[EXTERNAL]\n\nYes.", own: "Yes.", (.banner, "[EXTERNAL]")),
        NoticeExample("a tag in the line above the text", "[EXTERN]\nJa.", own: "Ja.", (.banner, "[EXTERN]")),
        NoticeExample("a warning", caution + "\n\nYes.", own: "Yes.", (.banner, caution)),
        NoticeExample(
            "a German warning", "ACHTUNG: Diese E-Mail stammt von einem externen Absender.\n\nJa.", own: "Ja.",
            (.banner, "ACHTUNG: Diese E-Mail stammt von einem externen Absender.")),
        NoticeExample(
            "a French warning", "ATTENTION : Ce courriel provient de l’extérieur de l’organisation.\n\nOui.", own: "Oui.",
            (.banner, "ATTENTION : Ce courriel provient de l’extérieur de l’organisation.")),
        NoticeExample(
            "a tip of Outlook", "You don't often get email from ana@example.org. Learn why this is important\n\nYes.", own: "Yes.",
            (.banner, "You don't often get email from ana@example.org. Learn why this is important")),
        NoticeExample(
            "a warning about links", "External email: Use caution with links and attachments\n\nYes.", own: "Yes.",
            (.banner, "External email: Use caution with links and attachments")),
        NoticeExample(
            "a German warning about links", "Externe E-Mail: Vorsicht bei Links und Anhängen\n\nJa.", own: "Ja.",
            (.banner, "Externe E-Mail: Vorsicht bei Links und Anhängen")),
        NoticeExample(
            "a Spanish warning about links", "Correo externo: tenga cuidado con los enlaces\n\nSí.", own: "Sí.",
            (.banner, "Correo externo: tenga cuidado con los enlaces")),
        NoticeExample(
            "a warning about links of one's own", "External drives: use caution with attachments.\n\nYes.",
            own: "External drives: use caution with attachments.\n\nYes."),
        NoticeExample(
            "a warning of Proofpoint",
            "ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\nIt came from outside.\nZjQcmQRYFpfptBannerEnd\n\nYes.",
            own: "Yes.",
            (.banner, "ZjQcmQRYFpfptBannerStart\nThis Message Is From an External Sender\nIt came from outside.\nZjQcmQRYFpfptBannerEnd")),
        NoticeExample(
            "a French warning about links", "Courriel externe : prudence avec les liens et les pièces jointes\n\nOui.", own: "Oui.",
            (.banner, "Courriel externe : prudence avec les liens et les pièces jointes")),
        NoticeExample(
            "an Italian warning about links", "Email esterna: attenzione a collegamenti e allegati\n\nSì.", own: "Sì.",
            (.banner, "Email esterna: attenzione a collegamenti e allegati")),
        NoticeExample(
            "a Dutch warning about links", "Externe e-mail: wees voorzichtig met links en bijlagen\n\nJa.", own: "Ja.",
            (.banner, "Externe e-mail: wees voorzichtig met links en bijlagen")),
        NoticeExample(
            "a marker that is a sentence", "[Please reply above this line.]\n\nYour request.", own: "Your request.",
            (.replyMarker, "[Please reply above this line.]")),
        NoticeExample(
            "a French marker", "Veuillez répondre au-dessus de cette ligne\n\nVotre demande.", own: "Votre demande.",
            (.replyMarker, "Veuillez répondre au-dessus de cette ligne")),
        NoticeExample(
            "a Spanish marker", "– Escriba su respuesta por encima de esta línea –\n\nSu consulta.", own: "Su consulta.",
            (.replyMarker, "– Escriba su respuesta por encima de esta línea –")),
        NoticeExample("an open fence", "xBannerStart\n\nYes.", own: "xBannerStart\n\nYes."),
        NoticeExample(
            "a marker between long dashes", "— REPLY ABOVE THIS LINE —\n\nYour request.", own: "Your request.",
            (.replyMarker, "— REPLY ABOVE THIS LINE —")),
        NoticeExample(
            "a German marker", "Bitte antworten Sie oberhalb dieser Linie\n\nIhre Anfrage.", own: "Ihre Anfrage.",
            (.replyMarker, "Bitte antworten Sie oberhalb dieser Linie")),
        NoticeExample(
            "a Dutch marker", "## Antwoord boven deze lijn ##\n\nUw vraag.", own: "Uw vraag.",
            (.replyMarker, "## Antwoord boven deze lijn ##")),
        NoticeExample(
            "a sentence about the line", "I wrote the answer above this line of the contract.\n\nYes.",
            own: "I wrote the answer above this line of the contract.\n\nYes."),
        NoticeExample("a disclaimer", "Yes.\n\n" + disclaimer, own: "Yes.", (.disclaimer, disclaimer)),
        NoticeExample(
            "a German disclaimer",
            "Ja.\n\nDiese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie.",
            own: "Ja.",
            (.disclaimer, "Diese E-Mail enthält vertrauliche Informationen. Wenn Sie nicht der richtige Adressat sind, löschen Sie sie.")),
        NoticeExample(
            "the wish not to print", "Yes.\n\nPlease consider the environment before printing this email.", own: "Yes.",
            (.disclaimer, "Please consider the environment before printing this email.")),
        NoticeExample("a group", "Yes.\n\n" + group, own: "Yes.", (.listFooter, group)),
        NoticeExample("a mailing list", "Yes.\n\n" + mailman, own: "Yes.", (.listFooter, mailman)),
        NoticeExample(
            "all of them", "[EXTERNAL]\n\nYes.\n\n" + disclaimer + "\n\n" + mailman, own: "Yes.", (.banner, "[EXTERNAL]"),
            (.disclaimer, disclaimer), (.listFooter, mailman)),
        NoticeExample(
            "a marker above everything", "##- Please type your reply above this line -##\n\nYour request has been updated.",
            own: "Your request has been updated.", (.replyMarker, "##- Please type your reply above this line -##")),
        NoticeExample(
            "a warning about something else", "Caution: this lamp is hot outside.\n\nYes.",
            own: "Caution: this lamp is hot outside.\n\nYes."),
        NoticeExample(
            "a question about an email", "This email was sent from outside?\n\nHow did you find out?",
            own: "This email was sent from outside?\n\nHow did you find out?"),
        NoticeExample("what is confidential", "Yes.\n\nThe price is confidential.", own: "Yes.\n\nThe price is confidential."),
        NoticeExample(
            "a question about a list", "Yes.\n\nHow do I unsubscribe from this mailing list?",
            own: "Yes.\n\nHow do I unsubscribe from this mailing list?"),
        NoticeExample(
            "a warning that looks like the footer of a list",
            "You are receiving this email from outside; to unsubscribe click below\n\nhttps://x.example.org", own: "https://x.example.org",
            (.banner, "You are receiving this email from outside; to unsubscribe click below")),
        NoticeExample(
            "a footer of GitHub",
            "Yes.\n\n—\nReply to this email directly, or view it on GitHub: https://github.com/otto/x/issues/1\nYou are receiving this because you are subscribed to this thread.",
            own: "Yes.",
            (
                .listFooter,
                "—\nReply to this email directly, or view it on GitHub: https://github.com/otto/x/issues/1\nYou are receiving this because you are subscribed to this thread."
            )),
        NoticeExample("nothing else", "[EXTERNAL]", own: "[EXTERNAL]", (.banner, "[EXTERNAL]")),
    ]

    @Test("is listed, and left out of the own part on demand", arguments: examples)
    func text(_ example: NoticeExample) {
        let kept = MessageParts(text: example.body)
        #expect(kept.own == example.body)
        #expect(kept.notices.map(\.kind) == example.kinds)
        #expect(kept.notices.map(\.content) == example.contents)
        let removed = MessageParts(text: example.body, removing: Set(MessageNoticeKind.allCases))
        #expect(removed.own == example.own)
        #expect(removed.notices == kept.notices)
    }

    @Test("is found in HTML, too", arguments: examples)
    func page(_ example: NoticeExample) {
        let body = example.body.split(separator: "\n").map { "<div>\($0)</div>" }.joined()
        let parts = HTMLMessageParts(HTMLDocument(parsingFragment: body)).ownParts(removing: Set(MessageNoticeKind.allCases))
        #expect(words(parts.own.textContent(of: parts.own.root)) == words(example.own))
        #expect(parts.notices.map(\.kind) == example.kinds)
        #expect(parts.notices.map { words($0.content.textContent(of: $0.content.root)) } == example.contents.map(words))
    }

    static let broken = [
        "<p>This e-mail is confidential<br>and intended only for the addressee.</p>",
        "<div>This e-mail and its attachments<br>are confidential.<br>If you have received it in error,<br>please delete it.</div>",
        "<p>This e-mail is confidential.</p><p>If you are not the intended recipient, delete it.</p>",
        "<p>Diese E-Mail ist vertraulich.</p><p>Wenn Sie nicht der richtige Adressat sind, löschen Sie sie.</p>",
        "<p>Ce message est confidentiel.</p><p>Si vous n'en êtes pas le destinataire,<br>supprimez-le.</p>",
        "<p>Este mensaje es confidencial<br>y solo para su destinatario.</p>", "<p>Questo messaggio è riservato</p><p>al destinatario.</p>",
    ]

    @Test("is found in several lines and paragraphs of HTML, too", arguments: broken)
    func spread(_ notice: String) {
        let page = HTMLDocument(parsingFragment: "<p>Yes.</p><p>Regards,<br>Ana</p>" + notice)
        let parts = HTMLMessageParts(page).ownParts(removing: [.disclaimer])
        #expect(parts.ownWithoutSignature.serialized() == "<p>Yes.</p>")
        #expect(parts.notices.map { $0.content.serialized() } == [notice])
    }

    static let warnings = [
        "CAUTION: This email originated<br>from outside of the organization.", "CAUTION:<br>This email originated from outside.<br>",
        "ACHTUNG: Diese E-Mail stammt<br>von einem externen Absender.", "This message came<br>from outside.<br>Do not click links.",
    ]

    @Test("at the start is found in several lines of HTML, too", arguments: warnings)
    func warning(_ warning: String) {
        for (start, end) in [("<div>", "<br><br>Hi<br>Yes.</div>"), ("<p>", "</p><p>Hi<br>Yes.</p>")] {
            let page = HTMLDocument(parsingFragment: start + warning + end)
            let own = HTMLMessageParts(page).ownParts(removing: [.banner]).own
            #expect(own.textContent(of: own.root) == "HiYes.")
        }
        let own = HTMLDocument(parsingFragment: "<p>Hi Ana,<br>this is the code.</p><p>\(warning)</p>")
        #expect(HTMLMessageParts(own).ownParts().notices.isEmpty)
    }

    @Test("goes with its heading")
    func heading() {
        let notice = "<p>CONFIDENTIALITY NOTICE:<br>This e-mail is confidential and intended only for the addressee.</p>"
        let page = HTMLDocument(parsingFragment: "<p>Yes.</p>" + notice)
        #expect(HTMLMessageParts(page).ownParts(removing: [.disclaimer]).own.serialized() == "<p>Yes.</p>")
    }

    static let confided = [
        "<p>The price is confidential.</p><p>Tell the addressee.</p>", "<p>See the confidential contract.<br>Ana has it.<br>Bye</p>",
        "<p>This email has the price.<br>Regards,<br>Ana</p><p>The price is confidential.</p>",
    ]

    @Test("is none where people write about what is confidential", arguments: confided)
    func ownWords(_ text: String) {
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: text)).ownParts().notices.isEmpty)
    }

    private func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    /// A footer needs a rule above it, and the rule below the warning is one.
    @Test("at the start is none at the end, too")
    func betweenRules() {
        let rule = "----------"
        let warning = rule + "\nThis email originated from outside of the organization. Do not click links.\n" + rule
        let parts = MessageParts(text: warning + "\n\nHi, see https://github.com/otto/x", removing: [.banner, .listFooter])
        #expect(parts.own == "Hi, see https://github.com/otto/x")
        #expect(parts.notices.map(\.content) == [warning])
    }

    /// Programs add their parts in any order, and beside quotes.
    @Test("leaves the sender's text in any order of the parts", arguments: 0..<5)
    func anyOrder(_ seed: Int) {
        var random = RandomText(seed: UInt64(seed))
        let pieces =
            [
                "", "", "----------", "This email originated from outside of the organization. Do not click links.", "[EXTERNAL]",
                "You are receiving this email from outside; to unsubscribe click below", "https://x.example.org",
                "##- Please type your reply above this line -##", "On 1/2/2023, Ann wrote:", "> a?", "-- ", "Yes.", "Regards,\nAna Lund",
            ] + [Self.disclaimer, Self.group, Self.mailman]
        for _ in 0..<100 {
            let lines = (0...random.number(below: 9)).map { _ in pieces[random.number(below: pieces.count)] }
            let text = lines.joined(separator: "\n")
            let parts = MessageParts(text: text, removing: Set(MessageNoticeKind.allCases))
            #expect(words(parts.own).isEmpty == words(text).isEmpty, "\(text)")
            let html = lines.map { "<p>\($0.replacing("<", with: "&lt;").replacing("\n", with: "<br>"))</p>" }.joined()
            let page = HTMLMessageParts(HTMLDocument(parsingFragment: html)).ownParts(removing: Set(MessageNoticeKind.allCases))
            #expect(words(page.own.textContent(of: page.own.root)).isEmpty == words(text).isEmpty, "\(text)")
        }
    }

    @Test("is removed by name")
    func byName() {
        let body = "[EXTERNAL]\n\nYes.\n\n" + Self.disclaimer
        #expect(MessageParts(text: body, removing: [.banner]).own == "Yes.\n\n" + Self.disclaimer)
        #expect(MessageParts(text: body, removing: [.disclaimer]).own == "[EXTERNAL]\n\nYes.")
    }
}
