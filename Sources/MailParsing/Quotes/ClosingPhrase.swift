internal import HTMLParsing

/// A line that closes a message: `Kind regards,`, `Mit besten Grüßen`, `Z poważaniem`.
///
/// Such a line has a noun of greeting or thanks, and around it words that a language puts beside these nouns. All words have to be of
/// one language, so no list of whole phrases is needed.
struct ClosingPhrase {
    enum Kind { case greeting, thanks }

    let kind: Kind
    /// Whether the phrase is one word, which may also be an item of a list: `Best`, `LG`.
    let isSingleWord: Bool

    private static let maximumWords = 6
    private static let maximumBytes = 80

    /// Reads a line; nil if it is no closing phrase.
    ///
    /// - Parameter line: The line in lower case, trimmed.
    init?(_ line: String) {
        guard line.utf8.count <= Self.maximumBytes else { return nil }
        let words = (line.hasBytes("’") ? line.replacing("’", with: "'") : line).split { !$0.isLetter && $0 != "'" && $0 != "-" }
        guard !words.isEmpty, words.count <= Self.maximumWords, !line.contains(where: \.isNumber) else { return nil }
        isSingleWord = words.count == 1
        if let kind = Self.wholePhrases[words.joined(separator: " ")] {
            self.kind = kind
            return
        }
        var (all, greetings, thanks) = (UInt64.max, UInt64(0), UInt64(0))
        for (index, word) in words.enumerated() {
            // For example: Viele Grüße aus Kiel
            if index > 0, greetings & all != 0, Self.places.contains(String(word)), words.count - index <= 3 { break }
            guard let roles = Self.vocabulary[String(word)] else { return nil }
            all &= roles.beside | roles.greeting | roles.thanks
            greetings |= roles.greeting
            thanks |= roles.thanks
        }
        if greetings & all != 0 {
            kind = .greeting
        } else if thanks & all != 0 {
            kind = .thanks
        } else {
            return nil
        }
    }

    private struct Roles {
        /// The languages in which a word has each role, one bit for each language.
        var (beside, greeting, thanks) = (UInt64(0), UInt64(0), UInt64(0))
    }

    private static let vocabulary: [String: Roles] = {
        var roles: [String: Roles] = [:]
        for (index, language) in ClosingWords.languages.enumerated() {
            for word in language.beside.split(separator: " ") { roles[String(word), default: Roles()].beside |= 1 << index }
            for word in language.greetings.split(separator: " ") { roles[String(word), default: Roles()].greeting |= 1 << index }
            for word in language.thanks.split(separator: " ") { roles[String(word), default: Roles()].thanks |= 1 << index }
        }
        return roles
    }()

    private static let wholePhrases: [String: Kind] = {
        let lists = [(ClosingWords.wholeGreetings, Kind.greeting), (ClosingWords.wholeThanks, .thanks)]
        return Dictionary(lists.flatMap { phrases, kind in phrases.map { ($0, kind) } }) { first, _ in first }
    }()

    private static let places: Set<String> = ["aus", "vom", "from", "uit", "från", "fra", "depuis"]
}

/// The words of closing phrases, by language. All in lower case, divided by spaces.
private enum ClosingWords {
    struct Language {
        /// Adjectives, and other words beside the nouns.
        let beside: String
        let greetings: String
        let thanks: String

        init(_ beside: String, greetings: String, thanks: String) {
            (self.beside, self.greetings, self.thanks) = (beside, greetings, thanks)
        }
    }

