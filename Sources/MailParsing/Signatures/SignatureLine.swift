internal import HTMLParsing

/// One of the last lines of a message, with the features by which a signature is found.
struct SignatureLine {
    let line: MessageLine
    /// Whether a blank line precedes the line.
    let isBelowBlank: Bool
    /// The line in lower case, without surrounding white space, quote marks and asterisks.
    let trimmed: String
    /// Whether the line is one such as "Sent from my iPhone".
    let isDevice: Bool
    /// The closing phrase that the line consists of, such as "Kind regards,"; nil for other lines.
    let closing: ClosingPhrase?

    init(_ line: MessageLine, isBelowBlank: Bool) {
        self.line = line
        self.isBelowBlank = isBelowBlank
        trimmed = line.trimmed
        isDevice = DeviceLine.matches(trimmed)
        closing = ClosingPhrase(trimmed)
    }

    /// Whether the line is dashes of the sender. After a quote mark they are not the sender's.
    var isDashes: Bool { line.isDashes && !line.isQuoted }

    /// Whether the line ends a sentence.
    var endsSentence: Bool { trimmed.last.map { ".!…。！)".contains($0) || $0.isSymbol } ?? false }
    var isQuestion: Bool { trimmed.last.map { "?？؟".contains($0) } ?? false }
    var endsInComma: Bool { trimmed.last == "," }
    var endsInColon: Bool { trimmed.last == ":" || trimmed.last == "：" }
    var isWebAddress: Bool { trimmed.hasPrefix("http://") || trimmed.hasPrefix("https://") || trimmed.hasPrefix("<http") }

    /// The line as it was written, without white space and a mark at its end.
    private var written: Substring {
        let text = line.text.drop { $0.isWhitespace || $0 == "*" }
        let end = text.lastIndex { !$0.isWhitespace && $0 != "*" }
        return end.map { text[...$0] } ?? ""
    }
}

/// The lines that stand below a closing phrase or dashes. Each kind is a closed grammar, because any other line may be the sender's text.
extension SignatureLine {
    private static let maximumNameWords = 4
    private static let maximumNameLength = 40
    private static let maximumPhraseWords = 8
    private static let minimumPhoneDigits = 6

    /// Whether the line is a person's name: `Ana Lund`, `O. van den Berg, PhD`.
    ///
    /// - Parameter allowsLowercase: Whether one word in lower case is a name, too.
    func isName(allowsLowercase: Bool) -> Bool {
        guard !isPostscript else { return false }
        var text = written
        while let last = text.last, last == "." || last == "," || last == "!" { text.removeLast() }
        // A degree or a function after a comma.
        if let comma = text.firstIndex(of: ",") {
            let degree = text[text.index(after: comma)...].words
            guard degree.count <= 2, !degree.isEmpty, degree.allSatisfy({ $0.first?.isUppercase ?? false }) else { return false }
            text = text[..<comma]
        }
        guard !text.isEmpty, text.count <= Self.maximumNameLength,
            text.allSatisfy({ $0.isLetter || $0.isWhitespace || ".'’-".contains($0) })
        else { return false }
        let words = text.words
        guard let first = words.first, words.count <= Self.maximumNameWords, first.first?.isLetter ?? false else { return false }
        if words.count == 1, allowsLowercase { return true }
        return words.allSatisfy { word in
            guard let letter = word.first, letter.isLetter else { return false }
            return !letter.isLowercase || word != first && SignatureWords.particles.contains(String(word))
        }
    }

    /// Whether the line is one of those that follow a name: a contact, a company, a function, a postal address.
    var isContactDetail: Bool {
        guard !startsAsItem, !isPostscript else { return false }
        return isContact || !isField && (isPostal || isCapitalised) || isDevice
    }

    /// Whether the line is evidence for a signature: a way to reach the sender, a legal form, a function.
    var isEvidence: Bool { isContact || !isField && !startsAsItem && !isPostscript && isCapitalised && hasOfficeWord }

    /// Whether the line begins like a postscript below a signature: `PS The key is in the box`, `P.-S. : …`.
    private var isPostscript: Bool {
        guard let word = trimmed.split(maxSplits: 1, whereSeparator: { $0.isWhitespace || $0 == ":" || $0 == "：" }).first else {
            return false
        }
        return SignatureWords.postscripts.contains(word.filter(\.isLetter))
    }

    /// Whether the line is a postscript below the standard delimiter, where any text may stand: a mark follows the word, or a sentence does.
    /// A company may be called so, too.
    var isMarkedPostscript: Bool {
        guard isPostscript else { return false }
        let end = trimmed.firstIndex { $0.isWhitespace || $0 == ":" || $0 == "：" } ?? trimmed.endIndex
        let rest = trimmed[end...].drop { !$0.isLetter && !$0.isNumber }
        let hasMark = trimmed[..<end].last == "." || trimmed[end...].first.map { !$0.isWhitespace } ?? false
        return rest.words.count >= (hasMark ? 1 : Self.leastWordsOfPostscript)
    }

