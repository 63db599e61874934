/// The words of notices, in the languages that are common in mail. All in lower case; `e-mail` is written `email`.
enum NoticeWords {
    /// Whether a paragraph at the start of a message is the banner of a mail gateway.
    static func isBanner(_ text: String) -> Bool {
        if tags.contains(text) { return true }
        let bytes = Array(text.utf8)
        guard bytes.count <= maximumBannerBytes else { return false }
        if safetyTips.contains(where: text.hasPrefix) { return true }
        guard outside.occurs(in: bytes) else { return false }
        return message.occurs(in: bytes) && (signals.contains(where: text.hasPrefix) || dangers.occurs(in: bytes))
            || (signals + outsidePhrases).contains(where: text.hasPrefix) && cautions.occurs(in: bytes) && dangers.occurs(in: bytes)
    }

    /// Whether a line may be the first of several of a banner.
    static func beginsBanner(_ text: String) -> Bool {
        signals.contains(where: text.hasPrefix) || message.occurs(in: Array(text.utf8))
    }

    /// Whether a paragraph is a notice of confidentiality: words of at least two of three groups.
    static func isDisclaimer(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if disclaimerHeadings.contains(where: { text == $0 || text == $0 + ":" }) { return true }
        if environment.occurs(in: bytes), printing.occurs(in: bytes) { return true }
        guard message.occurs(in: bytes) || information.occurs(in: bytes) else { return false }
        return confidential.occurs(in: bytes) && recipients.occurs(in: bytes) || disclaimerHeadings.contains(where: text.hasPrefix)
            || confidential.occurs(in: bytes) && attachments.occurs(in: bytes)
    }

    /// Whether a paragraph may be one of several of a notice of confidentiality: it has words of one.
    static func isPartOfDisclaimer(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return [message, information, confidential, recipients, attachments].contains { $0.occurs(in: bytes) }
    }

    /// Whether a paragraph may be the first of several of a notice of confidentiality: it names the message, or is a heading.
    static func beginsDisclaimer(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return message.occurs(in: bytes) || information.occurs(in: bytes) || disclaimerHeadings.contains(where: text.hasPrefix)
    }

    /// Whether a paragraph may be the first of a list's footer without a rule above it: it says why the recipient got the message.
    ///
    /// Words about leaving a list do not suffice, because people write them, too.
    static func beginsFooter(_ text: String) -> Bool { footerStarts.contains(where: text.hasPrefix) }

    /// Whether a paragraph may be one of a list's footer: it has words of one, or nothing but addresses.
    static func isPartOfFooter(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return subscriptions.occurs(in: bytes) || lists.occurs(in: bytes) || beginsFooter(text)
            || text.split(separator: " ").allSatisfy(isAddress)
    }

    /// Whether paragraphs are the footer of a mailing list: they have an address, name a list, and say why the recipient is on it or how to
    /// leave.
    static func isFooter(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard text.split(separator: " ").contains(where: isAddress), lists.occurs(in: bytes) else { return false }
        // Mailman has the address of the list, and the page where one leaves it.
        return subscriptions.occurs(in: bytes) || beginsFooter(text) || bytes.contains(0x40) && text.contains("listinfo")
    }

    private static func isAddress(_ word: Substring) -> Bool { word.contains("://") || word.contains("@") || word.contains("www.") }

    private static let maximumBannerBytes = 800

    private static let tags: Set<String> = [
        "[external]", "[extern]", "[ext]", "[external email]", "[external sender]", "[externe]", "[externo]", "[esterno]", "external email",
        "external sender", "[external message]", "[zewnętrzny]", "[external mail]",
    ]

    private static let safetyTips = [
        "you don't often get email from", "some people who received this message don't often get email from",
        "sie erhalten nicht häufig emails von", "sie erhalten nicht oft emails von", "vous n'obtenez pas souvent d'email",
        "vous ne recevez pas souvent de courriers de", "no suele recibir correos electrónicos de", "non si ricevono spesso messaggi",
        "u ontvangt niet vaak email van", "nie otrzymujesz często wiadomości email", "você não costuma receber emails de",
        "du får inte ofta epost från", "du får ikke ofte mail fra",
    ]

