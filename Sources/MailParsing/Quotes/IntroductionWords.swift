/// The words of which introductions of quotes consist, by language.
///
/// All in lower case. A word that ends with `*` stands for all words that begin so: `januar*`. Digits, addresses and names are no words
/// here; ``IntroductionTokens`` knows them by their form.
enum IntroductionWords {
    /// What a word may be in an introduction. Some words are several things: Danish `man` is a weekday.
    struct Kinds: OptionSet, Sendable {
        let rawValue: UInt8
        /// The name of a month.
        static let month = Kinds(rawValue: 1)
        /// The name of a weekday.
        static let weekday = Kinds(rawValue: 2)
        /// A part of a day or a time zone: `am`, `vormittag`, `uhr`, `cest`.
        static let clock = Kinds(rawValue: 4)
        /// A word without a meaning of its own before or after a date, a name or a verb: `at`, `om`, `пользователь`.
        static let glue = Kinds(rawValue: 8)
        /// The verb: `wrote`.
        static let verb = Kinds(rawValue: 16)
        /// A small word inside of names: `de`, `van`.
        static let inName = Kinds(rawValue: 32)

        var isDate: Bool { !isDisjoint(with: [.month, .weekday, .clock]) }
    }

    static func kinds(of word: String) -> Kinds {
        var kinds = words[word] ?? []
        // For example: napisal/a, написао(ла).
        if kinds.isEmpty, let end = word.firstIndex(where: { $0 == "/" || $0 == "(" }), end > word.startIndex {
            kinds = (words[String(word[..<end])] ?? []).intersection(.verb)
        }
        if word.utf8.count <= longestStemmed {
            for (start, kind) in stems[word.first ?? " "] ?? [] where word.hasPrefix(start) { kinds.formUnion(kind) }
        }
        return kinds
    }

    /// The words of languages without spaces, the longest first, by their first character.
    static let unspaced: [Character: [(word: String, kinds: Kinds)]] = {
        let lists: [(String, Kinds)] = [
            ("年 月 日 号 號 年 時 时 分 秒 点 點", .glue),
            (
                "周一 周二 周三 周四 周五 周六 周日 周天 週一 週二 週三 週四 週五 週六 週日 星期一 星期二 星期三 星期四 星期五 星期六 星期日 星期天 月曜日 火曜日 水曜日 木曜日 金曜日 土曜日 日曜日",
                .weekday
            ),
            ("上午 下午 晚上 早上 中午 凌晨 傍晚 午前 午後 正午", .clock),
            ("在 于 於 的 は が に さん", .glue),
            ("写道 寫道 写到 撰写 のメール のメッセージ 書きました 写信 写", .verb),
        ]
        let all = lists.flatMap { text, kinds in text.split(separator: " ").map { (String($0), kinds) } }
        return Dictionary(grouping: all.sorted { $0.0.count > $1.0.count }) { $0.0.first ?? " " }
    }()

    private static let words: [String: Kinds] = table.words
    /// The starts of words, by their first character.
    private static let stems: [Character: [(String, Kinds)]] = table.stems
    /// The limit of a word that is compared with starts of words, in bytes.
    private static let longestStemmed = 60

    private static let table: (words: [String: Kinds], stems: [Character: [(String, Kinds)]]) = {
        var words = [String: Kinds](minimumCapacity: 2500)
        var stems: [Character: [(String, Kinds)]] = [:]
        func add(_ text: String, _ kind: Kinds) {
            for word in text.split(separator: " ") {
                if word.last == "*", let first = word.first {
                    stems[first, default: []].append((String(word.dropLast()), kind))
                } else {
                    words[String(word), default: []].formUnion(kind)
                }
            }
        }
        for language in languages {
            add(language.months, .month)
            add(language.weekdays, .weekday)
            add(language.clock, .clock)
            add(language.glue, .glue)
            add(language.verbs, .verb)
        }
        add(zones, .clock)
        add(namePieces, .inName)
        return (words, stems)
    }()

    private static let zones =
        "utc gmt z t cet cest mez mesz met mest est edt cst cdt mst mdt pst pdt bst ist wet west eet eest msk jst kst hst akst brt art "
        + "hnec hec heure normale eastern central pacific mountain european europe daylight standard summer time"

    private static let namePieces =
        "de da do dos das del della di du des la le les los las el al bin ibn ben von van der den ten ter zu zum zur und y e i en of and "
        + "af av til og och via per on at for the dr prof ing mag med phd jr sr ii iii iv"

    private struct Language {
        let months: String
        let weekdays: String
        let clock: String
        let glue: String
        let verbs: String

        init(_ months: String, _ weekdays: String, clock: String = "", glue: String, verbs: String) {
            (self.months, self.weekdays, self.clock, self.glue, self.verbs) = (months, weekdays, clock, glue, verbs)
        }
    }

