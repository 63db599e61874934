/// The words with which mail programs mark quotes, headers and signatures, in the languages that are common in mail. All in lower case.
enum QuoteWords {
    /// The verb in "On Monday, Ann wrote:".
    static let wrote = [
        "wrote", "writes", "a écrit", "écrit", "schrieb", "geschrieben", "escribió", "escribio", "escreveu", "va escriure", "ha scritto",
        "scritto", "schreef", "geschreven", "napisał", "napisała", "napisał(a)", "pisze", "skrev", "kirjoitti", "napsal", "napsala",
        "napsal(a)",
        "napísal", "napísala", "napísal(a)", "ezt írta", "a scris", "написал", "написала", "написал(а)", "пишет", "писал", "написав",
        "написала", "пише", "написа", "έγραψε", "đã viết", "yazdı", "menulis", "napisao je", "napisala je", "napisao/la je", "כתב", "כתבה",
        "كتب", "写道", "寫道", "のメール", "님이 작성", "님의 말",
    ]

    /// The word before the date at the start of an attribution: "On".
    static let openers = [
        "on", "le", "am", "el", "il", "em", "op", "w dniu", "dnia", "den", "på", "tirsdag", "dne", "vào", "в", "на", "στις", "pada", "în",
        "dana", "在", "pe", "ma", "ke", "kl.", "בתאריך", "ב-", "في",
    ]

    /// The openers of languages in which an attribution may end with the name, without a verb.
    static let openersWithoutVerb = ["в", "בתאריך", "ב-", "في"]

    /// The start of a date after the English "On", if it is no digit.
    static let englishDateStarts = [
        "mon", "tue", "wed", "thu", "fri", "sat", "sun", "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Words that may separate the digits of a date from a name.
    static let dateEnds: Set<String> = [
        "am", "pm", "a.m.", "p.m.", "uhr", "utc", "gmt", "est", "edt", "cst", "cdt", "mst", "mdt", "pst", "pdt", "cet", "cest", "h", "г",
        "г.", "р.", "kl.", "klo", "π.μ.", "μ.μ.",
    ]

    /// Words that a name neither begins nor ends with. "On Monday you wrote:" is part of a sentence.
    static let pronouns: Set<String> = [
        "i", "you", "we", "he", "she", "it", "they", "ich", "du", "wir", "er", "sie", "ihr", "man", "je", "tu", "vous", "nous", "elle",
        "ils", "elles", "yo", "usted", "nosotros", "ella", "io", "lei", "noi", "voi", "ik", "jij", "jullie", "wij", "hij", "zij", "jag",
        "jeg", "vi", "han", "hon", "hun", "eu", "você", "nós", "ele", "ela", "ja", "ona", "my", "your", "our", "his", "her", "their", "я",
        "ты", "вы", "мы", "он", "она", "они",
    ]

    /// Words that a name does not begin with.
    static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "ein", "eine", "mein", "unser", "le", "la", "les", "un", "une", "mon", "notre", "el", "los",
        "las", "una", "il", "lo", "gli", "de", "het", "een", "o", "os", "as", "um", "uma", "den", "det",
    ]

    /// Words that a name does not contain.
    static let conjunctions: Set<String> = ["that", "which", "what", "who", "dass", "daß", "que", "qui", "che", "dat", "som", "что", "że"]

    /// Header labels of the sender.
    static let senderLabels: Set<String> = [
        "from", "von", "de", "da", "van", "från", "fra", "od", "от", "от кого", "від", "lähettäjä", "kimden", "gönderen", "feladó", "差出人",
        "发件人", "寄件者", "보낸 사람", "expéditeur", "remitente", "mittente", "afzender", "nadawca", "odesílatel", "odosielateľ", "từ", "de la",
        "από", "šalje", "pošiljatelj", "מאת", "من", "dari",
        "จาก", "nuo", "no", "saatja", "보낸사람", "보낸이", "kellelt", "од", "испраќач", "pengirim", "người gửi", "از", "प्रेषक", "寄件人", "expeditor",
    ]

