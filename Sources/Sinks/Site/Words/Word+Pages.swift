// The words that all pages share.
extension Word {
    static let skipToContent = Word(
        en: "Skip to the content", de: "Zum Inhalt springen", fr: "Aller au contenu", es: "Ir al contenido", it: "Vai al contenuto",
        pt: "Ir para o conteúdo", nl: "Naar de inhoud", ja: "本文へ移動", ar: "انتقل إلى المحتوى", he: "דילוג לתוכן")
    static let caseStudies = Word(
        en: "Case studies", de: "Fallstudien", fr: "Études de cas", es: "Casos de estudio", it: "Casi di studio", pt: "Estudos de caso",
        nl: "Casestudy’s", ja: "導入事例", ar: "دراسات الحالة", he: "חקרי מקרה")
    static let conversations = Word(
        en: "Conversations", de: "Unterhaltungen", fr: "Conversations", es: "Conversaciones", it: "Conversazioni", pt: "Conversas",
        nl: "Gesprekken", ja: "会話", ar: "المحادثات", he: "שיחות")
    /// The name of the region with the way back, for screen readers.
    static let back = Word(
        en: "Back", de: "Zurück", fr: "Retour", es: "Volver", it: "Indietro", pt: "Voltar", nl: "Terug", ja: "戻る", ar: "رجوع", he: "חזרה")
    /// Closes a view in full: of a picture, or of a wide table in a message.
    static let close = Word(
        en: "Close", de: "Schließen", fr: "Fermer", es: "Cerrar", it: "Chiudi", pt: "Fechar", nl: "Sluiten", ja: "閉じる", ar: "إغلاق",
        he: "סגירה")
}
