// The words of a site that is published on the web.
extension Word {
    static let notFound = Word(
        en: "Page not found", de: "Seite nicht gefunden", fr: "Page introuvable", es: "Página no encontrada", it: "Pagina non trovata",
        pt: "Página não encontrada", nl: "Pagina niet gevonden", ja: "ページが見つかりません", ar: "الصفحة غير موجودة", he: "הדף לא נמצא")
    static let notFoundReason = Word(
        en: "This page has moved, or it never existed.", de: "Diese Seite ist umgezogen, oder es hat sie nie gegeben.",
        fr: "Cette page a été déplacée ou n’a jamais existé.", es: "Esta página se ha movido o nunca existió.",
        it: "Questa pagina è stata spostata o non è mai esistita.", pt: "Esta página mudou de lugar ou nunca existiu.",
        nl: "Deze pagina is verplaatst of heeft nooit bestaan.", ja: "このページは移動したか、もともと存在しません。",
        ar: "نُقلت هذه الصفحة أو لم تكن موجودة قط.", he: "הדף הועבר, או שמעולם לא היה קיים.")
}