    private static let signals = [
        "[external", "external", "[extern", "extern", "caution", "warning", "attention", "alert", "notice", "be careful", "beware",
        "achtung", "vorsicht", "warnung", "hinweis", "prudence", "avertissement", "precaución", "atención", "advertencia", "aviso",
        "cuidado", "attenzione", "avviso", "let op", "waarschuwing", "uwaga", "ostrzeżenie", "atenção", "varning", "obs", "advarsel",
        "varoitus", "huom", "upozornění", "pozor", "注意", "警告", "внимание", "dikkat", "figyelem",
    ]

    private static let message = PhraseSearch([
        "this email", "this message", "this mail", "this communication", "this transmission", "email was sent", "message was sent",
        "email originated", "message originated", "email comes", "message comes", "diese email", "dieser email", "diese nachricht",
        "dieser nachricht", "diese mail", "dieser mail", "ce message", "ce courriel", "cet email", "ce mail", "ce courrier",
        "este correo", "este mensaje", "este email", "esta mensagem", "este mail", "questo messaggio", "questa email", "questa mail",
        "presente messaggio", "presente email", "deze email", "dit bericht", "dit emailbericht", "deze mail", "ta wiadomość",
        "tej wiadomości", "niniejsza wiadomość", "ten email", "detta meddelande", "detta mail", "detta mejl", "detta epost",
        "denne email", "denne mail", "denne epost", "denne meddelelse", "denne meldingen", "dette brev", "tämä viesti", "tämä sähköposti",
        "tento email", "tato zpráva", "táto správa", "это письмо", "это сообщение", "данное сообщение", "bu eposta", "bu email", "bu ileti",
        "このメール", "本メール", "本邮件", "此邮件", "本郵件", "此郵件", "이 메일", "본 메일",
    ])

    private static let outside = PhraseSearch(outsidePhrases)
    private static let outsidePhrases = [
        "outside", "external sender", "external source", "from an external", "external email", "außerhalb", "externen absender",
        "externem absender", "von extern", "l'extérieur", "expéditeur externe", "source externe", "en dehors", "fuera de",
        "remitente externo", "origen externo", "mittente esterno", "all'esterno", "dall'esterno", "al di fuori", "buiten",
        "externe afzender", "externe bron", "spoza", "z zewnątrz", "nadawcy zewnętrznego", "zewnętrznego nadawcy", "fora da",
        "remetente externo", "utanför", "extern avsändare", "uden for", "ekstern afsender", "utenfor", "ekstern avsender", "ulkopuolelta",
        "external message", "external mail", "externe email", "externe mail", "externe nachricht", "email externe", "courriel externe",
        "message externe", "correo externo", "mensaje externo", "email externo", "mensagem externa", "email esterna", "messaggio esterno",
        "extern bericht", "wiadomość zewnętrzna", "externt meddelande", "ekstern email", "ekstern mail", "ekstern e-post",
        "mimo organizaci", "externího odesílatele", "внешнего отправителя", "извне", "kuruluş dışından", "外部", "组织外", "組織外",
    ]

    /// Words with which a banner asks for caution.
    private static let cautions = PhraseSearch([
        "caution", "careful", "vorsicht", "prudence", "prudent", "attention", "precaución", "cuidado", "cautela", "attenzione", "prudenza",
        "voorzichtig", "ostrożn", "uwaga", "försiktig", "forsigtig", "forsiktig", "varov", "opatrn", "осторожн", "dikkat", "注意",
    ])

    private static let dangers = PhraseSearch([
        "click", "links", "attachment", "recognize", "recognise", "trust", "anhänge", "anhang", "klicken", "liens", "pièces jointes",
        "cliquez", "enlaces", "adjuntos", "haga clic", "collegamenti", "allegati", "koppelingen", "bijlage", "klik", "łącza", "linki",
        "załącznik", "anexos", "clique", "länkar", "bilagor", "lenker", "vedlegg", "vedhæftede", "リンク", "添付", "链接", "附件", "連結",
    ])

    private static let disclaimerHeadings: [String] = [
        "confidentiality notice", "disclaimer", "legal notice", "privileged and confidential", "haftungsausschluss",
        "vertraulichkeitshinweis", "avis de confidentialité", "clause de confidentialité", "aviso de confidencialidad", "aviso legal",
        "avviso di riservatezza", "aviso de confidencialidade", "klauzula poufności", "zastrzeżenie",
    ]

