@testable import PersonalData
import Testing

@Suite("Names of persons") struct PersonTests {
    private static let headers = [
        "Ann Example <ann@x.org>", "\"Müller-Lüdenscheidt, Jürgen\" <j@x.org>", "José da Silva Pereira <p@x.org>, Will Stone <w@x.org>",
        "Seán O'Brien <o@x.org>",
        "Support Team <help@x.org>", "Dr. Eva Krämer, Ph.D. <e@x.org>", "王小明 <w@x.org>", "山田 太郎 <y@x.org>", "May Rose <m@x.org>",
        "Анна Петрова <a@x.org>", "Ba Le <b@x.org>", "Kim Berg - ACME GmbH <k@x.org>", "Lena Vogel | Globex Inc. <l@x.org>",
        "n@x.org (Nils Holm)", "\"Ola Rud (ACME)\" <r@x.org>", "\"Tor Lie, Sales Team\" <t@x.org>", "Πέτρος Ζήρος <p@x.org>",
    ]
    private static let names: [Marked] = [
        "«Ann Example»", "«Ann»", "«Example»", "Hi «Ann», thanks", "«ANN EXAMPLE»", "«ann example»", "«Ann»'s book", "«Ann Example»’s book",
        "«Example, Ann»",
        "«Ann M. Example»", "«Ann\nExample»", "«Ann&nbsp;Example»", "«Ann_Example»_CV.pdf", "«ann-example»", "user.name=«Ann+Example»",
        "?n=«Ann%20Example»",
        "hi «ann»", "@«ann»", "Herr «Müller-Lüdenscheidt»", "«Jürgen Müller»", "«Juergen Mueller»", "«Jurgen Muller»", "«JÜRGEN MÜLLER»",
        "«Jürgen»s Buch",
        "«José da Silva Pereira»", "«Jose Pereira»", "«da Silva»", "«Silva»", "Senhor «Pereira»", "«Will Stone»", "Hi «Will»,",
        "Thanks «Will»!", "I met «Will», and asked «Stone».", "«Will» wrote:",
        "Mr «Stone»", "Best,\n«Will»", "«O'Brien»", "«Seán»", "«Sean O’Brien»", "«Support Team»", "Frau «Krämer»", "Dr. «Eva Krämer»",
        "«Eva»", "我是«王小明»先生",
        "«山田 太郎»様", "«山田»さん", "Dear «May»", "«May Rose»", "«Анна Петрова»", "«Анна» пишет", "«A&shy;nn».", "«Ann»/«Will Stone»",
        "(«Ann»)", "\"«Ann»\"", "«Ba Le»", "Hi «Ba»,", "«Ann»s Buch", "«Müller»s Buch", "mit «Eva»s Hilfe",
        "«AnnExample».pdf", "CV_«AnnExample»2024.pdf", "scan-«ann-example».jpg", "«Kim Berg» - ACME GmbH", "«Lena Vogel»", "«Nils Holm»",
        "«Ola Rud»", "«Tor Lie»", "«ΠΈΤΡΟΣ ΖΉΡΟΣ»", "«Ann%2520Example»", "of «Ba»'s",
        "«Ann»-Marie", "„«Ann»“", "«An\u{AD}n» is", "&lt;«Ann»&gt;",
    ]
    private static let others: [Marked] = [
        "will you come?", "Will you come?", "I will.", "Stone walls", "a stone", "in May", "May I?", "In May we met", "Rose wine", "roses",
        "annual", "Anna", "Annex", "ann",
        "banana", "examples", "an example", "for example", "Team meeting", "Support is here", "the support team's", "The team", "Eve",
        "Evan", "Sea", "Brien2", "O", "Silvaner",
        "pereiras", "Willing", "Stonehenge", "王小", "小明同学", "山", "joe", "José2", "Mayor", "M. May be", "Annabel Examples2", "exampleAnn",
        "Dr. No",
    ]

    @Test("of headers are found", arguments: names) func finds(_ text: Marked) throws { try text.check(.person, headers: Self.headers) }
    @Test("are no other words", arguments: others) func leaves(_ text: Marked) throws { try text.check(.person, headers: Self.headers) }

    @Test(
        "are read from headers",
        arguments: [
            ("Ann Example <a@x.org>", ["Ann Example"]), ("\"Example, Ann\" <a@x.org>", ["Ann Example"]),
            ("Example, Ann <a@x.org>", ["Ann Example"]),
            ("a@x.org", []), ("<a@x.org>", []), ("Ann <a@x.org>, Bob <b@x.org>", ["Ann", "Bob"]), ("a@x.org, Bob <b@x.org>", ["Bob"]),
            ("Ann Example (Sales) <a@x.org>", ["Ann Example"]), ("Ann Example; Bob Stone", ["Ann Example", "Bob Stone"]),
            ("Ann Example, Bob Stone", ["Ann Example", "Bob Stone"]),
            ("Ann Example - ACME GmbH <a@x.org>", ["Ann Example"]), ("ACME GmbH | Ann Example <a@x.org>", ["Ann Example"]),
            ("a@x.org (Ann Example), b@x.org (Bob)", ["Ann Example", "Bob"]),
            ("\"Example, Sales Team\" <a@x.org>", ["Example", "Sales Team"]), ("'Ann' <a@x.org>", ["Ann"]),
            ("Ann via List <l@x.org>", ["Ann"]),
            ("", []), ("<<<>>>,,;;", []),
        ])
    func readsHeaders(_ header: String, _ names: [String]) {
        #expect(PersonList.names(inHeader: Bytes(header.utf8)).map { String(decoding: $0, as: UTF8.self) } == names)
    }

    @Test(
        "are read from quoted messages",
        arguments: [
            "On 3 May 2024, Bob Stone <b@x.org> wrote:\n> Hi. Bob", "Am Montag schrieb Bob Stone <b@x.org>:\nHallo Bob",
            "From: Bob Stone\nSent: Monday\nSubject: x\n\nBob",
            "Von: \"Stone, Bob\" [mailto:b@x.org]\nAn: x@y.org\nHallo Bob", "Bob Stone &lt;b@x.org&gt; Bob",
            "> *From:* Bob Stone\n> *Date:* Monday\nHi Bob",
        ])
    func readsTexts(_ text: String) throws {
        var redactor = Redactor(kinds: [.person])
        redactor.add(text: text)
        let result = try #require(try redactor.redacted(text))
        #expect(!result.contains("Bob") && !result.contains("Stone"))
    }
}
