internal import HTMLParsing

/// The line that phones and mail programs add below a message: `Sent from my iPhone`, `Get Outlook for iOS`.
///
/// The line is one of a fixed list of sentences with a gap, and only names of products fill the gap. The sender's own sentences are none:
/// `Sent the phone back`, `Get the phone from Otto`.
enum DeviceLine {
    private static let maximumBytes = 200
    private static let maximumProductWords = 8

    /// Whether a line, in lower case and trimmed, is such a line.
    static func matches(_ line: String) -> Bool {
        guard line.utf8.count <= maximumBytes, let first = line.first, first.isLetter else { return false }
        var text = withoutAddresses(line)
        if let excuse = excuse(in: text) { text = text[..<excuse] }
        let words = text.split(whereSeparator: \.isWhitespace).map { $0.trimming(where: { ".,!®™()".contains($0) }) }.filter { !$0.isEmpty }
        guard let start = words.first, !words.isEmpty else { return false }
        let frames = (framesByWord[String(start)] ?? []) + framesWithLeadingGap
        return frames.contains { $0.matches(words[...]) } || matchesUnspaced(text)
    }

    /// A sentence with a gap.
    private struct Frame {
        let before: [Substring]
        let after: [Substring]
        /// Whether the gap may name a kind of device alone: "my phone".
        let isOwn: Bool

        init(_ text: String, isOwn: Bool) {
            let parts = text.split(separator: "*", omittingEmptySubsequences: false).map { $0.split(separator: " ") }
            (before, after) = (parts[0], parts.count > 1 ? parts[1] : [])
            self.isOwn = isOwn
        }

        func matches(_ words: ArraySlice<Substring>) -> Bool {
            guard words.count > before.count + after.count, words.starts(with: before), words.suffix(after.count).elementsEqual(after)
            else {
                return false
            }
            return isProduct(words.dropFirst(before.count).dropLast(after.count), isOwn: isOwn)
        }
    }

    private static func matchesUnspaced(_ text: Substring) -> Bool {
        let text = text.filter { !$0.isWhitespace && $0 != "." && $0 != "。" }
        return DeviceWords.unspacedFrames.contains { frame in
            text.hasPrefix(frame.before) && text.hasSuffix(frame.after) && text.count > frame.before.count + frame.after.count
                && isProduct([text.dropFirst(frame.before.count).dropLast(frame.after.count)], isOwn: true)
        }
    }

    private static func isProduct(_ words: ArraySlice<Substring>, isOwn: Bool) -> Bool {
        let words = withoutNetwork(words)
        guard words.count <= maximumProductWords else { return false }
        var hasName = false
        for word in words {
            let text = String(word)
            if DeviceWords.brands.contains(text) || DeviceWords.brandStarts.contains(where: text.hasPrefix) {
                hasName = true
            } else if DeviceWords.devices.contains(text) {
                hasName = hasName || isOwn
            } else if !DeviceWords.besides.contains(text), !isModel(word) {
                return false
            }
        }
        return hasName
    }

    /// Whether a word may name a model: `s21`, `4g`, `10`.
    private static func isModel(_ word: Substring) -> Bool {
        word.utf8.count <= 8 && word.utf8.contains(where: \.isASCIIDigit) && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }

    /// The words before `on the Bell network`.
    private static func withoutNetwork(_ words: ArraySlice<Substring>) -> ArraySlice<Substring> {
        for network in DeviceWords.networks {
            for start in words.indices.dropFirst() where words[start...].starts(with: network.before) {
                let rest = words[start...].dropFirst(network.before.count)
                if rest.count > network.after.count, rest.count <= network.after.count + 3,
                    rest.suffix(network.after.count) == network.after
                {
                    return words[..<start]
                }
            }
        }
        return words
    }

    /// The line without web addresses in brackets.
    private static func withoutAddresses(_ line: String) -> Substring {
        guard line.hasBytes("http") else { return line[...] }
        let words = line.replacing("<http", with: " http").replacing("(http", with: " http").replacing("[http", with: " http")
        return words.split(separator: " ").filter { !$0.hasPrefix("http") }.joined(separator: " ")[...]
    }

