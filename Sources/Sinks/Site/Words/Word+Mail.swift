// The words inside and around the frames of mail.
extension Word {
    /// In place of an image that is not shown.
    static let image = Word(
        en: "Image", de: "Bild", fr: "Image", es: "Imagen", it: "Immagine", pt: "Imagem", nl: "Afbeelding", ja: "画像", ar: "صورة",
        he: "תמונה")
    static let enlarge = Word(
        en: "Enlarge", de: "Vergrößern", fr: "Agrandir", es: "Ampliar", it: "Ingrandisci", pt: "Ampliar", nl: "Vergroten", ja: "拡大",
        ar: "تكبير", he: "הגדלה")
    /// The name of a part that is wider than the frame, for screen readers.
    static let wideContent = Word(
        en: "Wide content", de: "Breiter Inhalt", fr: "Contenu large", es: "Contenido ancho", it: "Contenuto largo",
        pt: "Conteúdo largo", nl: "Brede inhoud", ja: "幅の広い内容", ar: "محتوى عريض", he: "תוכן רחב")
}