    /// Header labels of the date on which a message was sent, which no form has.
    static let sentLabels: Set<String> = [
        "sent", "gesendet", "envoyé", "envoyé le", "enviado", "enviado el", "enviado em", "enviada em", "inviato", "data invio",
        "verzonden", "skickat", "sendt", "wysłano", "wysłane", "отправлено", "надіслано", "lähetetty", "gönderildi", "gönderilme tarihi",
        "küldve", "odesláno", "odoslané", "送信日時", "发送时间", "發送時間", "寄件日期", "đã gửi", "trimis", "στάλθηκε", "εστάλη", "보낸 날짜", "poslano",
        "изпратено", "נשלח", "تاريخ الإرسال", "dikirim",
        "ส่งเมื่อ", "išsiųsta", "nosūtīts", "nosūtīta", "poslato", "послато", "відправлено", "испратено", "saatmisaeg", "dihantar", "saadetud",
        "ارسال شده", "भेजा गया", "enviat", "寄件時間",
    ]

    /// Header labels of the date that itineraries and forms have, too.
    static let dateLabels: Set<String> = [
        "date", "datum", "fecha", "data", "dato", "дата", "päiväys", "tarih", "dátum", "日時", "日付", "日期", "ngày", "ημερομηνία", "날짜",
        "תאריך", "التاريخ", "tanggal", "dată", "kuupäev", "datums", "보낸날짜",
        "วันที่", "تاریخ", "दिनांक",
    ]

    /// Header labels of the subject.
    static let subjectLabels: Set<String> = [
        "subject", "betreff", "objet", "sujet", "asunto", "assunto", "oggetto", "onderwerp", "ämne", "emne", "temat", "tema", "тема",
        "aihe",
        "konu",
        "tárgy", "předmět", "predmet", "件名", "主题", "主旨", "主題", "chủ đề", "subiect", "θέμα", "제목", "относно", "נושא", "الموضوع",
        "perihal", "subjek", "assumpte", "rubrik", "ogg", "temats",
        "เรื่อง", "zadeva", "tēma", "teema", "موضوع", "विषय",
    ]

    /// Header labels of the recipients. Some are in other lists, too.
    static let recipientLabels: Set<String> = [
        "to", "cc", "bcc", "an", "kopie", "à", "a", "para", "per", "aan", "till", "til", "do", "кому", "копия", "kopia", "vastaanottaja",
        "kime", "bilgi", "címzett", "komu", "宛先", "收件人", "抄送", "către", "προς", "κοιν.", "받는 사람", "참조", "za", "prima", "до", "копие",
        "אל", "עותק", "إلى", "نسخة", "kepada", "đến",
        "ถึง", "kam", "adressaat", "받는사람", "받은사람", "copie à", "kellele", "ke", "saaja", "за", "коме", "copie", "kopio", "penerima",
        "người nhận", "به", "प्रति", "per a", "收件者", "副本", "สำเนา", "kopija", "koopia",
    ]

    /// Other header labels.
    static let otherLabels: Set<String> = [
        "reply-to", "répondre à", "importance", "priority", "attachments", "antwort an", "wichtigkeit", "anlagen", "sent by",
        "organization",
    ]

    /// Labels of web forms. The messages that such forms send have labels like a header, but quote nothing.
    static let formLabels: Set<String> = [
        "message", "comment", "comments", "phone", "telephone", "name", "company", "nachricht", "telefon", "firma", "téléphone",
        "mensaje", "teléfono", "messaggio", "telefono", "bericht", "telefoon", "mensagem", "telefone", "order no", "order number",
        "message body", "message text", "your message", "your name", "your email", "your phone", "page url", "website", "ip address",
        "remote ip", "nachrichtentext", "ihre nachricht", "ihr name", "corps du message", "votre message", "votre nom",
        "cuerpo del mensaje", "su mensaje", "corpo del messaggio", "il tuo messaggio", "berichttekst", "uw bericht",
        "corpo da mensagem", "treść wiadomości", "meddelande", "besked",
    ]

