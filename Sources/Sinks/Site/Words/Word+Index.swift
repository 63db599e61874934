// The words of the index.
extension Word {
    static let nothingHere = Word(
        en: "Nothing here yet.", de: "Hier ist noch nichts.", fr: "Rien ici pour l’instant.", es: "Todavía no hay nada aquí.",
        it: "Qui non c’è ancora nulla.", pt: "Ainda não há nada aqui.", nl: "Hier is nog niets.", ja: "まだ何もありません。",
        ar: "لا يوجد شيء هنا بعد.", he: "אין כאן עדיין דבר.")
    /// The mark of a thread that was not read, for screen readers.
    static let unread = Word(
        en: "Unread.", de: "Ungelesen.", fr: "Non lu.", es: "Sin leer.", it: "Non letto.", pt: "Não lida.", nl: "Ongelezen.", ja: "未読。",
        ar: "غير مقروءة.", he: "לא נקרא.")
    /// Stands in front of the names of those on our side, and of a text of theirs.
    static let us = Word(
        en: "us: %", de: "wir: %", fr: "nous : %", es: "nosotros: %", it: "noi: %", pt: "nós: %", nl: "wij: %", ja: "自分側：%",
        ar: "نحن: %", he: "אנחנו: %")
    static let search = Word(
        en: "Search", de: "Suchen", fr: "Rechercher", es: "Buscar", it: "Cerca", pt: "Pesquisar", nl: "Zoeken", ja: "検索", ar: "بحث",
        he: "חיפוש")
    /// The link to the page with the search; the value is the number of entries.
    static let searchAll = Word(
        en: "Search all %", de: "Alle % durchsuchen", fr: "Rechercher parmi les %", es: "Buscar entre los %", it: "Cerca tra tutti i %",
        pt: "Pesquisar entre todos (%)", nl: "Alle % doorzoeken", ja: "全%件から検索", ar: "البحث في الكل (%)", he: "חיפוש בכל הרשימה (%)")
    /// Stands for all entries.
    static let all = Word(
        en: "All", de: "Alle", fr: "Tout", es: "Todo", it: "Tutto", pt: "Tudo", nl: "Alles", ja: "すべて", ar: "الكل", he: "הכול")
    /// The name of the filter, for screen readers.
    static let filterByVertical = Word(
        en: "Filter by sector", de: "Nach Branche filtern", fr: "Filtrer par secteur", es: "Filtrar por sector",
        it: "Filtra per settore", pt: "Filtrar por setor", nl: "Filteren op branche", ja: "業種で絞り込む", ar: "التصفية حسب القطاع",
        he: "סינון לפי תחום")
    static let noResults = Word(
        en: "No results", de: "Keine Ergebnisse", fr: "Aucun résultat", es: "Sin resultados", it: "Nessun risultato",
        pt: "Nenhum resultado", nl: "Geen resultaten", ja: "該当なし", ar: "لا توجد نتائج", he: "אין תוצאות")
    /// The name of the links between the pages of a list, for screen readers.
    static let pages = Word(
        en: "Pages", de: "Seiten", fr: "Pages de la liste", es: "Páginas", it: "Pagine", pt: "Páginas", nl: "Pagina’s", ja: "ページ",
        ar: "الصفحات", he: "עמודים")
    static let page = Word(
        en: "Page %", de: "Seite %", fr: "Page nº %", es: "Página %", it: "Pagina %", pt: "Página %", nl: "Pagina %", ja: "%ページ",
        ar: "الصفحة %", he: "עמוד %")
}

extension CountedWord {
    static let messages = CountedWord(
        one: Word(
            en: "% message", de: "% Nachricht", fr: "% message", es: "% mensaje", it: "% messaggio", pt: "% mensagem", nl: "% bericht",
            ja: "メッセージ%件", ar: "عدد الرسائل: %", he: "מספר ההודעות: %"),
        other: Word(
            en: "% messages", de: "% Nachrichten", fr: "% messages", es: "% mensajes", it: "% messaggi", pt: "% mensagens",
            nl: "% berichten", ja: "メッセージ%件", ar: "عدد الرسائل: %", he: "מספר ההודעות: %"))
    static let results = CountedWord(
        one: Word(
            en: "% result", de: "% Ergebnis", fr: "% résultat", es: "% resultado", it: "% risultato", pt: "% resultado",
            nl: "% resultaat", ja: "%件", ar: "عدد النتائج: %", he: "מספר התוצאות: %"),
        other: Word(
            en: "% results", de: "% Ergebnisse", fr: "% résultats", es: "% resultados", it: "% risultati", pt: "% resultados",
            nl: "% resultaten", ja: "%件", ar: "عدد النتائج: %", he: "מספר התוצאות: %"))
}