    /// The languages, with the words of their months, weekdays, parts of the day, openers and other small words, and verbs.
    private static let languages = [
        // English
        Language(
            "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec",
            "monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun",
            clock: "am pm a.m p.m noon midnight morning afternoon evening night",
            glue: "on at the st nd rd th of by in a message dated from has",
            verbs: "wrote writes written sent quoting"),
        // German
        Language(
            "januar jänner februar feber märz april mai juni juli august september oktober november dezember jan feb mär mrz apr jun jul aug sep sept okt nov dez",
            "montag dienstag mittwoch donnerstag freitag samstag sonnabend sonntag mo di mi do fr sa so",
            clock: "uhr vorm nachm vormittag* nachmittag* abend* morgen* mittag* nacht nachts früh",
            glue: "am um den dem der vom von hat folgendes in nachricht",
            verbs: "schrieb schrieben geschrieben schreibt zitat"),
        // French
        Language(
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre janv févr avr juil sept oct nov déc",
            "lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim",
            clock: "h matin après-midi soir", glue: "le à a de du er dans par un message daté", verbs: "écrit écrivait"),
        // Spanish
        Language(
            "enero febrero marzo abril mayo junio julio agosto septiembre setiembre octubre noviembre diciembre ene feb mar abr may jun jul ago sept set sep oct nov dic",
            "lunes martes miércoles miercoles jueves viernes sábado sabado domingo lun mar mié mie jue vie sáb sab dom",
            clock: "hs hrs h", glue: "la(s) a(s) el a las la los de del con fecha día ha en",
            verbs: "escribió escribio escribía escrito citando"),
        // Italian
        Language(
            "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre gen feb mar apr mag giu lug ago set sett ott nov dic",
            "lunedì martedì mercoledì giovedì venerdì sabato domenica lunedi martedi mercoledi giovedi venerdi lun mar mer gio ven sab dom",
            clock: "mattina pomeriggio sera", glue: "il in data giorno alle all' ore del ha a", verbs: "scritto scrive"),
        // Portuguese
        Language(
            "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro jan fev mar abr mai jun jul ago set out nov dez",
            "segunda terça quarta quinta sexta sábado domingo segunda-feira terça-feira quarta-feira quinta-feira sexta-feira seg ter qua qui sex sáb dom",
            clock: "h", glue: "em no dia de à às à(s) as a o do", verbs: "escreveu"),
        // Dutch
        Language(
            "januari februari maart april mei juni juli augustus september oktober november december jan feb mrt apr jun jul aug sep okt nov dec",
            "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag ma di wo do vr za zo",
            clock: "uur u ochtend* middag* avond*", glue: "op om heeft het volgende de van schreven", verbs: "schreef geschreven"),
        // Polish
        Language(
            "stycznia styczeń lutego luty marca marzec kwietnia kwiecień maja maj czerwca czerwiec lipca lipiec sierpnia sierpień września wrzesień października październik listopada listopad grudnia grudzień sty lut mar kwi cze lip sie wrz paź lis gru",
            "poniedziałek wtorek środa środę czwartek piątek sobota sobotę niedziela niedzielę pon wt śr czw czw czwart pt pią sob niedz nd niedz",
            clock: "godz", glue: "w dniu dnia o przez wiadomość użytkownik",
            verbs: "napisał napisała napisał(a) napisana napisane pisze nadesłał"),
        // Swedish
        Language(
            "januari februari mars april maj juni juli augusti september oktober november december jan feb mar apr jun jul aug sep sept okt nov dec",
            "måndag tisdag onsdag torsdag fredag lördag söndag mån tis ons tors tor fre lör sön",
            clock: "fm em", glue: "den kl klockan följande på", verbs: "skrev skriver"),
        // Danish and Norwegian
        Language(
            "januar februar marts mars april maj mai juni juli august september oktober november december jan feb mar apr jun jul aug sep sept okt nov dec des desember",
            "mandag tirsdag onsdag torsdag fredag lørdag søndag man tir tirs ons tor tors fre lør søn",
            glue: "den d kl klokka klokken på følgende", verbs: "skrev skriver"),
        // Finnish
        Language(
            "tammik* helmik* maalisk* huhtik* toukok* kesäk* heinäk* elok* syysk* lokak* marrask* jouluk* tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
            "maanantai* tiistai* keskiviikko* torstai* perjantai* lauantai* sunnuntai* ma ti ke to pe la su",
            glue: "klo kello kirjoittaja käyttäjä", verbs: "kirjoitti"),
        // Czech
        Language(
            "ledna leden února únor března březen dubna duben května květen června červen července červenec srpna srpen září října říjen listopadu listopad prosince prosinec led úno bře dub kvě čvn čvc srp zář říj lis pro",
            "pondělí úterý středa středu čtvrtek pátek sobota sobotu neděle neděli po út st čt pá so ne",
            glue: "dne v ve hod odesílatel uživatel", verbs: "napsal napsala napsal(a) píše"),
        // Slovak
        Language(
            "januára január februára február marca marec apríla apríl mája máj júna jún júla júl augusta august septembra september októbra október novembra november decembra december jan feb mar apr máj jún júl aug sep okt nov dec",
            "pondelok utorok streda stredu štvrtok piatok sobota sobotu nedeľa nedeľu po ut st št pi so ne",
            glue: "dňa o v používateľ odosielateľ", verbs: "napísal napísala napísal(a) napísal/-a píše"),
        // Hungarian
        Language(
            "január* február* március* április* május* június* július* augusztus* szeptember* október* november* december* jan febr márc ápr máj jún júl aug szept okt nov dec",
            "hétfő kedd szerda csütörtök péntek szombat vasárnap h k sze cs p szo v ke",
            clock: "du de délután délelőtt", glue: "ezt az időpont időpontban dátummal keltezéssel a következőt következőket dátum",
            verbs: "írta írja"),
        // Romanian
        Language(
            "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie ian feb mar apr iun iul aug sept oct nov dec",
            "luni marți miercuri joi vineri sâmbătă duminică lun mar mie joi vin sâm dum",
            glue: "în pe la data de ora a utilizatorul", verbs: "scris scria"),
        // Turkish
        Language(
            "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık oca şub mar nis may haz tem ağu eyl eki kas ara",
            "pazartesi salı çarşamba perşembe cuma cumartesi pazar pzt sal çar per cum cmt paz",
            clock: "öö ös", glue: "tarihinde tarihli saat saatinde şunu şunları kişisi", verbs: "yazdı yazmış"),
        // Greek
        Language(
            "ιαν* φεβ* μαρ* μαΐ* μαι* μάι* μαϊ* απρ* ιουν* ιουλ* ιούν* ιούλ* αυγ* αύγ* σεπ* οκτ* νοε* δεκ*",
            "δευτέρα τρίτη τετάρτη πέμπτη παρασκευή σάββατο κυριακή δευ τρι τετ πεμ παρ σαβ κυρ δευτ τρί πέμ σάβ",
            clock: "π.μ μ.μ πμ μμ", glue: "στις την τη ώρα ο η ο/η χρήστης", verbs: "έγραψε γράφει"),
        // Russian
        Language(
            "январ* феврал* март* апрел* мая май июн* июл* август* сентябр* октябр* ноябр* декабр* янв фев февр мар апр авг сен сент окт ноя нояб дек",
            "понедельник вторник среда среду четверг пятница пятницу суббота субботу воскресенье пн вт ср чт пт сб вс",
            clock: "ч час утра вечера дня", glue: "в во г года от пользователь",
            verbs: "написал написала написал(а) написал(-а) пишет писал писала писали"),
        // Ukrainian
        Language(
            "січ* лют* берез* квіт* трав* черв* лип* серп* верес* жовт* листоп* груд* січ лют бер квіт трав черв лип серп вер жовт лист груд",
            "понеділок вівторок середа середу четвер п’ятниця п'ятниця субота неділя пн вт ср чт пт сб нд",
            glue: "о об р року від користувач", verbs: "написав написала написав(-ла) написав(ла) пише"),
        // Bulgarian
        Language(
            "януари февруари март април май юни юли август септември октомври ноември декември яну фев мар апр юни юли авг сеп окт ное дек",
            "понеделник вторник сряда четвъртък петък събота неделя пн вт ср чт пт сб нд",
            glue: "на в г ч", verbs: "написа пише"),
        // Croatian and Serbian
        Language(
            "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna listopada studenoga prosinca sij velj ožu tra svi lip srp kol ruj lis stu pro "
                + "јануар* фебруар* март* април* мај* јун* јул* август* септембар* октобар* новембар* децембар* јан феб мар апр авг сеп окт нов дец januar* februar* avgust* septembar* oktobar* novembar* decembar*",
            "ponedjeljak utorak srijeda četvrtak petak subota nedjelja pon uto sri čet pet sub ned пон уто сре чет пет суб нед",
            glue: "dana u je korisnik у је дана корисник", verbs: "napisao napisala napisao/la написао написала написао/ла"),
        // Slovene
        Language(
            "januar* februar* marec marca april* maj* junij* julij* avgust* september* oktober* november* december* jan feb mar apr jun jul avg sep okt nov dec",
            "ponedeljek torek sreda četrtek petek sobota nedelja pon tor sre čet pet sob ned",
            glue: "dne v ob je oseba uporabnik", verbs: "napisal napisala napisal(a)"),
        // Lithuanian
        Language(
            "saus* vas* kov* bal* geg* birž* liep* rugp* rugs* spal* lapkr* gruod*",
            "pirmadienis antradienis trečiadienis ketvirtadienis penktadienis šeštadienis sekmadienis pr an tr kt pn št sk",
            clock: "val", glue: "m d", verbs: "rašė parašė"),
        // Latvian
        Language(
            "janv* febr* mart* apr* maij* jūn* jūl* aug* sept* okt* nov* dec*",
            "pirmdiena otrdiena trešdiena ceturtdiena piektdiena sestdiena svētdiena pirmd otrd trešd ceturtd piektd sestd svētd",
            glue: "g gada plkst lietotājs", verbs: "rakstīja"),
        // Estonian
        Language(
            "jaanuar* veebruar* märts* aprill* mai juuni juuli august* september* oktoober* november* detsember* jaan veebr apr aug sept okt nov dets",
            "esmaspäev teisipäev kolmapäev neljapäev reede laupäev pühapäev e t k n r l p",
            glue: "kell kuupäeval kontakt kasutaja", verbs: "kirjutas"),
        // Vietnamese, Indonesian
        Language(
            "thg tháng", "cn t2 t3 t4 t5 t6 t7 thứ hai ba tư năm sáu bảy chủ nhật", clock: "sa ch", glue: "vào lúc ngày đã", verbs: "viết"),
        Language(
            "januari februari maret april mei juni juli agustus september oktober november desember jan feb mar apr jun jul agu agt sep okt nov des",
            "senin selasa rabu kamis jumat sabtu minggu sen sel rab kam jum sab min", glue: "pada tanggal pukul pkl", verbs: "menulis"),
        // Catalan
        Language(
            "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre gen febr maig jul ag set oct nov des",
            "dilluns dimarts dimecres dijous divendres dissabte diumenge dl dt dc dj dv ds dg",
            glue: "el a les del dia de d’ missatge va ha", verbs: "escriure escrit"),
        // Arabic, Hebrew, Persian
        Language(
            "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر كانون شباط آذار نيسان أيار حزيران تموز آب أيلول تشرين",
            "الاثنين الإثنين الثلاثاء الأربعاء الخميس الجمعة السبت الأحد", clock: "ص م صباحا مساء صباحًا مساءً",
            glue: "في يوم الساعة تمت كتابة ما يلي بواسطة تم من الثاني الأول", verbs: "كتب كتبت كتابة"),
        Language(
            "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר בינו בפבר במרץ באפר במאי ביונ ביול באוג בספט באוק בנוב בדצמ ינו פבר אפר אוג ספט אוק נוב דצמ",
            "ראשון שני שלישי רביעי חמישי שישי שבת א ב ג ד ה ו", glue: "בתאריך ב יום בשעה מאת את", verbs: "כתב כתבה כתב/ה"),
        Language(
            "ژانویه ژانویهٔ فوریه فوریهٔ مارس آوریل آوریلِ مه مهٔ ژوئن ژوئیه ژوئیهٔ اوت سپتامبر اکتبر نوامبر دسامبر فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند",
            "دوشنبه سه‌شنبه چهارشنبه پنجشنبه جمعه شنبه یکشنبه", clock: "ق.ظ ب.ظ", glue: "در تاریخ ساعت روز به", verbs: "نوشت نوشته"),
        // Thai, Hindi
        Language(
            "ม.ค ก.พ มี.ค เม.ย พ.ค มิ.ย ก.ค ส.ค ก.ย ต.ค พ.ย ธ.ค มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
            "จ อ พ พฤ ศ ส อา จันทร์ อังคาร พุธ พฤหัสบดี ศุกร์ เสาร์ อาทิตย์", clock: "น",
            glue: "ในวันที่ เมื่อ วันที่ วัน เวลา วันจันทร์ที่ วันอังคารที่ วันพุธที่ วันพฤหัสบดีที่ วันศุกร์ที่ วันเสาร์ที่ วันอาทิตย์ที่", verbs: "เขียนว่า เขียน"),
        Language(
            "जन* फ़र* फर* मार्च अप्रैल मई जून जुल* अग* सित* अक्टू* अक्तू* नव* दिस*", "सोम मंगल बुध गुरु शुक्र शनि रवि सोमवार मंगलवार बुधवार गुरुवार शुक्रवार शनिवार रविवार",
            clock: "बजे पूर्वाह्न अपराह्न", glue: "को ने", verbs: "लिखा"),
        // Korean
        Language(
            "", "월요일 화요일 수요일 목요일 금요일 토요일 일요일 월 화 수 목 금 토 일", clock: "오전 오후", glue: "년 월 일 에 시 분 님이 님께서 이(가) 이 가 쓴",
            verbs: "작성 작성: 작성했습니다 작성하였습니다 글 보냄 썼습니다"),
    ]
}
