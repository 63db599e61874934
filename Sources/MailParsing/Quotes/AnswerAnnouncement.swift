internal import HTMLParsing

/// Tells whether the sender announces answers inside of the quote: `See my answers in red below.`
///
/// Such answers are not understandable without the quote, and nothing marks them there, so the message has to stay whole. An announcement
/// is a sentence that is no question. It has two of these, all of one language: a word for answers, one for their place, one for their
/// color. Answers of the recipient do not count: `Thank you for your answers below.`
enum AnswerAnnouncement {
    /// The lines above a quote that are searched.
    private static let searchedLines = 200
    /// Longer lines, in bytes, are not searched.
    private static let maximumBytes = 600

    /// Whether lines above a quote have an announcement.
    static func occurs(in lines: ArraySlice<MessageLine>) -> Bool {
        lines.suffix(searchedLines).contains { line in
            guard line.textBytes.count <= maximumBytes, !line.isBlank else { return false }
            return sentences(line.trimmed).contains(where: isAnnouncement)
        }
    }

    /// The sentences of a line that are no questions.
    private static func sentences(_ line: String) -> [Substring] {
        var sentences: [Substring] = []
        var start = line.startIndex
        for index in line.indices where ".!?。！？".contains(line[index]) {
            if line[index] != "?", line[index] != "？" { sentences.append(line[start..<index]) }
            start = line.index(after: index)
        }
        sentences.append(line[start...])
        return sentences
    }

    private static func isAnnouncement(_ sentence: Substring) -> Bool {
        let words = sentence.split { !$0.isLetter && $0 != "-" }
        let text = Array(" \(words.joined(separator: " ")) ".utf8)
        return languages.contains { language in
            let (hasPlace, hasColor) = (language.places.occurs(in: text), language.colors.occurs(in: text))
            if hasPlace, hasColor { return true }
            guard hasPlace || hasColor else { return false }
            guard let answers = language.answers else { return language.ideographs.occurs(in: text) }
            return words.indices.contains { index in
                answers.contains(String(words[index])) && (index == 0 || !language.others.contains(String(words[index - 1])))
            }
        }
    }

    private struct Language {
        /// The words for answers; nil in languages without spaces.
        let answers: Set<String>?
        /// The words that show, before a word for answers, that the answers are not the sender's.
        let others: Set<String>
        /// The words for answers in languages without spaces.
        let ideographs: PhraseSearch
        let places: PhraseSearch
        let colors: PhraseSearch

        /// - Parameters:
        ///   - answers: The words for answers, divided by spaces.
        ///   - others: The words that show, before a word for answers, that the answers are not the sender's.
        ///   - places: The phrases for their place, divided by commas.
        ///   - colors: The words for their color, divided by spaces. They count after a phrase of `before`.
        ///   - before: The phrases before a color, divided by commas.
        init(_ answers: String, not others: String, places: String, colors: String, behind before: String) {
            self.answers = Set(answers.split(separator: " ").map(String.init))
            self.others = Set(others.split(separator: " ").map(String.init))
            ideographs = PhraseSearch([])
            let colored = before.split(separator: ",").flatMap { first in colors.split(separator: " ").map { "\(first) \($0)" } }
            self.places = PhraseSearch(places.split(separator: ",").map { " \($0) " })
            self.colors = PhraseSearch(colored.map { " \($0) " })
        }

        /// A language without spaces.
        init(ideographs: [String], places: [String]) {
            (answers, others) = (nil, [])
            (self.ideographs, self.places, colors) = (PhraseSearch(ideographs), PhraseSearch(places), PhraseSearch([]))
        }
    }

