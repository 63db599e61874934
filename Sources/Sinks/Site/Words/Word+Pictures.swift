// The words about pictures.
extension Word {
    static let pictureMissing = Word(
        en: "Picture missing", de: "Bild fehlt", fr: "Image manquante", es: "Falta la imagen", it: "Immagine mancante",
        pt: "Imagem em falta", nl: "Afbeelding ontbreekt", ja: "画像がありません", ar: "الصورة غير متوفرة", he: "התמונה חסרה")
    /// The value is the alternative text of the picture.
    static let namedPictureMissing = Word(
        en: "Picture missing: %", de: "Bild fehlt: %", fr: "Image manquante : %", es: "Falta la imagen: %", it: "Immagine mancante: %",
        pt: "Imagem em falta: %", nl: "Afbeelding ontbreekt: %", ja: "画像がありません：%", ar: "الصورة غير متوفرة: %", he: "התמונה חסרה: %")
    /// The name of the link around a picture, for screen readers.
    static let showPicture = Word(
        en: "Show the picture in full", de: "Bild ganz zeigen", fr: "Afficher l’image en entier", es: "Ver la imagen completa",
        it: "Mostra l’immagine intera", pt: "Ver a imagem completa", nl: "Toon de hele afbeelding", ja: "画像全体を表示",
        ar: "عرض الصورة كاملة", he: "הצגת התמונה במלואה")
    /// The name of the view of one picture, for screen readers.
    static let picture = Word(
        en: "Picture", de: "Bild", fr: "Image", es: "Imagen", it: "Immagine", pt: "Imagem", nl: "Afbeelding", ja: "画像", ar: "صورة",
        he: "תמונה")
}