    /// The phrases between dashes above a quoted message.
    static let separators = [
        "original message", "reply message", "original appointment", "ursprüngliche nachricht", "originalnachricht", "original-nachricht",
        "antwort nachricht",
        "message d'origine", "message d’origine", "message original", "mensaje original", "mensagem original", "messaggio originale",
        "oorspronkelijk bericht", "originalmeddelande", "ursprungligt meddelande", "oprindelig meddelelse", "original meddelelse",
        "oprindelig besked",
        "opprinnelig melding", "original melding", "oryginalna wiadomość", "wiadomość oryginalna", "исходное сообщение", "původní zpráva",
        "pôvodná správa", "alkuperäinen viesti", "orijinal mesaj", "eredeti üzenet", "mesajul original", "原始邮件", "邮件原件",
        "元のメッセージ",
    ]

    /// The phrases between dashes above a forwarded message, which counts as content and not as a quote.
    static let forwards = [
        "forwarded message", "weitergeleitete nachricht", "message transféré", "mensaje reenviado", "messaggio inoltrato",
        "mensagem encaminhada", "doorgestuurd bericht", "vidarebefordrat meddelande", "videresendt meddelelse", "videresendt besked",
        "пересылаемое сообщение", "przekazana wiadomość", "přeposlaná zpráva", "转发的邮件", "転送メッセージ",
    ]

    /// The phrases above a forwarded message that are written without dashes. A colon follows.
    static let forwardsWithoutDashes = [
        "begin forwarded message", "forwarded message:", "anfang der weitergeleiteten nachricht", "début du message réexpédié",
        "début du message transféré", "inicio del mensaje reenviado", "inizio messaggio inoltrato", "início da mensagem reencaminhada",
        "início da mensagem encaminhada", "begin doorgestuurd bericht", "vidarebefordrat brev", "start på videresendt besked",
        "start på videresendt melding", "videresendt melding", "välitetty viesti alkaa", "początek przekazywanej wiadomości",
        "začátek přeposílané zprávy", "začiatok preposlanej správy", "továbbított levél kezdete", "iletilen ileti başlangıcı",
        "начало переадресованного сообщения", "початок листа, що пересилається", "αρχή προωθημένου μηνύματος",
        "început mesaj redirecționat", "転送されたメッセージ", "开始转发的信息", "以下是转发的邮件", "전달된 메시지", "inici del missatge reenviat",
    ]

    /// The prefixes of the subject of a forwarded message. A colon follows.
    static let forwardSubjects: Set<String> = [
        "fwd", "fw", "wg", "tr", "rv", "enc", "i", "doorst", "vb", "vl", "pd", "i̇lt", "ilt", "转发", "轉寄", "πρθ", "továbbítás",
    ]

    /// The prefixes of the subject of a reply that may be written in capitals. A colon follows.
    static let replySubjects: Set<String> = [
        "re", "aw", "antw", "antwort", "sv", "svar", "vs", "vá", "odp", "ynt", "yan", "r", "rif", "ris", "res", "resp", "ref", "rép", "rep",
        "bls", "atb", "na", "απ", "σχετ", "отв", "на", "回复", "回覆", "答复", "答覆",
    ]

    /// Phrases above which the reply belongs, as help desks write them above their own text: words for "above this", then words for "line".
    /// One of ``replyVerbs`` stands beside them.
    static let replyMarkers: [String] = [
        ("above this/above the", "line"), ("oberhalb dieser/oberhalb der/über dieser/über diese/über der", "zeile/linie"),
        ("au-dessus de cette/au dessus de cette", "ligne"), ("encima de esta/arriba de esta", "línea"),
        ("sopra questa/al di sopra di questa", "riga/linea"), ("boven deze", "regel/lijn"), ("acima desta", "linha"),
        ("nad tą/powyżej tej", "linią/linii"), ("ovanför den här/ovanför denna", "raden/linjen/rad/linje"),
        ("over denne", "linje/linjen"), ("tämän", "rivin yläpuolelle/viivan yläpuolelle"), ("nad tímto/nad touto", "řádkem/linkou"),
        ("выше этой", "строки/линии"), ("bu", "satırın üstüne/çizginin üstüne"), ("この", "行より上/線より上"), ("在此", "行上方/线上方"),
    ].flatMap { (above: String, line: String) -> [String] in
        let blank = above.unicodeScalars.contains { $0.value >= 0x3000 } ? "" : " "
        return above.split(separator: "/").flatMap { first in line.split(separator: "/").map { "\(first)\(blank)\($0)" } }
    }

