/// The words of names and addresses in signatures. All in lower case.
enum SignatureWords {
    /// Words in lower case inside of names.
    static let particles: Set<String> = [
        "von", "van", "de", "den", "der", "da", "das", "di", "del", "della", "la", "le", "du", "des", "dos", "el", "bin", "ibn", "al", "zu",
        "ter", "ten", "y", "e", "und", "and", "i", "och", "og", "et", "&",
    ]

    /// The letters of the first word of a postscript.
    static let postscripts: Set<String> = [
        "ps", "pps", "pd", "nb", "postscript", "postscriptum", "postskriptum", "nachtrag", "posdata", "зы", "постскриптум", "追伸", "又及",
        "附言", "추신",
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