    private static let information = PhraseSearch([
        "information contained", "information in this", "information transmitted", "contents of this", "content of this",
        "informationen in", "der inhalt", "les informations", "la información contenida", "le informazioni contenute",
        "de informatie", "informacje zawarte", "as informações contidas", "informationen i",
    ])

    private static let confidential = PhraseSearch([
        "confidential", "privileged", "proprietary", "vertraulich", "confidentiel", "confidencial", "riservat", "confidenzial",
        "vertrouwelijk", "poufne", "poufna", "konfidentiel", "konfidensiel", "fortrolig", "luottamuksellis", "důvěrn", "dôvern",
        "конфиденциальн", "gizli", "機密", "保密", "기밀",
    ])

    private static let recipients = PhraseSearch([
        "intended recipient", "intended solely", "intended only", "intended for", "addressee", "named recipient", "received this",
        "received it in error", "in error", "notify the sender", "unauthorized", "unauthorised", "strictly prohibited",
        "bestimmten empfänger", "richtige adressat", "irrtümlich", "vorgesehene", "nicht der richtige", "destinataire", "par erreur",
        "destinatario", "por error", "per errore", "geadresseerde", "ontvangen per abuis", "ten onrechte", "adresat", "omyłkowo",
        "destinatário", "por engano", "por erro", "avsedd", "mottagaren", "modtager", "mottaker", "vastaanottaj", "příjemc", "adresát",
        "получател", "адресат", "alıcı", "受信者", "宛先", "收件人", "接收者", "수신인",
    ])

    private static let attachments = PhraseSearch([
        "any attachment", "attachments", "any files", "anhänge", "pièces jointes", "archivos adjuntos", "allegati", "bijlagen",
        "załączniki",
        "anexos", "bilagor", "vedhæftede", "vedlegg",
    ])

    private static let environment = PhraseSearch([
        "the environment", "die umwelt", "l'environnement", "medio ambiente", "l'ambiente", "het milieu", "środowisk", "meio ambiente",
        "miljön", "miljøet", "save a tree", "save paper",
    ])

    private static let printing = PhraseSearch([
        "print", "druck", "imprim", "stampa", "afdrukt", "drukowa", "wydruk", "skriver ut", "udskriv", "skriv ut",
    ])

    private static let footerStarts = [
        "you received this message because", "you are receiving this", "you're receiving this", "you have received this",
        "reply to this email directly", "sie erhalten diese nachricht, weil", "sie erhalten diese email, weil",
        "vous recevez ce message", "vous avez reçu ce message", "vous recevez cet email", "recibió este mensaje porque",
        "has recibido este mensaje porque", "hai ricevuto questo messaggio perché", "u ontvangt dit bericht omdat",
        "je ontvangt dit bericht omdat", "otrzymujesz tę wiadomość, ponieważ", "você recebeu essa mensagem porque",
        "recebeu esta mensagem porque", "du har fått det här meddelandet eftersom", "du får denne meddelelse",
        "вы получили это сообщение",
    ]

    /// Words about being on a list, or leaving it.
    private static let subscriptions = PhraseSearch([
        "subscribed", "unsubscribe", "optout", "opt-out", "abonniert", "abbestellen", "abmelden", "abonné", "désabonner", "désinscrire",
        "suscrito", "suscripción", "iscritto", "disiscriver", "aangemeld", "afmelden", "geabonneerd", "subskry", "wypisać", "inscrito",
        "cancelar a inscrição", "prenumerer", "avregistrera", "tilmeldt", "afmelde", "подписан", "отписаться", "配信停止", "退订",
    ])

    private static let lists = PhraseSearch([
        "mailing list", "mailinglist", "mailing-list", "listinfo", "newsletter", "this group", "google groups", "groups.google",
        "this thread", "this discussion", "notifications", "gruppe", "verteiler", "groupe", "liste de diffusion", "grupo",
        "lista de correo", "gruppo", "lista di distribuzione", "groep", "mailinglijst", "grupy", "grupę", "lista dyskusyjna", "listy",
        "lista de discussão", "grupp", "epostlista", "группу", "группы", "группе", "рассылк", "メーリングリスト", "邮件列表",
    ])
}
