import MailParsing
import Testing

/// Attribution lines and headers as Gmail, Outlook, Apple Mail and webmail programs write them.
@Suite("Introductions of quotes") struct QuoteLanguageTests {
    static let lines = [
        QuoteExample("Russian", above: "пн, 2 янв. 2023 г. в 10:00, Ann <ann@example.com>:\n> a"),
        QuoteExample("Russian, from", above: "Понедельник, 2 января 2023, 10:00 +03:00 от Ann <ann@example.com>:\n> a"),
        QuoteExample("Ukrainian", above: "пн, 2 січ. 2023 р. о 10:00 Ann <ann@example.com> пише:\n> a"),
        QuoteExample("Bulgarian", above: "На пн, 2.01.2023 г. в 10:00 Ann <ann@example.com> написа:\n> a"),
        QuoteExample("Greek", above: "Στις Δευ 2 Ιαν 2023 στις 10:00 π.μ., ο χρήστης Ann <ann@example.com> έγραψε:\n> a"),
        QuoteExample("Korean", above: "2023년 1월 2일 (월) 오전 10:00, Ann <ann@example.com>님이 작성:\n> a"),
        QuoteExample("Japanese", above: "2023年1月2日(月) 10:00 Ann <ann@example.com>:\n> a"),
        QuoteExample("Chinese, name first", above: "Ann <ann@example.com> 于2023年1月2日周一 10:00写道：\n> a"),
        QuoteExample(
            "Hebrew",
            above: "\u{202B}בתאריך יום ב׳, 2 בינו׳ 2023 ב-10:00 מאת \u{202A}Ann\u{202C} <\u{202A}ann@example.com\u{202C}>:\u{202C}\n> a"),
        QuoteExample(
            "Arabic", above: "في الاثنين، 2 يناير 2023 في 10:00 ص تمت كتابة ما يلي بواسطة \u{202A}Ann\u{202C} <ann@example.com>:\n> a"),
        QuoteExample("Indonesian", above: "Pada tanggal Sen, 2 Jan 2023 pukul 10.00 Ann <ann@example.com> menulis:\n> a"),
        QuoteExample("Croatian", above: "pon, 2. sij 2023. u 10:00 Ann <ann@example.com> napisao je:\n> a"),
        QuoteExample("Catalan", above: "Missatge de Ann <ann@example.com> del dia dl., 2 de gen. 2023 a les 10:00:\n> a"),
        QuoteExample("German, name first", above: "Ann <ann@example.com> schrieb am Mo., 2. Jan. 2023, 10:00:\n> a"),
        QuoteExample("Swedish", above: "Den mån 2 jan. 2023 kl 10:00 skrev Ann <ann@example.com>:\n> a"),
        QuoteExample("Danish", above: "Den man. 2. jan. 2023 kl. 10.00 skrev Ann <ann@example.com>:\n> a"),
        QuoteExample("Norwegian", above: "man. 2. jan. 2023 kl. 10:00 skrev Ann <ann@example.com>:\n> a"),
        QuoteExample("Spanish", above: "El lun, 2 ene 2023 a las 10:00, Ann (<ann@example.com>) escribió:\n> a"),
        QuoteExample("Italian", above: "Il giorno lun 2 gen 2023 alle ore 10:00 Ann <ann@example.com> ha scritto:\n> a"),
        QuoteExample("Portuguese", above: "Em seg., 2 de jan. de 2023 às 10:00, Ann <ann@example.com> escreveu:\n> a"),
    ]
    static let broken = [
        QuoteExample("Polish", above: "pon., 2 sty 2023 o 10:00 Ann Somebody <ann.somebody@example.com>\nnapisał(a):\n\na"),
        QuoteExample("Finnish", above: "ma 2. tammik. 2023 klo 10.00 Ann Somebody (ann.somebody@example.com)\nkirjoitti:\n\na"),
        QuoteExample("Hungarian", above: "Ann Somebody <ann.somebody@example.com> ezt írta\n(időpont: 2023. jan. 2., H, 10:00):\n\na"),
        QuoteExample("Norwegian", above: "man. 2. jan. 2023 kl. 10:00 skrev Ann Somebody\n<ann.somebody@example.com>:\n\na"),
        QuoteExample("Portuguese", above: "Ann Somebody <ann.somebody@example.com> escreveu no dia segunda,\n2/01/2023 à(s) 10:00:\n\na"),
        QuoteExample("Romanian", above: "În lun., 2 ian. 2023 la 10:00, Ann Somebody <ann.somebody@example.com>\na scris:\n\na"),
        QuoteExample("Turkish", above: "Ann Somebody <ann.somebody@example.com>, 2 Oca 2023 Pzt, 10:00\ntarihinde şunu yazdı:\n\na"),
        QuoteExample("Czech", above: "po 2. 1. 2023 v 10:00 odesílatel Ann Somebody\n<ann.somebody@example.com> napsal:\n\na"),
        QuoteExample(
            "below a line with a date", reply: "Yes.\n\nLet us meet 2 Feb at 10:00.",
            above: "pon., 2 sty 2023 o 10:00 Ann Somebody <ann.somebody@example.com>\nnapisał(a):\n\na"),
    ]
    static let headers = [
        QuoteExample("Romanian", above: "De la: Ann\nTrimis: luni, 2 ianuarie 2023 10:00\nCătre: Bob\nSubiect: x\n\na"),
        QuoteExample("Greek", above: "Από: Ann\nΣτάλθηκε: Δευτέρα, 2 Ιανουαρίου 2023 10:00\nΠρος: Bob\nΘέμα: x\n\na"),
        QuoteExample("Korean", above: "보낸 사람: Ann\n보낸 날짜: 2023년 1월 2일 월요일 오전 10:00\n받는 사람: Bob\n제목: x\n\na"),
        QuoteExample("Croatian", above: "Šalje: Ann\nPoslano: 2. siječnja 2023. 10:00\nPrima: Bob\nPredmet: x\n\na"),
        QuoteExample("Bulgarian", above: "От: Ann\nИзпратено: 2 януари 2023 г. 10:00\nДо: Bob\nОтносно: x\n\na"),
        QuoteExample("Hebrew", above: "מאת: Ann\nנשלח: יום שני 2 ינואר 2023 10:00\nאל: Bob\nנושא: x\n\na"),
        QuoteExample("Arabic", above: "من: Ann\nتاريخ الإرسال: 2 يناير 2023 10:00\nإلى: Bob\nالموضوع: x\n\na"),
        QuoteExample("Indonesian", above: "Dari: Ann\nDikirim: 2 Januari 2023 10:00\nKepada: Bob\nSubjek: x\n\na"),
        QuoteExample(
            "Chinese, above a line that ends in a colon", above: "发件人: Ann <ann@example.com>\n发送时间: 2023年1月2日 10:00\n主题: x\n以下：\na"),
        QuoteExample(
            "Japanese, above a line that ends in a colon", above: "差出人: Ann <ann@example.com>\n送信日時: 2023年1月2日 10:00\n件名: x\n記 ：\na"),
        QuoteExample("with an address and a date only", above: "From: ann@example.com\nDate: Wed, 16 May 2012 00:15:02 -0600\n\na"),
        QuoteExample(
            "with broken lines", above: "*From:* Ann [mailto:\nann@example.com]\n*Sent:* Monday, January 2, 2023 10:00\n*Subject:* x\n\na"),
        QuoteExample("in one line", above: "From: ann@example.com Date: 2 Jan 2023 10:00 Subject: x\n\na"),
    ]

    @Test("are known in many languages, in one line and in several", arguments: lines + broken + headers)
    func splits(_ example: QuoteExample) {
        let parts = MessageParts(text: example.body)
        #expect(parts.own == example.own)
        #expect(parts.quoted == example.quoted)
    }
}
