import HTMLParsing
import MailParsing
import TestSupport
import Testing

/// Forms of introductions that few programs have, and what people write beside them.
@Suite("Rare forms of quotes") struct QuoteFormTests {
    static let quotes = [
        QuoteExample(
            "an address with lines of its own",
            above: "On Sun, May 3, 2026 at 10:00 AM Otto Berg\n\n<\nmailto:Otto Berg <otto@example.org>\n> wrote:\n\nWell?\nNow?"),
        QuoteExample(
            "a link in the address", above: "On 3 May 2026, Otto Berg\n<otto@example.org<mailto:otto@example.org>>\nwrote:\n\n> Well?"),
        QuoteExample(
            "a link that breaks quoted lines",
            above:
                "On 3 May 2026 10:00, Otto Berg wrote:\n\n> See http://example.org/a/b/c/d\ne/f/g\n> Well?\n (https://example.org/x) >\n> Now?"
        ),
        QuoteExample("a header without a sender", above: "Date: Wed, 6 May 2026 00:15:02 -0600\nTo: kim@example.org\n\nWell?"),
        QuoteExample(
            "a Latvian header",
            above:
                "No: Otto <otto@example.org>\nNosūtīts: svētdiena, 2026. gada 3. maijs 10:00\nKam: Kim <kim@example.org>\nTēma: mols\n\nNu?"
        ),
        QuoteExample(
            "a title between dashes in another language",
            above:
                "-------- Izvorna poruka --------\nŠalje: Otto <otto@example.org>\nDatum: 3. 5. 2026. 10:00\nPrima: Kim <kim@example.org>\nPredmet: x\n\nDa?"
        ),
        QuoteExample(
            "labels of an unknown language below a title",
            above:
                "-------- Upprunaleg skilaboð --------\nFrá: Otto <otto@example.org>\nDagsetning: 3.5.2026 10:00\nTil: Kim <kim@example.org>\nEfni: x\n\nJæja?"
        ),
        QuoteExample(
            "a title without dashes",
            above: "Original Message\nFrom: Otto <otto@example.org>\nSent: Sunday, May 3, 2026 10:00 AM\nTo: Kim\nSubject: x\n\nWell?"),
        QuoteExample(
            "a header as a table",
            above:
                "---- Replied Message ----\n| From | Otto<otto@example.org> |\n| Date | 05/03/2026 10:00 |\n| To | Kim<kim@example.org> |\n| Subject | x |\n\nWell?"
        ),
        QuoteExample("arrows around the sender and the date", above: ">>> Otto Berg <otto@example.org> 03.05.2026 10:00 >>>\nWell?"),
        QuoteExample("arrows around a name", above: ">>> Otto Berg 05/03/26 10:00 AM >>>\n\nWell?"),
        QuoteExample(
            "dashes before the attribution, and a header below",
            above:
                "--- On Sun, 5/3/26, Otto Berg <otto@example.org> wrote:\n\nFrom: Otto Berg <otto@example.org>\nTo: kim@example.org\nDate: Sunday, May 3, 2026, 10:00 AM\n\nWell?"
        ),
        QuoteExample("what you wrote, with a time", above: "Sunday, May 3, 2026, 10:00:00 AM, you wrote:\n\n> Well?"),
        QuoteExample("what you wrote, in Russian", above: "Вы писали 3 мая 2026 г., 10:00:00:\n\n> Ну?"),
        QuoteExample("both sexes of a verb", above: "Дана 03.05.2026. у 10:00, Ото је написао(ла):\n\n> Па?"),
        QuoteExample("a rule above a help desk's marker", above: "—-—-—-—\nReply above this line.\n\nOtto Berg commented:\n\nWell?"),
        QuoteExample("a name with an apostrophe", above: "On 3 May 2026, Anne l'Huillier <anne@example.org> wrote:\n\n> Well?"),
        QuoteExample("a reply of one word directly above", reply: "Hi", gap: "\n", above: "-----Original Message-----\n\nWell?"),
    ]

    @Test("are found", arguments: quotes)
    func found(_ example: QuoteExample) {
        let parts = MessageParts(text: example.body)
        #expect(parts.own == example.own)
        #expect(parts.quoted == example.quoted)
    }

