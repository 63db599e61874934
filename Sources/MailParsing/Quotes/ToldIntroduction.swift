/// Tells the sender's own sentence from an attribution: "On 3 May 2026 at 10:00 my colleague Ann <ann@example.com> wrote:".
///
/// Such a sentence may have all parts of an attribution, with date, time and address. But mail programs name the sender of a quote and
/// nothing else. So a word of the first person, a possessive, a recipient or a common noun behind an article shows a sentence, and so does
/// what the sender calls a person: "customer Ann Lund". A word of the name in front of the address shows nothing.
enum ToldIntroduction {
    /// Whether a line that has the parts of an attribution is a sentence of the sender.
    ///
    /// - Parameters:
    ///   - line: The line in its own case.
    ///   - isAboveQuote: Whether quoted lines are directly below the line.
    static func isTold(_ line: String, isAboveQuote: Bool) -> Bool {
        let tokens = IntroductionTokens(line).tokens
        let name = IntroducedName(tokens, isAboveQuote: isAboveQuote)
        // "You wrote" is what some programs write, without an address.
        let hasAddress = tokens.contains { $0.kind == .address }
        return tokens.indices.contains { index in
            guard case .word(let kinds) = tokens[index].kind else { return false }
            guard hasAddress || !secondPerson.contains(tokens[index].text.lowercased()) else { return false }
            return SenderRoles.isBeforeName(tokens, index) || isTold(tokens, at: index, kinds) && name?.has(index) != true
        }
    }

    private static func isTold(_ tokens: [IntroductionTokens.Token], at index: Int, _ kinds: IntroductionWords.Kinds) -> Bool {
        let written = tokens[index].text
        let word = written.lowercased()
        // English "I" is one, a middle initial has a dot or stands between names.
        if written == "I" { return isBesideVerbOrAddress(tokens, index) && !kinds.contains(.month) }
        // Most words have neither; searching in a string takes long.
        let isASCII = word.utf8.allSatisfy { $0 < 0x80 }
        if !isASCII || word.utf8.contains(0x27), isContraction(written, word) { return true }
        if !isASCII, unspaced.contains(where: word.contains) { return true }
        if written.first?.isUppercase == true, !capitals.contains(String(written)) { return isTeller(tokens, after: index, word) }
        let isKnown = !kinds.isDisjoint(with: [.month, .weekday, .clock, .glue, .verb])
        // "mi" is a weekday before a number, and a possessive before a noun.
        if words.contains(word), !isKnown || kinds.contains(.weekday) && !isDate(tokens, index + 1) { return true }
        if !isKnown, isForm(ofVerb: word) { return true }
        if toldBeforeVerb.contains(word), index + 1 < tokens.count, isVerb(tokens[index + 1]) { return true }
        return articles.contains(word) && isNoun(tokens, index + 1)
    }

    /// Whether a word begins with a short pronoun: "j'ai", "I've". In "l'Huillier", a name follows.
    private static func isContraction(_ written: some StringProtocol, _ word: String) -> Bool {
        contractions.contains { word.hasPrefix($0) && written.dropFirst($0.count).first?.isLowercase != false }
    }

    /// Whether a capital begins a sentence of the sender without a date: "I wrote", "My colleague wrote".
    private static func isTeller(_ tokens: [IntroductionTokens.Token], after index: Int, _ word: String) -> Bool {
        index == 0 && possessives.contains(word) && isNoun(tokens, 1)
    }

    private static func isBesideVerbOrAddress(_ tokens: [IntroductionTokens.Token], _ index: Int) -> Bool {
        let next = index + 1 < tokens.count ? tokens[index + 1] : nil
        // "Otto I" may be a name.
        let isAfterName = index > 0 && tokens[index - 1].kind == .word([])
        return !isAfterName && next.map { $0.kind == .address || isVerb($0) } ?? false
    }

    private static func isVerb(_ token: IntroductionTokens.Token) -> Bool {
        if case .word(let kinds) = token.kind { return kinds.contains(.verb) }
        return false
    }

    /// Whether a token is a part of a date.
    private static func isDate(_ tokens: [IntroductionTokens.Token], _ index: Int) -> Bool {
        guard index < tokens.count else { return true }
        if case .word(let kinds) = tokens[index].kind { return kinds.contains(.month) }
        return tokens[index].kind == .number
    }

    /// Whether a token is a word in small letters that attributions do not have.
    private static func isNoun(_ tokens: [IntroductionTokens.Token], _ index: Int) -> Bool {
        guard index < tokens.count, case .word(let kinds) = tokens[index].kind else { return false }
        return kinds.isEmpty && tokens[index].text.first?.isLowercase == true
    }