    /// Words for what a help desk works on, which stand below these phrases.
    static let requests = [
        "request", "ticket", "comment", "updated", "support", "case ", "inquiry", "enquiry", "anfrage", "vorgang", "demande", "requête",
        "solicitud",
        "consulta", "caso", "richiesta", "verzoek", "aanvraag", "melding", "pedido", "solicitação", "chamado", "zgłoszeni", "ärende",
        "henvendelse", "sagsnummer", "pyyntö", "tiket", "požadav", "kérés", "cerere", "solicitare", "talep", "запрос", "заявк", "обращени",
        "запит", "звернення", "リクエスト", "お問い合わせ", "チケット", "请求", "工单", "請求", "요청", "문의",
    ]

    /// Verbs with which these phrases ask for a reply.
    static let replyVerbs = [
        "reply", "replies", "respond", "response", "answer", "type", "write", "antwort", "schreib", "répon", "écri", "respuesta", "escrib",
        "rispo", "scriv", "antwoord", "schrijf", "respost", "escrev", "odpow", "odpis", "wpisz", "svar", "skriv", "vasta", "vastaus",
        "kirjoit", "odpov", "napiš", "ответ", "пиш", "yanıt", "cevap", "yaz", "返信", "入力", "記入", "回复", "回覆",
    ]
}

/// A list of phrases, prepared for prefix checks on the bytes of lines.
struct QuotePhrases: Sendable {
    private let phrases: [[UInt8]]
    private let texts: [String]
    /// For each byte value, whether a phrase begins with it.
    private let firstBytes: [Bool]
    /// The number of bytes at the start of a line that are compared. In other normalization forms a phrase has up to three times its bytes.
    private let maxBytes: Int

    init(_ phrases: [String]) {
        texts = phrases
        self.phrases = phrases.map { Array($0.utf8) }
        maxBytes = 3 * (self.phrases.map(\.count).max() ?? 0) + 4
        var firstBytes = [Bool](repeating: false, count: 256)
        for phrase in self.phrases { if let first = phrase.first { firstBytes[Int(first)] = true } }
        self.firstBytes = firstBytes
    }

    /// Whether a trimmed line begins with one of the phrases.
    func matchesPrefix(of line: MessageLine) -> Bool {
        guard let first = line.firstByte else { return false }
        // Other characters than ASCII have several Unicode normalization forms, which only strings compare as equal.
        guard line.isASCII else {
            let start = line.trimmedStart(bytes: maxBytes)
            return texts.contains(where: start.hasPrefix)
        }
        return firstBytes[Int(first)] && phrases.contains(where: line.trimmedHasPrefix)
    }
}

/// A list of phrases that are searched for anywhere in a text, in one pass over its bytes.
struct PhraseSearch: Sendable {
    /// The phrases that begin with each byte.
    private let phrases: [[[UInt8]]]

    init(_ phrases: [String]) {
        var table = [[[UInt8]]](repeating: [], count: 256)
        for phrase in phrases {
            let bytes = Array(phrase.utf8)
            if let first = bytes.first { table[Int(first)].append(bytes) }
        }
        self.phrases = table
    }

    /// Whether one of the phrases occurs in a text.
    func occurs(in text: [UInt8]) -> Bool {
        text.indices.contains { index in
            phrases[Int(text[index])].contains { text[index...].starts(with: $0) }
        }
    }
}