    static let languages = [
        Language(
            "with my our kind kindest best warm warmest sincere many very and again a lot so much in advance good cordial friendly most you",
            greetings: "regards wishes greetings rgds br kr sincerely faithfully truly respectfully cordially warmly cheers best yours",
            thanks: "thanks thank thx"),
        Language(
            "mit freundlichen freundlichem freundliche freundlicher freundl besten bestem beste herzlichen herzlichem herzliche herzlicher "
                + "lieben liebem liebe lieber viele vielen schöne schönen sonnige sonnigen kollegialen kollegiale vorzüglicher und recht "
                + "ganz viel sehr schön dir ihnen euch vorab im voraus schon nochmals",
            greetings: "grüßen grüße grüssen grüsse gruesse gruessen gruß gruss grüßle mfg lg vg bg hg herzlichst freundlichst "
                + "hochachtungsvoll hochachtung",
            thanks: "dank danke dankeschön"),
        Language(
            "bien très avec mes nos meilleures sincères respectueuses cordiales distinguées amicales et à mille beaucoup d'avance par avance "
                + "encore",
            greetings: "cordialement sincèrement amicalement respectueusement salutations sentiments cdlt cdt amitiés bisous",
            thanks: "merci remerciements"),
        Language(
            "un muy cordial cordiales atento atentos afectuoso con mis los mejores muchos y de antemano fuerte sinceros muchas mil por "
                + "adelantado",
            greetings: "saludo saludos abrazo abrazos atentamente atte cordialmente deseos", thanks: "gracias"),
        Language(
            "cordiali distinti cari tanti tante migliori un caro cordiale i miei più con molte mille in anticipo e ancora",
            greetings: "saluti saluto cordialmente cordialità", thanks: "grazie ringraziamenti"),
        Language(
            "met vriendelijke vriendelijk hartelijke hartelijk beste warme zonnige en alvast veel je u wel de",
            greetings: "groet groeten groetjes hoogachtend mvg", thanks: "dank bedankt"),
        Language(
            "z ze serdecznie serdeczne serdecznymi wyrazami najlepszymi góry łączę bardzo i",
            greetings: "pozdrawiam pozdrawiamy pozdrowienia pozdrowieniami poważaniem szacunku szacunkiem życzeniami pozdr",
            thanks: "dziękuję dziękujemy dzięki"),
        Language(
            "os com melhores meus nossos um grande forte cordiais muito desde já e",
            greetings: "cumprimentos atenciosamente att atte abraço abraços saudações cordialmente respeitosamente beijinhos",
            thanks: "obrigado obrigada grato grata"),
        Language(
            "med vänliga vänlig bästa varma många de och på förhand så mycket soliga stort",
            greetings: "hälsningar hälsning hälsn mvh vänligen", thanks: "tack"),
        Language(
            "med venlig venlige vennlig vennlige beste bedste kærlig kærlige mange gode de og på forhånd varme hjertelig",
            greetings: "hilsen hilsner hilsninger mvh vh", thanks: "tak takk"),
        Language(
            "ystävällisin parhain parhaimmin lämpimin sydämellisin yst ja paljon etukäteen",
            greetings: "terveisin terveiset terv tervehtien", thanks: "kiitos kiitoksin kiitokset kiittäen"),
        Language(
            "s se srdečným přátelským pěkným priateľským srdečně moc mnohokrát předem vopred pekne a veľmi",
            greetings: "pozdravem pozdravom pozdravy úctou zdravím", thanks: "děkuji děkujeme díky ďakujem ďakujeme vďaka"),
        Language(
            "szívélyes baráti meleg előre is és szépen", greetings: "üdvözlettel tisztelettel üdv üdvözlet",
            thanks: "köszönettel köszönöm köszönjük köszi"),
        Language(
            "cu multă mult deosebită și anticipat", greetings: "stimă respect considerație salutări", thanks: "mulțumesc mulțumim mersi"),
        Language(
            "с наилучшими искренним большое заранее огромное и", greetings: "уважением пожеланиями приветом",
            thanks: "спасибо благодарностью"),
        Language("з найкращими щиро дуже і", greetings: "повагою побажаннями", thanks: "дякую дякуємо вдячністю"),
        Language("с най-добри сърдечни много и", greetings: "уважение поздрави пожелания", thanks: "благодаря"),
        Language(
            "en iyi derin içten çok ve şimdiden",
            greetings: "saygılarımla saygılarımızla saygılar selamlar sevgiler sevgilerimle dileklerimle",
            thanks: "teşekkürler teşekkürlerimle"),
        Language("με πολλή φιλικούς θερμούς πολύ και", greetings: "εκτίμηση χαιρετισμούς χαιρετισμοί", thanks: "ευχαριστώ ευχαριστούμε"),
        Language(
            "s sa srdačan srdačni lijep lijepi lep lepi najlepši puno unaprijed i",
            greetings: "pozdrav pozdravi poštovanjem spoštovanjem lp",
            thanks: "hvala"),
        Language("parimate heade ja suur", greetings: "lugupidamisega tervitades tervitustega soovidega", thanks: "aitäh tänan tänades"),
        Language("su geriausiais ir labai", greetings: "pagarbiai pagarba linkėjimais", thanks: "ačiū dėkoju"),
        Language("ar vislabākajiem un", greetings: "cieņu sveicieniem novēlējumiem", thanks: "paldies"),
        Language("ben cordials moltes i una", greetings: "salutacions salutació atentament cordialment", thanks: "gràcies mercès"),
    ]

    static let wholeGreetings = [
        "all the best", "all my best", "take care", "bien à vous", "bien à toi", "toate cele bune", "всего доброго", "iyi çalışmalar",
        "trân trọng", "thân mến", "hormat saya", "hormat kami", "salam", "salam hormat", "よろしくお願いします", "よろしくお願いいたします", "よろしくお願い致します",
        "宜しくお願いします", "宜しくお願いいたします", "宜しくお願い致します", "以上 よろしくお願いいたします", "敬具", "此致", "敬礼", "此致 敬礼", "此致敬礼", "祝好", "顺祝商祺", "敬上", "مع التحية",
        "مع أطيب التحيات", "تحياتي", "בברכה", "בכבוד רב", "सादर", "ด้วยความเคารพ",
    ]

    static let wholeThanks = [
        "teşekkür ederim", "cảm ơn", "terima kasih", "ありがとうございます", "谢谢", "謝謝", "感谢", "감사합니다", "고맙습니다", "شكرا", "شكراً", "תודה",
        "תודה רבה", "धन्यवाद",
    ]
}