    private static let leastWordsOfPostscript = 3

    /// Whether the line is a mail address, a web address or a telephone number, with or without its label.
    private var isContact: Bool {
        let parts = written.split(whereSeparator: { $0 == "|" || $0 == "•" || $0 == "·" })
        return !parts.isEmpty && parts.allSatisfy { Self.isContact($0) } || parts.count == 1 && Self.isContact(written)
    }

    private static func isContact(_ text: Substring) -> Bool {
        var words = text.words
        var isLabelled = false
        while let word = words.first, SignatureWords.contactLabels.contains(String(word.lowercased().filter { $0.isLetter || $0 == "-" })) {
            isLabelled = true
            words.removeFirst()
        }
        if words.first == ":" { words.removeFirst() }
        guard let first = words.first else { return false }
        if words.count <= 2, words.allSatisfy(isAddress) { return true }
        // Otherwise, the rest must be a telephone number.
        let rest = text[first.startIndex...]
        let digits = rest.utf8.count(where: \.isASCIIDigit)
        guard digits >= minimumPhoneDigits, rest.allSatisfy({ $0.isNumber || $0.isWhitespace || "+()-./".contains($0) }) else {
            return false
        }
        guard !DatePatterns(rest).hasNumericDate else { return false }
        return isLabelled || first.hasPrefix("+") || first.hasPrefix("(") || first.hasPrefix("0") || isGrouped(rest)
    }

    /// Whether digits are grouped as in `555-941-0697`.
    private static func isGrouped(_ text: Substring) -> Bool {
        text.split { $0 == "-" || $0 == "." || $0 == " " }.map(\.count) == [3, 3, 4]
    }

    /// Whether a word is a mail address or a web address: `ana@example.org`, `<https://example.org/>`, `www.example.org`.
    private static func isAddress(_ word: Substring) -> Bool {
        let word = word.drop { "<([".contains($0) }
        if word.hasPrefix("http://") || word.hasPrefix("https://") || word.hasPrefix("mailto:") { return true }
        if MailAddressRange(in: String(word)) != nil { return true }
        let host = word.prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false)
        guard host.count >= 2, host.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" } }) else {
            return false
        }
        return host.last.map { SignatureWords.domains.contains($0.lowercased()) } ?? false
    }

    /// Whether half of the words, and all those of four letters and more, begin with a capital, and no digit occurs:
    /// `Harbour Master, Port of Kiel`.
    private var isCapitalised: Bool {
        let words = written.words
        guard words.count <= Self.maximumPhraseWords, !written.hasNumber, let last = written.last else { return false }
        if last == "!" || last == "?" || last == ":" || last == ";" { return false }
        if last == ".", words.count > 3, !hasOfficeWord { return false }
        let letters = words.map { $0.drop { !$0.isLetter } }.filter { !$0.isEmpty }
        let small = letters.filter { $0.first?.isLowercase ?? false && !SignatureWords.office.contains($0.lowercased()) }
        return !letters.isEmpty && 2 * small.count <= letters.count && small.allSatisfy { $0.count < 4 }
    }

    private var hasOfficeWord: Bool {
        trimmed.split { $0.isWhitespace || $0 == "," || $0 == "/" || $0 == "(" || $0 == ")" }.contains { word in
            SignatureWords.office.contains(String(word)) || word.last == "." && SignatureWords.office.contains(String(word.dropLast()))
        }
    }

    /// Whether the line is a street or a town with its number.
    private var isPostal: Bool {
        let words = written.split { $0.isWhitespace || $0 == "," }
        guard words.count >= 2, words.count <= Self.maximumPhraseWords, written.hasNumber, !DatePatterns(written).hasTime else {
            return false
        }
        guard written.allSatisfy({ $0.isLetter || $0.isNumber || $0.isWhitespace || ",.-/'’".contains($0) }) else { return false }
        let isStreet = words.contains { word in
            let text = word.lowercased()
            return SignatureWords.streets.contains(text) || SignatureWords.streetEnds.contains(where: text.hasSuffix)
        }
        if isStreet { return true }
        // For example: 24103 Kiel, D-24103 Kiel, London CA 19129
        let code = words[0].drop { !$0.isNumber }
        if (4...6).contains(code.count), code.allSatisfy(\.isNumber), words[1].first?.isUppercase ?? false { return words.count <= 4 }
        guard let zip = words.last, zip.count == 5, zip.allSatisfy(\.isNumber), words.count >= 3 else { return false }
        let state = words[words.count - 2]
        return state.count == 2 && state.allSatisfy(\.isUppercase)
    }

    /// Whether the line is `label: value`, and no contact detail.
    private var isField: Bool { line.isField && !isContact }

    /// Whether the line begins like an item of a list.
    private var startsAsItem: Bool {
        guard let first = written.first else { return false }
        return "-–—•·*+>".contains(first) && !Self.isContact(written)
    }
}