    /// Whether a word is another form of a verb for writing than those of programs: "escribí", "napisałem".
    static func isForm(ofVerb word: String) -> Bool { verbStems.contains(where: word.hasPrefix) }

    private static let secondPerson: Set<String> = [
        "you", "du", "ihr", "sie", "tu", "vous", "usted", "ustedes", "jij", "u", "jullie", "ni", "ty", "вы", "ты", "ви", "você", "vocês",
    ]
    private static let contractions = ["i've", "i'd", "j'", "m'", "t'", "l'", "n'", "s'"].flatMap { [$0, $0.replacing("'", with: "’")] }
    /// Words of languages without spaces between words, and of Korean.
    private static let unspaced = ["我", "您", "私", "僕", "弊社", "貴社", "제가", "저희", "저는", "우리"]
    /// The polite words that are written with a capital, and the English "I".
    static let capitals: Set<String> = [
        "Ihr", "Ihre", "Ihrem", "Ihren", "Ihnen", "Sie", "Euch", "Eure", "Państwa", "Państwu", "Pana", "Pani", "Ваш", "Ваша", "Вам", "Вас",
    ]
    private static let possessives: Set<String> = ["my", "our", "your", "mein", "meine", "unser", "unsere", "mon", "ma", "notre", "mi"]
    static let articles: Set<String> = [
        "the", "a", "an", "der", "die", "das", "ein", "eine", "einer", "le", "la", "un", "une", "el", "los", "las", "una", "il", "lo",
        "uno", "o", "os", "um", "uma", "de", "het", "een", "en", "ett",
    ]

    private static let words = Set(
        [
            "i me we us my our your his her their myself you someone somebody",
            "ich mir mich wir uns dir dich euch ihm ihnen er sie mein meine meinem meinen meiner dein deine deinem deinen unser unsere "
                + "unserem unseren unserer sein seine seinem ihre ihrem ihren jemand man",
            "je moi nous vous tu il elle ils elles mon ma mes ton tes notre nos votre vos leur leurs ai avons avais",
            "yo mi mis me nos nosotros usted ustedes él ella su sus tu tus nuestro nuestra nuestros vuestro he hemos había le les",
            "io mio mia miei mie noi nostro nostra tuo tua suo sua loro mi ci vi gli ho abbiamo avevo",
            "eu meu minha nosso nossa seu sua nós vocês lhe",
            "ik mij me wij we ons onze mijn uw jouw zijn haar hun hij zij jullie",
            "ja mi mnie my nam nas nasz nasza nasze mój moja moje mojego pan pana pani panu państwa państwu",
            "jag mig vi oss min mitt mina vår vårt våra din ditt dina er hans hennes deras",
            "jeg mig meg os vores vor mit mine dit dine jeres deres hendes våre vårt",
            "minä minun me meidän minulle meille",
            "já mi mně můj moje moji nám náš naše váš vaše jsem jsme",
            "ja mne môj moja náš naša som sme",
            "én nekem mi nekünk", "eu noi mie nouă meu mea nostru noastră", "ben biz bana bize benim bizim",
            "εγώ εμείς μου μας μού", "я мне мы нам мой моя мое моё мои наш наша наше ваш ваша твой вам вас его её их",
            "мені ми мій моя моє наш наша ваша", "аз ми ние ни мой моя моят нашия съм", "jaz mi moj moja naš naša sem",
            "sam smo moj moja naš naša", "jo meu meva vaig", "aš man mano mes mums mūsų", "es mans mana mēs mums mūsu",
            "mina ma minu meie mulle", "saya kami kita", "tôi mình chúng",
        ].flatMap { $0.split(separator: " ").map(String.init) })
    /// Words that stand before the verb in the first person, and mean something else in other languages: Romanian "am scris".
    private static let toldBeforeVerb: Set<String> = [
        "am", "ho", "he", "ai", "hem", "jsem", "vaig", "sem", "sam", "hebben", "habe", "haben",
    ]
    /// The starts of verbs for writing, by which the other forms are known.
    private static let verbStems = [
        "wrot", "writ", "schrieb", "schreib", "geschrieb", "écri", "escrib", "escriv", "escrev", "scriv", "scriss", "schrij", "schre",
        "napis", "pisał", "pisz", "skriv", "skrev", "kirjoit", "napsa", "napís", "píš", "írt", "írn", "scri", "yazd", "yazm", "έγραψ",
        "γράφ", "γράψ", "написа", "писа", "пиш", "menulis", "kirjut", "rakst", "raš", "parašia",
    ]
}
