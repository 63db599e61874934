/// A text of the interface in all languages of the interface.
///
/// A percent sign stands for the value that ``SiteWords`` puts in.
struct InterfaceWord: Sendable {
    let en: String
    let de: String
    let fr: String
    let es: String
    let it: String
    let pt: String
    let nl: String
    let ja: String
    let ar: String
    let he: String
}

/// A text of the interface with a number in it: one form for the number 1, and one for all others.
///
/// Languages with more forms use words that suit every number, such as "Messages: 5".
struct CountedWord: Sendable {
    let one: InterfaceWord
    let other: InterfaceWord
}

/// A word that a page's script shows, under the name by which the script asks for it.
enum ScriptWord: Sendable {
    case word(String, InterfaceWord)
    case counted(String, CountedWord)
}

// The words that all pages share.
extension InterfaceWord {
    static let skipToContent = InterfaceWord(
        en: "Skip to the content", de: "Zum Inhalt springen", fr: "Aller au contenu", es: "Ir al contenido", it: "Vai al contenuto",
        pt: "Ir para o conteúdo", nl: "Naar de inhoud", ja: "本文へ移動", ar: "انتقل إلى المحتوى", he: "דילוג לתוכן")
    static let caseStudies = InterfaceWord(
        en: "Case studies", de: "Fallstudien", fr: "Études de cas", es: "Casos de estudio", it: "Casi di studio", pt: "Estudos de caso",
        nl: "Casestudy’s", ja: "導入事例", ar: "دراسات الحالة", he: "חקרי מקרה")
    static let conversations = InterfaceWord(
        en: "Conversations", de: "Unterhaltungen", fr: "Conversations", es: "Conversaciones", it: "Conversazioni", pt: "Conversas",
        nl: "Gesprekken", ja: "会話", ar: "المحادثات", he: "שיחות")
    /// The name of the region with the link back, for screen readers.
    static let back = InterfaceWord(
        en: "Back", de: "Zurück", fr: "Retour", es: "Volver", it: "Indietro", pt: "Voltar", nl: "Terug", ja: "戻る", ar: "رجوع", he: "חזרה")
    /// The button that closes an enlarged picture, or an enlarged part of a message.
    static let close = InterfaceWord(
        en: "Close", de: "Schließen", fr: "Fermer", es: "Cerrar", it: "Chiudi", pt: "Fechar", nl: "Sluiten", ja: "閉じる", ar: "إغلاق",
        he: "סגירה")
}