    private static let languages = [
        Language(
            "answers answer answered comments comment commented feedback thoughts replies reply replied responses response responded remarks notes",
            not: "your any the to please no his her their",
            places: "below,beneath,inline,in-line,in line,inside,interspersed,between the lines,within your email,within your e-mail,"
                + "within your message,within your text,in your email,in your e-mail,in your text,underneath,embedded",
            colors: "red blue green purple orange pink yellow magenta brown bold italics italic capitals caps color colour",
            behind: "in,in dark,in bright,marked"),
        Language(
            "antworten antwort beantwortet geantwortet kommentare kommentar kommentiert anmerkungen anmerkung rückmeldungen",
            not: "deine deiner ihre ihrer eure die zu bitte keine",
            places: "unten,untenstehend,unterhalb,darunter,inline,in-line,im text,direkt im text,weiter unten,zwischen den zeilen,"
                + "in deiner mail,in ihrer mail,in deiner e-mail,in ihrer e-mail,im zitat,im original",
            colors: "rot blau grün lila orange fett kursiv farbe roter blauer grüner", behind: "in"),
        Language(
            "réponses réponse répondu commentaires commentaire commenté remarques", not: "vos votre tes ta les à",
            places: "ci-dessous,dessous,plus bas,dans le texte,dans ton mail,dans votre mail,dans votre message,dans ton message,"
                + "entre les lignes,inline",
            colors: "rouge bleu vert violet orange gras couleur italique", behind: "en"),
        Language(
            "respuestas respuesta respondido respondo comentarios comentario comentado", not: "tus tu sus su las los vuestras",
            places: "abajo,más abajo,a continuación,debajo,en línea,en el texto,en tu correo,en su correo,entre líneas,inline",
            colors: "rojo azul verde morado naranja negrita color cursiva", behind: "en"),
        Language(
            "risposte risposta risposto rispondo commenti commento commentato", not: "tue tua sue sua vostre le i",
            places: "sotto,qui sotto,di seguito,in basso,nel testo,in linea,inline,tra le righe",
            colors: "rosso blu verde viola arancione grassetto colore corsivo", behind: "in"),
        Language(
            "antwoorden antwoord geantwoord beantwoord opmerkingen opmerking reactie reacties", not: "je jouw uw jullie de op",
            places: "hieronder,onder,onderaan,beneden,inline,in de tekst,in je mail,in uw mail,tussen de regels,tussen de tekst",
            colors: "rood blauw groen paars oranje vet kleur cursief", behind: "in,in het"),
        Language(
            "odpowiedzi odpowiedź odpowiedziałem odpowiedziałam odpowiadam komentarze komentarz uwagi",
            not: "twoje twoja pana pani wasze na",
            places: "poniżej,niżej,w tekście,w treści,inline,między wierszami,kolorem",
            colors: "czerwono niebiesko zielono fioletowo czerwonym niebieskim zielonym", behind: "na,kolorem"),
        Language(
            "respostas resposta respondi respondo comentários comentário comentei", not: "tuas tua suas sua vossas as os",
            places: "abaixo,em baixo,a seguir,mais abaixo,no texto,no corpo,entre linhas,inline",
            colors: "vermelho azul verde roxo laranja negrito cor itálico", behind: "em,a"),
        Language(
            "svar svarat svarade kommentarer kommentar", not: "ditt dina era ert på",
            places: "nedan,nedanför,inline,i texten,mellan raderna,här under", colors: "rött blått grönt lila orange fetstil färg",
            behind: "i,med"),
        Language(
            "svar svaret svarene svarer kommentarer kommentar besvaret", not: "dit dine jeres deres på ditt deres",
            places: "nedenfor,herunder,under,inline,i teksten,mellem linjerne", colors: "rødt blåt grønt blått rød blå grøn fed farve",
            behind: "i,med,med fet"),
        Language(
            "vastaukset vastaukseni vastaus vastasin kommentit kommenttini", not: "vastauksesi",
            places: "alla,alempana,tekstin seassa,inline",
            colors: "punaisella sinisellä vihreällä", behind: "alla,kirjoitettu"),
        Language(
            "odpovědi odpověď odpovídám odpovedi odpoveď komentáře komentár poznámky", not: "vaše tvoje na",
            places: "níže,níž,dole,nižšie,v textu,v texte,inline,červeně,modře,zeleně,červenou,modrou", colors: "", behind: ""),
        Language(
            "ответы ответ ответил ответила комментарии", not: "ваш ваши твой на",
            places: "ниже,внизу,в тексте,красным,синим,зелёным,зеленым",
            colors: "", behind: ""),
        Language(
            "cevaplarım cevaplar cevabım yanıtlarım yanıtım yorumlarım", not: "sizin senin",
            places: "aşağıda,aşağıdadır,metinde,kırmızı,mavi,yeşil,kırmızıyla", colors: "", behind: ""),
        Language(ideographs: ["回答", "返信", "返答", "コメント"], places: ["下記に", "以下に", "赤字", "青字", "インライン", "文中", "本文中"]),
        Language(ideographs: ["回复", "答复", "回覆", "批注", "回答"], places: ["红色", "蓝色", "绿色", "红字", "下面邮件", "下文", "原文中", "如下邮件"]),
    ]
}
