/// The words of names and addresses in signatures. All in lower case.
enum SignatureWords {
    /// Words in lower case inside of names.
    static let particles: Set<String> = [
        "von", "van", "de", "den", "der", "da", "das", "di", "del", "della", "la", "le", "du", "des", "dos", "el", "bin", "ibn", "al", "zu",
        "ter", "ten", "y", "e", "und", "and", "i", "och", "og", "et", "&",
    ]

    /// Words that no name has: days, months and answers.
    static let noNames: Set<String> = Set(
        """
        monday tuesday wednesday thursday friday saturday sunday today tomorrow january february march april june july august september
        october november december yes no ok okay none done maybe order price total date time subject person persons
        montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag heute morgen januar februar märz mai juni juli oktober
        dezember ja nein vielleicht preis datum summe
        lundi mardi mercredi jeudi vendredi samedi dimanche demain janvier février mars avril juin juillet août septembre octobre novembre
        décembre oui non prix
        lunes martes miércoles jueves viernes sábado domingo hoy mañana enero febrero marzo abril mayo junio julio agosto septiembre octubre
        noviembre diciembre sí precio
        lunedì martedì mercoledì giovedì venerdì sabato domenica oggi domani gennaio febbraio aprile maggio giugno luglio settembre ottobre
        dicembre sì prezzo
        maandag dinsdag woensdag donderdag vrijdag zaterdag zondag morgen januari februari maart mei augustus nee prijs
        poniedziałek wtorek środa czwartek piątek sobota niedziela jutro tak nie cena
        segunda terça quarta quinta sexta segunda-feira terça-feira quarta-feira quinta-feira sexta-feira amanhã sim não preço
        måndag tisdag onsdag torsdag fredag lördag söndag imorgon nej
        mandag tirsdag lørdag søndag понедельник вторник среда четверг пятница суббота воскресенье да нет
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    /// Parts of days in languages that write no spaces.
    static let noNameParts = ["曜日", "星期", "周一", "周二", "周三", "周四", "周五", "周六", "周日", "요일"]

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