// The words of the index.
extension InterfaceWord {
    static let nothingHere = InterfaceWord(
        en: "Nothing here yet.", de: "Hier ist noch nichts.", fr: "Rien ici pour l’instant.", es: "Todavía no hay nada aquí.",
        it: "Qui non c’è ancora nulla.", pt: "Ainda não há nada aqui.", nl: "Hier is nog niets.", ja: "まだ何もありません。",
        ar: "لا يوجد شيء هنا بعد.", he: "אין כאן עדיין דבר.")
    /// The mark of a thread that was not read, for screen readers.
    static let unread = InterfaceWord(
        en: "Unread.", de: "Ungelesen.", fr: "Non lu.", es: "Sin leer.", it: "Non letto.", pt: "Não lida.", nl: "Ongelezen.", ja: "未読。",
        ar: "غير مقروءة.", he: "לא נקרא.")
    /// Precedes the names of senders on our side, and a text by one of them.
    static let us = InterfaceWord(
        en: "us: %", de: "wir: %", fr: "nous : %", es: "nosotros: %", it: "noi: %", pt: "nós: %", nl: "wij: %", ja: "自分側：%",
        ar: "نحن: %", he: "אנחנו: %")
    static let search = InterfaceWord(
        en: "Search", de: "Suchen", fr: "Rechercher", es: "Buscar", it: "Cerca", pt: "Pesquisar", nl: "Zoeken", ja: "検索", ar: "بحث",
        he: "חיפוש")
    /// The link to the page with the search; the value is the number of entries.
    static let searchAll = InterfaceWord(
        en: "Search all %", de: "Alle % durchsuchen", fr: "Rechercher parmi les %", es: "Buscar entre los %", it: "Cerca tra tutti i %",
        pt: "Pesquisar entre todos (%)", nl: "Alle % doorzoeken", ja: "全%件から検索", ar: "البحث في الكل (%)", he: "חיפוש בכל הרשימה (%)")
    /// The label of the filter that shows all entries, and of the list with all of them.
    static let all = InterfaceWord(
        en: "All", de: "Alle", fr: "Tout", es: "Todo", it: "Tutto", pt: "Tudo", nl: "Alles", ja: "すべて", ar: "الكل", he: "הכול")
    /// The name of the filter, for screen readers.
    static let filterByVertical = InterfaceWord(
        en: "Filter by sector", de: "Nach Branche filtern", fr: "Filtrer par secteur", es: "Filtrar por sector",
        it: "Filtra per settore", pt: "Filtrar por setor", nl: "Filteren op branche", ja: "業種で絞り込む", ar: "التصفية حسب القطاع",
        he: "סינון לפי תחום")
    static let noResults = InterfaceWord(
        en: "No results", de: "Keine Ergebnisse", fr: "Aucun résultat", es: "Sin resultados", it: "Nessun risultato",
        pt: "Nenhum resultado", nl: "Geen resultaten", ja: "該当なし", ar: "لا توجد نتائج", he: "אין תוצאות")
    /// The name of the links between the pages of a list, for screen readers.
    static let pages = InterfaceWord(
        en: "Pages", de: "Seiten", fr: "Pages de la liste", es: "Páginas", it: "Pagine", pt: "Páginas", nl: "Pagina’s", ja: "ページ",
        ar: "الصفحات", he: "עמודים")
    static let page = InterfaceWord(
        en: "Page %", de: "Seite %", fr: "Page nº %", es: "Página %", it: "Pagina %", pt: "Página %", nl: "Pagina %", ja: "%ページ",
        ar: "الصفحة %", he: "עמוד %")
}

extension CountedWord {
    static let messages = CountedWord(
        one: InterfaceWord(
            en: "% message", de: "% Nachricht", fr: "% message", es: "% mensaje", it: "% messaggio", pt: "% mensagem", nl: "% bericht",
            ja: "メッセージ%件", ar: "عدد الرسائل: %", he: "מספר ההודעות: %"),
        other: InterfaceWord(
            en: "% messages", de: "% Nachrichten", fr: "% messages", es: "% mensajes", it: "% messaggi", pt: "% mensagens",
            nl: "% berichten", ja: "メッセージ%件", ar: "عدد الرسائل: %", he: "מספר ההודעות: %"))
    static let results = CountedWord(
        one: InterfaceWord(
            en: "% result", de: "% Ergebnis", fr: "% résultat", es: "% resultado", it: "% risultato", pt: "% resultado",
            nl: "% resultaat", ja: "%件", ar: "عدد النتائج: %", he: "מספר התוצאות: %"),
        other: InterfaceWord(
            en: "% results", de: "% Ergebnisse", fr: "% résultats", es: "% resultados", it: "% risultati", pt: "% resultados",
            nl: "% resultaten", ja: "%件", ar: "عدد النتائج: %", he: "מספר התוצאות: %"))
}

