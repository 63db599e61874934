/// Words that decide what is a part of a person's name.
enum NameWords {
    /// Titles and additions, which are no part of a name.
    static let titles = words(
        "mr mrs ms miss mx dr prof professor sir madam lord lady rev hon capt sgt lt col gen herr frau hr fr dipl ing med phil jur rer nat mag univ "
            + "m mme mlle monsieur madame mademoiselle me sr sra srta don dona señor señora señorita sig sigra signor signora dott dottssa avv arch "
            + "dhr mevr mw mgr bc mudr judr phdr rndr jr snr jnr ii iii iv phd md mba msc bsc ba ma esq dds dvm cpa beng bed llm llb pmp cissp "
            + "pan pani г-н г-жа san sama")
    /// Titles and additions that are names as well. Next to a single other word, they are one.
    static let titlesAndNames = words("ba ma md me sig mag nat med col gen don dona pan phil san fr hon jur ing")
    /// Words inside of names, which are no name alone.
    static let particles = words(
        "von van der den de del della di da dos das do du des la le les el al bin bint ibn ben abu zu zur zum vom ter ten te y e und i af av o "
            + "mac st saint")
    /// Words that show that a name is not that of a person. Such a name counts as a whole.
    static let roles = words(
        "team support service services sales info billing newsletter news notifications notification noreply no-reply reply admin administrator office helpdesk help desk "
            + "customer customers care marketing hr accounting accounts orders order shop store inc ltd llc llp gmbh ag kg ohg ug plc corp corporation company co "
            + "sarl sas sa srl spa bv nv ab oy aps as kft sro group holding holdings university universität université school college department dept bank versicherung "
            + "kundenservice kundendienst vertrieb rechnung bestellung club verein association foundation institute alerts alert updates update security account "
            + "mailer daemon mail delivery system postmaster webmaster undisclosed recipients list mailing members all everyone staff board committee the via "
            + "and sons solutions software systems technologies technology labs media studio digital global international network")
    /// Names that are also words: in lower case or at the start of a sentence, they are no name.
    private static let lowercaseWords = words(
        "will mark rose grace hope joy bill jack art dawn faith frank rich drew grant chase miles young long brown green white "
            + "black prince price stone wood woods hill hills field fields day park parks church bishop cook baker sunny pat ray guy "
            + "dick don gene dean major forest lane banks rivers river lake star ruby pearl amber crystal iris lily daisy violet "
            + "heather holly ivy jade olive ginger penny chance chip cliff clay dale glen heath reed rusty sandy skip stormy wade "
            + "ward trinity charity mercy patience prudence constance destiny harmony melody mason carter cooper hunter fisher turner "
            + "walker potter porter parker gardener gardner weaver shepherd knight marshall sheriff constable cross bell ball hall "
            + "hand head foot love low high strong sharp swift small little short best good great rush case chambers chapel power "
            + "powers bird fox lamb hawk crane drake finch jay wren schulz wagner schmidt schwarz weiß weiss braun lange kurz klein "
            + "groß gross jung alt neu neumann brandt petit grand blanc noir leblanc roux brun roy leroy roi boulanger berger "
            + "marchand mercier fontaine rivière dubois dupont forestier fleur claire aimée pierre fabre lefebvre bon boucher bois "
            + "blanco rojo moreno rubio flores rosa reyes rey cruz santos campos ríos rios vega luna sol paz dolores mercedes "
            + "consuelo pilar concepción rosario luz delgado bravo leal guerra iglesias torres castillo montes prado fuentes serrano "
            + "romano russo bianchi rossi neri verdi conti costa fontana villa ferrari bruno fabbri franco gentile leone monti riva "
            + "sala serra testa grassi gallo greco longo amato bella gioia felice chiara stella jong visser bakker smit boer groot "
            + "jansen bos dijk vos meijer mulder peters haas wit zwart son see sea moon sky song sang wing wong wan wu su sen kim ho "
            + "hung long-term pay sum tan tang era eve alma mia gift prime real true royal noble merit")
    /// Names that are also words with a capital letter within a sentence: months, places, nouns of German, words of titles. They are a name
    /// only where the text says so: behind a greeting, or on a line of their own.
    static let capitalizedWords = words(
        "may april june august page king west north south east van earl duke summer autumn winter english french german ireland "
            + "england london paris israel jordan china india america austin dallas houston georgia virginia carolina florence sydney "
            + "chelsea brooklyn madison lincoln washington wolf lamm fuchs vogel kaiser könig herzog graf richter schneider müller "
            + "bauer weber koch fischer becker zimmermann jäger sommer herbst berg stein busch wald feld bach engel ernst sonntag "
            + "montag freitag mai juni juli januar de an in is so do no my me we us it to be by on or as at if go up ha he hi oh ok "
            + "am pm ba ma iban la le li lo los las les un una uno el al da di du ja na ne et es man den der die das des dem wie was war bin bis "
            + "aus auf bei zu zum zur von vom und oder aber nur noch mit ist sind ihr sie er wir ich euch uns sun tell mine much many "
            + "more less data test user name nova noel story jan feb mar apr jun jul aug sep oct nov dec mon tue wed thu fri sat "
            + "sunday monday tuesday wednesday thursday friday saturday spring lord queen mittwoch donnerstag christmas dienstag "
            + "samstag")
    /// Names that are also words.
    static let ambiguous = lowercaseWords.union(capitalizedWords)
    /// Words behind which `'s` means "is" or "us".
    static let contracted = words("it he she that this what who there here let how where when why now so")
    /// Words in front of a name: greetings, forms of address, and thanks.
    static let greetings = words(
        "hi hello hey dear hallo liebe lieber liebes moin servus grüezi bonjour bonsoir salut cher chère chers coucou hola estimado estimada querido querida buenos "
            + "ciao caro cara gentile buongiorno salve beste hoi dag geachte cześć witaj szanowny szanowna drogi droga hej kära bäste kære kjære olá oi caro prezado prezada "
            + "thanks thank cheers merci danke gracias grazie bedankt obrigado obrigada dziękuję tack takk "
            + "mr mrs ms miss mx dr prof herr frau herrn monsieur madame mme mlle señor señora sr sra srta signor signora sig pan pani dhr mevrouw mevr meneer "
            + "regards greetings grüße gruß gruss cordialement saludos saluti groeten sincerely cc attn fao привет здравствуйте уважаемый уважаемая дорогой дорогая "
            + "schrieb écrit escribió scrisse ha")
    /// Words behind a name that say it is one.
    static let followers = words(
        "wrote said says asked replied answered called mentioned told writes schrieb sagte fragte meinte meint antwortete écrit dit escribió dijo scrisse schreef napisał napisała "
            + "skrev mailed emailed asks agrees agreed confirmed thinks suggested proposed from")
    /// Words with a capital letter in front of an address that are no name.
    static let notNames = greetings.union(days).union(
        words(
            "on am le el il op at um from von de to an re fwd fw aw wg contact email e-mail mail mailto cc bcc sent date subject reply-to an datum betreff kontakt "
                + "please bitte write ask by via see or and und et y e i od do per courriel correo posta"))
    private static let days = words(
        "monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun january february march april june july august september october november december "
            + "jan feb mar apr jun jul aug sep sept oct nov dec montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember"
    )

    private static func words(_ list: String) -> Set<String> { Set(list.split(separator: " ").map(String.init)) }
}