    /// The start of an excuse such as `, please excuse typos`; nil if there is none.
    private static func excuse(in text: Substring) -> Substring.Index? {
        guard let mark = text.firstIndex(where: { ",.;-–—".contains($0) }) else { return nil }
        let words = text[mark...].split { !$0.isLetter }.map(String.init)
        guard words.count <= 12, words.contains(where: DeviceWords.excuses.contains), words.contains(where: DeviceWords.mistakes.contains)
        else { return nil }
        return mark
    }

    private static let allFrames: [Frame] =
        DeviceWords.ownFrames.map { Frame($0, isOwn: true) } + DeviceWords.productFrames.map { Frame($0, isOwn: false) }
    private static let framesByWord = Dictionary(grouping: allFrames.filter { !$0.before.isEmpty }) { String($0.before[0]) }
    private static let framesWithLeadingGap = allFrames.filter(\.before.isEmpty)
}

extension Substring {
    /// The text without the characters at both ends that meet a condition.
    fileprivate func trimming(where isTrimmed: (Character) -> Bool) -> Substring {
        let rest = drop(while: isTrimmed)
        return rest[..<(rest.lastIndex { !isTrimmed($0) }.map(rest.index(after:)) ?? rest.startIndex)]
    }
}

/// The words of the lines that phones and mail programs add. All in lower case; `*` is the gap for the product.
private enum DeviceWords {
    /// Sentences that name the sender's own device.
    static let ownFrames = [
        "sent from my *", "sent via my *", "sent using my *", "sent on my *", "sent wirelessly from my *", "von meinem * gesendet",
        "von meiner * gesendet", "von meinem * aus gesendet", "mit meinem * gesendet", "gesendet von meinem *", "gesendet von meiner *",
        "gesendet mit meinem *", "diese nachricht wurde von meinem * gesendet", "diese e-mail wurde von meinem * gesendet",
        "envoyé de mon *", "envoyé de ma *", "envoyé depuis mon *", "envoyé depuis ma *", "envoyé à partir de mon *", "envoyé avec mon *",
        "envoyé sans fil par mon *", "enviado desde mi *", "enviado de mi *", "inviato dal mio *", "inviato con il mio *",
        "verstuurd vanaf mijn *", "verzonden vanaf mijn *", "verstuurd vanuit mijn *", "verstuurd met mijn *", "verzonden met mijn *",
        "wysłane z mojego *", "wysłano z mojego *", "enviado do meu *", "enviada do meu *", "enviado a partir do meu *",
        "enviado pelo meu *", "skickat från min *", "skickat från mitt *", "sendt fra min *", "sendt fra mit *", "sendt fra mitt *",
        "odesláno z mého *", "odoslané z môjho *", "отправлено с моего *", "надіслано з мого *", "trimis de pe * meu",
        "στάλθηκε από το * μου", "enviat des del meu *", "* készülékemről küldve",
    ]

    /// Sentences that name a product.
    static let productFrames = [
        "sent from *", "sent via *", "sent with *", "sent using *", "get outlook for *", "gesendet von *", "gesendet mit *",
        "gesendet mit der *", "gesendet über *", "gesendet von der *", "mit * gesendet", "von * gesendet", "holen sie sich outlook für *",
        "laden sie outlook für * herunter", "outlook für * herunterladen", "envoyé de *", "envoyé depuis *", "envoyé avec *",
        "envoyé à partir de *", "envoyé via *", "provenance : courrier pour *", "obtenir outlook pour *", "télécharger outlook pour *",
        "obtenez outlook pour *", "enviado desde *", "enviado con *", "enviado a través de *", "obtener outlook para *",
        "obtenga outlook para *", "descargar outlook para *", "inviato da *", "inviato con *", "inviato tramite *",
        "ottieni outlook per *", "scarica outlook per *", "verzonden vanuit *", "verzonden met *", "verstuurd vanuit *", "verstuurd met *",
        "verzonden via *", "outlook voor * downloaden", "download outlook voor *", "haal outlook voor *", "wysłane z *", "wysłano z *",
        "wysłane za pomocą *", "pobierz program outlook dla systemu *", "pobierz outlook dla *", "pobierz aplikację outlook dla systemu *",
        "enviado do *", "enviado com o *", "enviado pelo *", "obter o outlook para *", "obtenha o outlook para *",
        "baixe o outlook para *", "skickat från *", "skickat med *", "hämta outlook för *", "skaffa outlook för *", "sendt fra *",
        "sendt med *", "hent outlook til *", "skaff deg outlook for *", "få outlook for *", "få outlook til *", "lähetetty *",
        "hanki outlook for *", "hanki outlook *", "odesláno z *", "odesláno pomocí *", "získat outlook pro *", "stáhnout outlook pro *",
        "odoslané z *", "отправлено с *", "отправлено из *", "отправлено через *", "скачать outlook для *", "получить outlook для *",
        "надіслано з *", "надіслано через *", "trimis de pe *", "trimis din *", "obțineți outlook pentru *", "στάλθηκε από *",
        "στάλθηκε από το *", "* gönderildi", "* küldve", "获取 outlook for *", "下载 outlook for *",
    ]