    /// Names that have a pronoun, a possessive, an article or the stem of a verb of some language.
    static let names = [
        "ben smith", "ben", "hans müller", "sam jones", "min park", "jo brown", "my nguyen", "jan de vries", "Maria de la cruz",
        "maria de la cruz", "anna schreiber", "die bahn", "la poste", "Ihre Sparkasse", "Pani Anna Nowak", "Ваш банк",
    ]
    static let introductions = [
        "On Sun, May 3, 2026 at 10:00 AM NAME <x@example.com> wrote:", "Am 3. Mai 2026 um 10:00 Uhr schrieb NAME <x@example.com>:",
        "3 мая 2026 г. в 10:00, NAME <x@example.com> написал:", "NAME <x@example.com> schrieb am 3. Mai 2026 um 10:00:",
    ]

    @Test("are found below names that are words of other languages", arguments: names, introductions)
    func named(_ name: String, _ introduction: String) {
        let line = introduction.replacing("NAME", with: name)
        #expect(MessageParts(text: "Ok.\n\n\(line)\n\n> Well?").own == "Ok.")
        let page = "<p>Ok.</p><p>\(escapedForHTML(line))</p><blockquote>Well?</blockquote>"
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: page)).quoted != nil)
    }

    @Test(
        "are found without marks below such names",
        arguments: ["ben smith", "hans müller", "anna schreiber", "Maria de la cruz", "Pani Anna Nowak"])
    func namedWithoutMarks(_ name: String) {
        #expect(MessageParts(text: "Ok.\n\nOn 3 May 2026 at 10:00, \(name) <x@example.com> wrote:\n\nWell?").own == "Ok.")
    }

    @Test(
        "are not found where the sender names a colleague above marked lines",
        arguments: ["my colleague Ann", "my colleague", "the customer"])
    func toldAboveMarks(_ person: String) {
        let text = "Ok.\n\nOn 3 May 2026 at 10:00 \(person) <x@example.com> wrote:\n\n> Well?\n\nIs it?"
        #expect(MessageParts(text: text).own == text)
    }

    static let told = [
        "El 3 de mayo de 2026 a las 10:00 escribí a otto@example.org:\n\n¿Viene el lunes?\n\nNo contesta.",
        "El 3 de mayo de 2026 a las 10:00 mi colega Otto (otto@example.org) escribió:\n\nEl muelle está cerrado.",
        "Em 3 de maio de 2026 às 10:00 escrevi (otto@example.org):\n\nVem na segunda?\n\nNão respondeu.",
        "On 3 May 2026 at 10:00 I (ann@example.org) wrote:\n\nCan you come?\n\nNo answer.",
        "On 3 May 2026 at 10:00, my colleague Otto <otto@example.org> wrote:\n\nThe pier is closed.\n\nIs it?",
        "On 3 May 2026 at 10:00 the customer Otto <otto@example.org> wrote:\n\nThe pier is closed.\n\nIs it?",
        "Am 3. Mai 2026 um 10:00 schrieb mir Ihr Kollege Otto <otto@example.org>:\n\nDer Steg ist zu.\n\nStimmt das?",
        "Am 3. Mai 2026 um 10:00 Uhr schrieb meine Frau (eva@example.org):\n\nDer Steg ist zu.\n\nStimmt das?",
        "Am 3. Mai 2026 um 10:00 schrieb Otto <otto@example.org> an uns:\n\nDer Steg ist zu.\n\nStimmt das?",
        "Le 3 mai 2026 à 10:00, ma sœur (eva@example.org) a écrit :\n\nLe quai est fermé.\n\nC'est vrai ?",
        "Op 3 mei 2026 om 10:00 schreef ik aan Otto <otto@example.org>:\n\nDe pier is dicht.\n\nGeen antwoord.",
        "W dniu 3 maja 2026 o 10:00 napisałem do Otto <otto@example.org>:\n\nMolo jest zamknięte.\n\nCisza.",
        "Den 3 maj 2026 kl. 10:00 skrev min kollega Eva <eva@example.org>:\n\nBryggan är stängd.\n\nStämmer det?",
        "3.5.2026 klo 10.00 kirjoitin Eva <eva@example.org>:\n\nLaituri on kiinni.\n\nEi vastausta.",
        "Pe 3 mai 2026, la 10:00, am scris la Ana <ana@example.org>:\n\nDigul este închis.\n\nNimic.",
        "3 мая 2026 г. в 10:00 мой коллега Отто <otto@example.org> написал:\n\nПричал закрыт.\n\nЭто так?",
        "On 3 May 2026 at 10:00, customer Otto Berg <otto@example.org> wrote:\n\nThe pier is closed.\n\nIs it?",
        "Am 3. Mai 2026 um 10:00 schrieb Kollege Berg <otto@example.org>:\n\nDer Steg ist zu.\n\nStimmt das?",
        "Dne 3. května 2026 v 10:00 zákazník Jan Novák <jan@example.org> napsal:\n\nMolo je zavřené.\n\nOpravdu?",
        "3 мая 2026 г. в 10:00 клиент Иван <ivan@example.org> написал:\n\nПричал закрыт.\n\nЭто так?",
        "Den 3 maj 2026 kl. 10:00 skrev kunden Jan <jan@example.org>:\n\nBryggan är stängd.\n\nStämmer det?",
        "2026年5月3日 10:00，客户 王 <wang@example.org> 写道：\n\n码头关闭。\n\n是吗？",
        "On 3 May 2026 at 10:00 my sister <eva@example.org> wrote:\n\nThe pier is closed.\n\nIs it?",
        "Am 3. Mai 2026 um 10:00 schrieb Ihr Kollege Otto <otto@example.org>:\n\nDer Steg ist zu.\n\nStimmt das?",
    ]
    static let announced = [
        "I get this bounce:\n\nFrom: m@example.org\nTo: a@example.org\nSubject: fail\nDate: 3 May 2026 10:00\n\nWhich one is wrong?",
        "Das kam heute:\n\nVon: Otto <otto@example.org>\nGesendet: 3. Mai 2026 10:00\nAn: a@example.org\nBetreff: x\n\nWas tun?",
        "The parcel:\n\nFrom: Kiel\nSent: 3 May 2026 10:00\nTo: Oslo\nSubject: lamp\n\nWhen does it arrive?",
        "Die Daten sind da.\n\nVon: Kiel\nGesendet: 3. Mai 2026, 10:00 Uhr\nBetreff: Fähre\n\nWann kommt sie?",
        "Your program writes this:\n\n-----Original Message-----\n\nCan you translate it?",
        "Please delete the line\n\n-----Original Message-----\n\nfrom the template.",
        "Outlook adds a line.\n\n-----Original Message-----\n",
        "I see this:\n\n##- Please type your reply above this line -##\n\nWhat does it mean?",
        "There is a strange line in my mail.\n\n##- Please type your reply above this line -##\n\nWhat does it mean?",
        "-------- Order --------\nName: Otto Berg\nMail: otto@example.org\nDate: 3.5.2026 10:00\n\nBlue, please.",
        "I read this on the web:\n\nOn 3 May 2026 at 10:00, Otto Berg <otto@example.org> wrote:\n\nThe pier is closed.",
        "Reservation\n\nDate: 6 May 2026 10:00 +0200\nTo: the pier\nContact: otto@example.org\n\nCome all.",
        "--- Trip ---\nFrom: Kiel\nTo: Oslo\nDate: 3 May 2026 10:00\nSubject: ferry\n\nTwo persons.",
        "--- Otto Berg, 3.5.2026 10:00 ---\nThe pier is closed.\n\n--- Ana Lund, 3.5.2026 11:00 ---\nWhy?",
        ">>> print(3)\n3\n>>> exit()\n\nThat is all it says.",
        "Stops\n\n| From | Kiel |\n| To | Oslo |\n| Date | 3 May 2026 10:00 |\n\nTwo persons.",
    ]

    @Test("do not include what a sender tells of messages or announces", arguments: told + announced)
    func whole(_ text: String) {
        let body = "Hello,\n\n" + text
        #expect(MessageParts(text: body).own == body)
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { escapedForHTML(String($0)) }
        let page = lines.map { "<div>\($0.isEmpty ? "<br>" : $0)</div>" }.joined()
        #expect(HTMLMessageParts(HTMLDocument(parsingFragment: page)).quoted == nil)
    }

    @Test(
        "leave a postscript below the signature",
        arguments: ["PS: Bring the lamp.", "P.S. Bring the lamp.", "PS bring the lamp with you", "追伸：ランプ", "附：请带灯。", "З.І. Візьми лампу."])
    func postscript(_ line: String) {
        let parts = MessageParts(text: "Yes.\n\n-- \nOtto Berg\nHafenamt\n\n\(line)")
        #expect(parts.ownWithoutSignature == "Yes.\n\n\(line)")
        #expect(parts.signature == "-- \nOtto Berg\nHafenamt")
    }

    @Test("take a company's name in a signature for no postscript")
    func company() {
        #expect(MessageParts(text: "Yes.\n\n-- \nOtto Berg\nPS Electronics").ownWithoutSignature == "Yes.")
    }
}
