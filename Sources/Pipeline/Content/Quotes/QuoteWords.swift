/// The words by which mail programs introduce what they quote, in the languages that are common in mail.
enum QuoteWords {
    /// What "wrote" is in "On Monday, Ann wrote:".
    static let wrote = [
        "wrote", "writes", "a écrit", "écrit", "schrieb", "geschrieben", "escribió", "escribio", "escreveu", "ha scritto", "scritto",
        "schreef", "het volgende geschreven", "napisał", "napisała", "napisał(a)", "pisze", "skrev", "kirjoitti", "napsal", "napsala",
        "napsal(a)", "napísal", "ezt írta", "a scris", "написал", "написала", "написал(а)", "пишет", "писал", "написав", "đã viết", "yazdı",
        "写道", "寫道", "のメール", "作成",
    ]

    /// What such a line begins with: "On". Only words of two letters or more stand alone in other lines, so a date has to follow.
    static let openers = [
        "on", "le", "am", "el", "il", "em", "op", "w dniu", "dnia", "den", "på", "tirsdag", "dne", "vào", "в", "在", "pe", "ma", "ke", "kl.",
    ]

    /// Labels of the line that names the sender of a quoted message.
    static let senderLabels: Set<String> = [
        "from", "von", "de", "da", "van", "från", "fra", "od", "от", "от кого", "від", "lähettäjä", "kimden", "gönderen", "feladó", "差出人",
        "发件人", "寄件者", "보낸 사람", "expéditeur", "remitente", "mittente", "afzender", "nadawca", "odesílatel", "từ",
    ]

    /// Labels of lines that only stand in the header of a message.
    static let headerLabels: Set<String> = [
        "date", "sent", "subject", "datum", "gesendet", "betreff", "envoyé", "envoyé le", "objet", "sujet", "fecha", "enviado",
        "enviado el", "enviado em", "enviada em", "asunto", "assunto", "data", "inviato", "data invio", "oggetto", "verzonden", "onderwerp",
        "skickat", "ämne", "sendt", "dato", "emne", "wysłano", "wysłane", "temat", "дата", "отправлено", "тема", "надіслано", "lähetetty",
        "aihe", "gönderildi", "gönderilme tarihi", "konu", "tarih", "küldve", "tárgy", "dátum", "předmět", "odesláno", "送信日時", "件名",
        "发送时间", "主题", "日期", "主旨", "ngày", "chủ đề",
    ]

    /// Labels that may stand among them, and in other lists too.
    static let otherLabels: Set<String> = [
        "to", "cc", "bcc", "reply-to", "an", "kopie", "à", "a", "para", "per", "aan", "till", "til", "do", "кому", "копия", "kopia",
        "vastaanottaja", "kime", "bilgi", "címzett", "komu", "宛先", "收件人", "抄送", "répondre à", "importance", "priority", "attachments",
    ]

    /// What stands between dashes above a quoted message.
    static let separators = [
        "original message", "reply message", "original appointment", "ursprüngliche nachricht", "originalnachricht", "antwort nachricht",
        "message d'origine", "message d’origine", "message original", "mensaje original", "mensagem original", "messaggio originale",
        "oorspronkelijk bericht", "originalmeddelande", "ursprungligt meddelande", "oprindelig meddelelse", "original meddelelse",
        "opprinnelig melding", "original melding", "oryginalna wiadomość", "wiadomość oryginalna", "исходное сообщение", "původní zpráva",
        "pôvodná správa", "alkuperäinen viesti", "orijinal mesaj", "eredeti üzenet", "mesajul original", "原始邮件", "邮件原件",
        "元のメッセージ",
    ]

    /// What stands above a message that is passed on: it is what the mail is about, so it is no quote.
    static let forwards = [
        "forwarded message", "weitergeleitete nachricht", "message transféré", "mensaje reenviado", "messaggio inoltrato",
        "mensagem encaminhada", "doorgestuurd bericht", "vidarebefordrat meddelande", "videresendt meddelelse", "videresendt besked",
        "пересылаемое сообщение", "przekazana wiadomość", "přeposlaná zpráva", "转发的邮件", "転送メッセージ",
    ]

    /// What a telephone's program writes below a message.
    static let devices = [
        "sent from my", "sent from mailbox", "sent from yahoo mail", "sent from outlook", "sent via", "get outlook for", "enviado desde mi",
        "enviado do meu", "envoyé de mon", "envoyé depuis mon", "envoyé sans fil", "von meinem", "gesendet von meinem", "inviato da",
        "verzonden vanaf mijn", "skickat från min", "sendt fra min", "отправлено с", "lähetetty",
    ]

    /// What stands alone in the line above a name.
    static let greetings = [
        "thanks", "thank you", "many thanks", "thanks again", "thx", "regards", "kind regards", "best regards", "warm regards",
        "with regards", "best", "best wishes", "all the best", "cheers", "sincerely", "yours sincerely", "yours truly", "yours",
        "take care",
        "mit freundlichen grüßen", "freundliche grüße", "viele grüße", "beste grüße", "liebe grüße", "grüße", "gruß", "mfg", "lg",
        "cordialement", "bien cordialement", "bien à vous", "merci", "saludos", "saludos cordiales", "un saludo", "atentamente", "gracias",
        "abraços", "atenciosamente", "obrigado", "obrigada", "cordiali saluti", "saluti", "grazie", "met vriendelijke groet", "groeten",
        "med vänliga hälsningar", "hälsningar", "mvh", "venlig hilsen", "hilsen", "pozdrawiam", "с уважением", "s pozdravem",
    ]
}
