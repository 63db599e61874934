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
}