// The words of an article.
extension InterfaceWord {
    static let viewInAppStore = InterfaceWord(
        en: "View in the app store", de: "Im App Store ansehen", fr: "Voir dans l’app store", es: "Ver en la tienda de aplicaciones",
        it: "Vedi nello store delle app", pt: "Ver na loja de aplicações", nl: "Bekijken in de appstore", ja: "アプリストアで見る",
        ar: "عرض في متجر التطبيقات", he: "צפייה בחנות האפליקציות")
    /// The name of the links to the neighbours, for screen readers.
    static let otherArticles = InterfaceWord(
        en: "Other articles", de: "Weitere Artikel", fr: "Autres articles", es: "Otros artículos", it: "Altri articoli",
        pt: "Outros artigos", nl: "Andere artikelen", ja: "ほかの記事", ar: "مقالات أخرى", he: "מאמרים נוספים")
    static let previous = InterfaceWord(
        en: "Previous", de: "Zurück", fr: "Précédent", es: "Anterior", it: "Precedente", pt: "Anterior", nl: "Vorige", ja: "前へ",
        ar: "السابق", he: "הקודם")
    static let next = InterfaceWord(
        en: "Next", de: "Weiter", fr: "Suivant", es: "Siguiente", it: "Successivo", pt: "Seguinte", nl: "Volgende", ja: "次へ",
        ar: "التالي", he: "הבא")
    /// The text of a link to embedded content that has no title.
    static let video = InterfaceWord(
        en: "Video", de: "Video", fr: "Vidéo", es: "Vídeo", it: "Video", pt: "Vídeo", nl: "Video", ja: "動画", ar: "فيديو", he: "סרטון")
    static let audio = InterfaceWord(
        en: "Audio", de: "Audio", fr: "Audio", es: "Audio", it: "Audio", pt: "Áudio", nl: "Audio", ja: "音声", ar: "صوت", he: "שמע")
    static let embeddedContent = InterfaceWord(
        en: "Embedded content", de: "Eingebetteter Inhalt", fr: "Contenu intégré", es: "Contenido incrustado",
        it: "Contenuto incorporato", pt: "Conteúdo incorporado", nl: "Ingesloten inhoud", ja: "埋め込みコンテンツ", ar: "محتوى مضمّن",
        he: "תוכן מוטמע")
}

// The words about pictures.
extension InterfaceWord {
    static let pictureMissing = InterfaceWord(
        en: "Picture missing", de: "Bild fehlt", fr: "Image manquante", es: "Falta la imagen", it: "Immagine mancante",
        pt: "Imagem em falta", nl: "Afbeelding ontbreekt", ja: "画像がありません", ar: "الصورة غير متوفرة", he: "התמונה חסרה")
    /// The value is the alternative text of the picture.
    static let namedPictureMissing = InterfaceWord(
        en: "Picture missing: %", de: "Bild fehlt: %", fr: "Image manquante : %", es: "Falta la imagen: %", it: "Immagine mancante: %",
        pt: "Imagem em falta: %", nl: "Afbeelding ontbreekt: %", ja: "画像がありません：%", ar: "الصورة غير متوفرة: %", he: "התמונה חסרה: %")
    /// The name of the link around a picture, for screen readers.
    static let showPicture = InterfaceWord(
        en: "Show the picture in full", de: "Bild ganz zeigen", fr: "Afficher l’image en entier", es: "Ver la imagen completa",
        it: "Mostra l’immagine intera", pt: "Ver a imagem completa", nl: "Toon de hele afbeelding", ja: "画像全体を表示",
        ar: "عرض الصورة كاملة", he: "הצגת התמונה במלואה")
    /// The name of the view of one picture, for screen readers.
    static let picture = InterfaceWord(
        en: "Picture", de: "Bild", fr: "Image", es: "Imagen", it: "Immagine", pt: "Imagem", nl: "Afbeelding", ja: "画像", ar: "صورة",
        he: "תמונה")
}

// The words of a site that is published on the web.
extension InterfaceWord {
    static let notFound = InterfaceWord(
        en: "Page not found", de: "Seite nicht gefunden", fr: "Page introuvable", es: "Página no encontrada", it: "Pagina non trovata",
        pt: "Página não encontrada", nl: "Pagina niet gevonden", ja: "ページが見つかりません", ar: "الصفحة غير موجودة", he: "הדף לא נמצא")
    static let notFoundReason = InterfaceWord(
        en: "This page has moved, or it never existed.", de: "Diese Seite ist umgezogen, oder es hat sie nie gegeben.",
        fr: "Cette page a été déplacée ou n’a jamais existé.", es: "Esta página se ha movido o nunca existió.",
        it: "Questa pagina è stata spostata o non è mai esistita.", pt: "Esta página mudou de lugar ou nunca existiu.",
        nl: "Deze pagina is verplaatst of heeft nooit bestaan.", ja: "このページは移動したか、もともと存在しません。",
        ar: "نُقلت هذه الصفحة أو لم تكن موجودة قط.", he: "הדף הועבר, או שמעולם לא היה קיים.")
}