    /// Sentences of languages that write no spaces, with the text on both sides of the gap.
    static let unspacedFrames: [(before: String, after: String)] = [
        ("", "から送信"), ("发自我的", ""), ("發自我的", ""), ("从我的", "发送"), ("從我的", "傳送"), ("나의", "에서보냄"), ("내", "에서보냄"), ("获取", "版outlook"),
        ("取得", "版outlook"), ("", "版outlookを入手"), ("", "版のoutlookを入手"),
    ]

    /// The names of devices, systems, programs and providers.
    static let brands: Set<String> = [
        "mac", "apple", "watch", "moto", "pixel", "google", "sony", "xperia", "lg", "oneplus", "oppo", "fairphone", "lumia", "surface",
        "windows", "outlook", "yahoo", "gmx", "web.de", "freenet", "t-online", "proton", "protonmail", "tutanota", "tuta", "mailbox",
        "acompli", "sparrow", "airmail", "spark", "newton", "gmail", "superhuman", "fastmail", "thunderbird", "ios", "nine", "bluemail",
        "k-9", "aquamail", "mailbird", "mailspring", "icloud", "aol", "zoho", "verizon", "t-mobile", "at&t", "sprint", "microsoft", "htc",
        "nokia", "hey.com", "shortwave", "missive", "яндекс.почты", "mail.ru",
    ]

    /// Names that languages inflect or put into compounds: `iPhonesta`, `Samsung-Gerät`.
    static let brandStarts = [
        "iphon", "ipad", "ipod", "macbook", "android", "samsung", "galaxy", "huawei", "xiaomi", "redmi", "blackberry", "motorola",
    ]

    /// Kinds of devices.
    static let devices: Set<String> = [
        "phone", "smartphone", "smartphone-ul", "cell", "cellphone", "mobile", "mobil", "mobilen", "handy", "mobiltelefon", "telefon",
        "telefonu", "téléphone", "portable", "móvil", "celular", "cellulare", "telefono", "teléfono", "telefoon", "mobiel", "telefone",
        "telemóvel", "puhelimesta", "puhelimestani", "телефона", "телефону", "смартфона", "tablet", "tabletu", "tablette", "tableta",
        "device", "gerät", "apparaat", "toestel", "appareil", "dispositivo", "terminal", "手机", "手機", "スマートフォン", "스마트폰", "휴대폰",
    ]

    /// Words that may stand beside the names of products.
    static let besides: Set<String> = [
        "wireless", "lte", "for", "für", "pour", "para", "per", "voor", "dla", "för", "til", "pro", "для", "on", "auf", "sur", "en", "su",
        "op", "na", "app", "mail", "email", "e-mail", "mini", "max", "plus", "ultra", "note", "edge", "secure", "duo", "and", "und", "et",
        "using", "with", "mit", "via", "desktop", "mobile", "mobil", "phone", "courrier", "correo", "correio", "posta", "почта", "почты",
        "мобильной",
    ]

    static let networks: [(before: [Substring], after: [Substring])] = [
        (["on", "the"], ["network"]), (["sur", "le", "réseau"], []), (["en", "la", "red"], []),
    ]

    static let excuses: Set<String> = [
        "excuse", "pardon", "forgive", "sorry", "apologies", "apologize", "entschuldigen", "entschuldige", "verzeihen",
        "excusez", "disculpa", "disculpe", "scusate", "scusa", "excuus",
    ]

    static let mistakes: Set<String> = [
        "typo", "typos", "brevity", "errors", "mistakes", "spelling", "autocorrect", "tippfehler", "kürze", "fautes", "erreurs",
        "concision", "errores", "brevedad", "errori", "brevità", "typefouten",
    ]
}