/// The words of names and addresses in signatures. All in lower case.
private enum SignatureWords {
    /// Words in lower case inside of names.
    static let particles: Set<String> = [
        "von", "van", "de", "den", "der", "da", "das", "di", "del", "della", "la", "le", "du", "des", "dos", "el", "bin", "ibn", "al", "zu",
        "ter", "ten", "y", "e", "und", "and", "i", "och", "og", "et", "&",
    ]

    /// The letters of the first word of a postscript.
    static let postscripts: Set<String> = [
        "ps", "pps", "pd", "nb", "postscript", "postscriptum", "postskriptum", "nachtrag", "posdata", "зы", "постскриптум", "追伸", "又及",
        "附言", "附", "추신", "зі", "υγ",
    ]

    static let contactLabels: Set<String> = [
        "tel", "t", "p", "phone", "ph", "fon", "telephone", "telefon", "téléphone", "tél", "teléfono", "telefono", "telefoon", "telefone",
        "tlf", "puh", "mobile", "mobil", "mob", "cell", "m", "c", "handy", "móvil", "cellulare", "cel", "gsm", "fax", "f", "office",
        "direct", "email", "e-mail", "mail", "e", "courriel", "correo", "e-post", "web", "w", "website", "www", "internet", "site",
        "homepage", "skype", "linkedin", "twitter", "电话", "電話", "邮箱", "тел", "моб",
    ]

    /// Legal forms of companies, and functions of people.
    static let office: Set<String> = Set(
        """
        inc ltd llc llp plc corp co gmbh ag kg kgaa ug ohg gbr e.v s.a sa s.l sl s.r.l srl s.p.a spa b.v bv n.v nv vof ab a/s asa aps oy
        oyj sp.z.o.o o.o s.r.o sro a.s k.k kk pty lda limited company group university universität université
        ceo cto cfo coo cio founder co-founder owner president vice chairman chief head director manager management engineer engineering
        developer architect designer consultant consulting analyst assistant coordinator officer secretary representative specialist
        advisor accountant attorney lawyer professor lecturer editor sales marketing support customer service team department dept
        geschäftsführer geschäftsführerin leiter leiterin leitung vertrieb kundenservice kundendienst abteilung vorstand inhaber inhaberin
        sachbearbeiter sachbearbeiterin referent referentin assistenz buchhaltung sekretariat
        directeur directrice responsable gérant ingénieur chargé chargée assistante service
        gerente director directora jefe jefa responsable ingeniero ventas departamento diretor diretora
        direttore direttrice responsabile ufficio titolare
        directeur manager medewerker hoofd adviseur afdeling
        kierownik dyrektor specjalista prezes dział
        chef vd ekonomi säljare daglig leder direktør avdeling afdeling
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    static let streets: Set<String> = [
        "street", "st", "st.", "road", "rd", "rd.", "avenue", "ave", "ave.", "lane", "drive", "dr.", "square", "way", "boulevard", "blvd",
        "suite", "ste", "floor", "rue", "calle", "c/", "plaza", "avenida", "via", "viale", "piazza", "rua", "praça", "ul.", "ulica", "al.",
        "straße", "str.", "platz", "allee", "weg", "ring", "ул.", "улица",
    ]

    static let streetEnds = [
        "straße", "strasse", "str.", "gasse", "weg", "platz", "allee", "ufer", "damm", "straat", "laan", "plein", "gracht", "kade", "gatan",
        "vägen", "gade", "vej", "gata", "veien", "katu", "tie",
    ]

    /// The ends of web addresses. Names of files have such a dot, too: `plan.pdf`.
    static let domains: Set<String> = [
        "com", "org", "net", "info", "biz", "edu", "gov", "io", "co", "dev", "app", "me", "eu", "uk", "us", "ca", "au", "nz", "ie", "de",
        "at", "ch", "fr", "be", "lu", "es", "it", "nl", "pl", "pt", "br", "mx", "ar", "cl", "se", "dk", "no", "fi", "is", "ee", "lv", "lt",
        "cz", "sk", "si", "hr", "rs", "hu", "ro", "bg", "gr", "tr", "ru", "ua", "il", "ae", "za", "in", "id", "vn", "th", "jp", "cn", "tw",
        "hk", "kr", "sg", "test", "example",
    ]
}
