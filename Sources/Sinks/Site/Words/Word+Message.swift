// The words of a message in a timeline.
extension Word {
    static let unknownSender = Word(
        en: "Unknown sender", de: "Unbekannter Absender", fr: "Expéditeur inconnu", es: "Remitente desconocido", it: "Mittente sconosciuto",
        pt: "Remetente desconhecido", nl: "Onbekende afzender", ja: "差出人不明", ar: "مرسل غير معروف", he: "שולח לא ידוע")
    /// The title of a message's frame; the value is the sender.
    static let messageFrom = Word(
        en: "Message from %", de: "Nachricht von %", fr: "Message de %", es: "Mensaje de %", it: "Messaggio di %", pt: "Mensagem de %",
        nl: "Bericht van %", ja: "%からのメッセージ", ar: "رسالة من %", he: "הודעה מאת %")
    /// The name of a message without a sender.
    static let messageNumber = Word(
        en: "Message %", de: "Nachricht %", fr: "Message n° %", es: "Mensaje %", it: "Messaggio %", pt: "Mensagem %", nl: "Bericht %",
        ja: "メッセージ %", ar: "الرسالة %", he: "הודעה %")
    /// Stands before the blurb of a closed message, for screen readers.
    static let showMessage = Word(
        en: "Show message: ", de: "Nachricht zeigen: ", fr: "Afficher le message : ", es: "Mostrar el mensaje: ",
        it: "Mostra il messaggio: ", pt: "Mostrar a mensagem: ", nl: "Bericht tonen: ", ja: "メッセージを表示: ", ar: "عرض الرسالة: ",
        he: "הצגת ההודעה: ")
    static let noText = Word(
        en: "(no text)", de: "(kein Text)", fr: "(sans texte)", es: "(sin texto)", it: "(nessun testo)", pt: "(sem texto)",
        nl: "(geen tekst)", ja: "(本文なし)", ar: "(بلا نص)", he: "(ללא טקסט)")
    /// Marks a message that has come since the reader's last visit.
    static let newMessage = Word(
        en: "New", de: "Neu", fr: "Nouveau", es: "Nuevo", it: "Nuovo", pt: "Nova", nl: "Nieuw", ja: "新着", ar: "جديد", he: "חדש")
    /// The link to a message's own page, where the page runs no scripts.
    static let readMessage = Word(
        en: "Read message %", de: "Nachricht % lesen", fr: "Lire le message %", es: "Leer el mensaje %", it: "Leggi il messaggio %",
        pt: "Ler a mensagem %", nl: "Bericht % lezen", ja: "メッセージ %を読む", ar: "قراءة الرسالة %", he: "לקריאת הודעה %")
    static let attachments = Word(
        en: "Attachments", de: "Anhänge", fr: "Pièces jointes", es: "Archivos adjuntos", it: "Allegati", pt: "Anexos", nl: "Bijlagen",
        ja: "添付ファイル", ar: "المرفقات", he: "קבצים מצורפים")
    static let showAllImages = Word(
        en: "Show all images", de: "Alle Bilder zeigen", fr: "Afficher toutes les images", es: "Mostrar todas las imágenes",
        it: "Mostra tutte le immagini", pt: "Mostrar todas as imagens", nl: "Alle afbeeldingen tonen", ja: "すべての画像を表示", ar: "عرض كل الصور",
        he: "הצגת כל התמונות")
    static let showQuote = Word(
        en: "Show quoted text", de: "Zitierten Text zeigen", fr: "Afficher le texte cité", es: "Mostrar el texto citado",
        it: "Mostra il testo citato", pt: "Mostrar o texto citado", nl: "Geciteerde tekst tonen", ja: "引用文を表示", ar: "عرض النص المقتبس",
        he: "הצגת הטקסט המצוטט")
    static let hideQuote = Word(
        en: "Hide quoted text", de: "Zitierten Text verbergen", fr: "Masquer le texte cité", es: "Ocultar el texto citado",
        it: "Nascondi il testo citato", pt: "Ocultar o texto citado", nl: "Geciteerde tekst verbergen", ja: "引用文を隠す",
        ar: "إخفاء النص المقتبس", he: "הסתרת הטקסט המצוטט")
    static let waiting = Word(
        en: "Loading the message…", de: "Die Nachricht wird geladen …", fr: "Chargement du message…", es: "Cargando el mensaje…",
        it: "Caricamento del messaggio…", pt: "Carregando a mensagem…", nl: "Bericht wordt geladen…", ja: "メッセージを読み込み中…",
        ar: "جارٍ تحميل الرسالة…", he: "ההודעה נטענת…")
    static let failed = Word(
        en: "The message could not be loaded.", de: "Die Nachricht konnte nicht geladen werden.", fr: "Le message n’a pas pu être chargé.",
        es: "No se pudo cargar el mensaje.", it: "Impossibile caricare il messaggio.", pt: "Não foi possível carregar a mensagem.",
        nl: "Het bericht kon niet worden geladen.", ja: "メッセージを読み込めませんでした。", ar: "تعذّر تحميل الرسالة.", he: "לא ניתן היה לטעון את ההודעה.")
    static let tryAgain = Word(
        en: "Try again", de: "Erneut versuchen", fr: "Réessayer", es: "Reintentar", it: "Riprova", pt: "Tentar novamente",
        nl: "Opnieuw proberen", ja: "再試行", ar: "إعادة المحاولة", he: "לנסות שוב")
    /// Beside a link to the body itself.
    static let tooLarge = Word(
        en: "The message is too large to be shown here.", de: "Die Nachricht ist zu groß, um hier gezeigt zu werden.",
        fr: "Le message est trop volumineux pour être affiché ici.", es: "El mensaje es demasiado grande para mostrarse aquí.",
        it: "Il messaggio è troppo grande per essere mostrato qui.", pt: "A mensagem é grande demais para ser mostrada aqui.",
        nl: "Het bericht is te groot om hier te tonen.", ja: "メッセージが大きすぎるため、ここには表示できません。",
        ar: "الرسالة أكبر من أن تُعرض هنا.", he: "ההודעה גדולה מכדי להציג אותה כאן.")
    /// Beside a button and a link.
    static let stopped = Word(
        en: "The page stopped while it was showing this message.", de: "Die Seite ist stehen geblieben, als sie diese Nachricht zeigte.",
        fr: "La page s’est bloquée pendant l’affichage de ce message.", es: "La página se bloqueó al mostrar este mensaje.",
        it: "La pagina si è bloccata mentre mostrava questo messaggio.", pt: "A página travou ao mostrar esta mensagem.",
        nl: "De pagina liep vast toen dit bericht werd getoond.", ja: "このメッセージの表示中にページが停止しました。",
        ar: "توقفت الصفحة أثناء عرض هذه الرسالة.", he: "הדף נתקע בזמן הצגת ההודעה הזו.")
}

extension CountedWord {
    static let showImages = CountedWord(
        one: Word(
            en: "Show % image", de: "% Bild zeigen", fr: "Afficher % image", es: "Mostrar % imagen", it: "Mostra % immagine",
            pt: "Mostrar % imagem", nl: "% afbeelding tonen", ja: "画像を表示 (%)", ar: "عرض الصور (%)", he: "הצגת תמונות (%)"),
        other: Word(
            en: "Show % images", de: "% Bilder zeigen", fr: "Afficher % images", es: "Mostrar % imágenes", it: "Mostra % immagini",
            pt: "Mostrar % imagens", nl: "% afbeeldingen tonen", ja: "画像を表示 (%)", ar: "عرض الصور (%)", he: "הצגת תמונות (%)"))
}
