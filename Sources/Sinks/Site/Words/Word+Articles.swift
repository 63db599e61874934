// The words of an article.
extension Word {
    static let viewInAppStore = Word(
        en: "View in the app store", de: "Im App Store ansehen", fr: "Voir dans l’app store", es: "Ver en la tienda de aplicaciones",
        it: "Vedi nello store delle app", pt: "Ver na loja de aplicações", nl: "Bekijken in de appstore", ja: "アプリストアで見る",
        ar: "عرض في متجر التطبيقات", he: "צפייה בחנות האפליקציות")
    /// The name of the links to the neighbours, for screen readers.
    static let otherArticles = Word(
        en: "Other articles", de: "Weitere Artikel", fr: "Autres articles", es: "Otros artículos", it: "Altri articoli",
        pt: "Outros artigos", nl: "Andere artikelen", ja: "ほかの記事", ar: "مقالات أخرى", he: "מאמרים נוספים")
    static let previous = Word(
        en: "Previous", de: "Zurück", fr: "Précédent", es: "Anterior", it: "Precedente", pt: "Anterior", nl: "Vorige", ja: "前へ",
        ar: "السابق", he: "הקודם")
    static let next = Word(
        en: "Next", de: "Weiter", fr: "Suivant", es: "Siguiente", it: "Successivo", pt: "Seguinte", nl: "Volgende", ja: "次へ",
        ar: "التالي", he: "הבא")
    /// The names of what a page has a link to, where its author gave it no title.
    static let video = Word(
        en: "Video", de: "Video", fr: "Vidéo", es: "Vídeo", it: "Video", pt: "Vídeo", nl: "Video", ja: "動画", ar: "فيديو", he: "סרטון")
    static let audio = Word(
        en: "Audio", de: "Audio", fr: "Audio", es: "Audio", it: "Audio", pt: "Áudio", nl: "Audio", ja: "音声", ar: "صوت", he: "שמע")
    static let embeddedContent = Word(
        en: "Embedded content", de: "Eingebetteter Inhalt", fr: "Contenu intégré", es: "Contenido incrustado",
        it: "Contenuto incorporato", pt: "Conteúdo incorporado", nl: "Ingesloten inhoud", ja: "埋め込みコンテンツ", ar: "محتوى مضمّن",
        he: "תוכן מוטמע")
}
