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
        QuoteExample(
            "thanks that are the answer", "Thanks!\n\nBest regards,\nAna Silva\n+49 30 1234567", own: "Thanks!",
            quoted: "Best regards,\nAna Silva\n+49 30 1234567"),
        QuoteExample(
            "thanks below a salutation", "Hello Ben\n\nThanks!\n\nRegards,\nAna", own: "Hello Ben\n\nThanks!", quoted: "Regards,\nAna"),
        QuoteExample(
            "German thanks below a salutation", "Hallo Ben,\n\nvielen Dank!\n\nViele Grüße\nAna", own: "Hallo Ben,\n\nvielen Dank!",
            quoted: "Viele Grüße\nAna"),
        QuoteExample(
            "French thanks below a salutation", "Bonjour\n\nMerci !\n\nCordialement,\nAna", own: "Bonjour\n\nMerci !",
            quoted: "Cordialement,\nAna"),
        QuoteExample("two greetings", "Hi\n\nThanks!\nRegards\nBob", own: "Hi", quoted: "Thanks!\nRegards\nBob"),
        QuoteExample("a short greeting below a question", "Geht das?\nLG\nAnn", own: "Geht das?", quoted: "LG\nAnn"),
        QuoteExample(
            "a company", "Hi\n\nRegards\nBob\nACME Trading and Consulting Inc.", own: "Hi",
            quoted: "Regards\nBob\nACME Trading and Consulting Inc."),
        QuoteExample("a telephone", "Hi\n\nGesendet von meinem Android Handy", own: "Hi", quoted: "Gesendet von meinem Android Handy"),
        QuoteExample("a name behind a dash", "See you.\n-Bob", own: "See you.", quoted: "-Bob"),
        QuoteExample("dashes and a name", "See you.\n--\nBob Smith", own: "See you.", quoted: "--\nBob Smith"),
        QuoteExample("a long dash and a name", "See you.\n—\nBob Smith", own: "See you.", quoted: "—\nBob Smith"),
        QuoteExample(
            "equal signs, with an address", "See you\n==\nBob Smith\nbob@example.com", own: "See you",
            quoted: "==\nBob Smith\nbob@example.com"),
        QuoteExample(
            "dashes below a question, with an address", "Shall I?\n---\nBob Smith\nbob@example.com", own: "Shall I?",
            quoted: "---\nBob Smith\nbob@example.com"),
        QuoteExample(
            "contact details",
            "Hi\n\nKind regards,\nAna Lund, PhD\nHarbour Master\nQuay Street 7\n24103 Kiel\nTel.: +49 431 555 01\nwww.example.org",
            own: "Hi",
            quoted: "Kind regards,\nAna Lund, PhD\nHarbour Master\nQuay Street 7\n24103 Kiel\nTel.: +49 431 555 01\nwww.example.org"),
        QuoteExample(
            "a greeting above the delimiter", "Hi\n\nRegards,\nBob\n-- \nBob\nWe sell chairs, and tables, too.", own: "Hi",
            quoted: "Regards,\nBob\n-- \nBob\nWe sell chairs, and tables, too."),
        QuoteExample(
            "a disclaimer below stays", "Hi\n\nRegards\nBob\n\nThis email is confidential and intended only for the addressee.",
            own: "Hi\n\nThis email is confidential and intended only for the addressee.", quoted: "Regards\nBob"),
        QuoteExample(
            "a disclaimer stays above the footer of a list, too",
            "Hi\n\nRegards\nBob\n\n" + NoticeTests.disclaimer + "\n\n" + NoticeTests.mailman,
            own: "Hi\n\n" + NoticeTests.disclaimer, quoted: "Regards\nBob\n\n" + NoticeTests.mailman),
        QuoteExample(
            "a disclaimer stays below the footer of a list, too", "Hi\n\n" + NoticeTests.mailman + "\n\n" + NoticeTests.disclaimer,
            own: "Hi\n\n" + NoticeTests.disclaimer, quoted: NoticeTests.mailman),
        QuoteExample(
            "a disclaimer goes below the delimiter", "Hi\n\n-- \nBob\n\n" + NoticeTests.disclaimer, own: "Hi",
            quoted: "-- \nBob\n\n" + NoticeTests.disclaimer),
        QuoteExample("a name behind a comma below a question", "Shall I?\n\nThanks,\nBob", own: "Shall I?", quoted: "Thanks,\nBob"),
        QuoteExample(
            "thanks and contact details below a question", "Shall I?\n\nThanks\nBob\nbob@example.com", own: "Shall I?",
            quoted: "Thanks\nBob\nbob@example.com"),
        QuoteExample(
            "the footer of a list", "Hi\n\n____________________\nx mailing list\nx@lists.example.org\nhttps://lists.example.org/listinfo/x",
            own: "Hi", quoted: "____________________\nx mailing list\nx@lists.example.org\nhttps://lists.example.org/listinfo/x"),
    ]
    static let unsigned = [
        "See you.\n-_-\nBob Smith",
        "> Tom\n> --\n> Bob Smith\n> bob@example.com",
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
        "The crew is complete.\n– Otto",
        "Please bring this.\n- milk",
        "Here are the files.\n\nThanks,\nOtto\nplan.pdf\nreport.pdf",
        "Kind regards from all of us to your mother.",
        "Which name?\n\nThanks\nYes",
        "The best of three:\n\nBest\nPump",
        "It works.\n\nThanks!",
        "It works.\n\nSent with Otto's bicycle",
        "It works.\n\nSent from the phone shop in Kiel",
        "It works.\n\nSent from my phone to Otto",
        "Come in.\n\nRegards,\nAna Lund\nwww.example.org\nPS The key is in the box",
        "Come in.\n\nRegards,\nAna Lund\nwww.example.org\nSee you at the bar",
        "Come in.\n\nRegards,\nAna Lund\nwww.example.org\nP.S. Otto Has The Key",
        "Komm.\n\nViele Grüße\nAna Lund\nwww.example.org\nNB Schlüssel im Kasten",
        "Venez.\n\nCordialement\nAna Lund\nwww.example.org\nP.-S. La Clé est là",
        "Ven.\n\nSaludos\nAna Lund\nwww.example.org\nPD La Llave",
        "Приходи.\n\nС уважением,\nAna Lund\nwww.example.org\nP.S. Ключ у Отто",
        "どうぞ。\n\n敬具\n大竹\nwww.example.org\n追伸 鍵は箱の中",
        "When do you come?\n\nThanks\nEaster",
        "When do you come?\n\nThanks a lot\nNext Week",
        "When do you come?\nThanks\nNoon",
        "Wann kommst du?\n\nDanke\nNächste Woche",
        "Wann kommst du?\n\nVielen Dank\nOstern",
        "Quand venez-vous ?\n\nMerci\nPâques",
        "¿Cuándo vienen?\n\nGracias\nPascua",
        "متى تأتون؟\n\nشكرا\nالاثنين",
        "Hi Otto,\n\nTo unsubscribe, open your account and choose Leave.",
        "Hi Otto,\n\nTo unsubscribe from the mailing list, write to pier-leave@example.org.",
        "Hallo Otto,\n\n---\nAbmelden geht unter https://example.org/konto",
        "Hello\n\n---\nThe code is at https://github.com/otto/x",
        "Hello\n\n---\nThe code is on GitLab: www.example.org",
        "Hello\n\n---\nThe page of the mailing list is https://lists.example.org/listinfo/pier",
        "Hi,\n\nYou are receiving this because you are on our mailing list.\n\nThe pier opens on Monday, see https://example.org/pier",
    ]

    /// Closing phrases, each above a name.
    static let closings = [
        "Yours faithfully", "Kind regards", "With best wishes", "Thanks a lot", "Thanks and best regards", "BR", "Mit besten Grüßen",
        "Viele liebe Grüße", "Herzlichst", "Vielen Dank im Voraus", "Schöne Grüße aus Kiel", "Bien cordialement", "Sincères salutations",
        "Avec mes meilleures salutations", "Merci d'avance", "Un cordial saludo", "Muchas gracias", "Saludos cordiales",
        "Distinti saluti", "Un caro saluto", "Grazie mille", "Met vriendelijke groeten", "Hartelijke groet", "Alvast bedankt",
        "Z poważaniem", "Serdecznie pozdrawiam", "Z wyrazami szacunku", "Com os melhores cumprimentos", "Muito obrigada",
        "Med vänliga hälsningar", "Bästa hälsningar", "Med venlig hilsen", "Vennlig hilsen", "Ystävällisin terveisin", "Terveisin",
        "S přátelským pozdravem", "S pozdravom", "Üdvözlettel", "Cu stimă", "С уважением", "З повагою", "Saygılarımla", "Με εκτίμηση",
        "Srdačan pozdrav", "Lugupidamisega", "Pagarbiai", "Ar cieņu", "よろしくお願いいたします。", "此致敬礼", "감사합니다", "مع التحية", "בברכה",
    ]
    /// Lines that phones and mail programs add.
    static let devices = [
        "Sent from my iPhone", "Sent from my Samsung Galaxy S21 Ultra 5G", "Sent from Outlook for Android",
        "Get Outlook for iOS<https://aka.ms/o0ukef>", "Sent from my phone, please excuse typos.", "Sent with Proton Mail secure email.",
        "Von meinem iPhone gesendet", "Gesendet mit der GMX Mail App", "Diese Nachricht wurde von meinem Samsung-Gerät gesendet",
        "Holen Sie sich Outlook für iOS", "Envoyé de mon iPhone", "Télécharger Outlook pour Android", "Enviado desde mi iPhone",
        "Obtener Outlook para iOS", "Inviato da iPhone", "Ottieni Outlook per Android", "Verstuurd vanaf mijn iPhone",
        "Outlook voor Android downloaden", "Wysłane z iPhone'a", "Pobierz program Outlook dla systemu iOS", "Enviado do meu iPhone",
        "Obter o Outlook para Android", "Skickat från min iPhone", "Hämta Outlook för iOS", "Sendt fra min iPhone", "Lähetetty iPhonesta",
        "Odesláno z iPhonu", "Отправлено с iPhone", "Надіслано з iPhone", "iPhone'umdan gönderildi", "iPhoneから送信", "发自我的 iPhone",
        "從我的 iPhone 傳送", "나의 iPhone에서 보냄",
    ]

    @Test("begin with the closing phrases of many languages", arguments: closings)
    func closes(_ phrase: String) {
        for line in [phrase, phrase + ",", phrase + "!"] {
            let parts = MessageParts(text: "It works.\n\n\(line)\nAna Lund")
            #expect(parts.ownWithoutSignature == "It works.")
        }
    }

    @Test("are the lines of phones and programs in many languages", arguments: devices)
    func device(_ line: String) {
        #expect(MessageParts(text: "It works.\n\n\(line)").signature == line)
    }

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
        let parts = HTMLMessageParts(HTMLDocument(parsingFragment: own + signature)).ownParts()
        #expect(parts.signature?.textContent(of: HTMLDocument().root) == "-- BobACME")
        #expect(parts.ownWithoutSignature.serialized() == own + "<br>")
    }

    static let bare: [(page: String, own: String, signature: String)] = [
        (
            "<div>CAUTION: This email originated from outside of the organization.</div><div>Thanks!<br><br>Best regards,<br>Ana Silva<br>+49 30 1234567</div>",
            "<div>Thanks!<br><br></div>", "Best regards,<br>Ana Silva<br>+49 30 1234567"
        ),
        (
            "<div>Hello Ben</div><div>Thanks!<br><br>Best regards,<br>Ana Silva</div>", "<div>Hello Ben</div><div>Thanks!<br><br></div>",
            "Best regards,<br>Ana Silva"
        ),
        (
            "<p>Hallo Ben,</p><p>vielen Dank!</p><p>Viele Grüße<br>Ana</p>", "<p>Hallo Ben,</p><p>vielen Dank!</p>",
            "<p>Viele Grüße<br>Ana</p>"
        ),
        (
            "<div>Hola</div><div>¡Gracias!</div><div><br></div><div>Saludos,</div><div>Ana</div>",
            "<div>Hola</div><div>¡Gracias!</div><div><br></div>", "<div>Saludos,</div><div>Ana</div>"
        ),
        ("<p>[EXTERNAL]</p><p>Thanks,<br>Ana</p>", "<p>Thanks,<br>Ana</p>", ""),
        (
            "<div>Ok.<br><br>Best regards,<br>Ana Silva<br>+49 30 1234567</div><p>This e-mail is confidential and intended only for the addressee.</p>",
            "<div>Ok.<br><br></div>", "Best regards,<br>Ana Silva<br>+49 30 1234567"
        ),
        (
            "<p>Ok.</p><p>Regards,<br>Ana Silva<br>ana@example.org</p><p>This e-mail is confidential and may be privileged.</p><p>If you are not the intended recipient, delete it.</p>",
            "<p>Ok.</p>", "<p>Regards,<br>Ana Silva<br>ana@example.org</p>"
        ),
    ]

    @Test("keep their line ends, and leave the answer", arguments: bare.indices)
    func lineEnds(_ index: Int) {
        let example = Self.bare[index]
        let parts = HTMLMessageParts(HTMLDocument(parsingFragment: example.page)).ownParts(removing: [.banner, .disclaimer])
        #expect(parts.ownWithoutSignature.serialized() == example.own)
        #expect((parts.signature?.serialized() ?? "") == example.signature)
    }

    @Test("of Outlook are at the end, and have a name or contact details")
    func outlook() {
        func signature(_ content: String, _ behind: String = "") -> String? {
            let page = HTMLDocument(parsingFragment: "<p>Hi</p><div id=Signature>\(content)</div>\(behind)")
            return HTMLMessageParts(page).ownParts().signature?.textContent(of: HTMLDocument().root)
        }
        #expect(signature("<p>Ana Lund</p><p>Harbour Master</p><p>+49 431 55501</p>") == "Ana LundHarbour Master+49 431 55501")
        #expect(signature("<p>Signed in Kiel on 3 May by both of us</p>") == nil)
        #expect(signature("<p>Ana Lund</p>", "<p>One more thing</p>") == nil)
        let order = "Order\n\nana@example.org\n" + (1...100).map { "\($0) lamps\n" }.joined()
        #expect(signature("<pre>\(order)</pre>") == nil)
        #expect(signature("<p>ana@example.org has the key, and I have told her that you come on Monday, by the boat at one.</p>") == nil)
    }

    @Test("of Proton are none while they are empty")
    func proton() {
        let page = #"<div>Hi</div><div class="protonmail_signature_block protonmail_signature_block-empty"><div><br></div></div>"#
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: page)).ownParts().signature == nil)
    }
}
